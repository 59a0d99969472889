from collections.abc import Callable

import pytest

from tcsalgbench.errors import BadInput
from tcsalgbench.graphs.checks import check_graph, checked
from tcsalgbench.graphs.model import ProofGraph
from tcsalgbench.graphs.store import read_source
from tcsalgbench.samples import sample_names
from tcsalgbench.samples.graphs import expected_graph
from tests.graphs.experts import paper

Change = Callable[[ProofGraph], ProofGraph]


@pytest.mark.parametrize("name", sample_names())
def test_graphs_written_by_hand_hold(name: str) -> None:
    assert checked(expected_graph(name), paper(name).source) == ()


def node(at: int, **change: object) -> Change:
    def changed(graph: ProofGraph) -> ProofGraph:
        nodes = [one.model_copy(update=change) if number == at else one for number, one in enumerate(graph.nodes)]
        return graph.model_copy(update={"nodes": tuple(nodes)})

    return changed


def edge(at: int, **change: object) -> Change:
    def changed(graph: ProofGraph) -> ProofGraph:
        edges = [one.model_copy(update=change) if number == at else one for number, one in enumerate(graph.edges)]
        return graph.model_copy(update={"edges": tuple(edges)})

    return changed


def worded(**change: object) -> Change:
    def changed(graph: ProofGraph) -> ProofGraph:
        at = next(number for number, one in enumerate(graph.edges) if one.via == "text")
        return edge(at, **change)(graph)

    return changed


def entry(**change: object) -> Change:
    return lambda graph: graph.model_copy(
        update={"glossary": (graph.glossary[0].model_copy(update=change), *graph.glossary[1:])}
    )


def back(graph: ProofGraph) -> ProofGraph:
    first = graph.edges[0]
    turned = first.model_copy(update={"source": first.target, "target": first.source})
    return graph.model_copy(update={"edges": (*graph.edges, turned)})


@pytest.mark.parametrize(
    ("change", "check"),
    [
        (node(1, id="thm:informal"), "unique ids"),
        (node(1, labels=("thm:informal",)), "unique labels"),
        (node(1, number="9.9"), "printed labels"),
        (node(1, statement="Something else."), "quotations"),
        (node(0, informal_of=("thm:nowhere",)), "nothing dangles"),
        (edge(0, target="lem:nowhere"), "nothing dangles"),
        (edge(0, label="lem:other"), "quotations"),
        (worded(quote="It is easy to see."), "quotations"),
        (worded(source="lem:blind"), "quotations"),
        (back, "no cycle"),
        (lambda graph: graph.model_copy(update={"edges": (*graph.edges, graph.edges[0])}), "edges once"),
        (entry(definition="A game is a game."), "quotations"),
        (entry(node="def:nowhere"), "nothing dangles"),
        (entry(term="regret"), "terms once"),
    ],
)
def test_what_does_not_hold_is_found(change: Change, check: str) -> None:
    problems = check_graph(change(expected_graph("regret")), read_source(paper("regret").source))
    assert check in {problem.check for problem in problems}


def test_a_graph_of_another_text_is_not_checked_but_refused() -> None:
    with pytest.raises(BadInput, match="another text"):
        checked(expected_graph("regret"), paper("private").source)
