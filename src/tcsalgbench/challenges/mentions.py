"""Where a text names a construction of the paper: an algorithm's number, its caption, its macro, what the glossary calls it."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tcsalgbench.challenges.macros import control_words
from tcsalgbench.graphs.model import ProofGraph
from tcsalgbench.tex import Document

_LONGEST_NAME = 6  # words; a longer caption is a sentence, not a name
_NUMBERED = re.compile(
    r"\b(?:Algorithms?|Procedures?|Subroutines?|Mechanisms?)[~\s]*\(?(?:\\ref\{[^{}]*\}|\d+(?:\.\d+)*|[A-Z](?:\.\d+)+)\)?"
)
_BY_FONT = re.compile(r"\\text(?:sc|tt|sf)\s*\{|\\(?:sc|tt)\b")
_LIKE_A_NAME = re.compile(
    r"(?<![\\A-Za-z$])(?:[A-Z][a-z]+[A-Z][A-Za-z]*|[A-Z]{3,}[A-Za-z-]*)\b|\\text(?:sc|tt|sf)\s*\{[^{}]*\}"
)
_MATH = re.compile(r"\$[^$]*\$|\\\[.*?\\\]|\\begin\{(equation|align|gather|multline)\*?\}.*?\\end\{\1\*?\}", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Constructions:
    """The constructions of a paper: for each algorithm its names, and a pattern for all of them."""

    names: dict[str, tuple[str, ...]]  # node (or the term, where there is no node) → names
    pattern: re.Pattern[str]
    words: re.Pattern[str]

    def mentions(self, text: str) -> tuple[tuple[int, int], ...]:
        """Where the text surely names one of them, in order."""
        return _united([match.span() for match in (*self.pattern.finditer(text), *_NUMBERED.finditer(text))])

    def possible(self, text: str) -> tuple[tuple[int, int], ...]:
        """Where it may name one that no list has: a word written like a name, outside formulas."""
        hidden = _MATH.sub(lambda match: " " * len(match[0]), text)
        spans = [match.span() for match in (*_LIKE_A_NAME.finditer(hidden), *self.words.finditer(hidden))]
        return _united([*self.mentions(text), *spans])


def constructions(document: Document, graph: ProofGraph) -> Constructions:
    """Collect the names: of algorithm nodes, and of entries of the glossary that are algorithms."""
    names: dict[str, list[str]] = {}
    for node in graph.nodes:
        if node.kind == "algorithm":
            names[node.id] = [node.printed] if node.number else []
            if node.name and len(node.name.split()) <= _LONGEST_NAME:
                names[node.id].append(node.name.strip())
    for entry in graph.glossary:
        if entry.kind == "algorithm":
            names.setdefault(entry.node or entry.term, []).extend((entry.term, *entry.aliases))
    listed = {key: tuple(dict.fromkeys(name for name in found if name.strip())) for key, found in names.items()}
    # A macro that sets a word in the font of names is a name by itself.
    by_font = [name for name, macro in document.macros.items() if _BY_FONT.search(macro.body) and not macro.parameters]
    words = "|".join(rf"\\{re.escape(name)}(?![a-zA-Z@])" for name in sorted(by_font))
    return Constructions(listed, _pattern(name for found in listed.values() for name in found), re.compile(words or r"(?!)"))


def _pattern(names: Iterable[str]) -> re.Pattern[str]:
    found = []
    for name in dict.fromkeys(names):
        words = [re.escape(word) for word in re.split(r"[~\s]+", name)]
        begin = r"(?<![\\A-Za-z])" if name[:1].isalnum() else ""
        end = r"(?![a-zA-Z@])" if name[-1:].isalpha() else r"(?![\d])"
        found.append(begin + r"[~\s]+".join(words) + end)
    return re.compile("|".join(found) or r"(?!)", re.IGNORECASE)


def _united(spans: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    united: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if united and start < united[-1][1]:
            united[-1] = (united[-1][0], max(end, united[-1][1]))
        else:
            united.append((start, end))
    return tuple(united)


def pseudocode(text: str) -> bool:
    """Whether a text is an algorithm written out."""
    return bool(
        re.search(r"\\begin\{(?:algorithm|algorithmic|algorithm2e|algo|procedure)\*?\}", text)
        or len({"State", "For", "While", "Return", "KwIn", "KwOut", "Require", "Ensure"} & control_words(text)) >= 2
    )
