"""Runs that have all margins of the paper's tables at once, found by integer programming; each seed gives another set.

The tables overlap: one set of accepted challenges has to have the paper's numbers by area, before and after the cutoff of its
family, for the first seed and for all, and its overlaps with the other efforts. `solve` finds how many challenges of each
kind there have to be; `study_rows` deals them out to challenges, seeds and verdicts.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import LinearConstraint, milp
from scipy.sparse import coo_array

from tcsalgbench.results.published import Row, published

NONE, LATER, FIRST = range(3)  # not accepted; accepted, but not with seed 1; accepted with seed 1
AREAS = ("AF", "DP", "LT", "Opt", "Samp", "Other")
EPOCH, END = date(2025, 6, 1), date(2026, 6, 1)
ALTERNATIVE = "opus-4.8"
Rows = list[dict[str, Any]]


@dataclass(frozen=True)
class Tables:
    """One set of runs: both tables, and the families."""

    runs: Rows
    challenges: Rows
    families: Rows

    def write(self, folder: Path) -> list[str]:
        """The files, as arguments of `report`."""
        (folder / "runs.jsonl").write_text("".join(json.dumps(row) + "\n" for row in self.runs))
        (folder / "challenges.jsonl").write_text("".join(json.dumps(row) + "\n" for row in self.challenges))
        (folder / "families.json").write_text(json.dumps(self.families))
        names = {"results": "runs.jsonl", "challenges": "challenges.jsonl", "families": "families.json"}
        return [word for option, name in names.items() for word in (f"--{option}", str(folder / name))]


class Program:
    """An integer program: variables by name, equations between sums of them."""

    def __init__(self) -> None:
        self._places: dict[tuple[object, ...], int] = {}
        self._equations: list[tuple[dict[int, float], float]] = []

    def variable(self, *name: object) -> int:
        return self._places.setdefault(name, len(self._places))

    def equal(self, terms: list[tuple[int, float]], value: float) -> None:
        self._equations.append((dict(terms), value))

    def solve(self, generator: np.random.Generator) -> Mapping[tuple[object, ...], int]:
        entries = [(row, place, factor) for row, (terms, _) in enumerate(self._equations) for place, factor in terms.items()]
        rows, columns, factors = zip(*entries, strict=True)
        matrix = coo_array((factors, (rows, columns)), shape=(len(self._equations), len(self._places))).tocsr()
        values = np.array([value for _, value in self._equations])
        cost = generator.random(len(self._places))  # any solution will do: which one it is, chance decides
        found = milp(cost, constraints=LinearConstraint(matrix, values, values), integrality=np.ones(len(cost), dtype=np.int64))
        assert found.status == 0, found.message
        return {name: round(found.x[place]) for name, place in self._places.items()}


def cutoffs() -> dict[str, date]:
    return {row["family"]: date.fromisoformat(row["cutoff"]) for row in published().tables["cutoff"].rows}


def efforts_of(family: str) -> list[str]:
    rows = published().tables["cutoff"].rows
    return [row["effort"] for row in rows if row["family"] == family and row["panel"] == "seed1"]


def solve(generator: np.random.Generator) -> Mapping[tuple[object, ...], int]:
    """How many challenges of each area come in each period, and of each area and side of a cutoff have each pattern."""
    program = Program()
    bounds = sorted(set(cutoffs().values()))
    periods = range(len(bounds) + 1)
    before = {row["cutoff"]: row["pre_total"] for row in published().tables["cutoff"].rows}
    totals = [before[day.isoformat()] for day in bounds] + [published().challenges]
    for period in periods:
        number = totals[period] - (totals[period - 1] if period else 0)
        program.equal([(program.variable("n", area, period), 1) for area in AREAS], number)
    for area in AREAS:
        program.equal([(program.variable("n", area, period), 1) for period in periods], published().topic_totals[area])
    for family, day in cutoffs().items():
        _family(program, family, bounds.index(day) + 1, len(bounds) + 1)
    return program.solve(generator)


def _family(program: Program, family: str, split: int, periods: int) -> None:
    efforts = efforts_of(family)
    patterns = list(product(range(3), repeat=len(efforts)))
    sides = {"pre": range(split), "post": range(split, periods)}

    def count(area: str, side: str, wanted: Any) -> list[tuple[int, float]]:  # noqa: ANN401
        return [(program.variable(family, area, side, p), 1.0) for p in patterns if wanted(p)]

    for area, side in product(AREAS, sides):
        there = [(program.variable("n", area, period), -1.0) for period in sides[side]]
        program.equal(count(area, side, lambda p: True) + there, 0)
    for number, effort in enumerate(efforts):
        for panel, least in (("seed1", FIRST), ("coverage", LATER)):

            def reached(p: tuple[int, ...], number: int = number, least: int = least) -> bool:
                return p[number] >= least

            topics = _row("topics", panel=panel, family=family, effort=effort)
            for area in AREAS:
                program.equal([term for side in sides for term in count(area, side, reached)], topics[area])
            split_row = _row("cutoff", panel=panel, family=family, effort=effort)
            for side in sides:
                terms = [term for area in AREAS for term in count(area, side, reached)]
                program.equal(terms, split_row[f"{side}_accepted"])
    for row in published().tables["efforts"].rows:
        if row["family"] == family and row["split"] in sides:
            a, b = efforts.index(row["a"]), efforts.index(row["b"])

            def both(p: tuple[int, ...], a: int = a, b: int = b) -> bool:
                return p[a] > NONE and p[b] > NONE

            terms = [term for area in AREAS for term in count(area, row["split"], both)]
            program.equal(terms, row["overlap"])


def _row(table: str, **wanted: str) -> Row:
    return next(row for row in published().tables[table].rows if all(row[key] == value for key, value in wanted.items()))


def study_rows(seed: int) -> Tables:
    """A whole study of the paper's size and numbers."""
    generator = np.random.default_rng(seed)
    counts = solve(generator)
    challenges = _challenges(generator, counts)
    dealer = Dealer(generator, challenges)
    runs: Rows = []
    for family in cutoffs():
        runs += _discussions(dealer, counts, family)
    runs += _directs(dealer) + _workflows(dealer) + _calibrations(dealer)
    generator.shuffle(runs)
    families = [{"family": family, "cutoff": day.isoformat()} for family, day in cutoffs().items()]
    return Tables(runs, challenges, families)


