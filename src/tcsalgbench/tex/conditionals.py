r"""Conditionals: which branch is content. What the source cannot tell is taken as false, as a fresh `\newif` is."""

import re

from tcsalgbench.tex.definitions import command_name
from tcsalgbench.tex.frames import Argument
from tcsalgbench.tex.macros import NO_VALUE, Macro
from tcsalgbench.tex.numbering import number_in
from tcsalgbench.tex.reader import Handler, Reader
from tcsalgbench.tex.words import words

PRIMITIVES = frozenset(
    words(
        "if ifcat ifx ifnum ifdim ifodd ifvmode ifhmode ifmmode ifinner ifvoid ifhbox ifvbox ifeof iftrue "
        "iffalse ifcase ifdefined ifcsname iffontchar ifincsname ifpdf ifpdftex ifPDFTeX ifxetex ifXeTeX "
        "ifluatex ifLuaTeX ifvtex iftutex ifptex ifetex ifpdfprimitive unless@ ifdraft iftwocolumn"
    )
)
_SKIP = re.compile(r"\\([a-zA-Z@]+)|\\[\s\S]|%[^\n]*")
_TRUE = frozenset(["iftrue", "ifpdf", "ifpdftex", "ifPDFTeX", "ifetex", "ifhmode"])
_TOKEN = re.compile(r"\s*(\\[a-zA-Z@]+|\\[\s\S]|[^\s])")
_NUMBER = r"(?:-?\d{1,9}|\\value\s*\{[^{}]*\}|\\c@[a-zA-Z@]+|\\(?:number|the)\\value\{[^{}]*\}|\\[a-zA-Z@]+)"
_OR = re.compile(r"\\(?:OR|or)(?![a-zA-Z])")
_AND = re.compile(r"\\(?:AND|and)(?![a-zA-Z])")
_NEGATIONS = re.compile(r"(?:\s*\\(?:NOT|not)(?![a-zA-Z]))*")
_COMPARED = re.compile(rf"\s*({_NUMBER})\s*([<>=])\s*({_NUMBER})\s?")


def is_conditional(reader: Reader, name: str) -> bool:
    r"""Whether a command opens a conditional that a `\fi` closes."""
    return name in PRIMITIVES or (name.startswith("if") and name[2:] in reader.flags)


def skip_branch(reader: Reader, *, stop_at_else: bool, cases: int = 0) -> bool:
    r"""Pass over text up to the matching `\fi`, `\else` or `\or`; whether reading goes on in a branch."""
    depth = 0
    frames = len(reader.frames)
    for index in range(frames - 1, -1, -1):
        frame = reader.frames[index]
        if not reader.may_scan(0):
            break
        for match in _SKIP.finditer(frame.text, frame.pos, frame.end):
            name = match[1]
            if name is None:
                continue
            if name == "fi":
                depth -= 1
            elif depth == 0 and stop_at_else and name == "or":
                cases -= 1
            elif is_conditional(reader, name):
                depth += 1
            reached = depth < 0 or (depth == 0 and stop_at_else and (name == "else" or (name == "or" and cases == 0)))
            if reached:
                reader.may_scan(match.end() - frame.pos)
                _pop_to(reader, index)
                reader.skip_to(match.end())
                return depth >= 0
        reader.may_scan(frame.end - frame.pos)
        if not frame.expansion or frame.on_end is not None:
            break
    reader.warn(reader.here(), "a conditional is never closed here; both its branches were read")
    return True


def _pop_to(reader: Reader, index: int) -> None:
    while len(reader.frames) > index + 1:
        reader.frames.pop()


def decide(reader: Reader, holds: bool) -> None:
    """Go on with the branch that counts."""
    if not holds:
        skip_branch(reader, stop_at_else=True)


def conditional(reader: Reader, name: str, _start: int) -> None:
    r"""A conditional that a `\fi` closes."""
    if name == "ifx":
        decide(reader, _same_meaning(reader))
    elif name == "ifnum":
        decide(reader, _numbers_compare(reader))
    elif name == "ifdefined":
        defined = command_name(reader)
        decide(reader, defined is not None and _is_defined(reader, defined))
    elif name == "ifcsname":
        frame = reader.frame
        end = frame.text.find("\\endcsname", frame.pos, min(frame.end, frame.pos + 200))
        word = frame.text[frame.pos : end].strip() if end >= 0 else ""
        frame.pos = end + len("\\endcsname") if end >= 0 else frame.pos
        decide(reader, _is_defined(reader, word))
    elif name in ("if", "ifcat"):
        decide(reader, _printed_token(reader) == _printed_token(reader))
    elif name == "ifcase":
        _case(reader)
    elif name == "ifodd":
        match = re.compile(_NUMBER).match(reader.frame.text, reader.frame.pos, reader.frame.end)
        reader.frame.pos = match.end() if match else reader.frame.pos
        decide(reader, bool(match and number_in(reader, match[0]) % 2))
    else:
        decide(reader, name in _TRUE or reader.flags.get(name[2:], False))


