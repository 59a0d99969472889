r"""Loops in the preamble that declare something: `\forcsvlist`, `\@for`, `\foreach`, `\clist_map_inline:nn`.

Each is read as its body once for every item, up to a bound. Loops that declare nothing, and all loops in the text, are
left alone: they draw.
"""

import re
from collections.abc import Sequence

from tcsalgbench.tex.expansion import expansion_frame
from tcsalgbench.tex.frames import Place
from tcsalgbench.tex.keyvals import split_list
from tcsalgbench.tex.macros import Macro
from tcsalgbench.tex.reader import Handler, Reader

_DECLARES = re.compile(
    r"\\(?:(?:re)?newtheorem|declaretheorem|newkeytheorem|spnewtheorem|newmdtheoremenv|new(?:tcb|framed|shaded)theorem|newsiamthm"
    r"|(?:re)?newenvironment|newcounter|newaliascnt|newtcolorbox|numberwithin|counterwithin)(?![a-zA-Z])"
)
_FOR = re.compile(r"\s*\\([a-zA-Z@]+)\s*:=")
_DO = re.compile(r"\\do(?![a-zA-Z@])\s*")
_FOREACH = re.compile(r"\s*((?:\\[a-zA-Z@]+\s*(?:/\s*)?)+)in\s*(?=[{\\])")
_ITEMS, _LENGTH = 200, 100_000


def for_list(reader: Reader, name: str, start: int) -> None:
    r"""`\forcsvlist{\declare}{a, b}`, `\docsvlist{a, b}`, `\clist_map_function:nN{a, b}\declare`."""
    begin = reader.frame.place(start)
    if name == "docsvlist":
        command, items = "\\do", _items(reader, reader.text_of(reader.group()))
    elif name == "clist_map_function:nN":
        items, command = _items(reader, reader.text_of(reader.group())), reader.text_of(reader.group())
    else:
        command, items = reader.text_of(reader.group()), _items(reader, reader.text_of(reader.group()))
    if _declares(reader, command):
        _read(reader, begin, [f"{command}{{{item}}}" for item in items])


def for_each_inline(reader: Reader, _name: str, start: int) -> None:
    r"""`\clist_map_inline:nn {a, b} {\newtheorem{#1}{...}}`."""
    begin = reader.frame.place(start)
    items, body = _items(reader, reader.text_of(reader.group())), reader.group()
    if body is not None and _declares(reader, body.text):
        _read(reader, begin, [body.text.replace("##", "#").replace("#1", item) for item in items])


def for_do(reader: Reader, _name: str, start: int) -> None:
    r"""`\@for\x:=a,b\do{...}`."""
    frame, begin = reader.frame, reader.frame.place(start)
    head = _FOR.match(frame.text, frame.pos, frame.end)
    end = _DO.search(frame.text, head.end(), min(frame.end, head.end() + 4_000)) if head is not None else None
    if head is None or end is None or not frame.text.startswith("{", end.end()):
        return
    frame.pos = end.end()
    body = reader.group()
    if body is not None and _declares(reader, body.text):
        items = _items(reader, frame.text[head.end() : end.start()])
        _read(reader, begin, [_with(body.text, (head[1],), (item,)) for item in items])


def for_each(reader: Reader, _name: str, start: int) -> None:
    r"""`\foreach \x/\y in {a/A, b/B} {...}` of pgffor."""
    if reader.in_document:
        return
    frame, begin = reader.frame, reader.frame.place(start)
    reader.optional()
    head = _FOREACH.match(frame.text, frame.pos, min(frame.end, frame.pos + 400))
    if head is None or reader.frame is not frame:
        return
    frame.pos = head.end()
    items, body = _items(reader, reader.text_of(reader.group())), reader.group()
    if body is None or not _declares(reader, body.text):
        return
    if "..." in items:
        reader.warn(begin, "a loop over a range declares something; it was not read")
        return
    names = re.findall(r"[a-zA-Z@]+", head[1])
    _read(reader, begin, [_with(body.text, names, item.split("/")) for item in items])


def _items(reader: Reader, text: str) -> list[str]:
    text = re.sub(r"\A\s*\{([^{}]*)\}\s*\Z", r"\1", text)
    named = re.fullmatch(r"\s*\\([a-zA-Z@]+)\s*", text)
    meaning = reader.meaning(named[1]) if named is not None else None
    return split_list(meaning.body if isinstance(meaning, Macro) else text)


def _declares(reader: Reader, text: str) -> bool:
    """Whether a body declares something, by itself or by a macro of the author's."""
    if reader.in_document or not text:
        return False
    if _DECLARES.search(text):
        return True
    called = (reader.meaning(word) for word in re.findall(r"\\([a-zA-Z@]+)", text))
    return any(isinstance(meaning, Macro) and _DECLARES.search(meaning.body) for meaning in called)


def _with(body: str, names: Sequence[str], values: Sequence[str]) -> str:
    """The body with the values in the place of the variables; of too few values the last one stands for the rest."""
    for index, name in enumerate(names):
        value = values[min(index, len(values) - 1)].strip()
        body = re.sub(rf"\\{re.escape(name)}(?![a-zA-Z@])", lambda _match, value=value: value, body)  # type: ignore[misc]
    return re.sub(r"\\(?:expandafter|noexpand)(?![a-zA-Z@])\s*", "", body)


def _read(reader: Reader, begin: Place, turns: Sequence[str]) -> None:
    if len(turns) > _ITEMS or sum(map(len, turns)) > _LENGTH:
        reader.warn(begin, f"a loop declares something {len(turns)} times; it is too long to be read")
        return
    text = "\n".join(turns)
    if reader.may_scan(len(text)):
        reader.push_expansion(expansion_frame((text,), []), reader.frame, begin)


HANDLERS: dict[str, Handler] = {
    **dict.fromkeys(("forcsvlist", "docsvlist", "clist_map_function:nN"), for_list),
    "clist_map_inline:nn": for_each_inline,
    "@for": for_do,
    "foreach": for_each,
}
