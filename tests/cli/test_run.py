"""The commands that prove: run, runs, prove."""

import json
from pathlib import Path
from typing import Any

import pytest

from tcsalgbench.cli.main import run
from tests.provers.workspaces import ARGUMENT, rule, sample_workspace, script

Captured = pytest.CaptureFixture[str]


def told(capsys: Captured, *words: str, status: int = 0) -> Any:  # noqa: ANN401
    capsys.readouterr()
    assert run([*words, "--json"]) == status
    return json.loads(capsys.readouterr().out)


@pytest.fixture
def study(tmp_path: Path) -> list[str]:
    """The options of a study on two challenges with a scripted model."""
    workspace = sample_workspace(tmp_path / "w")
    return ["--workspace", str(workspace.root), "--model", script(tmp_path)]


def test_a_comparison_of_systems_is_one_command(tmp_path: Path, capsys: Captured) -> None:
    workspace = str(sample_workspace(tmp_path / "w").root)
    systems = tmp_path / "systems.toml"
    model = script(tmp_path)
    lines = "".join(f'[[system]]\nname = "{one}"\nworkflow = "{one}"\n' for one in ("direct", "discussion-10", "discussion"))
    systems.write_text(f'schema = 1\n[defaults]\nmodel = "{model}"\n{lines}')
    words = ["run", "--systems", str(systems), "--seeds", "2", "--workspace", workspace]
    assert told(capsys, *words, "--check")["verdict"].startswith("limits equal")
    assert [one["calls"] for one in told(capsys, *words, "--dry-run") if one["bound"] == "least"] == [4, 8, 12]
    counts = told(capsys, *words)
    assert (counts["planned"], counts["done"], counts["accepted"], counts["errored"]) == (12, 12, 8, 0)
    assert len(told(capsys, "runs", "list", "--workspace", workspace)) == 12
    assert len(told(capsys, "runs", "list", "--system", "direct", "--workspace", workspace)) == 4
    assert told(capsys, "runs", "list", "--check", "--workspace", workspace)["matched"] is True
    assert run(["runs", "list", "--workspace", workspace]) == 0
    assert run(["runs", "list", "--check", "--workspace", workspace]) == 0


def test_run_says_how_it_stands_and_resumes(study: list[str], capsys: Captured) -> None:
    assert run(["run", "--workflow", "direct", *study]) == 0
    seen = capsys.readouterr()
    assert "2 of 2 runs done" in seen.err
    assert "2 runs made of 2" in seen.out
    assert run(["run", "--workflow", "direct", *study]) == 2
    assert "--resume" in capsys.readouterr().err
    assert told(capsys, "run", "--workflow", "direct", *study, "--resume", "--seeds", "2")["already_done"] == 2


def test_runs_that_errored_give_status_1(tmp_path: Path, capsys: Captured) -> None:
    workspace = sample_workspace(tmp_path / "w")
    model = script(tmp_path, rule("prover", ARGUMENT, "*", 'fault = "timed-out"\ntimes = 99'))
    words = ["run", "--workflow", "direct", "--workspace", str(workspace.root), "--model", model]
    assert told(capsys, *words, status=1)["errored"] == 2


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ((), "Name a system"),
        (("--workflow", "luck"), "no workflow"),
        (("--workflow", "direct", "--set", "rounds"), "NAME=VALUE"),
        (("--workflow", "direct", "--submit", "all"), "submit"),
        (("--workflow", "direct", "--challenges", "none"), "none"),
        (("--systems", "x.toml", "--workflow", "direct"), "leave --workflow"),
    ],
)
def test_wrong_use_of_run_is_said(study: list[str], words: tuple[str, ...], reason: str, capsys: Captured) -> None:
    assert run(["run", *words, *study]) == 2
    assert reason in capsys.readouterr().err


@pytest.mark.parametrize(
    ("model", "words", "reason"),
    [
        ("openai/gpt-5.5", (), "--max-dollars"),
        ("openai/gpt-of-no-price", ("--max-dollars", "3"), "not known"),
        ("openai/gpt-of-no-price", ("--no-cost-cap", "--set", "max_dollars=1"), "limit of max_dollars"),
    ],
)
def test_models_that_cost_money_are_not_asked_without_a_cap_that_holds(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch, model: str, words: tuple[str, ...], reason: str
) -> None:
    pytest.importorskip("inspect_ai", reason="hosted models need the extra [hosted]")
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    workspace = str(sample_workspace(tmp_path / "w").root)
    assert run(["run", "--workflow", "direct", "--model", model, "--workspace", workspace, *words]) == 2
    assert reason in capsys.readouterr().err


