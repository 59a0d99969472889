r"""Numbered lists: items, their labels, and the ways in which papers change how these look."""

import re
from collections.abc import Callable

from tcsalgbench.tex.keyvals import key_values, split_list
from tcsalgbench.tex.macros import make_macro
from tcsalgbench.tex.numbering import number_in, printed_reference
from tcsalgbench.tex.reader import Handler, Reader
from tcsalgbench.tex.state import Anchor
from tcsalgbench.tex.words import words

_DEPTHS = ("i", "ii", "iii", "iv")
_SHORT = {"1": "arabic", "a": "alph", "A": "Alph", "i": "roman", "I": "Roman"}
_STARRED = re.compile(r"\\(arabic|roman|Roman|alph|Alph|fnsymbol)\*")
_SHORT_TOKEN = re.compile(r"\{[^{}]*\}|\\[a-zA-Z]+|[1aAiI]")
_PLAIN_CLASSES = frozenset(words("article report book amsart amsproc amsbook scrartcl scrreprt scrbook llncs"))
_LIST_PACKAGES = frozenset(words("enumerate enumitem paralist beamerarticle moreenum enumext shortlst easylist mdwlist"))
_ENUMERATES = ["enumerate", "enumerate*", "compactenum", "inparaenum", "asparaenum", "romannum", "remunerate"]
_OTHERS = words("itemize itemize* description compactitem inparaitem list trivlist asparaitem compactdesc")


def begin_enumerate(reader: Reader, name: str, _start: int) -> None:
    """A numbered list opens: find its counter, its start and its label."""
    kind = reader.list_kinds.get(name, name)
    options = reader.optional()
    depth = sum(1 for environment in reader.environments[:-1] if reader.lists.get(id(environment), "").startswith("enum"))
    counter = "enum" + _DEPTHS[min(depth, 3)]
    if name in reader.list_kinds:
        own = sum(1 for environment in reader.environments[:-1] if environment.name == name)
        counter = name + _DEPTHS[min(own, 3)]
        reader.counters.new(counter)
    environment = reader.environments[-1]
    reader.lists[id(environment)] = counter if name not in reader.list_kinds else "enum:" + counter
    environment.at_end.append(_ending(reader, id(environment), counter, name))
    reader.counters.set(counter, 0)
    keys = {**_settings(reader, kind, depth), **_settings(reader, name, depth)}
    if options is not None:
        given = _own_keys(reader, key_values(reader.text_of(options)))
        is_short = not any(key in _KNOWN_KEYS for key in given)
        if is_short and _is_plain(reader):
            pass  # LaTeX's own lists take no options: what stands there is text
        elif is_short and "enumitem" not in reader.packages:
            _style_only(reader, counter, options.text)
        else:
            keys.update({"label": _from_short(options.text)} if is_short else given)
        if not is_short:
            short = next((key for key, value in given.items() if not value and key not in _KNOWN_KEYS), None)
            keys.update({} if short is None else {"label": _from_short(short)})
    _apply_keys(reader, counter, name, keys)


def _is_plain(reader: Reader) -> bool:
    return reader.document_class in _PLAIN_CLASSES and not _LIST_PACKAGES & set(reader.packages)


def _own_keys(reader: Reader, given: dict[str, str]) -> dict[str, str]:
    keys: dict[str, str] = {}
    for key, value in given.items():
        keys.update(reader.settings.get(f"key {key}") or {key: value})
    return keys


_KNOWN_KEYS = frozenset(
    words(
        "label ref label* start resume resume* leftmargin itemsep topsep nosep noitemsep wide align font "
        "labelindent labelwidth labelsep parsep partopsep series before after first listparindent itemindent "
        "rightmargin widest left wide* format itemjoin itemjoin* mode style beginpenalty midpenalty "
        "endpenalty"
    )
)


def _ending(reader: Reader, key: int, counter: str, name: str) -> "Callable[[], None]":
    def end() -> None:
        reader.lists.pop(key, None)
        reader.resumed[name] = reader.counters.value(counter)

    return end


def _settings(reader: Reader, kind: str, depth: int) -> dict[str, str]:
    bare = kind.rstrip("*")
    found = {**reader.settings.get(bare, {}), **reader.settings.get(f"{bare},{depth + 1}", {})}
    return {**found, **reader.settings.get(kind, {})}


def _from_short(text: str) -> str:
    """`(i)` of the package enumerate becomes `(\\roman*)`: the first token outside braces counts."""
    done = False

    def replace(match: re.Match[str]) -> str:
        nonlocal done
        if done or match[0] not in _SHORT:
            return match[0][1:-1] if match[0].startswith("{") else match[0]
        done = True
        return f"\\{_SHORT[match[0]]}*"

    return _SHORT_TOKEN.sub(replace, text)


