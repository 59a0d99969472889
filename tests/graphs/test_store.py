from pathlib import Path

import pytest

from tcsalgbench.errors import BadInput
from tcsalgbench.graphs.build import graph_by_code, material_of, wanted_of
from tcsalgbench.graphs.passes import Plan
from tcsalgbench.graphs.store import load_graph, save_graph, shared_graph
from tcsalgbench.papers.record import load_paper
from tcsalgbench.samples import sample_folder
from tcsalgbench.samples.graphs import expected_graph
from tcsalgbench.workspace import Workspace


def test_a_graph_is_found_by_the_version_of_its_work_and_by_its_digest(tmp_path: Path) -> None:
    workspace, graph = Workspace.create(tmp_path), expected_graph("regret")
    save_graph(workspace, graph)
    assert load_graph(workspace, f"{graph.work}{graph.version}") == graph
    assert load_graph(workspace, graph.digest) == graph


def test_a_graph_that_was_never_built_is_an_error_that_says_how(tmp_path: Path) -> None:
    for key in ("2503.01234v2", "0" * 64):
        with pytest.raises(BadInput, match="graph build"):
            load_graph(Workspace.create(tmp_path), key)


def test_a_work_that_two_papers_cite_has_one_graph(tmp_path: Path) -> None:
    workspace = Workspace.create(tmp_path)
    source = next(iter(load_paper(sample_folder("private")).cited.values()))
    first = shared_graph(workspace, source, "groups", "v1")
    assert shared_graph(workspace, source, "the-same-text-elsewhere", "v3") == first
    assert len(first.nodes) > 0
    assert len(list((tmp_path / "graphs").glob("*.json"))) == 1


def test_a_graph_by_models_stands_in_the_place_of_one_by_code(tmp_path: Path) -> None:
    workspace, paper = Workspace.create(tmp_path), load_paper(sample_folder("regret"))
    shared_graph(workspace, paper.source, paper.record.id, paper.record.version)
    save_graph(workspace, expected_graph("regret"))
    found = shared_graph(workspace, paper.source, paper.record.id, paper.record.version)
    assert found.glossary == expected_graph("regret").glossary


def test_the_graph_by_code_is_the_same_however_it_comes_about(tmp_path: Path) -> None:
    paper = load_paper(sample_folder("regret"))
    shared = shared_graph(Workspace.create(tmp_path), paper.source, paper.record.id, paper.record.version)
    assert shared == graph_by_code(material_of(wanted_of(paper, Plan())[0]))
    assert shared.terms
