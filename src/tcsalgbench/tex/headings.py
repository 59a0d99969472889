r"""Proofs that an author sets by hand: `{\bf Proof.} …`, `\noindent\textbf{Proof of Lemma~\ref{a}.} … \hfill$\square$`.

The commands that set such a heading are looked at only in a project in which one of them does.
"""

import re

from tcsalgbench.tex.frames import Argument, Frame, Place
from tcsalgbench.tex.names import is_proof_heading
from tcsalgbench.tex.proofs import close_proofs_without_end, end_mark, open_headed_proof
from tcsalgbench.tex.reader import Handler, Reader
from tcsalgbench.tex.source import SourceFile
from tcsalgbench.tex.state import RawProof
from tcsalgbench.tex.words import words

_TAKE_AN_ARGUMENT = words("textbf textit textsc textsl textsf emph underline uline")
_SWITCHES = words("bf it em sc sl sf bfseries itshape scshape slshape sffamily")
_FONT = rf"\\(?:{'|'.join((*_TAKE_AN_ARGUMENT, *_SWITCHES))})(?![a-zA-Z])"
_WORD = re.compile(r"Proof|PROOF|Sketch|Idea of")
_BEFORE_WORD = re.compile(rf"{_FONT}(?:{_FONT}|\\[/,]|[\s{{])*\Z")
_LONGEST = 240
# What may stand between the beginning of a paragraph and its heading.
_SPACING = (
    r"\\(?:noindent|par|indent|smallskip|medskip|bigskip|smallbreak|medbreak|bigbreak|leavevmode|hskip\s*\\labelsep|newline"
    r"|[vh]space\*?\s*\{[^{}]*\}|vskip\s*[\d.]+\s*[a-z]{2}|item\s*\[)(?![a-zA-Z])"
)
_LEADING = re.compile(rf"(?:{_FONT}|{_SPACING}|%[^\n]*\n|[\s{{]|\\\\|\\/)*\Z")
_NEW_PARAGRAPH = re.compile(rf"{_SPACING}|\n[ \t\r]*\n")
_ENDS_ABOVE = re.compile(r"\\(?:end|begin|label|(?:sub)*section\*?|lean|uses)\s*\{[^{}]*\}\Z")
_HEAD = re.compile(rf"(?:\\noindent\s*|\{{[ \t]*|{_FONT}[ \t]*)*\Z")
_INSIDE = re.compile(r"(?:[^{}\\]|\\[\s\S]|\{(?:[^{}\\]|\\[\s\S]|\{[^{}]*\})*\})*")
_AFTER_TITLE = re.compile(r"[}\s]*[.:]?")
_OF_WHAT = re.compile(r"[\s~]*(?:\(\s*)?(?:of|for)\b(?:[^.:{}\n]|\n(?!\s*\n)|\{[^{}]*\}|\.(?=\d)){1,160}?[.:]")
# Where a box or a rule ends a proof: nothing but punctuation stands between it and the end of the paragraph.
_ENDS_PARAGRAPH = re.compile(r"(?:[\s$.})]|\\[\])]|%[^\n]*|\\(?:par|smallskip|medskip|bigskip|null|hfill)(?![a-zA-Z]))*")
_AFTER_PARAGRAPH = ("\\end", "\\begin", "\\section", "\\subsection", "\\paragraph")
_SETS_BOX = re.compile(
    r"\\hfill.{0,40}\\(?:square|Box|blacksquare|blackslug|qedsymbol|qedbox|openbox|rule|vrule)(?![a-zA-Z])", re.DOTALL
)
_ENDS_PROOF = words("square Box blacksquare QED qedsymbol qedbox openbox eop blackslug rule")
_NO_PLACE = frozenset(words("itemize enumerate description tabular tabular* array figure figure* table table* tabbing frame"))


def watch_headings(reader: Reader, source: SourceFile) -> None:
    """Give the commands of fonts a meaning, once a file sets the heading of a proof with them."""
    if reader.plain_commands or not has_heading(source.text):
        return
    reader.plain_commands = frozenset(HANDLERS)
    for name, handler in HANDLERS.items():
        if reader.meaning(name) is None:
            reader.define(name, handler, everywhere=True)


def has_heading(text: str) -> bool:
    """Whether a text sets the heading of a proof in another font."""
    return any(_BEFORE_WORD.search(text, max(0, found.start() - 60), found.start()) for found in _WORD.finditer(text))


def sets_proof(body: str) -> bool:
    """Whether the body of a macro sets the heading of a proof or the box at its end."""
    return has_heading(body) or _SETS_BOX.search(body) is not None


