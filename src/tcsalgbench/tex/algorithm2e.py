r"""Algorithms of the package algorithm2e: how a paper has it number lines, and the numbers its labels then print."""

from tcsalgbench.tex.algorithmlines import LineStyle, conditional_shapes, label_lines, loop_shapes
from tcsalgbench.tex.keyvals import split_list
from tcsalgbench.tex.reader import Handler, Reader
from tcsalgbench.tex.state import Anchor, RawBlock
from tcsalgbench.tex.words import words

_STYLES = words("vlined lined noline noend longend shortend linesnumbered linesnumberedhidden inoutnumbered commentsnumbered")
_NO_ENDS = ("vlined", "noend", "SetAlgoVlined", "SetAlgoNoEnd", "SetNothing")


def options(reader: Reader, _name: str, _start: int) -> None:
    """The options of the package, in the order in which they are given."""
    for option in split_list(reader.text_of(reader.group())):
        if option in _STYLES:
            _set_style(reader, option)
        elif option == "noresetcount":
            reader.flags["@lines go on"] = True


def _set_style(reader: Reader, name: str) -> None:
    style = reader.line_style
    if name.lower().startswith(("linesnumbered", "linesnotnumbered")):
        style.numbered = "not" not in name.lower()
    elif name == "inoutnumbered":
        style.inputs = True
    elif name == "commentsnumbered":
        style.comments = True
    else:
        style.ends = name not in _NO_ENDS


def switch(reader: Reader, name: str, _start: int) -> None:
    r"""`\LinesNumbered`, `\SetAlgoVlined` and their relatives."""
    inside = any(block.kind == "algorithm" for block in reader.open_blocks)
    if not (inside and name.startswith("Lines")):
        _set_style(reader, name)


def keyword(reader: Reader, name: str, _start: int) -> None:
    r"""`\SetKwFor{Name}{for}{do}{end}` and the other commands that declare what an algorithm is written with."""
    arguments = [
        reader.text_of(reader.group())
        for _ in range({"SetKwIF": 8, "SetKwSwitch": 9, "SetKwFor": 4, "SetKwProg": 4}.get(name, 3))
    ]
    shapes, ends = reader.line_style.shapes, bool(arguments[-1])
    if name == "SetKwIF":
        shapes |= conditional_shapes(*arguments[:3])
    elif name == "SetKwSwitch":
        shapes |= {arguments[0]: shapes["Switch"], arguments[2]: shapes["Other"], "u" + arguments[2]: shapes["uOther"]}
        shapes |= loop_shapes(arguments[1], ends=bool(arguments[7])) | {"u" + arguments[1]: shapes["uCase"]}
    elif name in ("SetKwFor", "SetKwProg"):
        shapes |= loop_shapes(arguments[0], ends=ends)
    elif name == "SetKwRepeat":
        shapes[arguments[0]] = shapes["Repeat"]
    elif name == "SetKwBlock":
        shapes[arguments[0]] = ("body", "end") if ends else ("body",)
    else:
        reader.line_style.comment_names.add(arguments[0])


def input_keyword(reader: Reader, _name: str, _start: int) -> None:
    r"""`\SetKwInput{Name}{text}` and `\SetKwInOut` declare lines that have no number."""
    reader.line_style.input_names.add(reader.text_of(reader.group()))
    reader.group()


def number_lines(reader: Reader, block: RawBlock, style: LineStyle, end: int) -> None:
    """The labels of an algorithm that has ended print the lines in which they stand."""
    source, start = block.body_start
    if "algorithm2e" not in reader.packages or block.start[0] is not source or end <= start:
        return
    first = reader.counters.value("AlgoLine") if reader.flags.get("@lines go on") else 0
    lines, last = label_lines(source.text, start, end, style, first)
    for raw in reversed(reader.found.labels):
        if raw.order < block.order:
            break
        line = lines.get(raw.place[0][1]) if raw.place[0][0] is source else None
        if line is None:
            continue
        reader.counters.set("AlgoLine", line)
        raw.anchor = Anchor("line", "AlgoLine", reader.printer.the("AlgoLine"))
        if raw.name in block.labels:
            block.labels.remove(raw.name)
    reader.counters.set("AlgoLine", last)


HANDLERS: dict[str, Handler] = {
    "@algorithmoptions": options,
    **dict.fromkeys(
        words(
            "LinesNumbered LinesNumberedHidden LinesNotNumbered SetAlgoLined SetAlgoVlined SetAlgoNoLine SetAlgoNoEnd "
            "SetNothing SetAlgoLongEnd SetAlgoShortEnd"
        ),
        switch,
    ),
    **dict.fromkeys(words("SetKwFor SetKwIF SetKwSwitch SetKwRepeat SetKwBlock SetKwProg SetKwComment"), keyword),
    "SetKwInput": input_keyword,
    "SetKwInOut": input_keyword,
}
