"""A malformed table gives the file, the line and the reason, and exit status 2."""

import json
from pathlib import Path

import polars as pl
import pytest

from tests.results.making import Row, a_run, challenges, report, write_lines

GOOD = [a_run("c0"), a_run("c1")]
WRONG: list[tuple[str, Row, str]] = [
    ("a seed that is a text", a_run("c1", seed="1"), "seed"),  # type: ignore[arg-type]
    ("a seed that is a truth value", a_run("c1", seed=True), "seed"),
    ("a seed with a fraction", a_run("c1", seed=1.5), "seed"),  # type: ignore[arg-type]
    ("a verdict that is a number", a_run("c1", verdicts={"majority": 1}), "verdicts.majority"),
    ("verdicts that are a list", a_run("c1", verdicts=[True]), "verdicts"),
    ("an unknown outcome", a_run("c1", outcome="solved"), "outcome"),
    ("an unknown purpose", a_run("c1", purpose="fun"), "purpose"),
    ("a confidence above one", a_run("c1", confidence=1.5), "confidence"),
    ("a confidence that is no number", a_run("c1", confidence=float("nan")), "confidence"),
    ("tokens below zero", a_run("c1", usage={"input_tokens": -1}), "usage.input_tokens"),
    ("endless tokens", a_run("c1", usage={"output_tokens": float("inf")}), "usage.output_tokens"),
    ("a system without a name", a_run("c1", system=""), "system"),
    ("an unknown challenge", a_run("c7"), "'c7' is not in the table"),
    ("a second run of the same", a_run("c0"), "the first is at line 1"),
    ("another model under the same name", a_run("c1", model="n"), "model of the system"),
]


@pytest.mark.parametrize(("row", "reason"), [case[1:] for case in WRONG], ids=[case[0] for case in WRONG])
def test_a_wrong_row_is_named(row: Row, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert report(tmp_path, [GOOD[0], row], challenges(2)) == 2
    said = " ".join(capsys.readouterr().err.split())
    assert "runs.jsonl, line 2: " in said
    assert reason in said


@pytest.mark.parametrize("field", ["system", "challenge_id", "seed", "outcome"])
def test_a_missing_field_is_named(field: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    row = {name: value for name, value in GOOD[1].items() if name != field}
    assert report(tmp_path, [GOOD[0], row], challenges(2)) == 2
    assert f"line 2: the field '{field}' is missing" in " ".join(capsys.readouterr().err.split())


def test_a_line_that_is_no_json_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    runs = tmp_path / "bad.jsonl"
    runs.write_text(json.dumps(GOOD[0]) + "\n\n{not json\n")
    of = write_lines(tmp_path / "challenges.jsonl", challenges(2))
    from tcsalgbench.cli.main import run  # noqa: PLC0415

    assert run(["report", "--results", str(runs), "--challenges", str(of), "--out", str(tmp_path)]) == 2
    assert "bad.jsonl, line 3: this is not JSON" in " ".join(capsys.readouterr().err.split())


def test_a_system_without_the_first_seed_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [*GOOD, a_run("c0", seed=2, system="other"), a_run("c1", seed=3, system="other")]
    assert report(tmp_path, rows, challenges(2)) == 2
    said = " ".join(capsys.readouterr().err.split())
    assert "line 3: the system 'other' has no run with seed 1, only with 2, 3" in said


def test_a_first_run_that_is_missing_on_some_challenge_is_only_missing(tmp_path: Path) -> None:
    assert report(tmp_path, [a_run("c0"), a_run("c1", seed=2)], challenges(2)) == 0


def test_runs_for_calibration_need_no_first_seed(tmp_path: Path) -> None:
    rows = [*GOOD, a_run("c0", seed=6, purpose="calibration", confidence=0.1)]
    assert report(tmp_path, rows, challenges(2)) == 0


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"area": "Opt."}, "area"),
        ({"first_version_date": "1 May 2026"}, "first_version_date"),
        ({"first_version_date": 20260501}, "first_version_date"),
        ({"paper": 7}, "paper"),
        ({"id": "c0"}, "stands in the table already"),
    ],
)
def test_a_wrong_challenge_is_named(fields: Row, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = challenges(2)
    rows[1] |= fields
    assert report(tmp_path, [a_run("c0")], rows) == 2
    said = " ".join(capsys.readouterr().err.split())
    assert "challenges.jsonl, line 2: " in said
    assert reason in said


@pytest.mark.parametrize(
    ("families", "reason"),
    [
        ([{"family": "M"}], "Field required"),
        ([{"family": "M", "cutoff": "soon"}], "entry 1, cutoff"),
        ([{"family": "M", "cutoff": "2026-01-01"}] * 2, "more than once"),
        ({"M": "2026-01-01"}, "the whole"),
    ],
)
def test_a_wrong_family_is_named(families: list[Row], reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert report(tmp_path, GOOD, challenges(2), families=families) == 2
    said = " ".join(capsys.readouterr().err.split())
    assert "families.json" in said
    assert reason in said


def test_an_alternative_that_nobody_gave_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert report(tmp_path, GOOD, challenges(2), "--alternative", "opus") == 2
    assert "no run" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["3", "5/3", "1/0", "-1/3", "a/b"])
def test_false_accepts_are_counts(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert report(tmp_path, GOOD, challenges(2), "--false-accepts", text) == 2
    assert "3/120" in capsys.readouterr().err


def test_tables_come_in_pairs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from tcsalgbench.cli.main import run  # noqa: PLC0415

    runs = write_lines(tmp_path / "runs.jsonl", GOOD)
    assert run(["report", "--results", str(runs), "--out", str(tmp_path)]) == 2
    assert "--challenges" in capsys.readouterr().err
    assert run(["report", "--results", str(tmp_path / "no"), "--challenges", str(runs), "--out", str(tmp_path)]) == 2


def test_parquet_is_read_and_its_mistakes_have_rows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from tcsalgbench.cli.main import run  # noqa: PLC0415

    of = tmp_path / "challenges.parquet"
    pl.DataFrame(challenges(2, first_version_date="2026-01-01")).with_columns(
        pl.col("first_version_date").str.to_date()
    ).write_parquet(of)
    for name, rows in (("good", GOOD), ("bad", [*GOOD, a_run("c0", seed=2, confidence=float("nan"))])):
        pl.DataFrame(rows, infer_schema_length=None).write_parquet(tmp_path / name)
    words = ["--challenges", str(of), "--out", str(tmp_path / "out")]
    assert run(["report", "--results", str(tmp_path / "good"), *words]) == 0
    assert run(["report", "--results", str(tmp_path / "bad"), *words]) == 2
    said = " ".join(capsys.readouterr().err.split())
    assert "bad, row 3: confidence" in said
