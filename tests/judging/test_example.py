"""The example of scoring that the documentation shows comes out as it is shown there."""

from pathlib import Path

import pytest

from tcsalgbench.cli.main import run

EXAMPLE = Path(__file__).parents[2] / "examples" / "scoring"


def test_the_example_of_scoring_runs_as_documented(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where = ["--workspace", str(tmp_path / "w")]
    panel = ["--model", f"scripted/{EXAMPLE / 'panel.toml'}"]
    assert run(["challenges", "import", str(EXAMPLE / "challenges.jsonl"), *where]) == 0
    assert run(["score", "--submissions", str(EXAMPLE / "submissions.jsonl"), *panel, *where]) == 0
    assert "1 accepted, 1 rejected, 0 unscored" in capsys.readouterr().out
    assert run(["verdict", "my/bernoulli", "--seed", "2", "--proof", *where]) == 0
    said = capsys.readouterr().out
    assert "REJECTED by majority (1 of 3 votes PASS)" in said and "organiser failed" not in said
    assert "│ Expand" in said and "✗ Vote 3, phase 6a" in said
    proof, lemma = EXAMPLE / "proof.tex", EXAMPLE / "lemma.tex"
    assert run(["referee", str(proof), "--statement", str(lemma), *panel, "--out", str(tmp_path / "report"), *where]) == 0
    assert "REJECTED by referee (1 of 3 votes PASS)" in capsys.readouterr().out
