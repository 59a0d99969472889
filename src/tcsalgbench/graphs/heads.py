r"""Which symbols a definition introduces without saying `:=`: what it sets equal, denotes, lets be, or defines.

`is the number $c(G)=|V|-|E|$`, `we write $\mathbf V(I)$ for`, `let $E_i=\{…\}$ be the set`, `we say that $v \sim w$ if`.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tcsalgbench.graphs.matching import FORMULA, Matcher, Term, body_of
from tcsalgbench.graphs.shapes import Shape, head_at_start, pattern, shapes_of
from tcsalgbench.tex.words import words

_PARTS = re.compile(r"\\\\|\\qquad|\\quad|(?<!\\)&|;")
_BEFORE = 60
_AFTER = 40
_LONGEST_WORD = 4
_SAYS = re.compile(
    r"\b(?:[Dd]efin(?:e|ing)|[Dd]enoted?|[Ww]rite|written|[Cc]all|[Ii]ntroduce)\b(?:\s+(?![.])[\w\-']+){0,5}\s*:?\s*\Z"
)
_LETS = re.compile(r"\b[Ll]et\s*\Z")
_LET_WHAT = re.compile(
    r"\s*(?:denotes?\b|stands?\s+for\b|(?:to\s+)?be\s+(?:the\b|defined\b|given\b)|to\s+(?:be|denote)\b|as\b|(?:is|are)\s+defined\b)"
)
_SAID_IF = re.compile(r"\b(?:say\s+that|write|denote)\s*\Z")
_IF = re.compile(r"\s*(?:if|iff|when|whenever|provided|to\s+mean)\b")
_EQUALS = frozenset(("=", "\\coloneqq", "\\colonequals", "\\coloneq", "\\defeq", "\\eqdef", "\\triangleq"))
_KINDS = frozenset((":", "\\colon", "\\in", "\\subset", "\\subseteq", "\\to"))
_RELATIONS = frozenset(
    f"\\{name}"
    for name in words(
        "sim simeq cong approx prec preceq succ succeq equiv parallel perp vdash models vDash Vdash trianglelefteq "
        "triangleleft sqsubseteq sqsubset ll gg lesssim gtrsim asymp propto leadsto rightsquigarrow"
    )
)


@dataclass(frozen=True, slots=True)
class NewSymbol:
    """A symbol that a definition introduces, ready to be looked for; `plain` letters say little."""

    written: str
    term: Term
    plain: bool


def new_symbols(source: str, matcher: Matcher) -> Iterator[NewSymbol]:
    """The symbols that a definition introduces, each once."""
    streams = [matcher.stream(body_of(match) or "").split() for match in FORMULA.finditer(source)]
    every = [shape for stream in streams for shape in shapes_of(stream)]
    seen: set[Term] = set()
    for match, stream in zip(FORMULA.finditer(source), streams, strict=True):
        before = FORMULA.sub(" x ", source[: match.start()])[-_BEFORE:]
        after = source[match.end() : match.end() + _AFTER]
        for found in (*_relations(stream, before, after), *_heads(body_of(match) or "", before, after, matcher, every)):
            if found.term not in seen:
                seen.add(found.term)
                yield found


def _heads(body: str, before: str, after: str, matcher: Matcher, every: Sequence[Shape]) -> Iterator[NewSymbol]:
    says = _SAYS.search(before) is not None or (_LET_WHAT.match(after) is not None and _LETS.search(before) is not None)
    says = says or re.match(r"\s*denotes?\b", after) is not None
    for number, part in enumerate(_PARTS.split(body)):
        found = matcher.stream(part).split()
        head = head_at_start(found)
        if head is None:
            continue
        follows = found[head.end] if head.end < len(found) else None
        equal = follows in _EQUALS or (follows == ":" and found[head.end + 1 : head.end + 2] == ["="])
        named = number == 0 and says and (follows is None or follows in _KINDS)
        if number == 0 and says and 1 < len(found) <= _LONGEST_WORD and all(one.isalpha() for one in found):
            # Letters side by side, such as `aRb`, are a notation as they stand.
            yield NewSymbol(f"${part.strip()}$", Term(formula=f" {' '.join(found)} "), plain=False)
        if not (named or (equal and (says or not head.shape.plain or head.shape.marks))):
            continue
        written = " ".join(found[: head.end])
        yield NewSymbol(f"${written}$", Term(shape=_pattern(head.shape, every)), head.shape.plain and not head.shape.marks)


def _pattern(shape: Shape, every: Sequence[Shape]) -> Shape:
    """The pattern: what the definition speaks of elsewhere than in marks of this symbol may be other things elsewhere."""
    own = {mark for one in every if one.base == shape.base for mark in (one.below, one.above) if mark is not None}
    inside = [inner.base for mark in own for inner in shapes_of(mark.split())]
    told = {one.base for one in every if one.base != shape.base}
    # A symbol that stands nowhere but in these marks belongs to the name.
    counts = {base: sum(one.base == base for one in every) for base in told}
    return pattern(shape, {base for base in told if counts[base] > inside.count(base)})


def _relations(stream: Sequence[str], before: str, after: str) -> Iterator[NewSymbol]:
    if _SAID_IF.search(before) is None or _IF.match(after) is None:
        return
    for token in stream:
        if token in _RELATIONS:
            yield NewSymbol(f"${token}$", Term(formula=f" {token} "), plain=False)
