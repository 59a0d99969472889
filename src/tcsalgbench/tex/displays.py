r"""Displayed equations: which rows get a number, and which number."""

import re

from tcsalgbench.tex.frames import Frame
from tcsalgbench.tex.macros import make_macro
from tcsalgbench.tex.numbering import printed_reference
from tcsalgbench.tex.reader import Handler, Reader
from tcsalgbench.tex.state import Anchor, RawEquation

_SINGLE = ("equation", "multline", "dmath", "empheq", "IEEEeqnarraybox", "gequation", "dgroup")
_ROWS = ("numcases", "align", "gather", "flalign", "alignat", "xalignat", "xxalignat", "eqnarray", "IEEEeqnarray", "darray")
_IN_GATHER = frozenset(("align", "alignat", "flalign", "xalignat", "xxalignat"))  # these may stand in a row of `gather`
_TAKES_ARGUMENT = ("numcases", "alignat", "xalignat", "IEEEeqnarray", "alignat*", "xalignat*", "IEEEeqnarray*", "xxalignat")
_ESCAPED = re.compile(r"\\[\\{}]")


class Display:
    """A display being read: the anchor of its present row, and whether that row will have a number."""

    __slots__ = (
        "anchor",
        "depth",
        "equation",
        "frame",
        "numbered",
        "outer",
        "row_start",
        "rows",
        "starred",
        "stepped",
        "tag",
    )

    def __init__(self, equation: RawEquation, depth: int, frame: Frame, *, rows: bool, starred: bool) -> None:
        self.equation = equation
        self.depth = depth
        self.frame = frame
        self.rows = rows
        self.starred = starred
        self.row_start = frame.pos
        self.numbered = not starred
        self.tag: str | None = None
        self.stepped = False
        self.anchor = Anchor("equation", "equation")
        self.outer = self.anchor


def begin_display(reader: Reader, name: str, start: int) -> None:
    """A display opens."""
    starred = name.endswith("*") or name in ("[", "displaymath", "xxalignat")
    base = name.rstrip("*")
    begin = reader.frame.place(start)
    if base == "empheq":
        reader.optional()
        base = reader.text_of(reader.group()).partition("=")[0]
        starred = base.endswith("*")
        base = base.rstrip("*")
    elif name in _TAKES_ARGUMENT:
        reader.optional()
        reader.group()
    block = reader.open_blocks[-1] if reader.open_blocks else None
    equation = RawEquation(name, begin, None, block, [])
    rows = base in _ROWS
    reader.displays.append(Display(equation, len(reader.environments), reader.frame, rows=rows, starred=starred))
    reader.displays[-1].outer = reader.current
    reader.found.equations.append(equation)
    depth = len(reader.environments)
    reader.environments[-1].at_end.append(lambda: _close_left_open(reader, depth))
    if rows or starred:
        return
    if reader.wanted is not None and not _is_wanted(reader, reader.displays[-1]):
        reader.displays[-1].numbered = False
        reader.displays[-1].anchor.number = reader.current.number
        return
    _step(reader, reader.displays[-1])
    reader.current = reader.displays[-1].anchor


def _is_wanted(reader: Reader, display: Display) -> bool:
    """Under `showonlyrefs` a row has a number only if something refers to one of its labels."""
    wanted = reader.wanted or frozenset()
    if display.rows:
        return any(raw.anchor is display.anchor and raw.name in wanted for raw in reader.found.labels[-8:])
    frame = reader.frame
    body = frame.text[frame.pos : min(frame.end, frame.pos + 4_000)].partition("\\end{")[0]
    return any(name.strip() in wanted for name in re.findall(r"\\label\s*\{([^{}]*)\}", body))


def _step(reader: Reader, display: Display) -> None:
    reader.counters.step("equation")
    display.stepped = True
    display.anchor.number = printed_reference(reader, "equation")


def end_display(reader: Reader, _name: str, _start: int) -> None:
    """A display closes: its last row is numbered."""
    if reader.displays:
        display = reader.displays.pop()
        _end_row(reader, display)
        display.equation.end = reader.here()
        outer = reader.displays[-1] if reader.displays else None
        if outer is not None and outer.equation.env.startswith("gather") and _base(display) in _IN_GATHER:
            outer.numbered = False  # the rows inside have the numbers; `\endalign` says `\nonumber` to the row around them


def _base(display: Display) -> str:
    return display.equation.env.rstrip("*")


def _close_left_open(reader: Reader, depth: int) -> None:
    while reader.displays and reader.displays[-1].depth >= depth:
        end_display(reader, "", 0)


