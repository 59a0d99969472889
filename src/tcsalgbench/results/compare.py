"""Which differences between systems are more than noise: pairs, tests, ranks, within each kind of workflow."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from tcsalgbench.results.study import DIRECT, DISCUSSION_10, Flags, Runs, Study
from tcsalgbench.stats import Interval, Rank, difference_intervals, holm, mcnemar_p, permutation_p, ranks_from_tests
from tcsalgbench.stats.clusters import FLIPS, Floats

SIGNIFICANT = 0.05
METRICS = ("seed1_rate", "coverage_rate")


@dataclass(frozen=True)
class Pair:
    """Two systems on one metric; p-values are of the cluster permutation and of McNemar, plain and after Holm."""

    a: Runs
    b: Runs
    metric: str
    a_only: int
    b_only: int
    difference: Interval  # a less b, as a share of all challenges
    p_value: float
    p_holm: float
    mcnemar: float
    mcnemar_holm: float

    @property
    def told_apart(self) -> bool:
        """Is the difference more than noise?"""
        return self.p_holm <= SIGNIFICANT


@dataclass(frozen=True)
class Group:
    """Systems that are compared with one another, and their pairs."""

    title: str
    systems: tuple[Runs, ...]
    pairs: tuple[Pair, ...]

    def ranks(self, metric: str) -> list[Rank]:
        """What the tests leave open about the rank of each system."""
        place = {id(runs): index for index, runs in enumerate(self.systems)}
        apart = [pair for pair in self.pairs if pair.metric == metric and pair.told_apart]
        better = [(pair.a, pair.b) if pair.difference.estimate > 0 else (pair.b, pair.a) for pair in apart]
        return ranks_from_tests(len(self.systems), [(place[id(winner)], place[id(loser)]) for winner, loser in better])


def flags_of(runs: Runs, metric: str) -> Flags:
    """Which challenges the metric counts."""
    return runs.seed1 if metric == "seed1_rate" else runs.covered


def compare(study: Study) -> tuple[Group, ...]:
    """All pairs of systems of one kind of workflow, on both metrics; Holm's correction is over the pairs of one metric."""
    return tuple(
        Group(title, systems, tuple(pair for metric in METRICS for pair in _pairs(study, systems, metric)))
        for title, systems in kinds_of(study)
    )


def kinds_of(study: Study) -> list[tuple[str, tuple[Runs, ...]]]:
    """Systems that are compared with one another: those of one kind of workflow."""
    kinds = (
        ("Direct inference", study.of_workflow(DIRECT)),
        ("Ten-round discussion", study.of_workflow(DISCUSSION_10)),
        ("Workflows", study.others),
    )
    return [(title, systems) for title, systems in kinds if systems]


def _pairs(study: Study, systems: Sequence[Runs], metric: str) -> list[Pair]:
    pairs = list(combinations(systems, 2))
    if not pairs:
        return []
    columns = [(flags_of(a, metric), flags_of(b, metric)) for a, b in pairs]
    differences: Floats = np.column_stack([a.astype(float) - b for a, b in columns])
    intervals = difference_intervals(differences, study.clusters, study.seed)
    # The smallest p-value must leave room for Holm's factor, the number of pairs.
    p_values = permutation_p(differences, study.clusters, study.seed, max(FLIPS, 40 * len(pairs))).tolist()
    only = [(int((a & ~b).sum()), int((b & ~a).sum())) for a, b in columns]
    mcnemar = mcnemar_p([a for a, _ in only], [b for _, b in only])
    tests = zip(p_values, holm(p_values), mcnemar, holm(mcnemar), strict=True)
    return [
        Pair(a, b, metric, *counts, interval, *four)
        for (a, b), counts, interval, four in zip(pairs, only, intervals, tests, strict=True)
    ]
