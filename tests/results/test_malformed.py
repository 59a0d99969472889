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


LINE = json.dumps(GOOD[1]).encode()
BYTES: list[tuple[str, bytes, str]] = [
    ("a byte-order mark", b"\xef\xbb\xbf" + LINE, "byte-order mark"),
    ("Latin-1", LINE.replace(b'"M"', b'"M\xe9"'), "not JSON"),
    ("a key twice", LINE[:-1] + b', "seed": 1}', "the key 'seed' stands in one object twice"),
    ("a verdict twice", LINE.replace(b'{"majority": false', b'{"majority": true, "majority": false'), "'majority'"),
    ("a key twice beside an escaped colon", LINE[:-1] + b', "note": "\\u003a", "seed": 1}', "the key 'seed'"),
    ("a line cut off", LINE[:-20], "ends too early"),
    ("a list", b"[" + LINE + b"]", "the whole row"),
    ("nothing", b"null", "the whole row"),
    ("nesting without end", b"[" * 100_000, "not JSON"),
    ("zeros", b"\x00" * 40, "not JSON"),
    ("a control character in a name", LINE.replace(b'"M"', b'"M\\u001b[31m"'), "control characters"),
    ("a number too large for any", LINE.replace(b'"seed": 1', b'"seed": 1' + b"0" * 30), "seed"),
    ("a confidence that is no number", LINE[:-1] + b', "confidence": NaN}', "confidence"),
]


@pytest.mark.parametrize(("line", "reason"), [case[1:] for case in BYTES], ids=[case[0] for case in BYTES])
def test_a_line_that_no_table_should_hold_is_named(
    line: bytes, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert report_bytes(tmp_path, json.dumps(GOOD[0]).encode() + b"\n" + line + b"\n") == 2
    said = " ".join(capsys.readouterr().err.split())
    assert "runs.jsonl, line 2: " in said
    assert reason in said


def report_bytes(folder: Path, runs: bytes) -> int:
    """Run `report` on a table of these very bytes."""
    from tcsalgbench.cli.main import run  # noqa: PLC0415

    (folder / "runs.jsonl").write_bytes(runs)
    of = write_lines(folder / "challenges.jsonl", challenges(2))
    return run(["report", "--results", str(folder / "runs.jsonl"), "--challenges", str(of), "--out", str(folder / "out")])


def test_ends_of_lines_blank_lines_and_colons_in_names_do_no_harm(tmp_path: Path) -> None:
    rows = [a_run(f"c{n}", system="lab: m/high", note="a: b", family="Ω:") for n in range(2)]
    assert report_bytes(tmp_path, b"\r\n".join([json.dumps(rows[0]).encode(), b"", json.dumps(rows[1]).encode()])) == 0


@pytest.mark.parametrize("runs", [b"", b"\n \n"])
def test_an_empty_table_is_an_error(runs: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert report_bytes(tmp_path, runs) == 2
    assert "holds no runs" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("families", "reason"),
    [(b'[{"family": "M", "family": "N", "cutoff": null}]', "twice"), (b"[" * 200_000, "too deeply"), (b"\xe9", "not JSON")],
)
def test_a_file_of_families_that_is_not_json_is_an_error(
    families: bytes, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "odd.json").write_bytes(families)
    assert report(tmp_path, GOOD, challenges(2), "--families", str(tmp_path / "odd.json")) == 2
    said = " ".join(capsys.readouterr().err.split())
    assert "odd.json" in said
    assert reason in said


WRONG_COLUMNS = {
    "seeds that are texts": pl.col("seed").cast(pl.String),
    "seeds with a fraction": pl.col("seed").cast(pl.Float64),
    "verdicts that are texts": pl.lit("yes").alias("verdicts"),
    "verdicts that are numbers": pl.struct(majority=pl.lit(1)).alias("verdicts"),
    "systems that are bytes": pl.col("system").cast(pl.Binary),
    "systems that are nothing": pl.lit(None, dtype=pl.String).alias("system"),
}


@pytest.mark.parametrize("column", WRONG_COLUMNS.values(), ids=WRONG_COLUMNS)
def test_parquet_with_a_column_of_the_wrong_type_is_an_error(
    column: pl.Expr, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pl.DataFrame(GOOD).with_columns(column).write_parquet(tmp_path / "odd")
    assert report_bytes(tmp_path, (tmp_path / "odd").read_bytes()) == 2
    assert "runs.jsonl, row 1: " in " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize("share", [0.002, 0.01, 0.5, 0.98])
def test_parquet_that_was_cut_off_is_an_error(share: float, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pl.DataFrame(GOOD).write_parquet(tmp_path / "whole")
    whole = (tmp_path / "whole").read_bytes()
    assert report_bytes(tmp_path, whole[: 4 + int(len(whole) * share)]) == 2
    assert "cannot be read as Parquet" in capsys.readouterr().err


def test_a_folder_is_no_table_and_a_file_no_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from tcsalgbench.cli.main import run  # noqa: PLC0415

    of = write_lines(tmp_path / "challenges.jsonl", challenges(2))
    runs = write_lines(tmp_path / "runs.jsonl", GOOD)
    assert run(["report", "--results", str(tmp_path), "--challenges", str(of), "--out", str(tmp_path / "out")]) == 2
    assert "Is a directory" in capsys.readouterr().err
    assert run(["report", "--results", str(runs), "--challenges", str(of), "--out", str(of)]) == 2
    assert "Not a directory" in capsys.readouterr().err
