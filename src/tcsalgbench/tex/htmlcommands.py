r"""What the commands of running text do: emphasis, lists, references, environments, formulas set apart."""

import re
from collections.abc import Callable

from tcsalgbench.pages import visible
from tcsalgbench.tex import htmllistings
from tcsalgbench.tex.htmlmath import DISPLAYS, display, formula, number
from tcsalgbench.tex.htmlreader import Converter, Source, accented
from tcsalgbench.tex.htmltree import Element
from tcsalgbench.tex.htmlwords import (
    ACCENTS,
    CENTRED,
    CITATIONS,
    DROPPED,
    FIGURES,
    HIDDEN,
    LISTS,
    PLAIN,
    PRINTS,
    QUOTES,
    REFERENCES,
    SWITCHES,
    SYMBOLS,
    TABLES,
    VERBATIM,
    WITH_SPEC,
    WRAPS,
)
from tcsalgbench.tex.names import KINDS, kind_of, looks_like_proof, looks_like_statement

Command = Callable[[Converter, str], None]
_NAME = re.compile(r"\s*\{([^{}\\%\n]{1,60})\}")


def _prints(to: Converter, name: str) -> None:
    if name == "par":
        to.put(Element("p"))
    else:
        to.add(PRINTS[name])
        if to.next_is("{}"):
            return


def _symbol(to: Converter, name: str) -> None:
    to.add(SYMBOLS[name])


def _accent(to: Converter, name: str) -> None:
    letter = to.argument()
    inner = letter.strip().lstrip("\\")
    to.add(accented(PRINTS.get(inner, inner) if len(inner) > 1 else inner, ACCENTS[name]))


def _wrap(to: Converter, name: str) -> None:
    to.next_is("*")
    if name in ("caption", "section", "subsection", "subsubsection", "paragraph", "footnote"):
        to.option()
    element, class_ = WRAPS[name]
    if name == "caption" and to.environment().name not in FIGURES:
        element = "strong"
    if not to.group_follows():
        if name not in ("caption", "footnotetext", "thanks"):
            to.put(Element(element, class_, (), [visible(to.argument())]))
        return
    to.space()
    to.sources[-1].pos += 1
    to.push("brace", name, Element(element, class_))


def _switch(to: Converter, name: str) -> None:
    element, class_ = SWITCHES[name]
    if to.stack[-1].element.name not in ("ul", "ol", "table", "tr") and to.stack[-1].depth < _FEW:
        to.push("switch", name, Element(element, class_))


_FEW = 20  # a switch lasts until its group ends, so that they nest where an author only meant to change the font


def _drop(to: Converter, name: str) -> None:
    to.next_is("*")
    for _ in range(DROPPED[name]):
        to.option()
        to.argument()


def _reference(to: Converter, name: str) -> None:
    to.next_is("*")
    written = [key.strip() for key in to.argument().split(",")]
    for place, key in enumerate(written):
        if place:
            to.add(", " if place < len(written) - 1 or len(written) > 2 else " and ")
        shown = to.printed.get(key)
        text = key if shown is None else number(shown) if name in ("ref", "eqref", "labelcref") else shown
        data = (("label", visible(key)), *((("unknown", ""),) if shown is None else ()))
        text = f"({text})" if name == "eqref" else text
        to.put(Element("span", "tcs-ref", data, [visible(text)]))


def _cite(to: Converter, name: str) -> None:
    to.next_is("*")
    notes = [note for note in (to.option(), to.option()) if note]
    keys = ", ".join(key.strip() for key in to.argument().split(","))
    if name == "nocite":
        return
    opened = to.push("note", name, Element("span", "tcs-cite"))
    to.add(f"[{keys}")
    to.read_into(opened, f", {notes[-1]}" if notes else "", "]")


def _href(to: Converter, name: str) -> None:
    address = to.argument()
    if name != "href":
        to.put(Element("code", "", (), [visible(address)]))
        return
    text = to.argument()
    to.read(text)
    if re.match(r"https?://", address):
        to.put(Element("code", "tcs-unknown", (), [visible(f"[{address}] ")]))


def _hyperref(to: Converter, _name: str) -> None:
    to.option()


def _picture(to: Converter, _name: str) -> None:
    to.option()
    to.put(Element("span", "tcs-unknown", (), [visible(f"[picture: {to.argument()}]")]))


def _first_of_two(to: Converter, _name: str) -> None:
    first = to.argument()
    to.argument()
    to.read(first)


def _pass_over(count: int) -> Command:
    def command(to: Converter, _name: str) -> None:
        to.next_is("*")
        for _ in range(count):
            to.option()
            to.argument()

    return command


def _verb(to: Converter, _name: str) -> None:
    to.next_is("*")
    source = to.sources[-1]
    mark = source.text[source.pos : source.pos + 1]
    line_end = source.text.find("\n", source.pos)
    end = source.text.find(mark, source.pos + 1, line_end if line_end >= 0 else len(source.text)) if mark.strip() else -1
    if end < 0:
        to.unknown("verb")
        return
    to.put(Element("code", "", (), [visible(source.text[source.pos + 1 : end])]))
    source.pos = end + 1


def _ensure_math(to: Converter, _name: str) -> None:
    to.formula(formula(to.argument(), to.macros, to.printed), display=False)


def _parenthesis(to: Converter, name: str) -> None:
    closing = "\\)" if name == "(" else "\\]"
    source = to.sources[-1]
    end = -1 if closing in to.never_ended else source.text.find(closing, source.pos)
    if end < 0:
        to.never_ended.add(closing)
        to.unknown(name)
        return
    body = source.text[source.pos : end]
    source.pos = end + 2
    to.formula(formula(body, to.macros, to.printed), display=name == "[")


