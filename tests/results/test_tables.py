"""Tables of odd studies: what is counted, what is left out, and what is compared with what."""

from pathlib import Path
from typing import Any

import pytest

from tests.results.making import Row, a_run, challenges, report, table

FAMILIES = [{"family": "M", "cutoff": "2026-03-01"}]


def system(effort: str, model: str = "m", workflow: str = "discussion-10") -> dict[str, Any]:
    return {"system": f"{model}-{effort}/{workflow}", "model": model, "effort": effort, "workflow": workflow}


def pairs_of_efforts(folder: Path, efforts: list[dict[str, Any]]) -> list[tuple[str, str]]:
    rows = [a_run(f"c{n}", **who) for who in efforts for n in range(4)]
    assert report(folder, rows, challenges(4)) == 0
    return [(row["a"], row["b"]) for row in table(folder, "efforts")]


def test_every_pair_of_efforts_is_compared_the_weaker_first(tmp_path: Path) -> None:
    efforts = [system(effort) for effort in ("max", "low", "ultra", "high", "turbo")]
    order = ["low", "high", "max", "turbo", "ultra"]  # those that nobody knows come last, by name
    assert pairs_of_efforts(tmp_path, efforts) == [(a, b) for at, a in enumerate(order) for b in order[at + 1 :]]


def test_efforts_whose_models_have_names_of_their_own_are_compared_too(tmp_path: Path) -> None:
    assert pairs_of_efforts(tmp_path, [system("high", "m-high"), system("xhigh", "m-xhigh")]) == [("high", "xhigh")]


def test_two_models_of_one_family_and_effort_are_not_mixed(tmp_path: Path) -> None:
    efforts = [system("high", "m"), system("max", "m"), system("high", "m-mini"), system("max", "m-mini")]
    assert pairs_of_efforts(tmp_path, efforts) == [("m high", "m max"), ("m-mini high", "m-mini max")]


def test_the_denominator_is_all_challenges_whatever_became_of_the_runs(tmp_path: Path) -> None:
    rows = [
        a_run("c0", accepted=True),
        a_run("c1", outcome="errored", accepted=None),
        a_run("c2", accepted=None),  # unscored
        a_run("c3", verdicts={"majority": None}),
        a_run("c4", outcome="conceded", accepted=None),
        a_run("c0", 2, accepted=None),
        a_run("c5", 2, accepted=True),  # its first run is missing, as is everything on c6 to c9
        a_run("c6", 2, accepted=True, outcome="errored"),  # a verdict on no proof counts for nothing
    ]
    assert report(tmp_path, rows, challenges(10)) == 0
    (row,) = table(tmp_path, "models_discussion")
    assert (row["seed1_accepted"], row["coverage_accepted"]) == ("1", "2")
    assert (float(row["seed1_rate"]), float(row["coverage_rate"])) == (10.0, 20.0)
    (ended,) = table(tmp_path, "runs")
    names = ("submitted", "conceded", "exhausted", "errored", "missing", "unscored", "accepted")
    assert [int(ended[name]) for name in names] == [5, 1, 0, 2, 12, 3, 2]


def test_the_day_of_the_cutoff_is_after_it_and_the_undated_count_under_all_only(tmp_path: Path) -> None:
    of = challenges(4)
    for row, day in zip(of, ("2026-02-28", "2026-03-01", "2026-03-02", None), strict=True):
        row["first_version_date"] = day
    rows = [a_run(f"c{n}", accepted=True) for n in range(4)]
    assert report(tmp_path, rows, of, families=FAMILIES) == 0
    row = table(tmp_path, "cutoff")[0]
    assert [row[f"{part}_total"] for part in ("pre", "post", "all")] == ["1", "2", "4"]


@pytest.mark.parametrize("families", [[{"family": "N", "cutoff": "2026-03-01"}], [{"family": "M", "cutoff": None}]])
def test_a_family_without_a_cutoff_leaves_the_table_out_and_efforts_total_only(
    families: list[Row], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [a_run(f"c{n}", **system(effort)) for n in range(2) for effort in ("high", "max")]
    assert report(tmp_path, rows, challenges(2, first_version_date="2026-01-01"), families=families) == 0
    assert "Left out: cutoff: " in " ".join(capsys.readouterr().out.split())
    assert [row["split"] for row in table(tmp_path, "efforts")] == ["total"]


def test_the_bare_minimum_makes_a_report_and_says_what_it_lacks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bare = [{"system": "s", "challenge_id": f"c{n}", "seed": 1, "outcome": "submitted"} for n in range(3)]
    assert report(tmp_path, bare, [{"id": f"c{n}"} for n in range(3)]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "3 submissions are unscored" in said
    assert "Some challenges name no paper" in said
    for name in ("models_direct", "models_discussion", "topics", "verifiers", "cutoff", "efforts", "calibration", "lean"):
        assert f"Left out: {name}: " in said
    (row,) = table(tmp_path, "workflows")
    assert (row["seed1_accepted"], row["avg_input_tokens"]) == ("0", "")


def test_several_judges_need_a_name_and_the_named_one_is_the_alternative(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [a_run(f"c{n}", verdicts={"majority": n < 1, "one": n < 2, "two": n < 3}) for n in range(4)]
    assert report(tmp_path, rows, challenges(4)) == 0
    assert "name one with --alternative" in " ".join(capsys.readouterr().out.split())
    assert report(tmp_path, rows, challenges(4), "--alternative", "two") == 0
    (row,) = table(tmp_path, "verifiers")
    assert (row["majority"], row["alternative"], row["delta"]) == ("1", "3", "2")


def test_nothing_accepted_has_the_interval_of_papers_and_says_so(tmp_path: Path) -> None:
    assert report(tmp_path, [a_run(f"c{n}") for n in range(20)], challenges(20)) == 0
    row = table(tmp_path, "intervals")[0]
    assert float(row["estimate"]) == float(row["low"]) == 0
    assert float(row["high"]) == pytest.approx(27.75, abs=0.01)  # Wilson's for 0 of 10 papers
    assert row["method"].startswith("Wilson over papers")
