"""`report`: how fast it is and what memory it takes; and whether its intervals and tests hold what they say.

    python -m bench.report              both parts, about ten minutes
    python -m bench.report --speed      only the first; with a size (paper, 70000, 480000), a part of it
    python -m bench.report --coverage   only the second; with a name (rates, differences, corrected, tests), a part of it

Every run of the first part is a fresh process: the console command from its start to its end, imports, figures and page
included. Wall time, CPU time and peak memory are the kernel's. The second part simulates studies whose truth is known.
"""

import argparse
import math
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from bench.printing import heading, table
from bench.report_coverage import (
    Cell,
    coverage_of_corrected,
    coverage_of_differences,
    coverage_of_rates,
    level_of_tests,
)
from tests.results.margins import study_rows

REPEATS = 3
SIZES = {"70000": (584, 24, 5), "480000": (4000, 24, 5)}
TRIALS, TRIALS_CORRECTED = 4000, 300


@dataclass(frozen=True)
class Taken:
    """What one process took."""

    wall: float
    cpu: float
    peak_mb: float


def take(words: Sequence[str]) -> Taken:
    """Run the command; fail loudly if it does."""
    began = time.monotonic()
    process = subprocess.Popen([sys.executable, "-m", "tcsalgbench", "report", *words], stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    wall = time.monotonic() - began
    if status:
        raise SystemExit(f"report ended with status {status}: {words}")
    return Taken(wall, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def speed_rows(which: str) -> list[list[str]]:
    rows = []
    with tempfile.TemporaryDirectory() as top:
        if which in ("all", "paper"):
            paper = Path(top) / "paper"
            paper.mkdir()
            words = study_rows(1).write(paper)
            count = sum(1 for _ in (paper / "runs.jsonl").open())
            name = f"{count:,} runs of the paper's shape (tests/results/margins.py), against the paper"
            rows.append(_row(name, "JSON lines", [*words, "--against", "paper"], Path(top)))
        for name, size in SIZES.items():
            if which not in ("all", name):
                continue
            folder = Path(top) / name
            folder.mkdir()
            # In a process of its own: a child begins with the peak memory of its parent.
            subprocess.run([sys.executable, "-m", "bench.report_data", str(folder), *map(str, size)], check=True)
            common = ["--challenges", str(folder / "challenges.jsonl"), "--families", str(folder / "families.json")]
            title = "{:,} runs: {:,} challenges, {} systems, {} seeds".format(math.prod(size), *size)
            for form in ("jsonl", "parquet"):
                of = ["--results", str(folder / f"runs.{form}"), *common]
                rows.append(_row(title, "JSON lines" if form == "jsonl" else "Parquet", of, Path(top)))
    return rows


def _row(title: str, form: str, words: Sequence[str], top: Path) -> list[str]:
    several = [take([*words, "--out", str(top / "out")]) for _ in range(REPEATS)]
    best = min(several, key=lambda one: one.wall)
    walls = f"{best.wall:.1f} to {max(one.wall for one in several):.1f}"
    return [title, form, walls, f"{min(one.cpu for one in several):.1f}", f"{max(one.peak_mb for one in several):.0f}"]


def coverage_rows(cells: Iterable[Cell]) -> tuple[list[list[str]], list[str]]:
    """A row for each number of papers and rate, over the correlations; and how all cells lie."""
    found = list(cells)
    rows = []
    for papers, rate in dict.fromkeys((cell.papers, cell.rate) for cell in found):
        several = [cell for cell in found if (cell.papers, cell.rate) == (papers, rate)]
        shares = [" ".join(f"{100 * one:.1f}" for one in values) for values in zip(*(c.shares for c in several), strict=True)]
        rows.append([f"{papers}", f"{100 * rate:.0f} %", *shares])
    first = np.array([100 * cell.shares[0] for cell in found])
    inside = int(((first >= 93) & (first <= 97)).sum())
    return rows, [f"{len(found)}", f"{first.mean():.1f}", f"{first.min():.1f}", f"{first.max():.1f}", f"{inside}"]


@dataclass(frozen=True)
class Part:
    """One claim that is put to the test, on so many studies a cell."""

    title: str
    simulate: Callable[[int], Iterable[Cell]]
    trials: int
    columns: tuple[str, ...]


PARTS = {
    "rates": Part("Rates: intervals by papers, and Wilson's", coverage_of_rates, TRIALS, ("by papers", "Wilson")),
    "differences": Part("Differences of two systems", coverage_of_differences, TRIALS, ("by papers",)),
    "corrected": Part(
        "Coverage less false accepts, five seeds",
        coverage_of_corrected,
        TRIALS_CORRECTED,
        ("corrected", "not corrected"),
    ),
    "tests": Part("Tests at 5 % where nothing differs", level_of_tests, TRIALS, ("permutation by papers", "McNemar")),
}


def print_part(part: Part, *, is_test: bool) -> None:
    rows, (cells, mean, least, most, inside) = coverage_rows(part.simulate(part.trials))
    print(
        f"### {part.title}\n\nIn percent, {part.trials:,} studies a figure; three figures: correlations of 0.05, 0.2 and 0.5.\n"
    )
    print(table(["Papers", "True rate", *part.columns], rows, numbers=True))
    held = "" if is_test else f", {inside} of them between 93 and 97"
    print(f"First column, {cells} cells: mean {mean}, from {least} to {most}{held}.\n")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--speed", nargs="?", const="all", choices=("all", "paper", *SIZES))
    parser.add_argument("--coverage", nargs="?", const="all", choices=("all", *PARTS))
    asked = parser.parse_args()
    everything = asked.speed is None and asked.coverage is None
    print(heading("report", " ".join(["python -m bench.report", *sys.argv[1:]])), flush=True)
    if asked.speed or everything:
        print(f"Fresh processes, {REPEATS} each: wall time least to most, CPU time least, memory most.\n")
        print(table(["Input", "Form", "Wall (s)", "CPU (s)", "Peak (MB)"], speed_rows(asked.speed or "all")), flush=True)
    for name, part in PARTS.items():
        if everything or asked.coverage in ("all", name):
            print_part(part, is_test=name == "tests")


if __name__ == "__main__":
    main()
