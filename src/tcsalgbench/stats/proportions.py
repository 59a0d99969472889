"""Intervals for a share of independent trials."""

from dataclasses import dataclass

LEVEL = 0.95


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate and the interval around it, in the same unit."""

    estimate: float
    low: float
    high: float


def wilson(successes: int, trials: int, level: float = LEVEL) -> Interval:
    """Wilson's score interval: right for independent trials, too narrow where trials come in clusters."""
    from statsmodels.stats.proportion import proportion_confint  # noqa: PLC0415  # a second of import

    if not 0 <= successes <= trials or trials == 0:
        raise ValueError(f"{successes} of {trials} is no share")
    low, high = proportion_confint(successes, trials, alpha=1 - level, method="wilson")
    # At none and all, rounding leaves the ends a hair beside zero and one.
    return Interval(successes / trials, 0.0 if successes == 0 else float(low), 1.0 if successes == trials else float(high))
