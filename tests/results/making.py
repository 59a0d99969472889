"""Small tables of runs and challenges for tests, and the command line around them."""

import csv
import json
from pathlib import Path
from typing import Any

from tcsalgbench.cli.main import run

Row = dict[str, Any]


def a_run(challenge: str, seed: int = 1, accepted: bool | None = False, **fields: Any) -> Row:  # noqa: ANN401
    """A run of the one system, unless told otherwise."""
    verdicts = {} if accepted is None else {"verdicts": {"majority": accepted}}
    fixed = {"system": "m-high/discussion-10", "challenge_id": challenge, "seed": seed, "outcome": "submitted"}
    who = {"family": "M", "model": "m", "effort": "high", "workflow": "discussion-10"}
    return {**who, **fixed, **verdicts, **fields}


def challenges(count: int, **fields: Any) -> list[Row]:  # noqa: ANN401
    """`c0`, `c1`, …, two to a paper."""
    return [{"id": f"c{index}", "paper": f"p{index // 2}", "area": "LT", **fields} for index in range(count)]


def write_lines(path: Path, rows: list[Row]) -> Path:
    """JSON lines."""
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def report(folder: Path, runs: list[Row], of: list[Row], *more: str, families: list[Row] | None = None) -> int:
    """Run `report` on these rows into `folder/out`; the exit status."""
    words = ["--results", str(write_lines(folder / "runs.jsonl", runs))]
    words += ["--challenges", str(write_lines(folder / "challenges.jsonl", of))]
    if families is not None:
        (folder / "families.json").write_text(json.dumps(families))
        words += ["--families", str(folder / "families.json")]
    return run(["report", *words, "--out", str(folder / "out"), *more])


def table(folder: Path, name: str) -> list[dict[str, str]]:
    """The rows of a CSV that `report` wrote into `folder/out`."""
    with (folder / "out" / "tables" / f"{name}.csv").open(newline="") as stream:
        return list(csv.DictReader(stream))
