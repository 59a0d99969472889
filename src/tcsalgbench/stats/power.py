"""From a pilot to a plan: how many challenges, papers or seeds would tell two systems apart, and with what power."""

import math
from dataclasses import dataclass, replace

import numpy as np
from scipy.special import ndtr, ndtri

from tcsalgbench.stats.clusters import Clusters, Floats

LEVEL, POWER = 0.05, 0.8
_NOTHING = 1e-12  # sums of fractions that cancel leave a hair


@dataclass(frozen=True, slots=True)
class Spread:
    """Where the variance of a paired difference comes from, for one challenge.

    `papers` is shared by the challenges of a paper; `challenges` is each one's own; `seeds` is what runs of one challenge
    differ by, for one seed of both systems, and falls with their number. None where the pilot has a single seed: its part
    is then inside `challenges`.
    """

    difference: float
    papers: float
    challenges: float
    seeds: float | None
    apart: bool = True  # False: no paper came twice, so that all that is not of seeds is laid on papers, to be safe

    def variance(self, size: "Size", seeds: int) -> float:
        """Of the mean difference in a study."""
        return (self.papers * size.weight + self.challenges + (self.seeds or 0.0) / seeds) / size.challenges


@dataclass(frozen=True, slots=True)
class Size:
    """A study: its challenges, and how many challenges a challenge shares its paper with, itself included, on average."""

    challenges: int
    papers: int
    weight: float

    @classmethod
    def of(cls, clusters: Clusters) -> "Size":
        """The size of these challenges in their papers."""
        total = int(clusters.sizes.sum())
        return cls(total, clusters.count, float((clusters.sizes**2).sum()) / total)


def spread_of(first: Floats, second: Floats, clusters: Clusters) -> Spread:
    """The components of variance, from challenges × seeds with values 0 or 1, by the analysis of variance over papers.

    Where a component would be below zero it is taken as zero, and what is left of the variance is kept.
    """
    values = first.mean(axis=1) - second.mean(axis=1)
    both = first.shape[1] > 1 and second.shape[1] > 1
    noise = [float(runs.var(axis=1, ddof=1).mean()) for runs in (first, second)] if both else [0.0, 0.0]
    left = noise[0] / first.shape[1] + noise[1] / second.shape[1]
    papers, within, apart = _components(values, clusters)
    if not apart:
        papers, within = max(papers - left, 0.0), left
    difference = float(values.mean())
    difference = 0.0 if abs(difference) < _NOTHING else difference
    return Spread(difference, papers, max(within - left, 0.0), sum(noise) if both else None, apart)


def _components(values: Floats, clusters: Clusters) -> tuple[float, float, bool]:
    """Variance between papers and within them; not told apart where no paper has two challenges."""
    rows, count, sizes = len(values), clusters.count, clusters.sizes
    if count < 2:
        raise ValueError("one paper shows no variance between papers")
    means = clusters.sums(values[:, None])[:, 0] / sizes
    if rows == count:
        return float(values.var(ddof=1)), 0.0, False
    among = float((sizes * (means - values.mean()) ** 2).sum()) / (count - 1)
    within = float(((values - means[clusters.of_row]) ** 2).sum()) / (rows - count)
    size = (rows - float((sizes**2).sum()) / rows) / (count - 1)
    if among <= within:
        return 0.0, float(values.var(ddof=1)), True
    return (among - within) / size, within, True


@dataclass(frozen=True, slots=True)
class Need:
    """What a plan says of one pair. A number that is None cannot be had, and `why` says why."""

    challenges: int | None
    papers: int | None
    seeds: int | None
    power: float
    detectable: float  # the smallest difference that the study would see with the power that is wanted
    why: str = ""


def plan_pair(spread: Spread, study: Size, seeds: int, *, level: float = LEVEL, power: float = POWER) -> Need:
    """How many challenges (papers) at so many seeds, and how many seeds on the challenges of the study, would do."""
    reach = float(ndtri(1 - level / 2) + ndtri(power))
    error = math.sqrt(spread.variance(study, seeds))
    found = Need(None, None, None, power_of(spread, study, seeds, level), reach * error)
    if spread.difference == 0:
        return replace(found, why="the pilot saw no difference")
    if error == 0:
        return Need(1, 1, 1, 1.0, 0.0, "the pilot saw no variance at all: it is too small to plan with")
    challenges = max(2, math.ceil(study.challenges * (reach * error / spread.difference) ** 2))
    papers = max(2, math.ceil(challenges * study.papers / study.challenges))
    enough, why = _seeds(spread, study, reach)
    return replace(found, challenges=challenges, papers=papers, seeds=enough, why=why)


def power_of(spread: Spread, study: Size, seeds: int, level: float = LEVEL) -> float:
    """The chance that a study sees the difference of the pilot, if that is the true one."""
    error = math.sqrt(spread.variance(study, seeds))
    if error == 0:
        return float(spread.difference != 0)
    away, bar = abs(spread.difference) / error, float(ndtri(1 - level / 2))
    return float(ndtr(away - bar) + ndtr(-away - bar))


def _seeds(spread: Spread, study: Size, reach: float) -> tuple[int | None, str]:
    if spread.seeds is None:
        return None, "one seed does not show how runs of one challenge differ"
    room = study.challenges * (spread.difference / reach) ** 2 - spread.papers * study.weight - spread.challenges
    if room <= 0:
        return None, f"with {study.challenges:,} challenges no number of seeds suffices: too much varies between challenges"
    return max(1, math.ceil(spread.seeds / room)), ""


def ratio_interval(amounts: Floats, runs: Floats, clusters: Clusters, quantile: float) -> tuple[float, float, float] | None:
    """The mean amount a run with its interval, from sums and numbers of runs by challenge; None from fewer than two papers.

    The error is that of a ratio between sums over papers; the interval is on the scale of logarithms, as amounts are skewed
    and never below zero. `quantile` is that of the t distribution.
    """
    ran = clusters.sums(runs[:, None])[:, 0]
    there = ran > 0
    count = int(there.sum())
    mean = float(amounts.sum() / runs.sum()) if runs.sum() else math.nan
    if count < 2 or not math.isfinite(mean):
        return None
    if mean == 0:
        return 0.0, 0.0, 0.0
    left = (clusters.sums(amounts[:, None])[:, 0] - mean * ran)[there]
    error = math.sqrt(count / (count - 1) * float((left**2).sum())) / float(ran.sum())
    far = float(np.exp(quantile * error / mean))
    return mean, mean / far, mean * far
