"""`tcsalgbench tex graph`: what people and machines see, and how it ends."""

import json
import os
from pathlib import Path

import pytest

from tcsalgbench.cli.main import run

PAPER = r"""\documentclass{article}
\newtheorem{theorem}{Theorem}
\begin{document}
\begin{theorem}[Round]\label{a} All [widgets] are round. \end{theorem}
\begin{theorem}\label{b} By \ref{a} and \ref{missing}. \end{theorem}
\begin{proof} Clear. \end{proof}
\end{document}
"""


@pytest.fixture
def paper(tmp_path: Path) -> Path:
    path = tmp_path / "main.tex"
    path.write_text(PAPER)
    return path


def test_it_prints_the_statements_for_people(paper: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["tex", "graph", str(paper)]) == 0
    shown = capsys.readouterr()
    assert "Theorem 1 (Round)" in shown.out
    assert "main.tex:4" in shown.out
    assert "All [widgets] are round." in shown.out
    assert "proof  main.tex:6-6 (the nearest statement before it)" in shown.out
    assert "uses   Theorem 1" in shown.out
    assert "2 statements, 1 with a proof" in shown.out
    assert "missing" in shown.err
    assert "\x1b[" not in shown.out


def test_it_writes_json_to_a_file_or_to_the_output(paper: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = paper.with_name("graph.json")
    assert run(["tex", "graph", str(paper), "--json", str(target), "--workspace", str(paper.parent)]) == 0
    capsys.readouterr()
    assert run(["tex", "graph", str(paper), "--json", "-"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed == json.loads(target.read_text())
    assert printed["schema"] == 1
    assert [path.name for path in paper.parent.iterdir() if path.name.startswith(".")] == []


def test_no_statement_is_a_failure_that_says_what_was_tried(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "main.tex").write_text("\\documentclass{article}\\begin{document}Hello\\end{document}")
    assert run(["tex", "graph", str(tmp_path / "main.tex")]) == 1
    error = capsys.readouterr().err
    assert "no statement was found" in error
    assert "class article" in error


def test_machines_get_one_json_document_also_when_there_is_no_statement(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "main.tex").write_text("\\begin{document}Hello\\end{document}")
    assert run(["tex", "graph", str(tmp_path / "main.tex"), "--json", "-"]) == 1
    assert json.loads(capsys.readouterr().out)["error"]["kind"] == "no-statement"


@pytest.mark.parametrize("name", ["nothere.tex", "binary.tex", ".", "pipe.tex", "ring.tex", "link.tex", "huge.tex"])
def test_what_cannot_be_read_is_wrong_use_said_in_a_sentence(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "binary.tex").write_bytes(b"\0\1\2")
    os.mkfifo(tmp_path / "pipe.tex")
    (tmp_path / "ring.tex").symlink_to("ring.tex")
    (tmp_path / "link.tex").symlink_to("/etc/hostname")
    with (tmp_path / "huge.tex").open("wb") as file:
        file.truncate(65_000_000)
    assert run(["tex", "graph", str(tmp_path / name)]) == 2
    error = capsys.readouterr().err
    assert "name the main TeX file" in error or "name the file it leads to" in error
    assert "Traceback" not in error


def test_an_unwritable_target_is_wrong_use(paper: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["tex", "graph", str(paper), "--json", str(paper / "x" / "graph.json")]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_blueprint_edges_can_be_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "m.tex").write_text(PAPER.replace("By \\ref{a}", "\\uses{a} by"))
    run(["tex", "graph", str(tmp_path / "m.tex"), "--json", "-"])
    assert [edge["via"] for edge in json.loads(capsys.readouterr().out)["edges"]] == ["uses"]
    run(["tex", "graph", str(tmp_path / "m.tex"), "--json", "-", "--ignore-uses"])
    assert json.loads(capsys.readouterr().out)["edges"] == []
