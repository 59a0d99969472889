"""Tables of runs as large as one likes, for measuring `report`; what is accepted in them is chance."""

import json
import sys
from pathlib import Path

import numpy as np
import polars as pl

AREAS = ("AF", "DP", "LT", "Opt", "Samp", "Other")
WORKFLOWS = ("direct", "discussion-10", "mcts", "planning")
A_PAPER = 3  # challenges


def write_study(folder: Path, challenges: int, systems: int, seeds: int) -> None:
    """Both tables, that of runs as JSON lines and as Parquet, and the families."""
    generator = np.random.default_rng(1)
    ids = [f"2601.{place // A_PAPER:05d}/thm:{place}" for place in range(challenges)]
    of = [_challenge(place, id_) for place, id_ in enumerate(ids)]
    names = ("challenges.jsonl", "families.json", "runs.jsonl", "runs.parquet")
    files = {name: folder / name for name in names}
    files["challenges.jsonl"].write_text("".join(json.dumps(row) + "\n" for row in of))
    families = [f"Family {number}" for number in range(-(-systems // 8))]
    files["families.json"].write_text(
        json.dumps([{"family": name, "cutoff": f"2026-0{3 + n}-01"} for n, name in enumerate(families)])
    )
    rows = []
    with files["runs.jsonl"].open("w") as stream:
        for number in range(systems):
            for id_ in ids:
                chances = generator.random((seeds, 4))
                rows += [_run(number, families, id_, seed, chances[seed - 1]) for seed in range(1, seeds + 1)]
                stream.write("".join(json.dumps(row) + "\n" for row in rows[-seeds:]))
    pl.DataFrame(rows).write_parquet(files["runs.parquet"])


def _challenge(place: int, id_: str) -> dict[str, object]:
    paper = place // A_PAPER
    day = f"2026-{1 + paper % 9:02d}-{1 + paper % 28:02d}"
    area = AREAS[paper % len(AREAS)]
    return {"id": id_, "paper": f"2601.{paper:05d}", "area": area, "first_version_date": day, "lean_retained": place % 2 == 0}


def _run(number: int, families: list[str], id_: str, seed: int, chance: np.ndarray) -> dict[str, object]:
    family, effort, workflow = families[number // 8], ("high", "xhigh")[number % 2], WORKFLOWS[number // 2 % 4]
    who = {"system": f"{family.lower().replace(' ', '-')}-{effort}/{workflow}", "family": family, "model": family.lower()}
    outcome = "submitted" if chance[0] < 0.95 else "errored"
    usage = {"calls": 12, "cached_input_tokens": 0}
    usage |= {"input_tokens": int(1e5 * chance[0]), "output_tokens": int(1e4 * chance[3])}
    verdicts = {"majority": bool(chance[1] < 0.1 + 0.01 * number), "opus-4.8": bool(chance[2] < 0.12)}
    fields = {"effort": effort, "workflow": workflow, "challenge_id": id_, "seed": seed, "outcome": outcome}
    return {**who, **fields, "verdicts": verdicts, "confidence": round(float(chance[3]), 3), "usage": usage}


if __name__ == "__main__":
    write_study(Path(sys.argv[1]), *map(int, sys.argv[2:5]))
