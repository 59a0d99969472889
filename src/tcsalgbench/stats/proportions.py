"""Intervals for a share of independent trials."""

import math
from dataclasses import dataclass

from scipy.special import ndtri

LEVEL = 0.95


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate and the interval around it, in the same unit."""

    estimate: float
    low: float
    high: float


def wilson(successes: int, trials: int, level: float = LEVEL) -> Interval:
    """Wilson's score interval: right for independent trials, too narrow where trials come in clusters."""
    if not 0 <= successes <= trials or trials == 0:
        raise ValueError(f"{successes} of {trials} is no share")
    # As in statsmodels, which takes a second to import.
    share, z = successes / trials, float(ndtri((1 + level) / 2))
    centre = (share + z * z / (2 * trials)) / (1 + z * z / trials)
    reach = z / (1 + z * z / trials) * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    # At none and all, rounding leaves the ends a hair beside zero and one.
    return Interval(share, 0.0 if successes == 0 else centre - reach, 1.0 if successes == trials else centre + reach)
