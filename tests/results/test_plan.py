"""`report --plan`: a pilot is drawn fairly and recorded; from its runs, what a study would need and cost."""

import json
from collections import Counter
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tcsalgbench.cli.main import run
from tcsalgbench.results.challenge_table import AREAS, ChallengeTable, table_of
from tcsalgbench.results.pilot import PILOT, draw_pilot, side_of
from tests.results.making import Row, a_run, challenges, table, write_lines

CUTOFFS = {"M": date(2026, 1, 1), "N": date(2026, 3, 1)}


def release(counts: list[tuple[str, int]]) -> ChallengeTable:
    """So many challenges of each area, on dates all over."""
    rows = {}
    for area, count in counts:
        for place in range(count):
            id_ = f"{area}-{place:03}"
            day = date(2025 + place % 2, 1 + place % 12, 1 + place % 28)
            rows[id_] = {"paper": f"{area}-{place // 3}", "area": area, "first_version_date": day}
    return table_of(rows)


@settings(max_examples=40)
@given(st.lists(st.integers(0, 40), min_size=6, max_size=6), st.integers(0, 10**6), st.data())
def test_every_topic_and_stratum_gets_its_share_to_within_one(counts: list[int], seed: int, data: st.DataObject) -> None:
    if sum(counts) < 2:
        counts[0] = 2
    of = release(list(zip(AREAS, counts, strict=True)))
    size = data.draw(st.integers(2, len(of)))
    pilot = draw_pilot(of, CUTOFFS, size, seed)
    assert len(set(pilot.drawn)) == size == sum(one.drawn for one in pilot.strata)
    assert set(pilot.drawn) <= set(of.ids)
    area_of = dict(zip(of.ids, of.areas, strict=True))
    drawn = Counter(area_of[id_] for id_ in pilot.drawn)
    for area, count in zip(AREAS, counts, strict=True):
        assert abs(drawn[area] - size * count / len(of)) < 1
    for one in pilot.strata:
        assert abs(one.drawn - size * one.challenges / len(of)) < 1
        assert one.drawn <= one.challenges


def test_every_challenge_has_the_same_chance_also_in_small_strata() -> None:
    of = release([("AF", 1), ("LT", 29), ("Opt", 10)])
    drawn = Counter(id_ for seed in range(4000) for id_ in draw_pilot(of, CUTOFFS, 8, seed).drawn)
    assert min(drawn[id_] for id_ in of.ids) > 700  # a fifth of 4,000, give or take four standard errors
    assert max(drawn.values()) < 900


def test_the_same_seed_draws_the_same_whatever_the_order_of_the_table() -> None:
    of = release([("AF", 9), ("LT", 20)])
    assert draw_pilot(of, CUTOFFS, 7, 3) == draw_pilot(of, CUTOFFS, 7, 3)
    assert draw_pilot(of, CUTOFFS, 7, 3).drawn != draw_pilot(of, CUTOFFS, 7, 4).drawn


def test_the_day_of_a_cutoff_comes_after_it() -> None:
    days = tuple(CUTOFFS.values())
    assert side_of(date(2025, 12, 31), days) == "before 2026-01-01"
    assert side_of(date(2026, 1, 1), days) == "from 2026-01-01 before 2026-03-01"
    assert side_of(date(2026, 3, 1), days) == "from 2026-03-01"
    assert side_of(None, days) == "no date"


def plan(folder: Path, *more: str) -> int:
    return run(["report", "--plan", "--challenges", str(folder / "challenges.jsonl"), "--out", str(folder / "out"), *more])


def test_a_pilot_is_recorded_with_all_it_takes_to_draw_it_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_lines(tmp_path / "challenges.jsonl", challenges(40))
    assert plan(tmp_path, "--draw", "10", "--seed", "5") == 0
    said = capsys.readouterr().out
    record = PILOT.read(tmp_path / "out" / "pilot.json")
    ids = (tmp_path / "out" / "pilot.txt").read_text().split()
    assert tuple(ids) == record.drawn
    assert (len(ids), record.of, record.seed) == (10, 40, 5)
    assert record.files[0][0] == "challenges.jsonl"
    assert "--draw 10" in record.command
    assert "10 of 40 challenges, seed 5" in " ".join(said.split())
    rows = table(tmp_path, "pilot")
    assert [(row["area"], row["challenges"], row["drawn"]) for row in rows] == [("LT", "40", "10")]


def pilot_runs(of: list[Row], drawn: list[str], **fields: Any) -> list[Row]:  # noqa: ANN401
    """Two systems, three seeds; the first is accepted more often. Tokens of the first alone."""
    rows = []
    for place, id_ in enumerate(drawn):
        for seed in (1, 2, 3):
            better = (place + seed) % 3 > 0
            usage = {"calls": 4, "input_tokens": 1000 + 10 * place, "cached_input_tokens": 0, "output_tokens": 500}
            rows.append(a_run(id_, seed, better, model="anthropic/claude-opus-4-8", usage=usage))
            rows.append(a_run(id_, seed, better and place % 2 == 0, system="other", model="m-2", **fields))
    return rows


