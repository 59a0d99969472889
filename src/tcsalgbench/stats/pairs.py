"""Comparing systems in pairs: McNemar's test, Holm's correction, and what the tests leave open about ranks."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import bdtr


@dataclass(frozen=True, slots=True)
class Rank:
    """The best and the worst rank that a system may have, counted from one."""

    best: int
    worst: int


def mcnemar_p(only_a: Sequence[int], only_b: Sequence[int]) -> list[float]:
    """The exact two-sided p-values of McNemar's test from how many challenges each system of a pair solved alone."""
    fewer, together = np.minimum(only_a, only_b), np.add(only_a, only_b)
    return [float(p) for p in np.minimum(1.0, 2 * bdtr(fewer, together, 0.5))]


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's adjusted p-values: together they err with the level's probability, whichever hypotheses are true."""
    # statsmodels has it too, and collects all garbage of the process each time: a second for a report.
    adjusted, largest = [0.0] * len(p_values), 0.0
    for rank, place in enumerate(sorted(range(len(p_values)), key=lambda place: p_values[place])):
        largest = max(largest, min(1.0, (len(p_values) - rank) * p_values[place]))
        adjusted[place] = largest
    return adjusted


def ranks_from_tests(count: int, better: Sequence[tuple[int, int]]) -> list[Rank]:
    """Rank intervals of `count` systems; `better` holds (winner, loser) of every pair told apart after correction.

    With tests that err together with probability α, all these intervals hold together with probability 1 − α: a system ranks
    below those that beat it and above those that it beats, and of the others nothing is known.
    """
    beaten_by, beats = [0] * count, [0] * count
    for winner, loser in better:
        beaten_by[loser] += 1
        beats[winner] += 1
    return [Rank(1 + above, count - below) for above, below in zip(beaten_by, beats, strict=True)]