def test_a_run_reads_as_a_conversation(study: list[str], tmp_path: Path, capsys: Captured) -> None:
    assert run(["run", "--workflow", "discussion", "--name", "talk", *study]) == 0
    capsys.readouterr()
    workspace = study[:2]
    assert run(["runs", "show", "talk/sample-regret/thm:upper", *workspace]) == 0
    text = capsys.readouterr().out
    places = [text.index(word) for word in ("iter1/round1/decider", "iter1/round1/prover", "iter1/round1/verifier", "round2")]
    assert places == sorted(places)
    assert "What was submitted (accepted by the internal verifier)" in text
    said = told(capsys, "runs", "show", "talk/sample-regret/thm:upper", *workspace)["said"]
    assert [one["word"] for one in said] == ["prove", "argument", "reject", "prove", "argument", "accept"]
    page = tmp_path / "run.html"
    assert run(["runs", "show", "talk/sample-regret/thm:upper", "--html", str(page), *workspace]) == 0
    html = page.read_text()
    assert "iter1/round2/verifier" in html
    assert "this is no verdict on the proof" in html
    assert run(["runs", "show", "talk", *workspace]) == 2
    assert run(["runs", "show", "nothing", *workspace]) == 2


def test_a_conversation_tells_what_the_program_did_between_the_answers(tmp_path: Path, capsys: Captured) -> None:
    workspace = ["--workspace", str(sample_workspace(tmp_path / "w").root)]
    cites = '[{ kind = "snippet", name = "nobody, Theorem 9", quote = "words" }]'
    wrong = rule("prover", ARGUMENT.replace("cites = []", f"cites = {cites}"), "*round1/prover")
    unread = rule("verifier", '{ verdict = "maybe" }', "*round2/verifier*")
    model = script(tmp_path, wrong, unread)
    assert run(["run", "--workflow", "discussion-10", "--name", "talk", "--model", model, *workspace]) == 0
    said = told(capsys, "runs", "show", "talk/sample-regret/thm:upper", *workspace)["said"]
    assert [(one["role"], one["name"]) for one in said] == [
        ("prover", "round1/prover"),
        ("program", "before round2/prover"),
        ("prover", "round2/prover"),
        ("verifier", "round2/verifier"),
        ("verifier", "round2/verifier#repair"),
        ("program", "before round3/prover"),
        ("prover", "round3/prover"),
        ("verifier", "round3/verifier"),
    ]
    assert "No snippet of that name was shown" in str(said[1]["texts"])
    assert said[3]["note"] == "not in its form, asked again"
    assert "no objections that can be read" in str(said[5]["texts"])


LEMMA = r"""\documentclass{article}
\newcommand{\R}{\mathbb{R}}
\begin{document}
\begin{lemma} For all $x \in \R$, $x^2 \ge 0$. \end{lemma}
\end{document}
"""


@pytest.mark.parametrize(("name", "text"), [("lemma.tex", LEMMA), ("lemma.md", "For all $x$, $x^2 \\ge 0$.")])
def test_prove_runs_a_system_on_a_lemma_of_ones_own(tmp_path: Path, capsys: Captured, name: str, text: str) -> None:
    lemma = tmp_path / name
    lemma.write_text(text)
    (tmp_path / "cited").mkdir()
    (tmp_path / "cited" / "squares.tex").write_text(
        r"\documentclass{article}\newtheorem{lemma}{Lemma}\begin{document}\begin{lemma}A square $x^2$ is not negative."
        r"\end{lemma}\end{document}"
    )
    words = ["prove", str(lemma), "--library", str(tmp_path / "cited"), "--model", script(tmp_path)]
    words += ["--workspace", str(tmp_path / "w")]
    assert [(one["bound"], one["calls"]) for one in told(capsys, *words, "--dry-run")] == [("least", 2), ("most", 20)]
    (made,) = told(capsys, *words)
    assert (made["end"], made["internally_accepted"], made["usage"]["calls"]) == ("submitted", True, 4)
    folder = Path(made["folder"])
    assert (folder / "proof.md").read_text() == "P\n"
    assert "x^2" in (folder / "problem.md").read_text()
    assert "documentclass" not in (folder / "problem.md").read_text()
    assert "round2/verifier" in (folder / "conversation.html").read_text()
    assert run(words) == 0, "run again, it finds everything in the journal"
    assert "(4 found in the journal)" in capsys.readouterr().err
    assert run(["journal", "show", "--full", "--workspace", str(tmp_path / "w")]) == 0
    assert "squares, Lemma 1" in capsys.readouterr().out


def test_prove_says_what_is_wrong_with_a_file(tmp_path: Path, capsys: Captured) -> None:
    empty = tmp_path / "empty.md"
    empty.write_text(" \n")
    assert run(["prove", str(empty), "--preset", "simulated", "--workspace", str(tmp_path / "w")]) == 2
    assert "holds no statement" in capsys.readouterr().err
    assert run(["prove", str(tmp_path / "none.md"), "--preset", "simulated", "--workspace", str(tmp_path / "w")]) == 2
