"""Which notation a definition introduces: the left side of its `:=`, what it denotes, commands it is first to use."""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from tcsalgbench.graphs.matching import Matcher, Term
from tcsalgbench.tex.frames import bracket_end
from tcsalgbench.tex.macros import CONTROL_WORD, Macro
from tcsalgbench.tex.words import words

Notation = Literal["notation", "new command", "symbol"]

_EQUAL = re.compile(
    r":=|\\(?:coloneqq|colonequals|coloneq|defeq|eqdef|triangleq|bydef|vcentcolon\s*=)(?![a-zA-Z])|\\mathrel\{?\s*:\s*\}?\s*="
    r"|\\(?:stackrel|overset)\s*\{[^{}]*(?:def|triangle|Delta)[^{}]*(?:\{[^{}]*\})?[^{}]*\}\s*\{?="
)
_BEGINS = re.compile(r"\$\$?|\\\[|\\\(|\\begin\{[^{}]*\}(?:\[[^\]]*\])?|\\\\|\\qquad|\\quad|(?<![\[({|])&")
_DENOTED = re.compile(
    r"(?:[Dd]enoted?(?:\s+(?:it|this|them))?\s+by|[Dd]enote|[Ww]e\s+(?:also\s+)?write|written|[Bb]y)\s+(\$[^$]+\$|\\\(.+?\\\))"
)
_OPERATOR = re.compile(
    r"\\(?:operatorname\*?|mathrm|mathsf|mathtt|textsc|mathbf|text|textrm|textsf)\s*\{\s*[A-Za-z][A-Za-z\-]+\s*\}"
)
# A command that prints a name of several letters names something; one that prints a letter in some style is a variable.
_NAMED = re.compile(r"\\(?:operatorname\*?|math(?:rm|sf|tt|bf|it)|text[a-z]*)\s*\{?\s*[A-Za-z]{2}|^\s*[A-Za-z]{2}")
_HEAD = re.compile(r"\\[a-zA-Z]+|[a-zA-Z]|[^\x00-\x7f]")
_MARK = re.compile(r"\s*(?:([_^])\s*(\{(?:[^{}]|\{[^{}]*\})*\}|\\[a-zA-Z]+|\S)|([\[(]))")
_STYLES = frozenset(
    words("mathcal mathbb mathfrak mathscr mathbf mathrm mathsf mathit boldsymbol bar hat tilde overline widehat widetilde vec")
)
_GROUP = re.compile(r"\s*(\{[^{}]*\}|\S)")
_NOT_READ = re.compile(r"\\(?:label|tag)\s*\{[^{}]*\}|\\(?:left|right|bigl?|Bigl?|displaystyle|limits)(?![a-zA-Z])")
_LEFT_SIDE = 200


@dataclass(frozen=True, slots=True)
class Introduced:
    """A notation as it is written, ready to be looked for, and by what sign it was found."""

    sign: Notation
    written: str
    term: Term


def notation_of(source: str, matcher: Matcher, macros: Mapping[str, Macro], seen: Collection[str]) -> Iterator[Introduced]:
    """The notation that a definition introduces; `seen` are the commands that earlier statements use."""
    for equal in _EQUAL.finditer(source):
        side = _BEGINS.split(source[max(0, equal.start() - _LEFT_SIDE) : equal.start()])[-1]
        yield from head_of(side, matcher, macros)
    for match in _DENOTED.finditer(source):
        yield from head_of(match[1].strip("$"), matcher, macros)
    for command in dict.fromkeys(CONTROL_WORD.findall(source)):
        if command in macros and command not in seen and _NAMED.search(macros[command].body):
            yield Introduced("new command", f"\\{command}", matcher.term(f"\\{command}"))


def head_of(side: str, matcher: Matcher, macros: Mapping[str, Macro]) -> Iterator[Introduced]:
    r"""What is new in the left side of an equality: an operator, a command of the author, a letter with its marks."""
    side = _NOT_READ.sub("", side).strip()
    operator = _OPERATOR.match(side)
    if operator is not None:
        yield Introduced("notation", f"${operator[0]}$", matcher.term(f"${operator[0]}$"))
        return
    head = _HEAD.match(side)
    if head is None:
        return
    command = head[0].lstrip("\\")
    at = head.end()
    if command in _STYLES and (group := _GROUP.match(side, at)) is not None:
        at = group.end()
    own = head[0][0] == "\\" and command in macros and command not in _STYLES
    end, opened = _marks(side, at)
    if opened:
        close = bracket_end(side, end - 1, len(side)) if side[end - 1] == "[" else _closing(side, end - 1)
        if close > 0:
            yield Introduced("notation", f"${side[: close + 1]}$", matcher.call(side[:end], side[end:close]))
            return
    if own:
        yield Introduced("notation", f"\\{command}", matcher.term(f"\\{command}"))
    else:
        yield Introduced("notation" if end > at else "symbol", f"${side[:end]}$", matcher.term(f"${side[:end]}$"))


def _marks(side: str, at: int) -> tuple[int, bool]:
    """How far the marks of a letter go: indices, and whether a bracket opens its arguments."""
    while (mark := _MARK.match(side, at)) is not None:
        at = mark.end()
        if mark[3] is not None:
            return at, True
    return at, False


def _closing(side: str, at: int) -> int:
    depth = 0
    for place in range(at, len(side)):
        depth += (side[place] == "(") - (side[place] == ")")
        if depth == 0:
            return place
    return -1