def in_a_font(reader: Reader, name: str, start: int) -> None:
    r"""`\textbf{Proof.}` or `{\bf Proof.}` at the beginning of a paragraph begins a proof."""
    frame = reader.frame
    if not reader.in_document or _WORD.search(frame.text, frame.pos, min(frame.end, frame.pos + 60)) is None:
        return
    at, opening = frame.pos, _beginning(frame, start)
    title = _title(reader, frame, switch=name in _SWITCHES) if opening >= 0 else None
    if title is None or not is_proof_heading(title.text):
        frame.pos = at
        return
    begin = frame.place(opening if frame.source is not None else start)
    last = reader.open_proofs[-1] if reader.open_proofs else None
    if last is not None and _has_no_text_yet(last, begin):
        frame.pos = at
        _name(last, title)
    elif _may_begin(reader, last):
        _open(reader, begin, title)
    else:
        frame.pos = at


def _open(reader: Reader, begin: Place, title: Argument) -> None:
    frame = reader.frame
    after = _AFTER_TITLE.match(frame.text, max(frame.pos, title.end), frame.end)
    frame.pos = after.end() if after is not None else frame.pos
    close_proofs_without_end(reader, begin)
    open_headed_proof(reader, begin, title.text.strip(), by_hand=True)
    reader.push_argument(title)


def _beginning(frame: Frame, start: int) -> int:
    """Where the heading begins that opens a paragraph, or -1 where text stands before it in its paragraph."""
    before = frame.text[max(0, start - _LONGEST) : start]
    leading, head = _LEADING.search(before), _HEAD.search(before)
    if leading is None or head is None:
        return -1
    above = before[: leading.start()]
    if above and _NEW_PARAGRAPH.search(leading[0]) is None and _ENDS_ABOVE.search(above) is None:
        return -1
    return start - len(head[0])


def _title(reader: Reader, frame: Frame, *, switch: bool) -> Argument | None:
    """The heading that a font is for, with `of Lemma~3.` where that stands outside its braces."""
    end = min(frame.end, frame.pos + _LONGEST)
    if switch:
        start = frame.pos
        stop = (_INSIDE.match(frame.text, start, end) or _INSIDE.match("")).end()  # type: ignore[union-attr]
    else:
        given = reader.group()
        if given is None or given.frame is not frame or given.end - given.start > _LONGEST:
            return None
        start, stop = given.start, given.end
    if not frame.text.startswith("}", stop):
        return None
    after = _OF_WHAT.match(frame.text, stop + 1, min(frame.end, stop + 200))
    if after is not None and re.fullmatch(r"(?:\\[a-z]+|[\s{])*Proof[\s}]*", frame.text[start:stop]):
        stop = after.end() - 1
    return Argument(frame.text[start:stop], frame, start, stop)


def _has_no_text_yet(proof: RawProof, begin: Place) -> bool:
    """A heading with which the text of a proof begins is the heading of that proof."""
    if proof.start == begin:
        return True
    source, offset = proof.body_start
    if source is not begin[0] or not 0 <= begin[1] - offset < 200:
        return False
    return (
        re.fullmatch(r"(?:\s|%[^\n]*(?:\n|\Z)|\\noindent|\\label\s*\{[^{}]*\}|\{)*", source.text[offset : begin[1]]) is not None
    )


def _name(proof: RawProof, title: Argument) -> None:
    if proof.heading is None:
        proof.heading = title.text.strip()
        proof.heading_labels += re.findall(r"\\[a-zA-Z]*ref\*?\s*\{([^{}\\]*)\}", title.text)


def _may_begin(reader: Reader, last: RawProof | None) -> bool:
    """Not in a statement, a table or a list; within a proof only after a statement in it."""
    if reader.open_blocks or any(environment.name in _NO_PLACE for environment in reader.environments):
        return False
    if last is None or last.by_command:
        return True
    return bool(reader.found.blocks) and reader.found.blocks[-1].in_proof is last


def box_at_the_end(reader: Reader, name: str, start: int) -> None:
    r"""`\hfill$\square$` at the end of a paragraph ends a proof that only a heading announced."""
    if not reader.open_proofs or not reader.open_proofs[-1].by_command:
        return
    if not _ends_paragraph(reader):
        return
    frame = reader.frame
    closing = re.compile(r"[$.})]*").match(frame.text, frame.pos, frame.end)
    frame.pos = closing.end() if closing is not None and frame.source is not None else frame.pos
    end_mark(reader, name, start)


def _ends_paragraph(reader: Reader) -> bool:
    """Whether nothing but punctuation follows in the paragraph; past the end of a macro, in the text that called it."""
    for frame in reversed(reader.frames):
        gap = _ENDS_PARAGRAPH.match(frame.text, frame.pos, min(frame.end, frame.pos + 200))
        stop = gap.end() if gap is not None else frame.pos
        if "\n\n" in re.sub(r"[ \t\r]", "", frame.text[frame.pos : stop]):
            return True
        if stop < frame.end or not frame.expansion:
            return stop == frame.end or frame.text.startswith(_AFTER_PARAGRAPH, stop)
    return True


HANDLERS: dict[str, Handler] = {
    **dict.fromkeys((*_TAKE_AN_ARGUMENT, *_SWITCHES), in_a_font),
    **dict.fromkeys(_ENDS_PROOF, box_at_the_end),
}