def test_a_plan_speaks_of_the_pilot_alone_and_of_the_whole_release(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    of = challenges(60)
    write_lines(tmp_path / "challenges.jsonl", of)
    assert plan(tmp_path, "--draw", "20") == 0
    drawn = (tmp_path / "out" / "pilot.txt").read_text().split()
    outside = next(row["id"] for row in of if row["id"] not in drawn)
    runs = [*pilot_runs(of, drawn), a_run(outside, 1, True, model="anthropic/claude-opus-4-8")]  # not of the pilot
    write_lines(tmp_path / "runs.jsonl", runs)
    capsys.readouterr()
    words = ["--results", str(tmp_path / "runs.jsonl"), "--pilot", str(tmp_path / "out" / "pilot.json")]
    assert plan(tmp_path, *words, "--study-seeds", "5", "--json") == 0
    fields = json.loads(capsys.readouterr().out)
    single, coverage = fields["tables"]["plan_pairs"]
    assert single["difference"] == pytest.approx(100 / 3)
    assert single["low"] < single["difference"] < single["high"]
    assert single["challenges_at_least"] <= single["challenges_needed"] <= single["challenges_at_most"]
    assert (single["seeds"], coverage["metric"], coverage["seeds_needed"]) == (5, "coverage_at_3", None)
    assert "more seeds change coverage" in coverage["why"]
    cost = {row["quantity"]: row for row in fields["tables"]["plan_cost"]}
    assert cost["calls"]["runs_planned"] == 60 * 5
    assert cost["calls"]["total"] == 4 * 300
    assert cost["input_tokens"]["mean"] == pytest.approx(1095)
    assert cost["input_tokens"]["low"] < 1095 < cost["input_tokens"]["high"]
    price = {"input": 5.0, "output": 25.0}  # as the catalogue that ships has it
    assert cost["dollars"]["mean"] == pytest.approx((1095 * price["input"] + 500 * price["output"]) / 1e6)
    assert any("other" in note and "fewer than two papers" in note for note in fields["notes"]["plan_cost"])
    assert {row["a"] for row in table(tmp_path, "plan_pairs")} == {"m-high/discussion-10"}


def test_what_cannot_be_planned_has_its_reason(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_lines(tmp_path / "challenges.jsonl", challenges(40))
    write_lines(tmp_path / "runs.jsonl", [a_run("c0"), a_run("c1", accepted=True)])  # one system, one paper, no usage
    assert plan(tmp_path, "--results", str(tmp_path / "runs.jsonl"), "--json") == 0
    left = json.loads(capsys.readouterr().out)["left_out"]
    assert "a single paper" in left["plan_pairs"]
    assert "fewer than two papers" in left["plan_cost"]


def test_a_model_without_a_known_price_has_no_dollars_and_simulated_ones_cost_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_lines(tmp_path / "challenges.jsonl", challenges(8))
    usage = {"calls": 1, "input_tokens": 10, "output_tokens": 5}
    rows = [a_run(f"c{n}", usage=usage, model="gpt-9") for n in range(8)]
    rows += [a_run(f"c{n}", usage=usage, system="s", model="simulated/w") for n in range(8)]
    write_lines(tmp_path / "runs.jsonl", rows)
    assert plan(tmp_path, "--results", str(tmp_path / "runs.jsonl"), "--json") == 0
    fields = json.loads(capsys.readouterr().out)
    dollars = {row["system"]: row["total"] for row in fields["tables"]["plan_cost"] if row["quantity"] == "dollars"}
    assert dollars == {"s": 0.0}
    assert any("no price of 'gpt-9' is known" in note for note in fields["notes"]["plan_cost"])
    assert "simulated" in (tmp_path / "out" / "tables" / "plan_cost.md").read_text().splitlines()[0]


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--plan", "--draw", "41"], "at most the 40"),
        (["--plan", "--draw", "1"], "at least 2"),
        (["--plan", "--draw", "5", "--pilot", "x"], "before anything has run"),
        (["--draw", "5"], "say --plan"),
        (["--study-seeds", "5"], "say --plan"),
    ],
)
def test_wrong_use_is_said(words: list[str], reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    of = write_lines(tmp_path / "challenges.jsonl", challenges(40))
    assert run(["report", *words, "--challenges", str(of), "--out", str(tmp_path / "out")]) == 2
    assert reason in " ".join(capsys.readouterr().err.split())


def test_a_pilot_of_other_challenges_or_no_pilot_at_all_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_lines(tmp_path / "challenges.jsonl", challenges(40))
    assert plan(tmp_path, "--draw", "30") == 0
    write_lines(tmp_path / "challenges.jsonl", challenges(4))
    runs = write_lines(tmp_path / "runs.jsonl", [a_run("c0")])
    assert plan(tmp_path, "--results", str(runs), "--pilot", str(tmp_path / "out" / "pilot.json")) == 2
    assert "is not in the table of challenges" in " ".join(capsys.readouterr().err.split())
    (tmp_path / "bad.json").write_text('{"drawn": 3}')
    assert plan(tmp_path, "--results", str(runs), "--pilot", str(tmp_path / "bad.json")) == 2
    assert "bad.json" in capsys.readouterr().err
