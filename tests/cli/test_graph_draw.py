import json
import shutil
from pathlib import Path

import pytest

from tcsalgbench.cli.main import run
from tcsalgbench.graphs.model import GRAPH
from tcsalgbench.graphs.store import load_graph, save_graph
from tcsalgbench.papers.store import keep_paper
from tcsalgbench.samples import sample_folder, tex_folder
from tcsalgbench.samples.graphs import expected_graph
from tcsalgbench.workspace import Workspace


def test_a_paper_a_file_a_graph_and_a_name_in_the_workspace_can_be_drawn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    workspace = Workspace.create(tmp_path / "work")
    keep_paper(workspace, sample_folder("regret"))
    save_graph(workspace, expected_graph("regret"))
    GRAPH.write(tmp_path / "graph.json", expected_graph("regret"))
    where = ["--workspace", str(workspace.root)]
    for number, name in enumerate([str(sample_folder("regret")), str(tmp_path / "graph.json"), "sample-regretv1"]):
        out = tmp_path / "drawn" / f"{number}.html"
        assert run(["graph", "draw", name, "--out", str(out), "--json", *where]) == 0
        assert json.loads(capsys.readouterr().out)["term_uses"] == len(expected_graph("regret").terms)
        assert "\\\\langle" in out.read_text()  # the macros of the paper were found
    main = tex_folder("regret") / "main.tex"
    assert run(["graph", "draw", str(main), "--svg", "--out", str(tmp_path / "main.svg"), *where]) == 0
    assert "16 statements" in capsys.readouterr().out
    assert (tmp_path / "main.svg").read_text().startswith("<svg")


@pytest.mark.parametrize("name", ["nowhere", "sample-unknownv1"])
def test_what_cannot_be_found_is_a_sentence(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["graph", "draw", name, "--workspace", str(tmp_path)]) == 2
    assert "Name yours with --workspace" in capsys.readouterr().err
    Workspace.create(tmp_path)
    assert run(["graph", "draw", name, "--workspace", str(tmp_path)]) == 2
    assert "graph build" in capsys.readouterr().err


def test_a_text_without_statements_is_not_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "main.tex").write_text("\\documentclass{article}\\begin{document}Nothing.\\end{document}")
    assert run(["graph", "draw", str(tmp_path / "main.tex")]) == 1
    assert "no statement" in capsys.readouterr().err


def test_what_was_built_of_bare_tex_is_what_is_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, where = tmp_path / "tex", ["--workspace", str(tmp_path / "work")]
    shutil.copytree(tex_folder("regret"), folder)
    assert run(["graph", "build", str(folder), "--no-models", "--json", *where]) == 0
    digest = json.loads(capsys.readouterr().out)["graphs"][0]["digest"]
    graph = load_graph(Workspace.open(tmp_path / "work"), digest)
    save_graph(Workspace.open(tmp_path / "work"), graph.model_copy(update={"terms": ()}))
    for name in (folder, folder / "main.tex"):
        assert run(["graph", "draw", str(name), "--out", str(tmp_path / "new" / "page.html"), "--json", *where]) == 0
        assert json.loads(capsys.readouterr().out)["term_uses"] == 0
