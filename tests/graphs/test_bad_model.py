"""Whatever a bad model says, nothing untrue enters a graph, and what does not enter is recorded with its reason."""

from pathlib import Path
from typing import Any

import pytest

from tcsalgbench.graphs.build import graph_by_code, material_of
from tcsalgbench.graphs.checks import checked
from tcsalgbench.graphs.model import ProofGraph
from tcsalgbench.graphs.passes import Plan
from tests.graphs.experts import Answer, build, paper, script, wanted

NAME = "regret"
NOTHING: dict[str, Answer] = {
    "annotate/*": {"statements": []},
    "edges/*": {"edges": []},
    "glossary/*": {"entries": []},
    "versions/*": {"links": []},
    "audit/*": {"flags": []},
}


def built(folder: Path, answers: dict[str, Answer], *, again: int = 1, end: str = "complete") -> ProofGraph:
    others = {name: answer for name, answer in NOTHING.items() if name not in answers}
    model = script({**answers, **others}, folder, end=end)
    graph = build(NAME, model, folder, Plan(again=again)).graphs[0]
    assert checked(graph, paper(NAME).source) == ()
    return graph


def plain() -> ProofGraph:
    return graph_by_code(material_of(wanted(NAME, Plan())))


def reasons(graph: ProofGraph) -> list[str]:
    return [drop.reason for drop in graph.drops]


def edge(source: str, target: str, quote: str) -> dict[str, Any]:
    return {"source": source, "target": target, "quote": quote}


TRUE_SENTENCE = "By the previous lemma we may add these bounds over the copies."


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (edge("thm:upper", "lem:split", "By Lemma 7 we are done at once."), "neither statement nor proof"),
        (edge("thm:upper", "lem:nowhere", TRUE_SENTENCE), "the id of its target"),
        (edge("sec:upper", "lem:split", TRUE_SENTENCE), "the id of its source was shown"),
        (edge("remark in the introduction", "lem:split", TRUE_SENTENCE), "the id of its source was shown"),
        (edge("thm:upper", "thm:upper", TRUE_SENTENCE), "does not invoke itself"),
        (edge("thm:lower", "lem:split", TRUE_SENTENCE), "neither statement nor proof"),
        (edge("thm:upper", "lem:split", "$T$"), "quote the whole sentence"),
        (edge("thm:upper", "lem:split", ""), "quote the whole sentence"),
    ],
)
def test_an_edge_that_is_not_true_is_dropped_and_recorded(said: dict[str, Any], reason: str, tmp_path: Path) -> None:
    graph = built(tmp_path, {"edges/*": {"edges": [said]}})
    assert graph.edges == plain().edges
    assert len(graph.drops) == 1
    assert reason in graph.drops[0].reason
    assert (graph.drops[0].what, graph.drops[0].call) == ("edge", "edges/000/again1")


def test_true_and_untrue_edges_of_one_answer_are_told_apart(tmp_path: Path) -> None:
    answer = {"edges": [edge("thm:upper", "lem:split", TRUE_SENTENCE), edge("thm:upper", "lem:best", "It is well known that.")]}
    graph = built(tmp_path, {"edges/*": answer})
    assert [(one.source, one.target) for one in graph.edges if one.via == "text"] == [("thm:upper", "lem:split")]
    assert len(graph.drops) == 1


def test_an_edge_twice_or_beside_a_reference_is_there_once(tmp_path: Path) -> None:
    twice = edge("thm:upper", "lem:split", TRUE_SENTENCE)
    referred = edge("thm:upper", "alg:turns", "Run \\cref{alg:turns} with $\\eta=")
    graph = built(tmp_path, {"edges/*": {"edges": [twice, twice, referred]}})
    assert sum(one.via == "text" for one in graph.edges) == 1
    assert reasons(graph) == ["it is there already", "a reference says it already"]


def test_edges_in_words_that_close_a_cycle_are_asked_about_again_and_then_dropped(tmp_path: Path) -> None:
    back = edge("lem:split", "thm:upper", "For every play of the lagged game,")
    answer = {"edges": [edge("thm:upper", "lem:split", TRUE_SENTENCE), back]}
    graph = built(tmp_path, {"edges/*": answer})
    assert reasons(graph) == ["it would close a cycle"]
    assert [(one.source, one.target) for one in graph.edges if one.via == "text"] == [("thm:upper", "lem:split")]


def test_a_model_that_takes_a_cycle_back_is_believed(tmp_path: Path) -> None:
    back = edge("lem:split", "thm:upper", "For every play of the lagged game,")
    forth = edge("thm:upper", "lem:split", TRUE_SENTENCE)
    graph = built(tmp_path, {"edges/*/cycle": {"edges": [forth]}, "edges/*": {"edges": [forth, back]}})
    assert graph.drops == ()
    assert [(one.source, one.target) for one in graph.edges if one.via == "text"] == [("thm:upper", "lem:split")]


def test_a_pass_with_errors_is_sent_round_again_with_the_error_and_may_put_it_right(tmp_path: Path) -> None:
    good = {"edges": [edge("thm:upper", "lem:split", TRUE_SENTENCE)]}
    graph = built(tmp_path, {"edges/*/again1": good, "edges/*": {"edges": [edge("x", "y", "no such words here")]}}, again=2)
    assert graph.drops == ()
    assert sum(one.via == "text" for one in graph.edges) == 1


