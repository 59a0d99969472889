"""The six real documents, where they are at hand: every number, every statement, and edges as authors wrote them."""

import json

import pytest

from bench.tex import BLUEPRINTS, CORPORA, DOCUMENTS, Corpus, numbers_right, rates
from tcsalgbench.tex import Folder, build_graph, read_document

pytestmark = pytest.mark.skipif(
    not (CORPORA / "labels.json").is_file(),
    reason="the corpora of real TeX are not beside the project: nothing was compared",
)
# Precision and recall that explicit references reach, as measured when the reader was written.
EDGES = {"pfr": (0.9, 0.76), "carleson": (0.8, 0.84), "sphere": (0.89, 0.35), "seymour": (0.98, 0.33)}


@pytest.mark.parametrize("corpus", DOCUMENTS, ids=lambda corpus: corpus.name)
def test_every_statement_and_every_number_of_a_real_document(corpus: Corpus) -> None:
    recorded = json.loads((CORPORA / "labels.json").read_text())[corpus.name]
    document = read_document(Folder(CORPORA / corpus.folder), corpus.main)
    right, of = numbers_right(document, recorded)
    assert right == of
    assert sum(1 for block in document.blocks if block.kind != "algorithm") == corpus.statements


@pytest.mark.parametrize("name", BLUEPRINTS)
def test_explicit_edges_agree_with_what_authors_wrote(name: str) -> None:
    corpus = next(corpus for corpus in DOCUMENTS if corpus.name == name)
    document = read_document(Folder(CORPORA / corpus.folder), corpus.main)
    true = {(edge.source, edge.target) for edge in build_graph(document).edges if edge.via == "uses"}
    found = {(e.source, e.target) for e in build_graph(document, ignore_uses=True).edges if e.via == "ref"}
    precision, recall = (float(rate) for rate in rates(found, true))
    assert precision >= EDGES[name][0]
    assert recall >= EDGES[name][1]
