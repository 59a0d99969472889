"""Comparing systems in pairs: McNemar's test, Holm's correction, and what the tests leave open about ranks."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rank:
    """The best and the worst rank that a system may have, counted from one."""

    best: int
    worst: int


def mcnemar_p(only_a: int, only_b: int) -> float:
    """The exact two-sided p-value of McNemar's test from the challenges that one system alone solved."""
    from scipy.stats import binomtest  # noqa: PLC0415  # a second of import

    return float(binomtest(only_a, only_a + only_b).pvalue) if only_a + only_b else 1.0


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's adjusted p-values: together they err with the level's probability, whichever hypotheses are true."""
    from statsmodels.stats.multitest import multipletests  # noqa: PLC0415  # a second of import

    return [float(p) for p in multipletests(list(p_values), method="holm")[1]] if p_values else []


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
