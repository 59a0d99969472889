"""A study: the runs of each system as arrays over all challenges, from which every table is counted."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import TypeAlias

import numpy as np
import polars as pl
from numpy.typing import NDArray

from tcsalgbench.errors import BadInput
from tcsalgbench.results.challenge_table import ChallengeTable
from tcsalgbench.results.provenance import Provenance
from tcsalgbench.results.tidy import CALIBRATION, COMPARISON, DIAGNOSTICS, MAJORITY, OUTCOMES, USAGE, VERDICT, TidyTable
from tcsalgbench.stats import Clusters

Flags: TypeAlias = NDArray[np.bool_]

DIRECT, DISCUSSION_10 = "direct", "discussion-10"
MATCHED = ("discussion", "root-decomposition", "mcts", "planning")
# From weak to strong; an effort that is not here comes after, by name.
EFFORTS = ("none", "minimal", "low", "medium", "high", "xhigh", "max")
MISSING, ERRORED, SUBMITTED = -1, OUTCOMES.index("errored"), OUTCOMES.index("submitted")


@dataclass(frozen=True, slots=True)
class System:
    """Who ran: a name, and what is known of it."""

    name: str
    family: str | None
    model: str | None
    effort: str | None
    workflow: str | None

    @property
    def label(self) -> str:
        """What people call its configuration: family and effort, or its name where they are not known."""
        who = self.family or self.model
        return self.name if who is None else f"{who} {self.effort}" if self.effort else who

    @property
    def effort_rank(self) -> tuple[int, str]:
        """Weak efforts first."""
        effort = self.effort or ""
        return (EFFORTS.index(effort) if effort in EFFORTS else len(EFFORTS), effort)


@dataclass(frozen=True)
class Runs:
    """All runs of a system for one purpose: challenges × seeds, in the order of the study's challenges."""

    system: System
    seeds: tuple[int, ...]
    outcome: NDArray[np.int8]  # index into OUTCOMES, or MISSING
    verdicts: Mapping[str, NDArray[np.int8]]  # 1, 0, or -1 for none
    confidence: NDArray[np.float64]  # NaN for none
    usage: Mapping[str, NDArray[np.float64]]  # NaN for none
    diagnostics: Mapping[str, float] | None = None  # summed over runs

    def accepted(self, judge: str = MAJORITY) -> Flags:
        """Which runs the judge accepted. An errored run says nothing about the system and counts as not accepted."""
        if judge not in self.verdicts:
            return np.zeros(self.outcome.shape, dtype=bool)
        accepted: Flags = (self.verdicts[judge] == 1) & (self.outcome != ERRORED)
        return accepted

    @cached_property
    def seed1(self) -> Flags:
        """Accepted in the run with seed 1, challenge by challenge."""
        return self.accepted()[:, self.seeds.index(1)]

    @cached_property
    def covered(self) -> Flags:
        """Accepted in any run, challenge by challenge."""
        covered: Flags = np.any(self.accepted(), axis=1)
        return covered

    @property
    def unscored(self) -> Flags:
        """Submitted, and without a verdict of the majority."""
        none = self.verdicts[MAJORITY] == -1 if MAJORITY in self.verdicts else np.ones(self.outcome.shape, dtype=bool)
        unscored: Flags = (self.outcome == SUBMITTED) & none
        return unscored

    def average(self, name: str, *, per_call: bool = False) -> float | None:
        """Tokens a run, or a call, over the runs that say how many they used."""
        amounts, calls = self.usage[name], self.usage["calls"]
        known = ~np.isnan(amounts)
        if per_call:
            known &= ~np.isnan(calls)
        below = float(calls[known].sum()) if per_call else float(known.sum())
        return float(amounts[known].sum()) / below if below else None


@dataclass(frozen=True)
class Study:
    """Everything a report is made from. `warnings` are what a reader should know about the data."""

    challenges: ChallengeTable
    comparisons: tuple[Runs, ...]
    calibrations: tuple[Runs, ...]
    cutoffs: Mapping[str, date]
    alternative: str | None  # the other judge, if there is one
    alternative_why: str  # why there is none
    provenance: Provenance
    warnings: tuple[str, ...] = ()
    seed: int = 1
    false_accepts: tuple[int, int] | None = None  # of the judge: wrong proofs accepted, of how many judged

    def of_workflow(self, *workflows: str) -> tuple[Runs, ...]:
        """The systems of these workflows, in the order of the study."""
        return tuple(runs for runs in self.comparisons if runs.system.workflow in workflows)

    @cached_property
    def others(self) -> tuple[Runs, ...]:
        """Systems that are neither direct nor the discussion of the model comparison."""
        return tuple(runs for runs in self.comparisons if runs.system.workflow not in (DIRECT, DISCUSSION_10))

    @cached_property
    def clusters(self) -> Clusters:
        """The challenges of one paper are a cluster."""
        return Clusters.of(self.challenges.cluster_names)

    def percent(self, count: int | float) -> float:
        """A share of all challenges."""
        return 100 * count / len(self.challenges)


