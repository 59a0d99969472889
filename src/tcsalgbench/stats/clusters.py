"""Intervals and tests for challenges that come in clusters: those of one paper rise and fall together.

Whole clusters are drawn, never single challenges. Draws are seeded; one call serves any number of columns at once, and all
columns see the same draws, so that differences between systems are paired.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtrit

from tcsalgbench.stats.proportions import LEVEL, Interval, wilson

Floats: TypeAlias = NDArray[np.float64]
Integers: TypeAlias = NDArray[np.int64]

DRAWS = 2_000
FLIPS = 10_000
_AT_ONCE = 2_000  # flips held in memory together


@dataclass(frozen=True)
class Clusters:
    """Which cluster each row belongs to, counted from zero without gaps."""

    of_row: Integers

    @classmethod
    def of(cls, names: list[str]) -> "Clusters":
        """Rows with one name are one cluster."""
        return cls(np.unique(np.asarray(names, dtype=object).astype(str), return_inverse=True)[1].astype(np.int64))

    @cached_property
    def sizes(self) -> Integers:
        """Rows in each cluster."""
        return np.bincount(self.of_row).astype(np.int64)

    @property
    def count(self) -> int:
        """How many clusters there are."""
        return len(self.sizes)

    def sums(self, values: Floats) -> Floats:
        """The sum of each column (rows × columns) over each cluster."""
        summed = np.zeros((self.count, values.shape[1]))
        np.add.at(summed, self.of_row, values)
        return summed

    def bootstrap_means(self, values: Floats, seed: int, draws: int = DRAWS) -> Floats:
        """The mean of each column over rows, in each draw of as many clusters as there are, with replacement."""
        weights = _weights(self.count, seed, draws)
        means: Floats = (weights @ self.sums(values)) / (weights @ self.sizes.astype(np.float64))[:, None]
        return means

    def standard_errors(self, values: Floats, seed: int, draws: int = DRAWS) -> Floats:
        """Of the mean of each column, from the draws.

        Drawing from n papers that were themselves drawn, the bootstrap sees the variance with n below it where n − 1 belongs;
        with thirty papers, that is a point of coverage (bench/report_coverage.py).
        """
        if self.count < 2:
            return np.full(values.shape[1], np.nan)
        errors: Floats = self.bootstrap_means(values, seed, draws).std(axis=0, ddof=1)
        return errors * float(np.sqrt(self.count / (self.count - 1)))


@lru_cache(maxsize=2)  # a report asks for the same draws again and again
def _weights(clusters: int, seed: int, draws: int) -> Floats:
    """How often each cluster is drawn, in each draw."""
    generator = np.random.default_rng(seed)
    return generator.multinomial(clusters, np.full(clusters, 1 / clusters), size=draws).astype(np.float64)


def rate_intervals(values: Floats, clusters: Clusters, seed: int, level: float = LEVEL, draws: int = DRAWS) -> list[Interval]:
    """Intervals for the mean of each column of values in [0, 1].

    The standard error comes from the cluster bootstrap; the interval is a t interval on the scale of log-odds, with one degree
    of freedom less than there are clusters. The plain percentiles of the draws cover too little for rates of a few percent,
    which are the rule here (bench/report.py). A mean of 0 or 1 has no bootstrap error at all: there, Wilson's interval for
    as many trials as there are clusters is given.
    """
    means, errors = values.mean(axis=0), clusters.standard_errors(values, seed, draws)
    spread = t_quantile(level, clusters.count)
    return [_logit_interval(float(m), float(e), spread, clusters.count, level) for m, e in zip(means, errors, strict=True)]


def _logit_interval(mean: float, error: float, spread: float, clusters: int, level: float) -> Interval:
    # A mean of numbers that are all 1 may be a hair below it.
    nothing, everything = mean < 1e-12, mean > 1 - 1e-12
    if nothing or everything:
        return wilson(clusters if everything else 0, clusters, level)
    if clusters < 2:
        return Interval(mean, 0.0, 1.0)
    centre, reach = np.log(mean / (1 - mean)), spread * error / (mean * (1 - mean))
    low, high = (float(1 / (1 + np.exp(-np.clip(centre + side * reach, -700, 700)))) for side in (-1, 1))
    return Interval(mean, low, high)


def difference_intervals(
    differences: Floats, clusters: Clusters, seed: int, level: float = LEVEL, draws: int = DRAWS
) -> list[Interval]:
    """Intervals for the mean of each column of paired differences in [-1, 1]: t intervals with the bootstrap's error.

    Where systems differ in few papers the error itself is poorly known: with k such papers there are at most 2k − 1 degrees of
    freedom, and the mean difference lies within what Wilson's interval leaves for the share of papers that differ at all. Where
    none differs, that is all there is to say. Without it, up to four in ten missed (bench/report.py).
    """
    means = differences.mean(axis=0)
    if clusters.count < 2:
        return [Interval(float(mean), -1.0, 1.0) for mean in means]
    errors = clusters.standard_errors(differences, seed, draws)
    differing = (clusters.sums(np.abs(differences)) > 0).sum(axis=0).tolist()
    found = []
    for mean, error, papers in zip(means.tolist(), errors.tolist(), differing, strict=True):
        freedom = min(clusters.count, max(2, 2 * papers))
        far, most = t_quantile(level, freedom) * error, wilson(papers, clusters.count, level).high
        far = far if papers else most
        found.append(Interval(mean, min(mean, max(-most, mean - far)), max(mean, min(most, mean + far))))
    return found


def permutation_p(differences: Floats, clusters: Clusters, seed: int, flips: int = FLIPS) -> Floats:
    """Two-sided p-values that paired differences (rows × columns) are noise: systems change places in whole clusters.

    The arrangement that was seen counts as one of them, so that no p-value is zero and the test keeps its level.
    """
    generator = np.random.default_rng(seed)
    sums = clusters.sums(differences)
    seen = np.abs(sums.sum(axis=0))
    at_least = np.ones(sums.shape[1])
    for begin in range(0, flips, _AT_ONCE):
        signs = generator.integers(0, 2, size=(min(_AT_ONCE, flips - begin), clusters.count)).astype(np.float64) * 2 - 1
        # Sums of small fractions differ in their last digits by the order of adding.
        at_least += (np.abs(signs @ sums) >= seen - 1e-9).sum(axis=0)
    return at_least / (flips + 1)


def t_quantile(level: float, clusters: int) -> float:
    """Of the t distribution with one degree of freedom less than there are clusters (two at least)."""
    return float(stdtrit(max(clusters - 1, 1), (1 + level) / 2))