def _style_only(reader: Reader, counter: str, text: str) -> None:
    """The packages enumerate and paralist: references print the number in the style of the label and no more."""
    match = next((m for m in _SHORT_TOKEN.finditer(text) if m[0] in _SHORT), None)
    if match is not None:
        reader.define("the" + counter, make_macro("the" + counter, (), f"\\{_SHORT[match[0]]}{{{counter}}}"))


def _apply_keys(reader: Reader, counter: str, name: str, keys: dict[str, str]) -> None:
    if keys.get("resume*"):
        keys = {**keys, **reader.settings.get(f"series {keys['resume*']}", {})}
    if keys.get("series"):
        kept = {key: value for key, value in keys.items() if key in ("label", "ref")}
        reader.settings[f"series {keys['series']}"] = kept
    if "start" in keys:
        reader.counters.set(counter, number_in(reader, keys["start"]) - 1)
    if "resume" in keys or "resume*" in keys:
        series = keys.get("resume") or keys.get("resume*") or name
        reader.counters.set(counter, reader.resumed.get(series, reader.resumed.get(name, 0)))
    if "series" in keys:
        environment = reader.environments[-1]
        environment.at_end.append(lambda: reader.resumed.__setitem__(keys["series"], reader.counters.value(counter)))
    shown = keys.get("ref") or keys.get("label")
    if keys.get("label*"):
        outer = counter[:-1] if counter.endswith("ii") else ""
        shown = keys.get("ref") or (f"\\the{outer}" if outer else "") + keys["label*"]
    if shown:
        body = _STARRED.sub(lambda match: f"\\{match[1]}{{{counter}}}", shown)
        reader.define("the" + counter, make_macro("the" + counter, (), body))
        reader.define("p@" + counter, make_macro("p@" + counter, (), ""))


def begin_other(reader: Reader, name: str, _start: int) -> None:
    """A list without numbers: its items are not counted, but it hides the numbered list around it."""
    reader.lists[id(reader.environments[-1])] = "other"
    key = id(reader.environments[-1])
    reader.environments[-1].at_end.append(lambda: _forget(reader, key))
    if name in ("list", "trivlist"):
        reader.lists.pop(key, None)


def _forget(reader: Reader, key: int) -> None:
    reader.lists.pop(key, None)


def item(reader: Reader, _name: str, _start: int) -> None:
    r"""`\item` counts, `\item[text]` does not."""
    if not reader.lists:
        return
    for environment in reversed(reader.environments):
        kind = reader.lists.get(id(environment))
        if kind is None:
            continue
        if reader.peek() == "[" or kind == "other":
            return
        counter = kind.removeprefix("enum:")
        reader.counters.step(counter)
        reader.current = Anchor("item", counter, printed_reference(reader, counter))
        return


def new_list(reader: Reader, _name: str, _start: int) -> None:
    r"""`\newlist{name}{enumerate}{depth}` of enumitem."""
    name, kind = reader.text_of(reader.group()), reader.text_of(reader.group())
    reader.group()
    if kind.startswith("enumerate") and name:
        reader.list_kinds[name] = kind
        reader.define(name, begin_enumerate, everywhere=True)
        for depth in _DEPTHS:
            reader.counters.new(name + depth)


def set_list(reader: Reader, name: str, _start: int) -> None:
    r"""`\setlist[enumerate,1]{label=...}`, `\setenumerate{...}`."""
    which = reader.text_of(reader.optional())
    keys = key_values(reader.text_of(reader.group()))
    kinds = ["enumerate"] if name == "setenumerate" else [k for k in split_list(which) if not k.isdigit()]
    levels = [level for level in split_list(which) if level.isdigit()]
    for kind in kinds or ["enumerate"]:
        for level in levels or [""]:
            reader.settings.setdefault(f"{kind},{level}" if level else kind, {}).update(keys)


def own_key(reader: Reader, _name: str, _start: int) -> None:
    r"""`\SetEnumitemKey{name}{keys}`: a name for a set of keys."""
    name = reader.text_of(reader.group())
    reader.settings[f"key {name}"] = key_values(reader.text_of(reader.group()))


HANDLERS: dict[str, Handler] = {
    **dict.fromkeys(_ENUMERATES, begin_enumerate),
    **dict.fromkeys(_OTHERS, begin_other),
    "item": item,
    "newlist": new_list,
    "setlist": set_list,
    "setenumerate": set_list,
    "SetEnumitemKey": own_key,
}
