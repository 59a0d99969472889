"""From a pilot to a plan: how many papers, or how many seeds, would tell two systems apart."""

import math
from dataclasses import dataclass

from scipy.special import ndtri

from tcsalgbench.stats.clusters import Clusters, Floats

LEVEL, POWER = 0.05, 0.8


@dataclass(frozen=True, slots=True)
class Need:
    """`clusters` and `seeds` are None where no number suffices; `why` then says it."""

    difference: float
    error: float
    clusters: int | None
    seeds: int | None
    why: str = ""


def clusters_needed(difference: float, error: float, clusters: int) -> int | None:
    """Papers for a power of 80 % at 5 %, if papers to come are like those of the pilot; the error falls with their root."""
    if difference == 0 or not math.isfinite(error):
        return None
    return max(2, math.ceil(clusters * (_reach() * error / difference) ** 2))


def seeds_needed(first: Floats, second: Floats, clusters: Clusters, target: int) -> Need:
    """What it takes to tell the mean acceptance of two systems apart; `first`, `second`: challenges × seeds, 0 or 1.

    The variance of the difference has a part between papers, which more seeds do not lessen, and a part within challenges,
    which falls with their number. `target` is the number of papers that the study will have.
    """
    per_challenge = first.mean(axis=1) - second.mean(axis=1)
    difference = float(per_challenge.mean())
    error = float(clusters.standard_errors(per_challenge[:, None], seed=0)[0])
    papers = clusters_needed(difference, error, clusters.count)
    if papers is None:
        return Need(
            difference, error, None, None, "the pilot saw no difference" if difference == 0 else "one paper is no pilot"
        )
    if first.shape[1] < 2 or second.shape[1] < 2:
        return Need(difference, error, papers, None, "one seed does not show how runs of one challenge differ")
    # Of the mean difference: the noise that one seed would have, and what the seeds of the pilot left of it.
    one_seed, left = (
        float(sum((runs.var(axis=1, ddof=1) / per).sum() for runs, per in ((first, a), (second, b)))) / len(per_challenge) ** 2
        for a, b in ((1, 1), (first.shape[1], second.shape[1]))
    )
    between = max(error**2 - left, 0.0)
    scale = clusters.count / target
    room = (difference / _reach()) ** 2 / scale - between
    if room <= 0:
        return Need(difference, error, papers, None, f"with {target} papers, no number of seeds suffices")
    return Need(difference, error, papers, max(1, math.ceil(one_seed / room)))


def _reach() -> float:
    return float(ndtri(1 - LEVEL / 2) + ndtri(POWER))
