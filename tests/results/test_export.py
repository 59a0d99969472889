"""A workspace as tidy tables: every run with the verdicts on its present proof, in the form that `report` reads."""

import json
from pathlib import Path
from typing import Any

import pytest

from tcsalgbench.challenges.store import save_challenge
from tcsalgbench.cli.main import run
from tcsalgbench.errors import BadInput
from tcsalgbench.judging.model import Judge, Score
from tcsalgbench.judging.store import judge_log, save_scores
from tcsalgbench.judging.text import submission_digest
from tcsalgbench.provers.model import Run, RunUsage
from tcsalgbench.provers.store import save_run
from tcsalgbench.results.export import export_workspace
from tcsalgbench.results.tidy import read_tidy
from tcsalgbench.workspace import Workspace
from tests.challenges.making import sample_challenges
from tests.results.making import Row, table

CHALLENGES = sample_challenges()
FIRST, SECOND = sorted(CHALLENGES)[:2]


def a_run(challenge: str, **fields: Any) -> Run:  # noqa: ANN401
    who = {"system": "m/direct", "family": "M", "model": "simulated/m", "effort": "high", "workflow": "direct"}
    usage = RunUsage(calls=2, input_tokens=9, cached_input_tokens=4, output_tokens=3, reasoning_tokens=1)
    fixed = {"seed": 1, "end": "submitted", "proof": "A proof.", "usage": usage, "scope": "s"}
    return Run.model_validate({**who, "challenge_id": challenge, **fixed, **fields})


def score(of: Run, label: bool | None, judge: str = "majority", proof: str | None = None) -> Score:
    digest = submission_digest(CHALLENGES[of.challenge_id], proof or of.proof or "")
    who = {"challenge_id": of.challenge_id, "system": of.system, "seed": of.seed, "purpose": of.purpose}
    return Score.model_validate({**who, "submission": digest, "judge": judge, "label": label})


def exported(folder: Path, runs: list[Run], scores: list[Score]) -> tuple[list[Row], list[Row]]:
    workspace = Workspace.create(folder / "workspace")
    for one in CHALLENGES.values():
        save_challenge(workspace, one)
    for made in runs:
        save_run(workspace, made)
    save_scores(workspace, scores)
    judge_log(workspace).append([Judge(name="majority", digest="d", votes=3, models={"voter": "simulated/v"})])
    tables = export_workspace(workspace, folder / "data")
    assert tables.judges == ("simulated/v",)
    read_tidy(tables.results)  # it is what it should be
    lines = [path.read_text().splitlines() for path in (tables.results, tables.challenges)]
    rows, of = ([json.loads(line) for line in one] for one in lines)
    return rows, of


def test_a_run_has_the_fields_of_the_specification(tmp_path: Path) -> None:
    made = a_run(FIRST, confidence=0.3)
    (row,), of = exported(tmp_path, [made], [score(made, True), score(made, False, "opus")])
    assert row == {
        "system": "m/direct",
        "family": "M",
        "model": "simulated/m",
        "effort": "high",
        "workflow": "direct",
        "challenge_id": FIRST,
        "seed": 1,
        "purpose": "comparison",
        "outcome": "submitted",
        "verdicts": {"majority": True, "opus": False},
        "confidence": 0.3,
        "usage": {"calls": 2, "input_tokens": 9, "cached_input_tokens": 4, "output_tokens": 3},
    }
    assert [one["id"] for one in of] == sorted(CHALLENGES)
    assert set(of[0]) == {"id", "paper", "area", "first_version_date"}


def test_a_verdict_on_another_proof_or_statement_does_not_count(tmp_path: Path) -> None:
    made = a_run(FIRST)
    (row,), _ = exported(tmp_path, [made], [score(made, True, proof="An earlier proof.")])
    assert row["verdicts"] == {}
    assert row["outcome"] == "submitted"


def test_the_verdict_on_the_present_proof_is_found_among_others(tmp_path: Path) -> None:
    made = a_run(FIRST)
    (row,), _ = exported(tmp_path, [made], [score(made, False), score(made, True, proof="An earlier proof.")])
    assert row["verdicts"] == {"majority": False}


def test_what_submitted_nothing_has_no_verdict_and_missing_votes_are_null(tmp_path: Path) -> None:
    runs = [a_run(FIRST), a_run(SECOND, end="errored", proof=None, why="the connection broke")]
    rows, _ = exported(tmp_path, runs, [score(runs[0], None)])
    by_challenge = {row["challenge_id"]: row for row in rows}
    assert by_challenge[FIRST]["verdicts"] == {"majority": None}
    assert (by_challenge[SECOND]["outcome"], by_challenge[SECOND]["verdicts"]) == ("errored", {})


def test_a_submission_from_outside_is_a_row_of_its_own(tmp_path: Path) -> None:
    other = a_run(FIRST, system="theirs", seed=1)
    (row,), _ = exported(tmp_path, [], [score(other, True)])
    assert row == {
        "system": "theirs",
        "challenge_id": FIRST,
        "seed": 1,
        "purpose": "comparison",
        "outcome": "submitted",
        "verdicts": {"majority": True},
    }


def test_a_workspace_is_reported_on_with_its_models_marked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = a_run(FIRST)
    exported(tmp_path, [made], [])
    assert run(["report", "--workspace", str(tmp_path / "workspace"), "--out", str(tmp_path / "out")]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "simulated: no finding about real models" in said
    assert "1 submission is unscored" in said
    assert table(tmp_path, "models_direct")[0]["seed1_accepted"] == "0"
    assert "voters: simulated/v" in (tmp_path / "out" / "tables" / "models_direct.md").read_text()


def test_an_empty_workspace_says_what_to_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    workspace = Workspace.create(tmp_path / "workspace")
    with pytest.raises(BadInput, match="holds no runs and no scores"):
        export_workspace(workspace, tmp_path / "data")
    words = ["--workspace", str(workspace.root), "--out", str(tmp_path / "out")]
    assert run(["report", *words]) == 2
    assert "tcsalgbench run" in " ".join(capsys.readouterr().err.split())
    assert run(["report", "--plan", "--draw", "3", *words]) == 2
    assert "no challenges that are ready" in " ".join(capsys.readouterr().err.split())


def test_a_pilot_can_be_drawn_from_a_workspace(tmp_path: Path) -> None:
    exported(tmp_path, [a_run(FIRST)], [])
    words = ["--workspace", str(tmp_path / "workspace"), "--out", str(tmp_path / "out")]
    assert run(["report", "--plan", "--draw", "2", *words]) == 0
    assert set((tmp_path / "out" / "pilot.txt").read_text().split()) <= set(CHALLENGES)
