r"""Commands on counters, and labels."""

import re

from tcsalgbench.tex.counters import LARGEST
from tcsalgbench.tex.frames import Place
from tcsalgbench.tex.macros import counted, make_macro, one_space, strip_comments
from tcsalgbench.tex.reader import Handler, Reader
from tcsalgbench.tex.source import readable
from tcsalgbench.tex.state import Anchor, RawBlock
from tcsalgbench.tex.statements import add_label

_SUM = re.compile(r"([+*-]?)\s*(?:\\value\s*\{([^{}]*)\}|\\c@([a-zA-Z@]+)|\\(?:number|the)\\value\{([^{}]*)\}|(\d{1,9}))")
_ASSIGNMENT = re.compile(r"\s*=?\s*(-?\d{1,9}|\\z@|\\@ne|\\m@ne|\\c@[a-zA-Z@]+|\\value\{[^{}]*\})\s?")
_QUICK_LABEL = re.compile(r"\s*\{([^{}\\%\n]*)\}")


def number_in(reader: Reader, text: str) -> int:
    r"""The value of `3`, `-1`, `\value{x}`, `\value{x}+1`."""
    total = term = 0
    for match in _SUM.finditer(text.strip()):
        counter = match[2] or match[3] or match[4]
        value = reader.counters.value(counter) if counter else int(match[5] or 0)
        if match[1] == "*":
            term = max(-LARGEST, min(LARGEST, term * value))
        else:
            total, term = total + term, -value if match[1] == "-" else value
    return total + term


def new_counter(reader: Reader, _name: str, _start: int) -> None:
    r"""`\newcounter{x}[within]`."""
    counter = reader.text_of(reader.group())
    within = reader.text_of(reader.optional())
    if counter:
        reader.counters.new(counter, within or None)
        if reader.meaning("the" + counter) is None:
            reader.define("the" + counter, make_macro("the" + counter, (), f"\\arabic{{{counter}}}"), everywhere=True)


def set_counter(reader: Reader, name: str, start: int) -> None:
    r"""`\setcounter{x}{n}`, `\addtocounter{x}{n}`."""
    counter = reader.printer.text(reader.text_of(reader.group()))
    value = number_in(reader, reader.text_of(reader.group()))
    if _refused(reader, counter, start):
        return
    if not reader.counters.exists(counter):
        if reader.in_document:
            reader.warn(reader.frame.place(start), f"nothing declares the counter {counter}")
        reader.counters.new(counter)
    reader.counters.set(counter, value + (reader.counters.value(counter) if name == "addtocounter" else 0))


def _refused(reader: Reader, counter: str, start: int) -> bool:
    """Statements that share the counter of others have none of their own, and LaTeX refuses to change it."""
    if counter not in reader.without_counter:
        return False
    message = (
        f"{counter} has no counter of its own, it shares that of {reader.theorems.get(counter)}: LaTeX refuses to change it"
    )
    reader.warn(reader.frame.place(start), message)
    return True


def step_counter(reader: Reader, name: str, start: int) -> None:
    r"""`\stepcounter{x}`; `\refstepcounter{x}` makes it what a label refers to."""
    counter = reader.printer.text(reader.text_of(reader.group()))
    reader.counters.step(counter)
    if name == "refstepcounter":
        anchor = Anchor("custom", counter, printed_reference(reader, counter))
        block = _tentative(reader, start)
        if block is not None:
            block.counter, block.number = counter, reader.printer.the(counter)
            anchor.kind, anchor.block = "block", block
        reader.current = anchor


def _tentative(reader: Reader, start: int) -> RawBlock | None:
    """The author's own statement environment that is being opened, if it is this that numbers it."""
    block = reader.open_blocks[-1] if reader.open_blocks else None
    if block is None or not block.tentative or block.number is not None:
        return None
    return block if reader.frame.place(start) == block.start or reader.frame.expansion else None


def printed_reference(reader: Reader, counter: str) -> str:
    """What a reference to a counter prints."""
    return reader.printer.reference(counter)


def label_format(reader: Reader, _name: str, _start: int) -> None:
    r"""`\labelformat{equation}{eq.~(#1)}`: what references to a counter print around its number."""
    counter, form = reader.text_of(reader.group()), reader.group()
    if counter and form is not None:
        name = "p@" + (reader.theorems.get(counter) or counter)
        reader.define(name, make_macro(name, counted(1), form.text))


def reset_within(reader: Reader, name: str, start: int) -> None:
    r"""`\@addtoreset{x}{within}`, `\counterwithin{x}{within}`, `\numberwithin`, and the opposites."""
    starred = reader.star()
    style = reader.optional()
    counter, within = reader.text_of(reader.group()), reader.text_of(reader.group())
    if not counter or not within or _refused(reader, counter, start):
        return
    counter = reader.theorems.get(counter) or counter
    body = f"\\the{within}." if name in ("numberwithin", "counterwithin") else ""
    form = style.text.strip().lstrip("\\") if style is not None and name != "@addtoreset" else "arabic"
    if name in ("counterwithout", "@removefromreset"):
        reader.counters.free_from(counter, within)
    else:
        reader.counters.reset_with(counter, within)
    if name in ("numberwithin", "counterwithin", "counterwithout") and not starred:
        macro = make_macro("the" + counter, (), f"{body}\\{form}{{{counter}}}")
        reader.define("the" + counter, macro, everywhere=True)


