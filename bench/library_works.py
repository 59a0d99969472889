"""The real documents on which the library is measured, each read once."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bench.tex import DOCUMENTS, Corpus
from tcsalgbench.graphs.model import ProofGraph
from tcsalgbench.graphs.plain import plain_graph
from tcsalgbench.library.leaks import LeakSettings
from tcsalgbench.library.prints import Print, print_of
from tcsalgbench.tex import Document, Folder, read_document

SETTINGS = LeakSettings()
MORE = (Corpus("carleson-paper", "carleson/paper", "main.tex", 0), Corpus("seymour-paper", "seymour/paper", "main.tex", 0))


@dataclass(frozen=True, slots=True)
class Work:
    """A corpus, read."""

    name: str
    document: Document
    graph: ProofGraph


def read_corpora(folder: Path) -> dict[str, Work]:
    """All of them with their graphs."""
    works = {}
    for corpus in (*DOCUMENTS, *MORE):
        document = read_document(Folder(folder / corpus.folder), corpus.main)
        works[corpus.name] = Work(corpus.name, document, plain_graph(document, corpus.name, "v1"))
    return works


def printed(document: Document) -> Print:
    """The print of a document's files."""
    return print_of(document.files, document.macros, SETTINGS.sketching)


def proofs_of(work: Work) -> Iterator[tuple[str, str]]:
    """Every proof by its statement."""
    return ((node.id, node.proof.text) for node in work.graph.nodes if node.proof is not None)
