"""`tcsalgbench library`: what people and machines see, and how it ends."""

import json
from pathlib import Path

import pytest

from tcsalgbench.challenges.store import save_challenge
from tcsalgbench.cli.main import run
from tcsalgbench.papers.store import keep_paper
from tcsalgbench.samples import expected_challenges, sample_folder
from tcsalgbench.workspace import Workspace
from tests.library.planting import paper_with, target

Printed = pytest.CaptureFixture[str]


def workspace_of(tmp_path: Path, paper: Path) -> Path:
    workspace = Workspace.create(tmp_path / "workspace")
    keep_paper(workspace, paper)
    for challenge, withheld in expected_challenges("private"):
        save_challenge(workspace, challenge, withheld)
    return workspace.root


def test_search_shows_statements_of_the_library_of_a_challenge(tmp_path: Path, capsys: Printed) -> None:
    root = workspace_of(tmp_path, sample_folder("private"))
    arguments = [
        "library",
        "search",
        "selection is private",
        "--challenge",
        "sample-private/thm:main",
        "--workspace",
        str(root),
    ]
    assert run([*arguments, "--count", "1"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("[prototype, Theorem 4]\nFrom H. Prototype: ")
    assert "1 of " in shown
    assert run([*arguments, "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["works"] == ["mannequin", "prototype", "template"]
    assert printed["snippets"][0]["printed"] == "Theorem 4"


def test_search_reads_a_folder_of_ones_own_or_a_bundled_library(capsys: Printed) -> None:
    cited = sample_folder("private") / "cited"
    assert run(["library", "search", "neighbours", "--work", str(cited / "groups")]) == 0
    assert "[groups, Lemma 1] (Paths)" in capsys.readouterr().out
    assert run(["library", "search", "neighbours", "--library", str(cited)]) == 0
    assert "in 3 works" in capsys.readouterr().out
    assert run(["library", "search", "neighbours", "--library", "sample:private"]) == 0
    assert "[mannequin, Lemma 1] (Paths)" in capsys.readouterr().out


def test_search_fuses_an_embedder_by_name(capsys: Printed) -> None:
    arguments = ["library", "search", "neighbouring", "--library", "sample:private", "--json", "--embedder"]
    assert run([*arguments, "tcsalgbench.library.embedding:Trigrams"]) == 0
    found = [snippet["printed"] for snippet in json.loads(capsys.readouterr().out)["snippets"]]
    assert "Definition 1" in found  # of neighbours: the words are not the same, their letters are
    for wrong in ("no.such.module:Thing", "json:dumps", "json:nothing", "tcsalgbench:__version__", "nothing"):
        assert run([*arguments, wrong]) == 2
        assert json.loads(capsys.readouterr().out)["error"]["kind"] == "bad-input"


def test_search_wants_to_know_where(capsys: Printed) -> None:
    assert run(["library", "search", "x"]) == 2
    assert run(["library", "search", "x", "--library", "a", "--work", "b"]) == 2
    assert run(["library", "search", "x", "--work", "nowhere"]) == 2
    assert "Say whose works to search" in capsys.readouterr().err


def test_scan_of_clean_libraries_ends_well(tmp_path: Path, capsys: Printed) -> None:
    root = workspace_of(tmp_path, sample_folder("private"))
    assert run(["library", "scan", "--workspace", str(root)]) == 0
    assert "2 challenges scanned: 0 works refused, 0 matches for review" in capsys.readouterr().out


def test_scan_refuses_a_work_that_holds_the_proof_and_says_where(tmp_path: Path, capsys: Printed) -> None:
    paper_with(tmp_path / "private", target(index=1)[1].proof)
    root = workspace_of(tmp_path, tmp_path / "private")
    arguments = ["library", "scan", "--challenge", "sample-private/thm:packing", "--workspace", str(root)]
    assert run(arguments) == 1
    shown = capsys.readouterr().out
    assert "refused  prototype (leak): 89% of the proof of thm:packing" in shown
    assert "stands in main.tex, lines" in shown
    assert run([*arguments, "--json"]) == 1
    (found,) = json.loads(capsys.readouterr().out)["challenges"]
    assert found["works"] == ["mannequin", "template"]
    assert run(["library", "search", "private", "--challenge", "sample-private/thm:packing", "--workspace", str(root)]) == 0
    assert "not searched: prototype" in capsys.readouterr().out


def test_scan_wants_challenges(tmp_path: Path, capsys: Printed) -> None:
    root = Workspace.create(tmp_path / "workspace").root
    assert run(["library", "scan", "--workspace", str(root)]) == 2
    assert "holds no challenge" in capsys.readouterr().err
