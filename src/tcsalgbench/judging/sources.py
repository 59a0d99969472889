"""The library as a citation check sees it: works by the names a proof may use, statements by label, words made comparable."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from tcsalgbench.errors import TcsalgbenchError
from tcsalgbench.judging.clauses import clauses
from tcsalgbench.library.model import CitedText, Library, Statement
from tcsalgbench.tex import read_document
from tcsalgbench.tex.macros import Macro

_KINDS = (
    r"theorems?|thms?|lemmas?|lemmata|lems?|propositions?|props?|corollar(?:y|ies)|cors?|definitions?|defs?|claims?|facts?|"
    r"observations?|obs|remarks?|examples?|assumptions?|conjectures?|equations?|eqs?|algorithms?|protocols?"
)
LABEL = re.compile(
    rf"\b(?P<kind>{_KINDS})\.?[\s~]*\(?(?P<number>[A-Z]?\d{{1,3}}(?:\.\d{{1,3}}){{0,3}}|[A-Z]\.\d{{1,3}})\)?", re.I
)
_REFERENCE = re.compile(r"\\(?:eq|c|C|auto|name)?ref\s*\{([^{}]*)\}")
_SHORT = {"thm": "theorem", "lem": "lemma", "prop": "proposition", "cor": "corollary", "def": "definition", "eq": "equation"}


def label_of(text: str) -> tuple[str, str] | None:
    """The kind and number of the first label in a text: `Thm. 2` is ("theorem", "2")."""
    match = LABEL.search(text)
    if match is None:
        return None
    kind = match["kind"].lower().rstrip("s").removesuffix("ie")
    return {"corollar": "corollary", "lemmata": "lemma"}.get(kind, _SHORT.get(kind, kind)), match["number"].upper()


@dataclass(frozen=True)
class Sources:
    """A library, or none, with the macros of the problem, in whose notation the proof is written."""

    library: Library | None
    macros: Mapping[str, Macro]
    _items: dict[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)

    @property
    def works(self) -> tuple[CitedText, ...]:
        """The allowed works."""
        return () if self.library is None else self.library.works

    def find_work(self, named: str) -> CitedText | None:
        """The work that words name: by its key, its title, or the surnames of its authors."""
        flat = _flat(named)
        if not flat:
            return None
        for work in self.works:
            if re.search(rf"(?<!\w){re.escape(_flat(work.key))}(?!\w)", flat):
                return work
        by_title = [work for work in self.works if _flat(work.title) and _flat(work.title) in flat]
        if by_title:
            return by_title[0]
        by_author = [work for work in self.works if any(re.search(rf"\b{re.escape(n)}\b", flat) for n in surnames(work))]
        return by_author[0] if len(by_author) == 1 else None

    def labelled(self, work: CitedText, label: tuple[str, str]) -> tuple[Statement, bool] | None:
        """The statement under this label, and whether its kind is right too: "Lemma 2" may be printed "Theorem 2"."""
        numbered = [one for one in work.statements if (label_of(one.node.printed) or ("", ""))[1] == label[1]]
        exact = [one for one in numbered if (label_of(one.node.printed) or ("", ""))[0] == label[0]]
        if exact:
            return exact[0], True
        return (numbered[0], False) if len(numbered) == 1 else None

    def source_items(self, work: CitedText, statement: Statement) -> tuple[str, ...]:
        """The statement as items, its work's macros expanded and its references resolved."""
        key = (work.key, statement.node.id)
        if key not in self._items:
            self._items[key] = self._read(work, statement.node.statement, work.macros)
        return self._items[key]

    def quoted_items(self, work: CitedText, quote: str) -> tuple[str, ...]:
        """A quotation as items: macros are those of the problem, else those of the work it is quoted from."""
        return self._read(work, quote, {**work.macros, **self.macros})

    def _read(self, work: CitedText, text: str, macros: Mapping[str, Macro]) -> tuple[str, ...]:
        numbers = {label: node.number or node.printed for node in work.graph.nodes for label in node.labels}
        resolved = _REFERENCE.sub(lambda match: numbers.get(match[1], match[1]), text.replace("~", " "))
        return tuple(item for clause in clauses(resolved, macros) for item in clause.items)


def surnames(work: CitedText) -> tuple[str, ...]:
    """The last words of the authors' names, flat."""
    return tuple(words[-1] for author in work.authors if (words := _flat(author).split()))


def problem_macros(notation: str) -> Mapping[str, Macro]:
    """The macros that the notation of a problem defines."""
    source = f"\\documentclass{{article}}\n{notation}\n\\begin{{document}}x\\end{{document}}\n"
    try:
        return read_document({"problem.tex": source.encode("utf-8", "replace")}, "problem.tex").macros
    except TcsalgbenchError:
        return {}


def _flat(text: str) -> str:
    return " ".join(re.sub(r"[\s~{}\\]+", " ", text).casefold().split())