def _is_defined(reader: Reader, name: str) -> bool:
    return reader.meaning(name) is not None or name in reader.flags or name.removeprefix("if") in reader.flags


def _token(reader: Reader) -> str:
    frame = reader.frame
    match = _TOKEN.match(frame.text, frame.pos, frame.end)
    if match is None:
        return ""
    frame.pos = match.end()
    return match[1]


def _printed_token(reader: Reader) -> str:
    token = _token(reader)
    shown = reader.printer.text(token + " ") if token.startswith("\\") else token
    return shown[:1]


def _same_meaning(reader: Reader) -> bool:
    first, second = _token(reader), _token(reader)
    if first == second:
        return True
    if not (first.startswith("\\") and second.startswith("\\")):
        return False
    meanings = [reader.meaning(token[1:]) for token in (first, second)]
    bodies = [(m.body, m.parameters) if isinstance(m, Macro) else m for m in meanings]
    empty = {"@empty": ("", ()), "empty": ("", ())}
    shown = [empty.get(token[1:], body) for token, body in zip((first, second), bodies, strict=True)]
    return shown[0] == shown[1]


def _numbers_compare(reader: Reader) -> bool:
    frame = reader.frame
    match = _COMPARED.match(frame.text, frame.pos, frame.end)
    if match is None:
        return False
    frame.pos = match.end()
    left, right = (_number(reader, text) for text in (match[1], match[3]))
    return {"<": left < right, ">": left > right, "=": left == right}[match[2]]


def _number(reader: Reader, text: str) -> int:
    if text.startswith("\\") and "value" not in text and not text.startswith("\\c@"):
        text = {"\\z@": "0", "\\@ne": "1", "\\tw@": "2"}.get(text) or reader.printer.text(text + " ")
    return number_in(reader, text)


def _case(reader: Reader) -> None:
    match = re.compile(rf"\s*({_NUMBER})\s?").match(reader.frame.text, reader.frame.pos, reader.frame.end)
    if match is None:
        return
    reader.frame.pos = match.end()
    number = _number(reader, match[1])
    if number:
        skip_branch(reader, stop_at_else=True, cases=number)


def otherwise(reader: Reader, _name: str, _start: int) -> None:
    r"""`\else` or `\or` met in the branch that counts: the rest is passed over."""
    skip_branch(reader, stop_at_else=False)


def new_if(reader: Reader, _name: str, _start: int) -> None:
    r"""`\newif\iffull` makes `\fulltrue` and `\fullfalse`."""
    name = command_name(reader)
    if name is not None and name.startswith("if"):
        declare_flag(reader, name[2:])


def declare_flag(reader: Reader, flag: str) -> None:
    """A switch of the author's."""
    reader.flags.setdefault(flag, False)

    def switch(again: Reader, name: str, _start: int) -> None:
        again.flags[flag] = name.endswith("true")

    reader.define("if" + flag, conditional, everywhere=True)
    reader.define(flag + "true", switch, everywhere=True)
    reader.define(flag + "false", switch, everywhere=True)


def new_toggle(reader: Reader, name: str, _start: int) -> None:
    r"""`\newtoggle{x}`, `\newbool{x}`, `\newboolean{x}` and the commands that set them."""
    flag = reader.text_of(reader.group())
    if name.startswith(("new", "provide")):
        if name in ("newtoggle", "providetoggle"):
            reader.flags.setdefault(flag, False)
        else:
            declare_flag(reader, flag)
        return
    value = reader.text_of(reader.group()) if name.startswith("set") else name.removesuffix("e")[-3:]
    reader.flags[flag] = value.startswith("tr") or value == "tru"


def branches(reader: Reader, holds: bool) -> None:
    """Read one of the two groups that follow."""
    yes, no = reader.group(), reader.group()
    chosen = yes if holds else no
    if chosen is not None and chosen.text:
        reader.push_argument(chosen)


