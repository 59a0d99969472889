"""The stage of proof graphs, and one graph by the embedded model, for real."""

from pathlib import Path

import pytest

from tcsalgbench.demo.graphs import Compared, Graphs
from tcsalgbench.graphs.build import Building
from tcsalgbench.graphs.checks import checked
from tcsalgbench.graphs.listing import Sizes
from tcsalgbench.graphs.passes import Plan
from tcsalgbench.jobs import cast_of
from tcsalgbench.models.embedded import missing
from tcsalgbench.samples import sample_names
from tcsalgbench.samples.graphs import expected_graph
from tcsalgbench.workspace import Workspace
from tests.graphs.experts import paper, wanted


@pytest.mark.skipif(missing() is not None, reason=f"THE EMBEDDED MODEL IS NOT INSTALLED: {missing()}")
def test_with_the_embedded_model_every_check_holds(tmp_path: Path) -> None:
    plan = Plan(again=1, audit=False, most_chunks=1, sizes=Sizes(chunk=400, catalogue=200))
    cast = cast_of("construction", preset="embedded", max_output=60)
    built = Building(Workspace.create(tmp_path), cast).run([wanted("private", plan)])
    assert checked(built.graphs[0], paper("private").source) == ()
    assert {role: one["calls"] > 0 for role, one in built.roles().items()} == dict.fromkeys(built.roles(), True)
    assert built.graphs[0].models == ("embedded/smollm2",)


def test_the_stage_counts_what_is_found_of_what_is_there() -> None:
    truth = {name: expected_graph(name) for name in sample_names()}
    perfect = Graphs(tuple(Compared(name, graph, graph, 0) for name, graph in truth.items()), {})
    fields = perfect.papers[0].fields()
    assert fields["edges_in_words"] == [3, 3]
    assert fields["term_uses_besides"] == 0
    assert any("all hold" in line for line in perfect.lines())
    poor = Compared("regret", truth["regret"].model_copy(update={"edges": (), "glossary": ()}), truth["regret"], 2)
    assert poor.fields()["explicit_edges"] == [0, 19]
    assert any("2 FAIL" in line for line in Graphs((poor,), {}).lines())
