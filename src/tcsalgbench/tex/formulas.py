"""Do two formulas say the same? Their token streams are compared after the author's macros are expanded."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tcsalgbench.tex.frames import bracket_end, group_end
from tcsalgbench.tex.macros import CONTROL_WORD, Macro, strip_comments
from tcsalgbench.tex.words import words

LARGEST_EXPANSION = 100_000
_DEEPEST = 60
_TOKEN = re.compile(r"\\[a-zA-Z@]+|\\[\s\S]|[^\s]")
SPACING = frozenset(
    words(
        r"\, \; \: \! \> ~ \quad \qquad \thinspace \medspace \displaystyle \textstyle \limits \nolimits \left \right "
        r"\big \Big \bigg \Bigg \bigl \bigr \Bigl \Bigr \biggl \biggr \Biggl \Biggr \nonumber \notag \middle"
    )
) | {"\\ "}
SAME = {
    f"\\{name}": same
    for name, _, same in (
        pair.partition("=")
        for pair in words(
            r"le=\leq ge=\geq ne=\neq to=\rightarrow gets=\leftarrow lbrace=\{ rbrace=\} lbrack=[ rbrack=] vert=| "
            r"Vert=\| owns=\ni land=\wedge lor=\vee lnot=\neg colon=:"
        )
    )
}
_ENDS_IN_WORD = re.compile(r"\\[a-zA-Z@]+$")
_LABEL = re.compile(r"\\label\s*\{[^{}]*\}")
_MATHEMATICS = re.compile(
    r"\\\\|\\\$|\$\$(?P<double>.+?)\$\$|\$(?P<single>(?:\\.|[^$\\])+?)\$|\\\((?P<round>.+?)\\\)|\\\[(?P<square>.+?)\\\]"
    r"|\\begin\s*\{(?P<env>equation|align|gather|multline|eqnarray|flalign|alignat|displaymath|math)(?P<star>\*?)\}"
    r"(?P<body>.+?)\\end\s*\{(?P=env)(?P=star)\}",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Expanded:
    """An expansion; not `complete` where a bound was reached before the end."""

    text: str
    complete: bool


def expand(text: str, macros: Mapping[str, Macro]) -> Expanded:
    """The text with the author's macros expanded, within bounds of length and depth."""
    expander = _Expander(macros)
    return Expanded(expander.expand(strip_comments(text), 0), expander.complete)


class _Expander:
    def __init__(self, macros: Mapping[str, Macro]) -> None:
        self._macros = macros
        self._left = LARGEST_EXPANSION
        self.complete = True

    def expand(self, text: str, depth: int) -> str:
        if depth > _DEEPEST:
            self.complete = False
            return text
        out: list[str] = []
        last = 0
        while (match := CONTROL_WORD.search(text, last)) is not None:
            macro = self._macros.get(match[1])
            out.append(text[last : match.end()] if macro is None else text[last : match.start()])
            last = match.end()
            if macro is None:
                continue
            body, last = _call(macro, text, last)
            self._left -= len(body) + 1
            if self._left < 0:
                self.complete = False
                break
            expanded = self.expand(body, depth + 1)
            if expanded[:1].isalpha() and _ENDS_IN_WORD.search(next(filter(None, reversed(out)), "")):
                out.append(" ")
            # A letter after a control word would become part of it.
            out.append(expanded + " " if _ENDS_IN_WORD.search(expanded) else expanded)
        return "".join(out) + text[last:]


def _call(macro: Macro, text: str, pos: int) -> tuple[str, int]:
    arguments: list[str] = []
    for parameter in macro.parameters:
        given: str | None = None
        start = pos + len(text[pos:]) - len(text[pos:].lstrip()) if pos < len(text) and text[pos].isspace() else pos
        if parameter.kind == "optional":
            if text.startswith("[", start) and (end := bracket_end(text, start, len(text))) > 0:
                given, pos = text[start + 1 : end], end + 1
        elif parameter.kind == "star":
            if text.startswith("*", start):
                given, pos = "*", start + 1
        elif parameter.kind == "until":
            end = text.find(parameter.text or "\n\n", pos)
            if end >= 0:
                given, pos = text[pos:end], end + len(parameter.text or "")
        elif parameter.kind == "literal":
            pos += len(parameter.text or "") if text.startswith(parameter.text or "", pos) else 0
        else:
            given, pos = _mandatory(text, start)
        if parameter.takes_number:
            arguments.append(given if given is not None else parameter.shown)
    return "".join(p if isinstance(p, str) else _argument(arguments, p) for p in macro.pieces), pos


def _mandatory(text: str, start: int) -> tuple[str, int]:
    if text.startswith("{", start) and (end := group_end(text, start, len(text))) > 0:
        return text[start + 1 : end], end + 1
    token = _TOKEN.match(text, start)
    return (token[0], token.end()) if token else ("", start)


def _argument(arguments: Sequence[str], number: int) -> str:
    return arguments[number - 1] if number <= len(arguments) else ""


def tokens(formula: str, macros: Mapping[str, Macro]) -> tuple[str, ...]:
    """The tokens that carry meaning: macros expanded; spacing, sizes, labels and needless braces left out."""
    text = _LABEL.sub("", expand(formula, macros).text)
    found = [SAME.get(token, token) for token in _TOKEN.findall(text)]
    return tuple(_without_needless_braces([token for token in found if token not in SPACING]))


def _without_needless_braces(found: Sequence[str]) -> list[str]:
    """`x^{2}` and `x^2` are one formula: braces around a single token go."""
    kept: list[str] = []
    for token in found:
        kept.append(token)
        while len(kept) >= 3 and kept[-1] == "}" and kept[-3] == "{" and kept[-2] not in "{}":
            kept[-3:] = [kept[-2]]
    return kept


def same_formula(first: str, second: str, macros: Mapping[str, Macro]) -> bool:
    """Whether two formulas have the same tokens."""
    return tokens(first, macros) == tokens(second, macros)


def formulas(text: str) -> list[str]:
    """The formulas of a text, inline and displayed, in order, without their delimiters."""
    found: list[str] = []
    for match in _MATHEMATICS.finditer(strip_comments(text)):
        body = next((match[name] for name in ("double", "single", "round", "square", "body") if match[name] is not None), None)
        if body is not None:
            found.append(body.strip())
    return found


def changed_formulas(before: str, after: str, macros: Mapping[str, Macro]) -> list[tuple[str | None, str | None]]:
    """Formulas that are not the same in both texts: pairs of what stood and what stands (None: nothing)."""
    from difflib import SequenceMatcher  # noqa: PLC0415 - only needed when something is compared

    old, new = formulas(before), formulas(after)
    old_tokens, new_tokens = ([tokens(formula, macros) for formula in side] for side in (old, new))
    changes: list[tuple[str | None, str | None]] = []
    for kind, a, b, c, d in SequenceMatcher(None, old_tokens, new_tokens, autojunk=False).get_opcodes():
        if kind != "equal":
            width = max(b - a, d - c)
            changes += [(old[a + i] if a + i < b else None, new[c + i] if c + i < d else None) for i in range(width)]
    return changes
