"""The text that one macro call stands for, with the map of its parts back to the source."""

import re
from collections.abc import Sequence

from tcsalgbench.tex.frames import Argument, Frame, Piece
from tcsalgbench.tex.macros import Macro

_ENDS_IN_WORD = re.compile(r"\\[a-zA-Z@]+\Z")


def expansion_frame(pieces: Sequence[str | int], arguments: Sequence[Argument | None]) -> Frame:
    """A frame with the arguments put into the body; a parameter that was not given is the empty text."""
    texts: list[str] = []
    origins: list[Piece] = []
    length = 0
    for piece in pieces:
        if isinstance(piece, str):
            origins.append((length, None, 0))
            texts.append(piece)
            length += len(piece)
            continue
        argument = arguments[piece - 1] if piece <= len(arguments) else None
        if argument is None:
            continue
        if argument.text[:1].isalpha() and texts and _ENDS_IN_WORD.search(texts[-1]):
            origins.append((length, None, 0))  # a letter here would become part of the command before it
            texts.append(" ")
            length += 1
        if argument.start == argument.end and argument.text:  # a default: text of the declaration, not of the call
            origins.append((length, None, 0))
        else:
            cut = argument.frame.cut(argument.start, argument.end)
            origins += [(length + start, source, origin) for start, source, origin in cut]
        texts.append(argument.text)
        length += len(argument.text)
    text = "".join(texts)
    frame = Frame(text, 0, len(text), None)
    frame.pieces = origins or [(0, None, 0)]
    frame.expansion = True
    return frame


def body_length(macro: Macro, arguments: Sequence[Argument | None]) -> int:
    """How long the expansion will be: asked before it is made, so that it can be refused."""
    length = 0
    for piece in macro.pieces:
        if isinstance(piece, str):
            length += len(piece)
        elif piece <= len(arguments) and (argument := arguments[piece - 1]) is not None:
            length += len(argument.text)
    return length