def two_branches(reader: Reader, name: str, _start: int) -> None:
    r"""`\iftoggle{x}{yes}{no}` and the other tests that take their branches as arguments."""
    by_name = name in ("ifdef", "ifundef")
    tested = (command_name(reader) or "") if by_name else reader.text_of(reader.group())
    if name in ("iftoggle", "ifbool"):
        branches(reader, reader.flags.get(tested, False))
    elif name in ("nottoggle", "notbool"):
        branches(reader, not reader.flags.get(tested, False))
    elif name in ("ifdef", "ifcsdef", "ifundef", "ifcsundef", "@ifundefined"):
        branches(reader, _is_defined(reader, tested.lstrip("\\")) != ("undef" in name))
    elif name == "@ifpackageloaded":
        branches(reader, tested in reader.packages)
    elif name == "@ifclassloaded":
        branches(reader, tested == reader.document_class)
    elif name in ("ifblank", "ifstrempty", "ifdefempty"):
        branches(reader, not reader.printer.text(tested))
    elif name in _VALUE_TESTS:
        _value_branch(reader, name, tested)
    elif name == "ifstrequal":
        branches(reader, tested == reader.text_of(reader.group()))
    elif name == "IfFileExists":
        branches(reader, tested in reader.files or f"{tested}.tex" in reader.files)
    else:
        branches(reader, _condition(reader, tested))


def _value_branch(reader: Reader, name: str, tested: str) -> None:
    r"""`\IfNoValueTF{#1}{yes}{no}` and its relatives of xparse; those that end in T or F take one branch only."""
    kind = name.rstrip("TF")
    if kind == "IfBoolean":
        holds = tested not in ("", "\\BooleanFalse")
    elif kind == "IfBlank":
        holds = not tested
    else:
        holds = (tested == NO_VALUE) == (kind == "IfNoValue")
    yes = reader.group() if not name.endswith("F") or name.endswith("TF") else None
    no = reader.group() if name.endswith("F") else None
    chosen = yes if holds else no
    if chosen is not None and chosen.text:
        reader.push_argument(chosen)


def _condition(reader: Reader, text: str) -> bool:
    """A condition of the package ifthen."""
    for connective, joined in ((_OR, any), (_AND, all)):
        parts = connective.split(text)[:20]
        if len(parts) > 1:
            return joined(_condition(reader, part) for part in parts)
    negations = _NEGATIONS.match(text)
    count, bare = (negations[0].count("\\"), text[negations.end() :]) if negations else (0, text)
    return _test(reader, bare) != (count % 2 == 1)


def _test(reader: Reader, text: str) -> bool:
    test = re.match(r"\s*\\(boolean|equal|isundefined)\s*\{([^{}]*)\}\s*(?:\{([^{}]*)\})?", text)
    if test is None:
        compared = _COMPARED.match(text)
        if compared is None:
            return False
        left, right = (_number(reader, part) for part in (compared[1], compared[3]))
        return {"<": left < right, ">": left > right, "=": left == right}[compared[2]]
    if test[1] == "boolean":
        return test[2].strip() == "true" or reader.flags.get(test[2].strip(), False)
    if test[1] == "equal":
        return reader.printer.text(test[2]) == reader.printer.text(test[3] or "")
    return not _is_defined(reader, test[2].strip().lstrip("\\"))


def if_next(reader: Reader, name: str, _start: int) -> None:
    r"""`\@ifnextchar[{yes}{no}` and `\@ifstar{yes}{no}`: what follows the groups decides."""
    wanted = _token(reader) if name == "@ifnextchar" else "*"
    yes, no = reader.group(), reader.group()
    holds = reader.star() if name == "@ifstar" else reader.peek() == wanted
    chosen: Argument | None = yes if holds else no
    if chosen is not None and chosen.text:
        reader.push_argument(chosen)


_VALUE_TESTS = tuple(test + ways for test in words("IfNoValue IfValue IfBlank IfBoolean") for ways in ("TF", "T", "F"))
_TESTS = words(
    "ifthenelse iftoggle ifbool nottoggle notbool ifdef ifcsdef ifundef ifcsundef @ifundefined "
    "@ifpackageloaded @ifclassloaded ifblank ifstrempty ifdefempty ifstrequal IfFileExists"
)
_SWITCHES = words("newtoggle providetoggle toggletrue togglefalse newbool providebool newboolean booltrue boolfalse")
HANDLERS: dict[str, Handler] = {
    **dict.fromkeys(PRIMITIVES, conditional),
    "else": otherwise,
    "or": otherwise,
    "newif": new_if,
    **dict.fromkeys((*_SWITCHES, "settoggle", "setbool", "setboolean"), new_toggle),
    **dict.fromkeys((*_TESTS, *_VALUE_TESTS), two_branches),
    "@ifnextchar": if_next,
    "@ifstar": if_next,
}