def _line_break(to: Converter, _name: str) -> None:
    to.next_is("*")
    to.option()
    if to.environment().element.name == "table":
        while to.stack[-1].kind in ("cell", "row", "switch"):
            to.pop()
    elif to.stack[-1].element.name not in ("ul", "ol"):
        to.put(Element("br"))


def _item(to: Converter, _name: str) -> None:
    label = to.option()
    if not to.pop_to("env") or to.stack[-1].element.name not in ("ul", "ol"):
        to.add("• ")
    else:
        to.push("item", "", Element("li", "tcs-labelled" if label else ""))
    if label:
        to.read_into(to.push("note", "", Element("span", "tcs-head")), label, " ")


def _environment_name(source: Source) -> str | None:
    match = _NAME.match(source.text, source.pos)
    if match is None:
        return None
    source.pos = match.end()
    return match[1].strip()


def _begin(to: Converter, _name: str) -> None:
    source = to.sources[-1]
    name = _environment_name(source)
    if name is None:
        to.unknown("begin")
        return
    if name in DISPLAYS or name in VERBATIM or name in HIDDEN:
        _raw(to, name)
        return
    if name in htmllistings.ENVIRONMENTS:
        to.option()
        to.push("env", name, Element("ol", "tcs-lines"))
        return
    option = to.option() if name not in PLAIN else None
    for _ in range(WITH_SPEC.get(name, 0)):
        to.option()
        to.argument()
    to.push("env", name, _element_of(name))
    if name in ("restatable", "restatable*"):
        kind, _ = to.argument(), to.argument()
        _heading(to, kind, option)
    elif not to.macros.get(f"\\{name}") and name not in (*LISTS, *FIGURES, *PLAIN, *CENTRED, *QUOTES, *TABLES):
        _heading(to, name, option)


def _element_of(name: str) -> Element | None:
    if name in LISTS:
        return Element(LISTS[name])
    if name in PLAIN:
        return None
    if name in TABLES:
        return Element("table")
    if name in FIGURES:
        return Element("figure", "tcs-figure")
    if name in QUOTES:
        return Element("blockquote")
    return Element("div", "tcs-center" if name in CENTRED else "tcs-env")


def _heading(to: Converter, name: str, option: str | None) -> None:
    known = looks_like_statement(name) or looks_like_proof(name) or kind_of("", name) in KINDS
    title = "Proof" if looks_like_proof(name) else kind_of("", name).capitalize() if known else name
    opened = to.push("note", "", Element("span", "tcs-head") if known else Element("code", "tcs-unknown"))
    to.add(title if known else f"\\begin{{{title}}}")
    to.read_into(opened, f" ({option})" if option else "", ". " if known else " ")


def _raw(to: Converter, name: str) -> None:
    """An environment that is taken as it stands, up to its end."""
    source = to.sources[-1]
    closing = f"\\end{{{name}}}"
    end = -1 if name in to.never_ended else source.text.find(closing, source.pos)
    if end < 0:
        to.never_ended.add(name)
        to.put(Element("code", "tcs-unknown", (), [visible(f"\\begin{{{name}}}")]))
        return
    body = source.text[source.pos : end]
    source.pos = end + len(closing)
    if name in DISPLAYS:
        to.formula(display(name, body, to.macros, to.printed), display=name != "math")
    elif name in VERBATIM:
        body = re.sub(r"^\s*\[[^\]\n]*\]|^\s*\n", "", body)
        to.put(Element("pre", "", (), [visible(body.rstrip())]))


def _end(to: Converter, _name: str) -> None:
    name = _environment_name(to.sources[-1])
    if name is None:
        to.unknown("end")
    elif not to.open_environments[name]:
        to.put(Element("code", "tcs-unknown", (), [visible(f"\\end{{{name}}}")]))
    else:
        while to.stack[-1].kind != "env" or to.stack[-1].name != name:
            to.pop()
        to.pop()


COMMANDS: dict[str, Command] = {
    **dict.fromkeys(PRINTS, _prints),
    **dict.fromkeys(SYMBOLS, _symbol),
    **dict.fromkeys(ACCENTS, _accent),
    **dict.fromkeys(SWITCHES, _switch),
    **dict.fromkeys(DROPPED, _drop),
    **dict.fromkeys(WRAPS, _wrap),
    **dict.fromkeys(REFERENCES, _reference),
    **dict.fromkeys(CITATIONS, _cite),
    **dict.fromkeys(("href", "url", "path", "nolinkurl"), _href),
    **dict.fromkeys(("textcolor", "color", "parbox", "scalebox", "raisebox", "colorbox", "hypersetup"), _pass_over(1)),
    **dict.fromkeys(("multicolumn", "multirow", "resizebox"), _pass_over(2)),
    "@firstoftwo": _first_of_two,
    "hyperref": _hyperref,
    "includegraphics": _picture,
    "verb": _verb,
    "lstinline": _verb,
    "ensuremath": _ensure_math,
    "(": _parenthesis,
    "[": _parenthesis,
    "\\": _line_break,
    "tabularnewline": _line_break,
    "item": _item,
    "begin": _begin,
    "end": _end,
    **htmllistings.COMMANDS,
}
# What the page stands on keeps its meaning, whatever a paper says; other names are the author's own first.
PROTECTED = frozenset(("begin", "end", "item", "verb", "ensuremath", "(", "[", "\\", "emph", "footnote", "label", "caption"))
PROTECTED |= REFERENCES | CITATIONS | frozenset(SYMBOLS) | frozenset(DROPPED)
