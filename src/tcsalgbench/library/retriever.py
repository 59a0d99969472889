"""Find the statements of a library that may help with a goal: BM25, and on wish an embedder fused by reciprocal rank."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from tcsalgbench.library.model import CitedText, Library, Statement
from tcsalgbench.library.terms import terms, word_terms
from tcsalgbench.tex import read_document
from tcsalgbench.tex.macros import Macro

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_DECLARES = re.compile(r"\\(?:re|provide)?newcommand|\\DeclareMathOperator|\\def\\")
NAME_WEIGHT = 3  # a name or a term says more about a statement than a word in passing
FUSION = 60  # the usual constant of reciprocal rank fusion: it keeps one first place from deciding everything


class Embedder(Protocol):
    """Anything that turns texts into rows of numbers; near rows mean near texts."""

    name: str

    def embed(self, texts: Sequence[str]) -> "NDArray[np.float32]":
        """One row a text."""


@dataclass(frozen=True, slots=True)
class Found:
    """A statement that was found, and its score: the higher the better, comparable within one search only."""

    statement: Statement
    score: float


class Retriever:
    """The index of a library. Equal scores keep the order of the library, so a search always comes out the same."""

    def __init__(self, library: Library, embedder: Embedder | None = None) -> None:
        """Index every statement, restatements aside."""
        self.library = library
        self.statements = tuple(
            one for work in library.works for one in work.statements if one.node.restates is None and one.node.statement.strip()
        )
        self._embedder = embedder
        self._lexical = _Lexical(library, self.statements)
        self._rows = None if embedder is None or not self.statements else embedder.embed([_plain(s) for s in self.statements])

    def search(self, query: str, count: int, macros: Mapping[str, Macro] | None = None) -> tuple[Found, ...]:
        """The best statements for a query in words or TeX.

        `macros` are those that the query is written in; without them, those count that it declares itself, as a challenge does.
        """
        if not self.statements or count < 1:
            return ()
        scores = self._lexical.scores(terms(query, declared_in(query) if macros is None else macros))
        if self._embedder is None or self._rows is None:
            order = _ranked(scores)
            return tuple(Found(self.statements[i], float(scores[i])) for i in order[:count] if scores[i] > 0)
        near = self._rows @ self._embedder.embed([query])[0]
        lexical = [i for i in _ranked(scores) if scores[i] > 0]
        fused = reciprocal_rank([lexical, _ranked(near)])
        return tuple(Found(self.statements[i], score) for i, score in fused[:count])


def declared_in(text: str) -> Mapping[str, Macro]:
    """The macros that a text declares."""
    if not _DECLARES.search(text):
        return {}
    return read_document({"query.tex": text.encode("utf-8", "replace")}, "query.tex").macros


def reciprocal_rank(rankings: Sequence[Sequence[int]], constant: int = FUSION) -> list[tuple[int, float]]:
    """One ranking out of several: each gives `1 / (constant + place)`; ties go to the smaller number."""
    scores: dict[int, float] = {}
    for ranking in rankings:
        for place, item in enumerate(ranking, 1):
            scores[item] = scores.get(item, 0.0) + 1 / (constant + place)
    return sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))


def _ranked(scores: "NDArray[np.float32]") -> list[int]:
    import numpy as np  # noqa: PLC0415 - a tenth of a second that most commands do not need

    order: list[int] = np.argsort(-scores, kind="stable").tolist()
    return order


def _plain(statement: Statement) -> str:
    return f"{statement.node.name or ''} {statement.node.statement}".strip()


class _Lexical:
    """BM25 over words, names, glossary terms and tokens of formulas."""

    def __init__(self, library: Library, statements: Sequence[Statement]) -> None:
        import bm25s  # noqa: PLC0415 - a quarter of a second

        self._size = len(statements)
        works = {work.key: work for work in library.works}
        words = {work.key: _glossary_words(work) for work in library.works}
        documents = [_document(one, works[one.work], words[one.work]) for one in statements]
        self._known = {term for document in documents for term in document}
        self._index = bm25s.BM25(method="lucene")
        if self._known:
            self._index.index(documents, show_progress=False)

    def scores(self, query: Sequence[str]) -> "NDArray[np.float32]":
        import numpy as np  # noqa: PLC0415

        # A goal says a thing again and again; that it says it once is enough. The order is fixed: sums of floats depend on it.
        wanted = sorted(set(query) & self._known)
        if not wanted:
            return np.zeros(self._size, np.float32)
        scores: NDArray[np.float32] = self._index.get_scores(wanted)
        return scores


def _glossary_words(work: CitedText) -> dict[str, str]:
    """Node → the terms of the glossary that it defines or uses."""
    found: dict[str, list[str]] = {}
    for entry in work.graph.glossary:
        for node in dict.fromkeys((*entry.nodes, *([entry.node] if entry.node else []))):
            found.setdefault(node, []).extend((entry.term, *entry.aliases))
    return {node: " ; ".join(said) for node, said in found.items()}


def _document(statement: Statement, work: CitedText, words: Mapping[str, str]) -> list[str]:
    node = statement.node
    named = terms(f"{node.name or ''} {node.kind} {words.get(node.id, '')}", work.macros)
    # The title says what no statement of a short note repeats.
    return [*terms(node.statement, work.macros), *named * NAME_WEIGHT, *word_terms(work.title)]
