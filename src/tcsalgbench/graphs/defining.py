"""Which terms a definition defines, by code: what is emphasised, named, said to be called so, or set equal.

Each term carries how sure that is: emphasis inside a definition is a habit of nearly all authors, the words of a label a hint.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from tcsalgbench.graphs.heads import new_symbols
from tcsalgbench.graphs.matching import Matcher, Term, Text, plain_word
from tcsalgbench.graphs.model import Node
from tcsalgbench.graphs.notation import Introduced, Notation, head_of, notation_of
from tcsalgbench.tex.macros import Macro, strip_comments
from tcsalgbench.tex.words import words

Sign = Literal["emphasised", "name", "called", "short", "label", "opening", "set equal"] | Notation

# How often a sign is right, to begin with; a statement that uses the term adjusts it.
SURENESS: Mapping[Sign, float] = {
    "emphasised": 0.9,
    "short": 0.8,
    "name": 0.75,
    "called": 0.75,
    "notation": 0.7,
    "set equal": 0.6,
    "label": 0.65,
    "new command": 0.6,
    "opening": 0.5,
    "symbol": 0.2,
}
DEFINING = frozenset(words("definition notation convention construction setting model situation axiom protocol"))
_LONGEST = 6
_MOST_ALTERNATIVES = 8
_NOTHING = frozenset(
    words(
        "a an the of for to in on with by is are be and or if then that this such any every all some each we say let it its "
        "as at from which where when not no has have said call called denote denoted write given define defined following "
        "definition def notation dfn term above below also two one first second same other there exist exists equal holds"
    )
)
# Words that name no notion of a paper by themselves.
_COMMON = frozenset(
    words(
        "set function map number element value point space case property condition sequence family vector index pair result "
        "problem variable parameter integer real constant statement theorem lemma proof equation formula algorithm finite "
        "infinite positive negative good small large new general simple standard form part side type size order object data "
        "subset group ring field module ideal random nonzero empty nonempty unique distinct true false zero "
        "indexed given obtained equal contained generated based"
    )
)
_EMPHASIS = re.compile(
    r"\\(?:emph|textit|textsl|textbf|defn?|dfn|deft?erm|define|term|newterm|concept|defined|alert|defi|defnn?|index)\*?\s*\{"
    r"((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})+)\}|\{\s*\\(?:it|em|sl|bf|itshape|bfseries)(?![a-zA-Z])((?:[^{}]|\{[^{}]*\})+)\}"
)
_CALLED = re.compile(
    r"\b(?:is|are|be|being)\s+(?:said\s+to\s+(?:be|have|satisfy)|called|named|termed|known\s+as|referred\s+to\s+as)\s+([^.;:\n]{2,120})"
    r"|\b(?:[Ww]e|[Ll]et\s+us)\s+(?:call|say)\s+(?:that\s+)?([^.;]{2,160})"
    # `A subset $S$ of … is ample if …`: what stands before the condition is what is defined.
    r"|\b(?:is|are)\s+((?:an?\s+)?(?:\$[^$]*\$-+)?[A-Za-z\-]+(?:\s+[A-Za-z\-]+){0,2}?)"
    r"(?:\s+(?:relative\s+to|with\s+respect\s+to|by|on|in|to|for|at)\s[^.;,:]{1,60}?)?,?\s+(?:if|iff|when|whenever|provided)\b"
)
_DEFINED = re.compile(
    r"\b[Tt]he\s+((?:[\w'\-]+\s+){0,3}?[\w'\-]+)\s*(?:\$[^$]+\$|of\b|from\b|on\b)[^.;]{0,120}?\b(?:is|are)\s+(?:then\s+)?defined\b"
)
_SHORT = re.compile(r"\bor\s+(?:\$[^$]*\$-)?([A-Z][A-Za-z]{1,9})\s+for\s+short\b|\((?:\$[^$]*\$-)?([A-Z]{2,8})s?\)")
_OPENING = re.compile(
    r"(?:\A|(?<=[.}\n])\s)\s*(?:[Tt]he|[Aa]n?)\s+((?:[\w'\-]+\s+){0,3}?[\w'\-]+)\s+"
    r"(?=of\b|is\b|for\b|on\b|from\b|in\b|consists\b|\$|\\\()"
)
_END_OF_CALLED = re.compile(
    r"\b(?:if|when|whenever|provided|for|with|iff|where|and|such|in|on|by|or|over|as|to|of|from|relative|between)\b|[,.;:$\\(]"
)
_LAST_SMALL_WORD = re.compile(r"\s+(?:of|for|with|on|over|in|to|from|between|at|by|is|are|and|the|an?)\s*$")
_FORMULA_AFTER = re.compile(r"\s*(?:,\s*denoted(?:\s+by)?\s*)?(?:\$([^$]+)\$|\\\((.+?)\\\))")
_WORD_CUT = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]+")


@dataclass(frozen=True, slots=True)
class Defined:
    """A term that a statement defines, ready to be looked for, and by what sign it was found."""

    node: str
    written: str
    term: Term
    sign: Sign

    @property
    def sureness(self) -> float:
        """How sure it is that this is what the statement defines."""
        return SURENESS[self.sign]


def defined_terms(node: Node, matcher: Matcher, macros: Mapping[str, Macro], seen: Collection[str] = ()) -> tuple[Defined, ...]:
    """The terms of a definition, each once, by the surest sign of it; `seen` are the commands of earlier statements."""
    source = strip_comments(node.statement)
    found: dict[Term, Defined] = {}

    def add(sign: Sign, written: str, term: Term) -> None:
        if term.empty or (term.line is not None and not _worth(term.line, sign)):
            return
        if term not in found or SURENESS[sign] > found[term].sureness:
            found[term] = Defined(node.id, written, term, sign)

    for sign, written in _phrases(node, source, matcher.text(node.statement)):
        add(sign, written, matcher.term(written))
    for one in (*notation_of(source, matcher, macros, seen), *_beside(found, source, matcher, macros)):
        add(one.sign, one.written, one.term)
    for new in new_symbols(source, matcher):
        add("symbol" if new.plain else "set equal", new.written, new.term)
    return tuple(found.values())


def _beside(found: Mapping[Term, Defined], source: str, matcher: Matcher, macros: Mapping[str, Macro]) -> Iterator[Introduced]:
    """The formula right after a term: `the Ruzsa distance $d[X;Y]$`."""
    plain = _EMPHASIS.sub(lambda match: match[1] or match[2], source)
    for one in tuple(found.values()):
        # What an opening speaks of may be any: `A relation $R$ is ample if`.
        if one.term.line is None or "$" in one.written or one.sign == "opening":
            continue
        for match in re.finditer(re.escape(one.written).replace("\\ ", r"\s+"), plain, re.IGNORECASE):
            after = _FORMULA_AFTER.match(plain, match.end())
            if after is not None:
                yield from head_of(after[1] or after[2], matcher, macros)


def _phrases(node: Node, source: str, text: Text) -> Iterator[tuple[Sign, str]]:
    for match in _EMPHASIS.finditer(source):
        yield from (("emphasised", one) for one in _variants(match[1] or match[2]))
    if node.name is not None:
        yield from (("name", one) for one in _variants(node.name))
    plain = _EMPHASIS.sub(lambda match: match[1] or match[2], source)
    for match in _CALLED.finditer(plain):
        phrase = _from_called(next(group for group in match.groups() if group is not None))
        if phrase:
            yield "called", phrase
    for match in _DEFINED.finditer(plain):
        yield "called", match[1]
    for match in _SHORT.finditer(plain):
        yield "short", match[1] or match[2]
    for match in _OPENING.finditer(plain):
        yield "opening", _bare(match[1])
    for label in node.labels:
        phrase = " ".join(_label_words(label))
        if phrase and (" " in phrase or f" {phrase} " in text.line):
            yield "label", phrase


def _variants(written: str) -> Iterator[str]:
    """The term as it stands, and without its formulas, which stand for something else wherever it is used."""
    written = re.sub(r"\\(?:cite\w*|[a-zA-Z]*ref)\s*(?:\[[^\]]*\])?\{[^{}]*\}", "", written).strip(" .,")
    if "$" in written:
        yield written
    without = re.sub(r"\([^()]*\)", " ", re.sub(r"\$[^$]*\$-*", " ", written))
    alternatives = (one for part in re.split(r",|;|\bor\b", without) for one in _spelt_out(part))
    yield from {bare for part in alternatives if (bare := _bare(part))}


def _spelt_out(phrase: str) -> list[str]:
    """`left/right ideal` is a left ideal and a right ideal."""
    phrases = [""]
    for word in phrase.split():
        choices = [one for one in word.split("/") if one] or [word]
        phrases = [f"{before} {one}".strip() for before in phrases for one in choices][:_MOST_ALTERNATIVES]
    return phrases


def _bare(phrase: str) -> str:
    phrase = f" {phrase.strip()}"
    while (match := _LAST_SMALL_WORD.search(phrase)) is not None:
        phrase = phrase[: match.start()]
    return re.sub(r"^\s*(?:the|an?)\s+", "", phrase).strip(" -")


def _from_called(after: str) -> str:
    """The term in `X is called a TERM if …`, and in `we say that X is TERM if …`."""
    said = re.search(r"(?:\$[^$]*\$|\\\(.*?\\\)|[\w\-\s])*?\b(?:is|are|has|have|be)\s+(.*)", after, re.DOTALL)
    text = said[1] if said else after
    for _ in range(2):
        text = re.sub(r"^\s*(?:\$[^$]*\$-*\s*)?(?:(?:an?|the)\s+)?", "", text)
    end = _END_OF_CALLED.search(text)
    return _bare(text[: end.start()] if end else text)


def _label_words(label: str) -> list[str]:
    parts = [part.lower() for part in _WORD_CUT.split(label) if part]
    kept = [plain_word(part) for part in parts if part not in _NOTHING and not part.isdigit()]
    return kept if all(part.isalpha() for part in kept) else []


def _worth(line: str, sign: Sign) -> bool:
    """Whether a line of words is worth looking for: not all small words, nor one that every paper uses."""
    found = [word for word in line.split() if word[0] != "$"]
    telling = [word for word in found if word not in _NOTHING and len(word) > 1 and word != "."]
    if not telling or len(found) > _LONGEST or found[0] in _NOTHING or "." in found:
        return False
    return len(telling) > 1 or telling[0] not in _COMMON or sign == "emphasised"
