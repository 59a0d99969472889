"""Real documents, where they are at hand: nothing untrue, and a definition layer that is of use."""

from pathlib import Path

import pytest

from bench.graphs import listed, measure, named, rates, sample
from bench.tex import BLUEPRINTS, CORPORA
from tcsalgbench.graphs.checks import check_graph

HERE = CORPORA if (CORPORA / "labels.json").is_file() else None
pytestmark = pytest.mark.skipif(HERE is None, reason="THE CORPORA ARE NOT THERE: ../shared/corpora")


def test_graphs_of_real_documents_hold_and_their_definition_layer_reaches_its_aim() -> None:
    measured = measure(HERE or Path())
    for one in measured.values():
        assert check_graph(one.graph.model_copy(update={"terms": one.uses}), one.document) == ()
    found = {pair for name in BLUEPRINTS for pair in named(name, listed(measured[name], 0.4, implied=False))}
    true = {pair for name in BLUEPRINTS for pair in named(name, measured[name].true())}
    precision, recall = map(float, rates(found, true))
    assert precision >= 0.5
    assert recall >= 0.5
    assert len(measured["stacks"].graph.nodes) == 1351
    assert len(sample(measured, "2026", 0.4, 25)) == 100