def _challenges(generator: np.random.Generator, counts: Mapping[tuple[object, ...], int]) -> Rows:
    """Challenges in papers: those of a paper share area and date; some papers came on the day of a cutoff itself."""
    bounds = [EPOCH, *sorted(set(cutoffs().values())), END]
    rows: Rows = []
    sizes = _sizes(generator, [(area, p) for area in AREAS for p in range(len(bounds) - 1)], counts)
    for (area, period), several in sizes.items():
        for number, size in enumerate(several):
            days = (bounds[period + 1] - bounds[period]).days
            day = bounds[period] + timedelta(days=int(generator.integers(0, days)) if number else 0)
            paper = f"{area}-{period}-{number}"
            fixed = {"paper": paper, "area": area, "first_version_date": day.isoformat()}
            rows += [{"id": f"{paper}/{index}", **fixed} for index in range(size)]
    for area in AREAS:
        of_area = [row for row in rows if row["area"] == area]
        kept = set(generator.permutation(len(of_area))[: _row("lean", area=area)["retained"]].tolist())
        for index, row in enumerate(of_area):
            row["lean_retained"] = index in kept
    generator.shuffle(rows)
    return rows


def _sizes(
    generator: np.random.Generator, cells: list[tuple[str, int]], counts: Mapping[tuple[object, ...], int]
) -> dict[tuple[str, int], list[int]]:
    """The sizes of 138 papers, so that each area and period gets its number of challenges."""
    sizes = {cell: [1] for cell in cells if counts[("n", *cell)]}
    while sum(map(len, sizes.values())) < published().papers:
        cell = list(sizes)[int(generator.integers(len(sizes)))]
        if len(sizes[cell]) < counts[("n", *cell)]:
            sizes[cell].append(1)
    for cell, several in sizes.items():
        for _ in range(counts[("n", *cell)] - len(several)):
            several[int(generator.integers(len(several)))] += 1
    return sizes


