r"""Line numbers of the package algorithm2e: a line is a paragraph of the algorithm, so its text tells where lines begin.

The package counts when TeX begins a paragraph. That happens at the first printed thing after a `\;`, an empty line or
the border of a block, and once more for the word that ends a block, where the style prints one.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from tcsalgbench.tex.frames import SPACE, group_end
from tcsalgbench.tex.words import words

_TOKEN = re.compile(r"\\([a-zA-Z@]+)(\*?)|\\([\s\S])|%[^\n]*(?:\n[ \t]*)?|(\n[ \t\r]*\n\s*)|\s+|[{}]|[^\s\\%{}]+")
# What each command reads and prints: `inline` goes on in the same line, `body` holds lines of its own, `word` begins a
# line, `end` is the word after a block, `par` ends the line.
Shape = tuple[str, ...]
_BLOCK: Shape = ("inline", "body", "end")
_PLAIN: dict[str, Shape] = {
    "Repeat": ("repeat",),
    "lRepeat": ("inline", "inline", "par"),
    "Begin": ("body", "end"),
}
_SILENT = frozenset(
    words(
        "label caption DontPrintSemicolon PrintSemicolon SetAlgoLined SetAlgoVlined SetAlgoNoLine SetAlgoNoEnd SetNothing "
        "SetAlgoLongEnd SetAlgoShortEnd LinesNumbered LinesNumberedHidden LinesNotNumbered RestyleAlgo SetKwInput SetKwInOut "
        "SetKwData SetKwFunction SetKw SetKwFor SetKwIF SetKwBlock SetKwRepeat SetKwSwitch SetKwProg SetKwComment SetKwArray "
        "SetSideCommentLeft SetSideCommentRight SetNoFillComment SetFillComment SetAlgorithmName SetInd "
        "small footnotesize scriptsize normalsize tiny centering setcounter addtocounter vspace smallskip medskip bigskip "
        "SetAlgoCaptionSeparator BlankLine SetVlineSkip SetNlSty SetAlgoNlRelativeSize SetAlgoSkip SetAlgoInsideSkip "
        "SetCommentSty SetArgSty "
        "setlength renewcommand newcommand def let resizebox ResetInOut Indp Indm Indentp index nllabel"
    )
)
_TAKES = {"label": 1, "caption": 1, "setcounter": 2, "addtocounter": 2, "vspace": 1, "setlength": 2, "index": 1, "nllabel": 1}
_TAKES |= {"SetKwInput": 2, "SetKwInOut": 2, "SetKwData": 2, "SetKwFunction": 2, "SetKw": 2, "SetKwFor": 4, "SetKwIF": 8}
_TAKES |= {"SetKwBlock": 3, "SetKwRepeat": 3, "SetKwSwitch": 9, "SetKwProg": 4, "SetKwComment": 3, "SetKwArray": 1}
_TAKES |= {"RestyleAlgo": 1, "SetAlgorithmName": 3, "SetInd": 2, "SetAlgoCaptionSeparator": 1, "SetNlSty": 3}
_TAKES |= {"renewcommand": 2, "newcommand": 2, "ResetInOut": 1, "Indentp": 1, "SetCommentSty": 1, "SetArgSty": 1}
_DEPTH = 40


def conditional_shapes(if_name: str, else_if: str, otherwise: str) -> dict[str, Shape]:
    r"""The commands that `\SetKwIF{If}{ElseIf}{Else}…` declares."""
    shapes: dict[str, Shape] = {}
    for name in (if_name, else_if):
        shapes |= {name: _BLOCK, "u" + name: ("inline", "body"), "l" + name: ("inline", "inline", "par")}
    shapes |= {otherwise: ("body", "end"), "u" + otherwise: ("body",), "l" + otherwise: ("inline", "par")}
    shapes["e" + if_name] = ("inline", "body", "word", "body", "end")
    shapes["le" + if_name] = ("inline", "inline", "inline", "par")
    return shapes


def loop_shapes(name: str, *, ends: bool) -> dict[str, Shape]:
    r"""The commands that `\SetKwFor{name}…` declares."""
    return {name: _BLOCK if ends else ("inline", "body"), "l" + name: ("inline", "inline", "par")}


def _known_shapes() -> dict[str, Shape]:
    shapes = {**_PLAIN, **conditional_shapes("If", "ElseIf", "Else"), "Switch": _BLOCK}
    for name in words("For ForPar ForEach ForAll While Case"):
        shapes |= loop_shapes(name, ends=True)
    return shapes | {"uCase": ("inline", "body"), "Other": ("body", "end"), "uOther": ("body",), "lOther": ("inline", "par")}


@dataclass(slots=True)
class LineStyle:
    """How a paper has algorithm2e number its lines."""

    numbered: bool = False
    ends: bool = True  # the word that ends a block has a line of its own
    comments: bool = False
    inputs: bool = False
    shapes: dict[str, Shape] = field(default_factory=_known_shapes)
    input_names: set[str] = field(default_factory=lambda: set(words("KwIn KwOut KwData KwResult Input Output")))
    comment_names: set[str] = field(default_factory=lambda: set(words("tcc tcp")))

    def copy(self) -> "LineStyle":
        """The same, to be changed on its own."""
        return LineStyle(
            self.numbered,
            self.ends,
            self.comments,
            self.inputs,
            dict(self.shapes),
            set(self.input_names),
            set(self.comment_names),
        )


def label_lines(text: str, start: int, end: int, style: LineStyle, first: int = 0) -> tuple[Mapping[int, int], int]:
    """The line of each label, by the offset of its command, where a line was begun before it; and the last line."""
    walker = _Walker(text, style, first)
    walker.walk(start, end, 0)
    return walker.labels, walker.line


class _Walker:
    def __init__(self, text: str, style: LineStyle, first: int) -> None:
        self._text = text
        self._style = style
        self.line = first
        self._in_line = False
        self._numbered = self._wanted = style.numbered
        self._current = False  # whether a line, and not the caption, is what a label refers to
        self.labels: dict[int, int] = {}

    def _begin_line(self, *, numbered: bool = True) -> None:
        if not self._in_line:
            self._in_line = True
            if numbered and self._numbered:
                self._count()

    def _count(self) -> None:
        self.line += 1
        self._current = True

    def walk(self, pos: int, end: int, depth: int) -> None:
        """Read a stretch of the algorithm."""
        while pos < end and depth < _DEPTH and (match := _TOKEN.match(self._text, pos, end)) is not None:
            pos = match.end()
            if match[1] is not None:
                pos = self._command(match[1], match[2] == "*", match.start(), match.end(1), end, depth)
            elif match[3] == ";":
                self._begin_line()
                self._in_line = False
            elif match[4] is not None or match[3] == "\\":
                self._in_line = False
            elif match[3] is not None or match[0][0] not in "%{} \t\r\n":
                self._begin_line()

    def _command(self, name: str, starred: bool, start: int, pos: int, end: int, depth: int) -> int:
        style = self._style
        pos += starred
        if name == "label":
            if self._current:
                self.labels[start] = self.line
        elif name == "caption":
            self._current = False
        if name == "par":
            self._in_line = False
        elif name in ("nl", "lnl"):
            self._begin_line()
            self._count()
        elif name in style.shapes:
            return self._shape(style.shapes[name], starred, pos, end, depth)
        elif name in style.input_names:
            self._begin_line(numbered=style.inputs)
            pos = self._skip(pos, end, 1)
            self._in_line = False
            self._numbered = self._wanted
        elif name in style.comment_names:
            return self._comment(starred, pos, end)
        elif name in _SILENT:
            if name.startswith("Lines"):  # takes hold when numbering is set up anew: after the next input or comment
                self._wanted = "Not" not in name
            return self._skip(pos, end, _TAKES.get(name, 0))
        else:
            self._begin_line()
        return pos

    def _comment(self, starred: bool, pos: int, end: int) -> int:
        where = self._text[pos + 1 : pos + 2] if self._text.startswith("[", pos) else ""
        self._begin_line(numbered=self._style.comments or (starred and where in ("h", "f")))
        if not starred or where not in ("h", "f"):
            self._in_line = False
        self._numbered = self._wanted
        return self._skip(pos, end, 1)

    def _shape(self, shape: Shape, starred: bool, pos: int, end: int, depth: int) -> int:
        self._begin_line()
        for part in shape:
            if part in ("inline", "body", "repeat"):
                pos = self._argument(part, pos, end, depth)
            elif part == "word" or (part == "end" and self._style.ends):
                self._in_line = False
                self._begin_line()
            elif part == "par" and not starred:
                self._begin_line()
            if part in ("body", "end") or (part == "par" and not starred):
                self._in_line = False
        return self._skip_side_comment(pos, end)

    def _argument(self, part: str, pos: int, end: int, depth: int) -> int:
        start, close = self._group(self._skip_side_comment(pos, end), end)
        if close < 0:
            return pos
        if part == "repeat":  # what is read first is printed last
            body, body_close = self._group(self._skip_side_comment(close + 1, end), end)
            if body_close < 0:
                return close + 1
            self._in_line = False
            self.walk(body + 1, body_close, depth + 1)
            self._in_line = False
            self._begin_line()
            self.walk(start + 1, close, depth + 1)
            self._in_line = False
            return body_close + 1
        self._in_line = part == "inline"
        self.walk(start + 1, close, depth + 1)
        return close + 1

    def _group(self, pos: int, end: int) -> tuple[int, int]:
        space = SPACE.match(self._text, pos, end)
        at = space.end() if space is not None else pos
        return at, group_end(self._text, at, end) if self._text.startswith("{", at) and at < end else -1

    def _skip(self, pos: int, end: int, groups: int) -> int:
        for _ in range(groups):
            space = SPACE.match(self._text, pos, end)
            at = space.end() if space is not None else pos
            if self._text.startswith("[", at) and (close := self._text.find("]", at, end)) > 0:
                pos = close + 1
            _, closing = self._group(pos, end)
            if closing < 0:
                return pos
            pos = closing + 1
        return pos

    def _skip_side_comment(self, pos: int, end: int) -> int:
        if not self._text.startswith("(", pos):
            return pos
        depth = 0
        for match in re.compile(r"\\.|[()]|\n[ \t]*\n").finditer(self._text, pos, min(end, pos + 2_000)):
            depth += {"(": 1, ")": -1}.get(match[0], 0)
            if depth == 0:
                return match.end() if match[0] == ")" else pos
        return pos
