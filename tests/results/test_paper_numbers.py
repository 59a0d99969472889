"""Runs that have all margins of the paper at once come out of `report` as the paper's tables, number by number."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tcsalgbench.cli.main import run
from tcsalgbench.results.published import published
from tcsalgbench.results.write import rounded, tokens
from tests.results.disguise import write_disguised
from tests.results.making import table
from tests.results.margins import study_rows


@pytest.fixture(scope="module", params=["plain", "disguised"])
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of one set of runs, and of another in another dress."""
    made: Path = tmp_path_factory.mktemp("study")
    files = study_rows(1).write(made) if request.param == "plain" else write_disguised(study_rows(2), made, 3)
    assert run(["report", *files, "--against", "paper", "--out", str(made / "out")]) == 0
    return made


def systems(workflow: str) -> dict[tuple[str, str], str]:
    """The name of each configuration, as the generator names it."""
    configurations = {(row["family"], row["effort"]) for row in published().tables["models_direct"].rows}
    return {(f, e): f"{f.lower().replace(' ', '-')}-{e}/{workflow}" for f, e in configurations}


def by(rows: list[dict[str, str]], *keys: str) -> Mapping[tuple[str, ...], dict[str, str]]:
    found = {tuple(row[key] for key in keys): row for row in rows}
    assert len(found) == len(rows)
    return found


def test_direct_inference(folder: Path) -> None:
    ours, names = by(table(folder, "models_direct"), "system"), systems("direct")
    assert len(ours) == 10
    for theirs in published().tables["models_direct"].rows:
        row = ours[(names[theirs["family"], theirs["effort"]],)]
        assert row["runs"] == "10"
        assert int(row["seed1_accepted"]) == theirs["seed1_accepted"]
        assert int(row["coverage_accepted"]) == theirs["coverage_accepted"]
        assert rounded(float(row["seed1_rate"])) == rounded(theirs["seed1_rate"])
        assert rounded(float(row["coverage_rate"])) == rounded(theirs["coverage_rate"])
        for way in ("avg_input_tokens", "avg_output_tokens"):
            assert tokens(float(row[way])) == tokens(theirs[way])


def test_topics_and_the_model_comparison(folder: Path) -> None:
    ours, names = by(table(folder, "topics"), "panel", "system"), systems("discussion-10")
    models = by(table(folder, "models_discussion"), "system")
    assert (len(ours), len(models)) == (20, 10)
    for theirs in published().tables["topics"].rows:
        name = names[theirs["family"], theirs["effort"]]
        for area in ("AF", "DP", "LT", "Opt", "Samp", "Other", "All"):
            assert int(ours[theirs["panel"], name][area]) == theirs[area], (theirs, area)
        assert int(models[(name,)][f"{theirs['panel']}_accepted"]) == theirs["All"]
        assert models[(name,)]["runs"] == "5"


def test_cutoffs(folder: Path) -> None:
    ours, names = by(table(folder, "cutoff"), "panel", "system"), systems("discussion-10")
    assert len(ours) == 20
    for theirs in published().tables["cutoff"].rows:
        row = ours[theirs["panel"], names[theirs["family"], theirs["effort"]]]
        assert row["cutoff"] == theirs["cutoff"]
        for part in ("pre", "post", "all"):
            accepted, total = int(row[f"{part}_accepted"]), int(row[f"{part}_total"])
            assert (accepted, total) == (theirs[f"{part}_accepted"], theirs[f"{part}_total"])
            assert rounded(100 * accepted / total) == rounded(theirs[f"{part}_rate"])


def test_efforts(folder: Path) -> None:
    ours = by(table(folder, "efforts"), "family", "a", "b", "split")
    for theirs in published().tables["efforts"].rows:
        row = ours[theirs["family"], theirs["a"], theirs["b"], theirs["split"]]
        assert [int(row[name]) for name in ("overlap", "a_only", "b_only")] == [
            theirs[name] for name in ("overlap", "a_only", "b_only")
        ]
        assert int(row["union"]) == theirs["overlap"] + theirs["a_only"] + theirs["b_only"]
    assert {key[1:3] for key in ours if key[0] == "Opus 4.8"} == {("high", "xhigh"), ("high", "max"), ("xhigh", "max")}


def test_verifiers_and_workflows(folder: Path) -> None:
    ours, names = by(table(folder, "verifiers"), "system"), systems("discussion-10")
    assert len(ours) == 12
    for theirs in published().tables["verifiers"].rows:
        row = ours[(names[theirs["family"], theirs["effort"]],)]
        assert [int(row[name]) for name in ("majority", "alternative", "delta")] == [
            theirs[name] for name in ("majority", "alternative", "delta")
        ]
    for theirs in published().tables["verifiers_workflows"].rows:
        assert int(ours[(f"gpt-5.5-xhigh/{theirs['workflow']}",)]["alternative"]) == theirs["alternative"]
    workflows = by(table(folder, "workflows"), "system")
    assert len(workflows) == 4
    for theirs in published().tables["workflows"].rows:
        row = workflows[(f"gpt-5.5-xhigh/{theirs['workflow']}",)]
        assert (int(row["seed1_accepted"]), int(row["coverage_accepted"])) == (
            theirs["seed1_accepted"],
            theirs["coverage_accepted"],
        )
        assert tokens(float(row["avg_input_tokens"])) == tokens(theirs["avg_input_tokens"])
        assert tokens(float(row["avg_output_tokens"])) == tokens(theirs["avg_output_tokens"])


def test_allocation_calibration_and_formal_statements(folder: Path) -> None:
    allocation = by(table(folder, "allocation"), "system")
    sol = allocation[("gpt-5.6-sol-max",)]
    assert (sol["direct_runs"], rounded(float(sol["direct_coverage"])), rounded(float(sol["discussion_seed1"]))) == (
        "10",
        "13.8",
        "18.8",
    )
    calibration, names = by(table(folder, "calibration"), "system"), systems("discussion-10")
    for theirs in published().tables["calibration"].rows:
        stating = f"{theirs['family']} {theirs['effort']} stating"
        row = calibration.get((stating,)) or calibration[(names[theirs["family"], theirs["effort"]],)]
        assert (row["n"], row["bins"], row["left_out"]) == ("398", "9", "78")
        assert rounded(float(row["acceptance"])) == rounded(theirs["acceptance"])
        assert rounded(float(row["rmsce_released"])) == rounded(theirs["rmsce_released"])
    lean = by(table(folder, "lean"), "area")
    for theirs in published().tables["lean"].rows:
        assert (int(lean[(theirs["area"],)]["retained"]), int(lean[(theirs["area"],)]["total"])) == (
            theirs["retained"],
            theirs["total"],
        )


def test_every_number_stands_beside_the_papers_and_is_the_same(folder: Path) -> None:
    rows = table(folder, "against_paper")
    assert {row["same_as_printed"] for row in rows} == {"yes"}
    assert len(rows) == len(list(comparable()))


def comparable() -> Iterator[object]:
    """Every number of the paper that `report` makes too."""
    keys = {"family", "effort", "workflow", "panel", "a", "b", "split", "area", "cutoff"}
    for name, one in published().tables.items():
        if name not in ("context", "tokens_discussion"):
            yield from (number for row in one.rows for key, number in row.items() if key not in keys)