class Dealer:
    """Deals acceptances out to runs, and fills the rest with every other way in which a run can end."""

    def __init__(self, generator: np.random.Generator, challenges: Rows) -> None:
        self.generator, self.challenges = generator, challenges
        self.ids = [row["id"] for row in challenges]

    def chosen(self, number: int, among: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
        among = np.arange(len(self.ids)) if among is None else among
        return self.generator.choice(among, number, replace=False)

    def states(self, first: int, covered: int) -> NDArray[np.int64]:
        """A state for each challenge, with these numbers."""
        states = np.zeros(len(self.ids), dtype=np.int64)
        states[self.chosen(covered)] = LATER
        states[self.chosen(first, np.flatnonzero(states))] = FIRST
        return states

    def runs(self, who: dict[str, Any], states: NDArray[np.int64], seeds: int, alternative: int | None, tokens: Any) -> Rows:  # noqa: ANN401
        """The runs of a system; `alternative` is how many challenges the other judge accepts."""
        other = self._other(states, alternative)
        rows = []
        for place, id_ in enumerate(self.ids):
            accepted = self._seeds(int(states[place]), seeds)
            by_other = accepted or self._seeds(LATER, seeds) if other is not None and other[place] else set()
            for seed in range(1, seeds + 1):
                row = {**who, "challenge_id": id_, "seed": seed}
                verdicts: dict[str, bool | None] = {"majority": seed in accepted}
                if other is not None:
                    verdicts[ALTERNATIVE] = seed in by_other
                outcome = "submitted" if seed in accepted | by_other else self._ending()
                usage = tokens(place)
                if outcome is None:
                    continue  # a run that is missing
                row["outcome"] = outcome
                if outcome == "submitted":
                    row["verdicts"] = (
                        verdicts if seed in accepted | by_other or self.generator.random() < 0.98 else {"majority": None}
                    )
                if usage:
                    row["usage"] = usage
                rows.append(row)
        return rows

    def _ending(self) -> str | None:
        kinds = ("submitted", "conceded", "exhausted", "errored", None)
        return kinds[int(self.generator.choice(5, p=(0.9, 0.03, 0.03, 0.02, 0.02)))]

    def _seeds(self, state: int, seeds: int) -> set[int]:
        if state == NONE:
            return set()
        later = {seed for seed in range(2, seeds + 1) if self.generator.random() < 0.4}
        if state == FIRST:
            return {1} | later
        return later or {int(self.generator.integers(2, seeds + 1))}

    def _other(self, states: NDArray[np.int64], number: int | None) -> NDArray[np.bool_] | None:
        if number is None:
            return None
        covered = states > NONE
        swapped = int(self.generator.integers(0, 3))
        kept = self.chosen(min(number, int(covered.sum())) - swapped, np.flatnonzero(covered))
        added = self.chosen(number - len(kept), np.flatnonzero(~covered))
        other = np.zeros(len(covered), dtype=bool)
        other[kept] = other[added] = True
        return other

    def tokens(self, row: Row, calls: int = 1) -> Any:  # noqa: ANN401
        def of(place: int) -> dict[str, Any]:
            noise = 1 + 0.001 * (self.generator.random() - 0.5)  # means print as the paper's
            used = {f"{way}_tokens": round(row[f"avg_{way}_tokens"] * noise) for way in ("input", "output")}
            return {"calls": calls, "cached_input_tokens": 0, **used}

        return of


def _name(family: str, effort: str, workflow: str) -> dict[str, Any]:
    model = family.lower().replace(" ", "-")
    short = workflow.removesuffix("-10") if workflow == "discussion-10" else workflow
    system = f"{model}-{effort}/{short}"
    return {"system": system, "family": family, "model": model, "effort": effort, "workflow": workflow}


def _discussions(dealer: Dealer, counts: Mapping[tuple[object, ...], int], family: str) -> Rows:
    """Deal the patterns of the family out among the challenges of each area and side."""
    day, efforts = cutoffs()[family].isoformat(), efforts_of(family)
    states = np.zeros((len(dealer.ids), len(efforts)), dtype=np.int64)
    for area, side in product(AREAS, ("pre", "post")):
        there = [
            place
            for place, row in enumerate(dealer.challenges)
            if row["area"] == area and (row["first_version_date"] < day) == (side == "pre")
        ]
        patterns = [p for p in product(range(3), repeat=len(efforts)) for _ in range(counts[(family, area, side, p)])]
        for place, pattern in zip(dealer.generator.permutation(there).tolist(), patterns, strict=True):
            states[int(place)] = pattern
    rows: Rows = []
    for number, effort in enumerate(efforts):
        verdicts = [row for row in published().tables["verifiers"].rows if (row["family"], row["effort"]) == (family, effort)]
        alternative = verdicts[0]["alternative"] if verdicts else None
        (usage,) = published().tables["tokens_discussion"].rows
        who = {**_name(family, effort, "discussion-10"), "system": f"{_name(family, effort, '')['system']}discussion-10"}
        rows += dealer.runs(who, states[:, number], 5, alternative, dealer.tokens(usage, 12))
    return rows


def _directs(dealer: Dealer) -> Rows:
    rows: Rows = []
    for row in published().tables["models_direct"].rows:
        states = dealer.states(row["seed1_accepted"], row["coverage_accepted"])
        rows += dealer.runs(_name(row["family"], row["effort"], "direct"), states, 10, None, dealer.tokens(row))
    return rows


def _workflows(dealer: Dealer) -> Rows:
    rows: Rows = []
    sample = set(dealer.chosen(10).tolist())
    for row in published().tables["workflows"].rows:
        alternative = _row("verifiers_workflows", workflow=row["workflow"])["alternative"]
        of = dealer.tokens(row, 300)
        who = _name("GPT-5.5", "xhigh", row["workflow"])
        states = dealer.states(row["seed1_accepted"], row["coverage_accepted"])
        rows += dealer.runs(who, states, 5, alternative, lambda place, of=of: of(place) if place in sample else None)
    return rows


def _calibrations(dealer: Dealer) -> Rows:
    rows: Rows = []
    for row in published().tables["calibration"].rows:
        who = {**_name(row["family"], row["effort"], "discussion-10"), "system": f"{row['family']} {row['effort']} stating"}
        count = len(dealer.ids)
        accepted = np.zeros(count, dtype=bool)
        # Even over the order of confidence, so that the smallest possible error is below the wanted one.
        accepted[np.linspace(0, count - 1, round(row["acceptance"] * count / 100)).round().astype(int)] = True
        order = dealer.generator.permutation(count)
        stated = _confidences(accepted, row["rmsce_released"])
        for place in range(count):
            fields = {"challenge_id": dealer.ids[order[place]], "seed": 1, "outcome": "submitted", "purpose": "calibration"}
            verdict = {"verdicts": {"majority": bool(accepted[place])}, "confidence": float(stated[place])}
            rows.append({**who, **fields, **verdict})
    return rows


def _confidences(accepted: NDArray[np.bool_], wanted: float) -> NDArray[np.float64]:
    """Rising confidences around one level, chosen so that the error as released is the wanted one."""
    bins = accepted[:320].reshape(8, 40).mean(axis=1)
    low, high = float(bins.mean()), 0.95
    for _ in range(60):
        level = (low + high) / 2
        error = 100 * float(np.sqrt((40 / len(accepted) * (bins - level) ** 2).sum()))
        low, high = (level, high) if error < wanted else (low, level)
    return np.asarray(level + 1e-7 * np.arange(len(accepted)), dtype=np.float64)
