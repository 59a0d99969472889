"""What a scripted expert says of the bundled papers makes the graphs that were written by hand."""

from dataclasses import replace
from importlib import resources
from pathlib import Path

import pytest

from tcsalgbench.graphs.attaching import BY_GLOSSARY
from tcsalgbench.graphs.build import Building
from tcsalgbench.graphs.checks import checked
from tcsalgbench.graphs.listing import Sizes
from tcsalgbench.graphs.model import Node, ProofGraph
from tcsalgbench.graphs.passes import Plan
from tcsalgbench.graphs.store import load_graph
from tcsalgbench.jobs import cast_of
from tcsalgbench.samples import sample_names
from tcsalgbench.samples.graphs import expected_graph
from tcsalgbench.workspace import Workspace
from tests.graphs.experts import build, expert_script, paper, wanted

WHOLE, PARTS = Sizes(), Sizes(chunk=6_000, catalogue=3_000)


def certain(node: Node) -> Node:
    """A node without how sure the link of its proof is, which a person does not say."""
    return node if node.proof is None else node.model_copy(update={"proof": node.proof.model_copy(update={"confidence": 1.0})})


def compare(graph: ProofGraph, truth: ProofGraph) -> None:
    assert [certain(node) for node in graph.nodes] == list(truth.nodes)
    assert sorted(graph.edges, key=repr) == sorted(truth.edges, key=repr)
    assert sorted(graph.glossary, key=repr) == sorted(truth.glossary, key=repr)
    by_glossary = {(use.source, use.target, use.term) for use in graph.terms if use.confidence == BY_GLOSSARY}
    assert by_glossary == {(use.source, use.target, use.term) for use in truth.terms}
    cited = [one for one in graph.citations if one.source and one.note]
    assert sorted(cited, key=repr) == sorted(truth.citations, key=repr)
    assert graph.drops == ()
    assert graph.flags == ()


@pytest.mark.parametrize("name", sample_names())
@pytest.mark.parametrize("sizes", [WHOLE, PARTS], ids=["whole", "in parts"])
def test_the_graph_of_an_expert_is_the_one_written_by_hand(name: str, sizes: Sizes, tmp_path: Path) -> None:
    built = build(name, expert_script(name, sizes, tmp_path), tmp_path, Plan(sizes=sizes))
    compare(built.graphs[0], expected_graph(name))
    assert checked(built.graphs[0], paper(name).source) == ()


def test_a_graph_that_is_built_again_asks_nobody(tmp_path: Path) -> None:
    model = expert_script("private", WHOLE, tmp_path)
    first, second = (build("private", model, tmp_path, Plan()) for _ in range(2))
    assert first.graphs == second.graphs
    assert all(one["replayed"] == one["calls"] > 0 for one in second.roles().values())
    assert all(one["replayed"] == 0 for one in first.roles().values())


def test_a_built_graph_says_who_answered_and_what_they_were_told_and_is_kept(tmp_path: Path) -> None:
    model = expert_script("regret", WHOLE, tmp_path)
    graph = build("regret", model, tmp_path, Plan()).graphs[0]
    assert graph.models == (model,)
    assert {"annotator", "edge_finder", "glossary_writer", "graph_auditor"} <= set(graph.prompts)
    assert load_graph(Workspace.open(tmp_path / "workspace"), graph.digest) == graph


def test_who_changes_the_words_of_one_pass_pays_only_for_it_and_for_what_hangs_on_it(tmp_path: Path) -> None:
    model, workspace = expert_script("private", WHOLE, tmp_path), Workspace.create(tmp_path / "workspace")
    job = Building(workspace, cast_of("construction", model=model))
    job.run([wanted("private", Plan())])
    prompts = tmp_path / "prompts"
    prompts.mkdir()
    shipped = resources.files("tcsalgbench.prompts").joinpath("templates", "glossary_writer.md").read_text("utf-8")
    (prompts / "glossary_writer.md").write_text(shipped.replace("You write the glossary", "You keep the glossary", 1))
    again = replace(job, prompts=prompts).run([wanted("private", Plan())]).roles()
    asked_anew = {role for role, one in again.items() if one["replayed"] < one["calls"]}
    assert asked_anew == {"glossary_writer", "graph_auditor"}