def build_study(
    table: TidyTable,
    challenges: ChallengeTable,
    cutoffs: Mapping[str, date],
    provenance: Provenance,
    *,
    alternative: str | None = None,
    false_accepts: tuple[int, int] | None = None,
    seed: int = 1,
) -> Study:
    """Arrays from the checked tables; an unknown challenge, or an alternative judge that nobody has, is an error."""
    place = pl.DataFrame(
        {"challenge_id": list(challenges.ids), "place": range(len(challenges))}, schema_overrides={"place": pl.Int64}
    )
    frame = table.frame.with_columns(pl.col("challenge_id").cast(pl.String)).join(
        place, on="challenge_id", how="left", maintain_order="left"
    )
    unknown = frame.filter(pl.col("place").is_null())
    if not unknown.is_empty():
        raise BadInput(
            f"{table.where(unknown)}: the challenge {unknown['challenge_id'][0]!r} is not in the table of "
            f"challenges, which holds {len(challenges)}. Give the challenges of the release that was run."
        )
    comparisons = _all_runs(frame.filter(pl.col("purpose") == COMPARISON), table, len(challenges))
    calibrations = _all_runs(frame.filter(pl.col("purpose") == CALIBRATION), table, len(challenges))
    other, why = _alternative(table, alternative)
    return Study(
        challenges,
        comparisons,
        calibrations,
        cutoffs,
        other,
        why,
        provenance,
        _warnings(table, comparisons, challenges),
        seed,
        false_accepts,
    )


def _all_runs(frame: pl.DataFrame, table: TidyTable, challenges: int) -> tuple[Runs, ...]:
    groups = frame.partition_by("system", maintain_order=True)
    return tuple(sorted((_runs(group, table, challenges) for group in groups), key=_order))


def _order(runs: Runs) -> tuple[str, str, tuple[int, str], int, str]:
    system = runs.system
    known = (DIRECT, DISCUSSION_10, *MATCHED)
    workflow = known.index(system.workflow) if system.workflow in known else len(known)
    return (system.family or "~", system.model or "", system.effort_rank, workflow, system.name)


def _runs(group: pl.DataFrame, table: TidyTable, challenges: int) -> Runs:
    first = group.row(0, named=True)
    seeds = tuple(sorted(group["seed"].unique().to_list()))
    column = {seed: index for index, seed in enumerate(seeds)}
    cells = (group["place"].to_numpy(), np.array([column[seed] for seed in group["seed"].to_list()]))

    def floats(name: str) -> NDArray[np.float64]:
        filled = np.full((challenges, len(seeds)), np.nan)
        filled[cells] = group[name].to_numpy()
        return filled

    def small(values: pl.Series) -> NDArray[np.int8]:
        filled = np.full((challenges, len(seeds)), -1, dtype=np.int8)
        filled[cells] = values.to_numpy()
        return filled

    given = [judge for judge in table.verdicts if group[f"{VERDICT}{judge}"].is_not_null().any()]
    search = {name: float(group[name].sum()) for name in DIAGNOSTICS} if _has_diagnostics(group) else None
    return Runs(
        System(first["system"], first["family"], first["model"], first["effort"], first["workflow"]),
        seeds,
        small(group["outcome"]),
        {judge: small(group[f"{VERDICT}{judge}"].cast(pl.Int8).fill_null(-1)) for judge in given},
        floats("confidence"),
        {name: floats(name) for name in USAGE},
        search,
    )


def _has_diagnostics(group: pl.DataFrame) -> bool:
    return DIAGNOSTICS[0] in group.columns and any(group[name].is_not_null().any() for name in DIAGNOSTICS)


def _alternative(table: TidyTable, named: str | None) -> tuple[str | None, str]:
    others = [judge for judge in table.verdicts if judge != MAJORITY]
    if named is not None:
        if named not in others:
            known = ", ".join(map(repr, others)) or f"only {MAJORITY!r}"
            raise BadInput(f"--alternative {named!r}: no run in {table.source.path} has such a verdict; there is {known}.")
        return named, ""
    if len(others) == 1:
        return others[0], ""
    if not others:
        return None, f"no run has a verdict besides {MAJORITY!r}"
    return None, f"the runs have verdicts of {', '.join(map(repr, others))}: name one with --alternative"


def _many(count: int, noun: str) -> str:
    return f"1 {noun} is" if count == 1 else f"{count:,} {noun}s are"


def _warnings(table: TidyTable, comparisons: Sequence[Runs], challenges: ChallengeTable) -> tuple[str, ...]:
    """What is odd about the data and yet no mistake that stops the report."""
    found = [f"{count:,} runs have a field {name!r}, which is not read." for name, count in sorted(table.unread.items())]
    if table.verdicts and MAJORITY not in table.verdicts:
        found.append(f"No run has a verdict {MAJORITY!r}: nothing counts as accepted.")
    odd = (
        table.frame.filter(pl.col(f"{VERDICT}{MAJORITY}") & (pl.col("outcome") != SUBMITTED))
        if MAJORITY in table.verdicts
        else None
    )
    if odd is not None and not odd.is_empty():
        errored = int((odd["outcome"] == ERRORED).sum())
        found.append(
            f"{len(odd):,} runs submitted nothing and yet have an accepting verdict, the first at {table.where(odd)}; "
            f"the {errored:,} errored ones count as not accepted, the others as accepted."
        )
    unscored = sum(int(runs.unscored.sum()) for runs in comparisons)
    if unscored:
        found.append(
            f"{_many(unscored, 'submission')} unscored: not counted as accepted, and shown apart in the table of runs."
        )
    missing = sum(int((runs.outcome == MISSING).sum()) for runs in comparisons)
    if missing:
        found.append(
            f"{_many(missing, 'run')} missing: not counted as accepted; rates are over all {len(challenges):,} challenges."
        )
    if None in challenges.papers:
        found.append(
            "Some challenges name no paper: each of those counts as a paper of its own, and intervals may be too narrow."
        )
    return tuple(found)