def _end_row(reader: Reader, display: Display) -> bool:
    anchor = display.anchor
    if display.tag is not None:
        if display.stepped:
            reader.counters.set("equation", reader.counters.value("equation") - 1)
        anchor.number = display.tag
    elif display.rows and display.numbered and (reader.wanted is None or _is_wanted(reader, display)):
        _step(reader, display)
    counted = display.tag is not None or (display.numbered if reader.wanted is None else display.stepped)
    if not counted and display.numbered:
        anchor.number = display.outer.number
        return True
    if counted:
        display.equation.anchors.append(anchor)
    return counted


def row_end(reader: Reader, _name: str, start: int) -> None:
    r"""`\\` ends a row of the display itself, not of a matrix in it."""
    if not reader.displays:
        return
    display = reader.displays[-1]
    if not display.rows or len(reader.environments) != display.depth:
        return
    frame = reader.frame
    if frame is display.frame and "{" in (row := frame.text[display.row_start : start]):
        row = _ESCAPED.sub("", row)
        if row.count("{") != row.count("}"):
            return
    if _end_row(reader, display):  # a label in a row without a number is for the next row that has one
        display.anchor = Anchor("equation", "equation")
    display.numbered, display.tag, display.stepped = not display.starred, None, False
    display.row_start = frame.pos if frame is display.frame else display.row_start


def between_rows(reader: Reader, _name: str, start: int) -> None:
    r"""`\intertext{...}` ends a row that was begun."""
    display = reader.displays[-1] if reader.displays else None
    if display is None or reader.frame is not display.frame or len(reader.environments) != display.depth:
        return
    row = reader.frame.text[display.row_start : start].strip()
    if row and not re.fullmatch(r"(?:\[[^\[\]]*\]|\*|%[^\n]*|\s)*", row):
        row_end(reader, "\\", start)


def no_number(reader: Reader, _name: str, _start: int) -> None:
    r"""`\notag`, `\nonumber`: the row has no number; what `equation` took at its beginning is given back."""
    if not reader.displays:
        return
    display = reader.displays[-1]
    display.numbered = False
    if display.stepped:
        reader.counters.set("equation", reader.counters.value("equation") - 1)
        display.stepped = False


def number_after_all(reader: Reader, _name: str, _start: int) -> None:
    r"""`\yesnumber`, `\numberthis`-like commands put a number on a starred display's row."""
    if reader.displays:
        display = reader.displays[-1]
        display.numbered = True


def tag(reader: Reader, _name: str, _start: int) -> None:
    r"""`\tag{text}` prints the text instead of a number."""
    reader.star()
    text = reader.group()
    if text is not None and reader.displays:
        shown = text.text.strip()
        reader.displays[-1].tag = reader.printer.text(shown.removeprefix("$").removesuffix("$") if shown == "$" else shown)


def anchor_of_display(reader: Reader) -> Anchor | None:
    """In a display a label is for the row it stands in."""
    if not reader.displays:
        return None
    display = reader.displays[-1]
    if display.starred and display.tag is None and not display.numbered and not display.anchor.number:
        # Without a tag in its row, such a label prints what was current before the display.
        display.anchor.number = display.outer.number
    return display.anchor


def begin_subequations(reader: Reader, _name: str, _start: int) -> None:
    r"""`subequations`: the equations inside are numbered 2a, 2b within the parent equation 2."""
    counters = reader.counters
    counters.step("equation")
    number = reader.printer.the("equation")
    reader.current = Anchor("equation", "parentequation", printed_reference(reader, "equation"))
    kept = counters.value("equation")
    counters.set("equation", 0)
    body = number.replace("#", "") + "\\alph{equation}"
    reader.define("theparentequation", make_macro("theparentequation", (), number.replace("#", "")))
    reader.define("theequation", make_macro("theequation", (), body))
    reader.environments[-1].at_end.append(lambda: counters.set("equation", kept))


_NAMES = [*_SINGLE, *(name + "*" for name in _SINGLE), *_ROWS, *(name + "*" for name in _ROWS), "displaymath"]
HANDLERS: dict[str, Handler] = {
    **dict.fromkeys(_NAMES, begin_display),
    **{"end" + name: end_display for name in _NAMES},
    "[": begin_display,
    "]": end_display,
    "\\": row_end,
    "tabularnewline": row_end,
    "intertext": between_rows,
    "shortintertext": between_rows,
    "notag": no_number,
    "nonumber": no_number,
    "yesnumber": number_after_all,
    "IEEEyesnumber": number_after_all,
    "IEEEnonumber": no_number,
    "tag": tag,
    "subequations": begin_subequations,
}
