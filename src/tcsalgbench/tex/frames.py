"""What is being read: a stretch of a source file, or the text of a macro call, with the way back to the source."""

import re
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass

from tcsalgbench.tex.source import SourceFile

Place = tuple[SourceFile, int]
# Part of an expansion: where it begins there, and where it comes from (None: the body of the macro).
Piece = tuple[int, SourceFile | None, int]

_BRACES = re.compile(r"\\[\s\S]|%[^\n]*|[{}]")
_BRACKETS = re.compile(r"\\[\s\S]|%[^\n]*|[{}\[\]]|\n[ \t\r]*\n")
_QUICK_GROUP = re.compile(r"\{([^{}\\%]*)\}")
SPACE = re.compile(r"(?:[ \t\r]+|%[^\n]*(?:\n[ \t\r]*)?|\n(?![ \t\r]*\n))*")
TOKEN = re.compile(r"\\[a-zA-Z@]+|\\[\s\S]|[\s\S]")


NOWHERE = (SourceFile("", b""), 0, 0)


class Frame:
    """A text and a position in it. `site` is where the outermost call stands that this text came from."""

    __slots__ = (
        "brace_at",
        "brace_stack",
        "end",
        "expansion",
        "is_file",
        "limit",
        "on_end",
        "pieces",
        "pos",
        "scopes",
        "site",
        "source",
        "text",
    )

    def __init__(self, text: str, start: int, end: int, source: SourceFile | None) -> None:
        self.text = text
        self.pos = start
        self.end = end
        self.limit = end
        self.source = source
        self.pieces: list[Piece] = []
        self.site = NOWHERE
        self.on_end: Callable[[], None] | None = None
        self.expansion = False
        self.is_file = False
        self.scopes: list[tuple[int, list[Callable[[], None]]]] = []
        self.brace_at = start
        self.brace_stack: list[int] = []

    def place(self, offset: int) -> Place:
        """The place in the source that a character came from; for the body of a macro, the place of the call."""
        if self.source is not None:
            return self.source, offset
        index = bisect_right(self.pieces, offset, key=lambda piece: piece[0]) - 1
        if index >= 0:
            start, source, origin = self.pieces[index]
            if source is not None:
                return source, origin + offset - start
        return self.site[0], self.site[1]

    def after(self, offset: int) -> Place:
        """The place in the source at which reading goes on: past the whole call, for the body of a macro."""
        if self.source is not None:
            return self.source, offset
        return self.site[0], self.site[2]

    def cut(self, start: int, end: int) -> list[Piece]:
        """Where each part of a stretch comes from, counted from the beginning of the stretch."""
        if self.source is not None:
            return [(0, self.source, start)]
        found: list[Piece] = []
        first = max(0, bisect_right(self.pieces, start, key=lambda piece: piece[0]) - 1)
        for begin, source, origin in self.pieces[first:]:
            if begin >= end:
                break
            inside = max(begin, start)
            found.append((inside - start, source, origin + inside - begin if source else 0))
        return found or [(0, None, 0)]

    def open_brace(self, offset: int) -> int:
        """How many braces are open at an offset; reading on from where it was last asked."""
        if offset < self.brace_at:
            return len([at for at in self.brace_stack if at < offset])
        for match in _BRACES.finditer(self.text, self.brace_at, offset):
            character = self.text[match.start()]
            if character == "{":
                self.brace_stack.append(match.start())
            elif character == "}" and self.brace_stack:
                self.brace_stack.pop()
        self.brace_at = offset
        return len(self.brace_stack)


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument as it stands in the text of a frame."""

    text: str
    frame: Frame
    start: int
    end: int
    braced: bool = True


def group_end(text: str, pos: int, end: int) -> int:
    """The position of the brace that closes the one at `pos`, or -1."""
    quick = _QUICK_GROUP.match(text, pos, end)
    if quick is not None:
        return quick.end() - 1
    depth = 0
    for match in _BRACES.finditer(text, pos, end):
        character = text[match.start()]
        if character == "{":
            depth += 1
        elif character == "}":
            depth -= 1
            if depth == 0:
                return match.start()
    return -1


def bracket_end(text: str, pos: int, end: int) -> int:
    """The position of the bracket that closes the one at `pos`, or -1.

    LaTeX itself takes the first bracket outside braces. Brackets that nest are read as nested where they balance within
    the paragraph, since that is what an author who wrote them means; otherwise LaTeX's own rule holds.
    """
    braces = brackets = 0
    first = -1
    for match in _BRACKETS.finditer(text, pos, min(end, pos + 20_000)):
        character = text[match.start()]
        if character == "{":
            braces += 1
        elif character == "}":
            braces -= 1
            if braces < 0:
                break
        elif character == "\n":
            break
        elif braces == 0 and character == "[":
            brackets += 1
        elif braces == 0 and character == "]":
            brackets -= 1
            first = match.start() if first < 0 else first
            if brackets == 0:
                return match.start()
    return first