def assign(reader: Reader, name: str, _start: int) -> None:
    r"""`\c@x=3`, and `\advance\c@x by -1`."""
    frame = reader.frame
    if name == "advance":
        match = re.compile(r"\s*\\c@([a-zA-Z@]+)\s*(?:by\s*)?").match(frame.text, frame.pos, frame.end)
        if match is None:
            return
        name, frame.pos = "c@" + match[1], match.end()
        base = reader.counters.value(match[1])
    else:
        base = 0
    value = _ASSIGNMENT.match(frame.text, frame.pos, frame.end)
    if value is not None:
        frame.pos = value.end()
        constant = {"\\z@": 0, "\\@ne": 1, "\\m@ne": -1}.get(value[1])
        reader.counters.set(name[2:], base + (number_in(reader, value[1]) if constant is None else constant))


def label(reader: Reader, name: str, start: int) -> None:
    r"""`\label{x}`; cleveref allows `\label[type]{x}`."""
    frame = reader.frame
    quick = _QUICK_LABEL.match(frame.text, frame.pos, frame.end)
    if quick is not None:
        frame.pos = quick.end()
        text = quick[1]
    else:
        reader.optional()
        argument = reader.group()
        text = one_space(strip_comments(argument.text)) if argument is not None else ""
        if "\\" in text:
            text = reader.printer.text(text)
    if not text.strip():
        return
    place = reader.called_at(start)
    anchor = _label_after_block(reader, place[0], text) if name == "label" else None
    if anchor is None and reader.label_taken_by is not None:
        anchor = reader.label_taken_by(reader)
    add_label(reader, readable(text), place, anchor)


def _label_after_block(reader: Reader, place: Place, text: str) -> Anchor | None:
    """A label right after the end of a statement is meant for it, though LaTeX prints what encloses it."""
    block = reader.found.blocks[-1] if reader.found.blocks else None
    if block is None or block.end is None or block.end[0] is not place[0] or not 0 <= place[1] - block.end[1] < 40:
        return None
    if place[0].text[block.end[1] : place[1]].strip("% \t\r\n") or reader.current.kind in ("equation", "item"):
        return None
    name = readable(text)
    if name not in block.labels:
        block.labels.append(name)
        shown = reader.current.number or "nothing"
        reader.warn(place, f"the label {name} stands after the end of its statement: LaTeX prints {shown} for it")
    return None


def written_label(reader: Reader, _name: str, start: int) -> None:
    r"""`\newlabel{x}{{2.1}{...}}`, as authors write it to the .aux file to make labels of their own."""
    name, value = reader.text_of(reader.group()), reader.group()
    if not name or value is None or not reader.in_document:
        return
    match = re.compile(r"\s*\{((?:[^{}]|\{[^{}]*\})*)\}").match(value.text)
    number = reader.printer.text(match[1]) if match else ""
    add_label(reader, readable(reader.printer.text(name)), reader.called_at(start), Anchor("custom", "", number))


def footnote(reader: Reader, name: str, _start: int) -> None:
    r"""`\footnote{...}` numbers, and a label in it prints that number."""
    given = reader.optional()
    if name in ("footnotemark", "footnotetext"):
        if name == "footnotemark" and given is None:
            reader.counters.step("footnote")
        return
    text = reader.group()
    if given is None:
        reader.counters.step("footnote")
    if text is None:
        return
    before = reader.current

    def restore() -> None:
        reader.current = before

    reader.current = Anchor("footnote", "footnote", printed_reference(reader, "footnote"))
    reader.push_argument(text, restore)


def make_title(reader: Reader, _name: str, _start: int) -> None:
    r"""`\maketitle` sets the footnotes back: those of the title do not count."""
    reader.counters.set("footnote", 0)


HANDLERS: dict[str, Handler] = {
    "newcounter": new_counter,
    "setcounter": set_counter,
    "addtocounter": set_counter,
    "stepcounter": step_counter,
    "refstepcounter": step_counter,
    **dict.fromkeys(
        ["@addtoreset", "@removefromreset", "counterwithin", "counterwithout", "numberwithin"],
        reset_within,
    ),
    "advance": assign,
    "c@equation": assign,
    "c@section": assign,
    "c@subsection": assign,
    "c@theorem": assign,
    "label": label,
    "ltx@label": label,
    "nllabel": label,
    "labelformat": label_format,
    "newlabel": written_label,
    "footnote": footnote,
    "footnotemark": footnote,
    "footnotetext": footnote,
    "maketitle": make_title,
}
