r"""Boxes of tcolorbox that number themselves: `\newtcolorbox[auto counter]{mythm}[2][]{title={Theorem~\thetcbcounter: #2}}`.

A box is a statement where its title says so; every other one only counts.
"""

import re
from dataclasses import dataclass

from tcsalgbench.tex.expansion import body_length, expansion_frame
from tcsalgbench.tex.frames import Argument, Place
from tcsalgbench.tex.keyvals import key_values, split_list
from tcsalgbench.tex.macros import Macro, counted, from_specification, make_macro
from tcsalgbench.tex.names import kind_of, looks_like_statement
from tcsalgbench.tex.reader import Handler, Reader
from tcsalgbench.tex.state import Anchor, RawBlock
from tcsalgbench.tex.statements import Theorem, add_label, end_theorem, open_block
from tcsalgbench.tex.theorems import define_environment
from tcsalgbench.tex.words import words

_LONGEST = 20_000
# A box without a number is a statement only where its title is one of these.
_PLAIN = frozenset(words("theorem lemma proposition corollary claim definition conjecture"))
_NUMBER = re.compile(r"\\the(?:tcbcounter|[a-zA-Z@]+)(?![a-zA-Z@])")
_LAYOUT = re.compile(r"\\[a-zA-Z@]+\*?|\\[\s\S]|[{}~$\s]+")
_PUNCTUATION = re.compile(r"\A(?:\\(?:[ ,;:]|quad|qquad|enspace)|[\s.:,~}–—-])+")
_HEAD_END = re.compile(r"[.:(,\[]|\s[-–—]")


@dataclass(frozen=True, slots=True)
class Box:
    """A declared box: its options with their parameters, and its counter, if it has one."""

    env: str
    options: Macro
    counter: str | None


def new_box(reader: Reader, name: str, _start: int) -> None:
    r"""`\newtcolorbox[init]{env}[n][default]{options}`, `\NewTColorBox[init]{env}{specification}{options}`."""
    init = key_values(reader.text_of(reader.optional()))
    env = reader.text_of(reader.group())
    if name.endswith("TColorBox"):
        parameters = from_specification(reader.text_of(reader.group()))
    else:
        count, default = reader.text_of(reader.optional()), reader.optional()
        parameters = counted(int(count) if count.isdecimal() else 0, default.text if default is not None else None)
    options = reader.group()
    if not env or options is None:
        return
    box = Box(env, make_macro(env, parameters, options.text), _counter(reader, env, init))
    define_environment(reader, env, _begins(box), _ends(box))
    if box.counter is not None:
        reader.theorems[env] = box.counter


def _counter(reader: Reader, env: str, init: dict[str, str]) -> str | None:
    shared = init.get("use counter from") or init.get("use counter*")
    if shared:
        counter = reader.theorems.get(shared) or shared
        if not reader.counters.exists(counter):
            reader.warn(reader.here(), f"{env} shares the counter {shared}, which nothing declares")
            reader.counters.new(counter)
        return counter
    given = init.get("use counter")
    if given is None and "auto counter" not in init:
        return None
    counter = given or f"tcb@cnt@{env}"
    within = init.get("number within") or None
    if within is not None and not reader.counters.exists(within):
        reader.warn(reader.here(), f"{env} is numbered within {within}, which nothing declares")
        within = None
    reader.counters.new(counter, within)
    style = init.get("number format", "").strip().lstrip("\\") or "arabic"
    body = (f"\\the{within}." if within else "") + f"\\{style}{{{counter}}}"
    freestyle = init.get("number freestyle", "").replace("\\noexpand", "").replace("\\tcbcounter", counter)
    reader.define("the" + counter, make_macro("the" + counter, (), freestyle or body), everywhere=True)
    return counter


def _begins(box: Box) -> Handler:
    def begin(reader: Reader, _name: str, start: int) -> None:
        begin = reader.frame.place(start)
        arguments = reader.arguments(box.options.parameters)
        if body_length(box.options, arguments) > _LONGEST:
            reader.warn(begin, f"the options of {box.env} are longer than is read")
            return
        keys: dict[str, str] = {}
        for part in split_list(expansion_frame(box.options.pieces, arguments).text):
            keys.update(key_values(part))  # of two values of a key the later one holds
        _open(reader, box, begin, keys)

    return begin


def _ends(box: Box) -> Handler:
    def end(reader: Reader, name: str, start: int) -> None:
        if reader.open_blocks and reader.open_blocks[-1].names_label == box.env:
            end_theorem(reader, name, start)

    return end


def _open(reader: Reader, box: Box, begin: Place, keys: dict[str, str]) -> None:
    number, anchor = None, None
    if box.counter is not None:
        reader.counters.step(box.counter)
        number = reader.printer.the(box.counter)
        anchor = Anchor("custom", box.counter, reader.printer.reference(box.counter))
    head, name = _parts_of(keys.get("title", ""))
    kind = kind_of(head, "") if head else ""
    if looks_like_statement(kind) and (number is not None or kind in _PLAIN):
        given = Argument(name, reader.frame, 0, 0) if name else None
        block = open_block(reader, Theorem(box.env, head, None), begin, given, {}, unnumbered=True)
        if anchor is not None:
            _number(block, anchor, number)
    if keys.get("label"):
        add_label(reader, keys["label"], (begin, reader.here()[1]), anchor)


def _number(block: RawBlock, anchor: Anchor, number: str | None) -> None:
    r"""The box counts without `\refstepcounter`: a `\label` in it prints what is current around the box."""
    block.number, block.counter, block.boxed = number, anchor.counter, True
    anchor.kind, anchor.block = "block", block
    block.anchor = anchor


def _parts_of(title: str) -> tuple[str, str]:
    """What a title calls the box, and the name that follows the number."""
    number = _NUMBER.search(title)
    cut = number or _HEAD_END.search(title)
    head = title if cut is None else title[: cut.start()]
    rest = "" if cut is None else title[cut.end() if number is not None else cut.start() :]
    name = _PUNCTUATION.sub("", rest).rstrip(" .:,~\t\r\n")
    if name.startswith(("(", "[")) and name.endswith((")", "]")):
        name = name[1:-1]
    if name.count("{") != name.count("}"):  # the number stood within braces
        name = name.replace("{", "").replace("}", "")
    return _LAYOUT.sub(" ", head).strip(), name.strip()


_BOXES = ["newtcolorbox", "renewtcolorbox", *(how + "TColorBox" for how in ("New", "Renew", "Provide", "Declare"))]
HANDLERS: dict[str, Handler] = dict.fromkeys(_BOXES, new_box)