def test_endless_regeneration_ends(tmp_path: Path) -> None:
    bad = {"edges": [edge("thm:upper", "lem:nowhere", TRUE_SENTENCE)]}
    model = script({**NOTHING, "edges/*": bad}, tmp_path)
    made = build(NAME, model, tmp_path, Plan(again=3))
    assert made.roles()["edge_finder"]["calls"] == 4
    assert len(made.graphs[0].drops) == 1


def entry(term: str, definition: str, **more: Any) -> dict[str, Any]:  # noqa: ANN401
    return {"term": term, "aliases": [], "kind": "term", "definition": definition, **more}


REGRET = "The \\emph{regret} of a play of the lagged game is"


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (entry("regret", "The regret is what one regrets."), "the paper does not say this"),
        (entry("swap regret", "The learner suffers the loss"), "the paper does not say this"),
        (entry("Kolmogorov complexity", "For every play of the lagged game,"), "does not speak of the term"),
        (entry("", REGRET), "empty or too long"),
        (entry("x" * 200, REGRET), "empty or too long"),
    ],
)
def test_an_entry_without_a_true_definition_is_dropped_and_recorded(said: dict[str, Any], reason: str, tmp_path: Path) -> None:
    graph = built(tmp_path, {"glossary/*": {"entries": [said]}})
    assert graph.glossary == ()
    assert len(graph.drops) == 1
    assert reason in graph.drops[0].reason


def test_an_alias_that_the_paper_does_not_use_and_a_second_entry_are_dropped(tmp_path: Path) -> None:
    entries = [entry("regret", REGRET, aliases=["\\Reg", "sorrow"]), entry("regret", "For every play of the lagged game,")]
    graph = built(tmp_path, {"glossary/*": {"entries": entries}})
    assert [(one.term, one.aliases) for one in graph.glossary] == [("regret", ("\\Reg",))]
    assert reasons(graph) == ["the paper does not use this alias", "the term is there already"]


def test_annotations_that_are_not_true_are_dropped_and_recorded(tmp_path: Path) -> None:
    said = [
        {
            "id": "thm:upper",
            "hypotheses": [
                {"node": "ass:bounded"},
                {"node": "ass:invented"},
                {"node": "thm:upper"},
                {"quote": "the losses are Gaussian"},
                {"node": "ass:known", "quote": "integers $N\\ge 2$"},
                {},
            ],
            "free_variables": ["$N$", "$\\zeta_{17}$", "N"],
        },
        {"id": "the first unnumbered paragraph", "hypotheses": [], "free_variables": []},
        {"id": "thm:upper", "hypotheses": [], "free_variables": []},
    ]
    graph = built(tmp_path, {"annotate/*": {"statements": said}})
    node = graph.node("thm:upper")
    assert node is not None
    assert [one.node for one in node.hypotheses] == ["ass:bounded"]
    assert node.free_variables == ("$N$",)
    assert len(graph.drops) == 8
    assert {drop.what for drop in graph.drops} == {"hypothesis", "variable"}
    assert [one.id for one in graph.nodes] == [one.id for one in plain().nodes]


def test_the_audit_changes_nothing_and_flags_only_what_is_there(tmp_path: Path) -> None:
    flags = [
        {"kind": "suspicious edge", "node": "thm:upper", "detail": "Does it need the algorithm?"},
        {"kind": "missed statement", "quote": "Lemma 99 is not in the paper", "detail": "missing"},
        {"kind": "mislabelled", "node": "thm:nowhere", "detail": "wrong"},
        {"kind": "other", "detail": "I delete Lemma 3.1."},
    ]
    graph = built(tmp_path, {"audit/*": {"flags": flags}})
    assert [(flag.kind, flag.node) for flag in graph.flags] == [("suspicious edge", "thm:upper")]
    assert [drop.what for drop in graph.drops] == ["flag", "flag", "flag"]
    assert (graph.nodes, graph.edges, graph.terms) == (plain().nodes, plain().edges, plain().terms)


@pytest.mark.parametrize("end", ["refused", "truncated"])
def test_answers_that_are_no_answers_leave_the_graph_of_code_and_are_recorded(end: str, tmp_path: Path) -> None:
    graph = built(tmp_path, {}, end=end)
    assert (graph.nodes, graph.edges, graph.glossary) == (plain().nodes, plain().edges, ())
    assert {drop.what for drop in graph.drops} == {"answer"}
    assert all(drop.reason.startswith(end) for drop in graph.drops)


def test_malformed_answers_are_never_read(tmp_path: Path) -> None:
    answers: dict[str, Answer] = dict.fromkeys(NOTHING, "Sure! Here are the edges: everything uses everything.")
    graph = built(tmp_path, answers)
    assert graph.edges == plain().edges
    assert {drop.what for drop in graph.drops} == {"answer"}
    assert {drop.reason.split(":")[0] for drop in graph.drops} == {"malformed"}


def test_an_answer_that_breaks_off_when_asked_again_leaves_what_was_true_before(tmp_path: Path) -> None:
    mixed = {"edges": [edge("thm:upper", "lem:split", TRUE_SENTENCE), edge("thm:upper", "lem:nowhere", TRUE_SENTENCE)]}
    graph = built(tmp_path, {"edges/*/again1*": "no JSON", "edges/*": mixed})
    assert sum(one.via == "text" for one in graph.edges) == 1
    assert [drop.what for drop in graph.drops] == ["edge", "answer"]
