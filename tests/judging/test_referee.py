from pathlib import Path

import pytest

from tcsalgbench.cli.main import run
from tcsalgbench.errors import BadInput
from tcsalgbench.judging.referee import JUDGE, read_manuscript, referee
from tcsalgbench.judging.store import load_scores
from tcsalgbench.samples import cited_folder
from tcsalgbench.workspace import Workspace
from tests.judging.naive import cited
from tests.judging.panelists import Panelist, ballot, fenced, organised, session

PROOF = r"""\documentclass{article}
\newcommand{\E}{\mathbb{E}}
\begin{document}
By [signs, Theorem 3] which states: "$\E|S_n|\ge\sqrt{n/2}$ for every $n\ge 1$." and so on, we are done.

Here $n$ is at least one.
\end{document}
"""


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path, Path]:
    proof, statement, library = tmp_path / "proof.tex", tmp_path / "lemma.tex", tmp_path / "cited"
    proof.write_text(PROOF)
    statement.write_text(r"For $n\ge 1$ there is a learner with $\E|S_n|\ge c\sqrt n$.")
    (library / "signs").mkdir(parents=True)
    for name in ("main.tex", "macros.tex"):
        (library / "signs" / name).write_bytes((cited_folder("regret", "signs") / name).read_bytes())
    return proof, statement, library


def test_a_manuscript_gets_a_report_with_the_source_beside_its_citation(files: tuple[Path, Path, Path], tmp_path: Path) -> None:
    said = {"phase": "6a", "quote": "Here $n$ is at least one.", "why": "This was given."}
    client = Panelist(
        lambda request, draw: ballot("FAIL", offending=[said]),
        lambda request, draw: organised(request, cited(fenced(request)["submitted proof"])),
    )
    workspace = Workspace.create(tmp_path / "w")
    report = referee(session(workspace, client, name=JUDGE), read_manuscript(*files), tmp_path / "out")
    written = report.markdown.read_text()
    assert report.verdict.outcome == "rejected"
    assert "C1 differs, signs, Theorem 3" in written
    assert "source «3», proof «2»" in written
    assert "Vote 1, phase 6a: This was given." in written
    assert "documentclass" not in written
    page = report.html.read_text()
    assert "This was given." in page and "The source" in page
    assert load_scores(workspace) == ()


def test_a_library_that_is_none_is_said(files: tuple[Path, Path, Path], tmp_path: Path) -> None:
    client = Panelist(organiser=lambda request, draw: organised(request, cited(fenced(request)["submitted proof"])))
    manuscript = read_manuscript(files[0], files[1], None)
    report = referee(session(Workspace.create(tmp_path / "w"), client, name=JUDGE), manuscript, tmp_path / "out")
    assert report.verdict.outcome == "accepted"
    assert any("No library" in flag for flag in report.verdict.flags)
    assert report.verdict.organised is not None
    assert [one.outcome for one in report.verdict.organised.citations] == ["not checkable"]


def test_an_empty_manuscript_is_bad_input(tmp_path: Path) -> None:
    empty = tmp_path / "proof.md"
    empty.write_text("  \n")
    with pytest.raises(BadInput, match="empty"):
        read_manuscript(empty, empty, None)


def test_what_is_no_text_is_bad_input(tmp_path: Path) -> None:
    binary = tmp_path / "proof.tex"
    binary.write_bytes(b"\xff\xfe\0a")
    with pytest.raises(BadInput, match="no text"):
        read_manuscript(binary, binary, None)


def test_given_a_library_the_same_proof_is_examined_again(files: tuple[Path, Path, Path], tmp_path: Path) -> None:
    client = Panelist(organiser=lambda request, draw: organised(request, cited(fenced(request)["submitted proof"])))
    workspace = Workspace.create(tmp_path / "w")
    for library, outcome in ((None, "not checkable"), (files[2], "differs"), (files[2], "differs")):
        report = referee(session(workspace, client, name=JUDGE), read_manuscript(*files[:2], library), tmp_path / "out")
        assert report.verdict.organised is not None
        assert [one.outcome for one in report.verdict.organised.citations] == [outcome]
    assert len(client.of("vote")) == 6


def test_the_commands_run_with_a_simulated_panel(
    files: tuple[Path, Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, workspace = tmp_path / "out", tmp_path / "w"
    arguments = ["referee", str(files[0]), "--statement", str(files[1]), "--preset", "simulated"]
    assert run([*arguments, "--workspace", str(workspace), "--out", str(out)]) == 0
    assert (out / "report.md").is_file() and (out / "report.html").is_file()
    assert "by referee" in capsys.readouterr().out
    assert run(["verdict", "nothing/here", "--workspace", str(workspace)]) == 2
