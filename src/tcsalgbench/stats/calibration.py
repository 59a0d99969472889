"""Do confidences mean what they say? RMS calibration error as Humanity's Last Exam computes it, Brier score, reliability."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

BETA = 40


@dataclass(frozen=True, slots=True)
class Bin:
    """Consecutive rows in the order of their confidence."""

    count: int
    confidence: float  # mean
    accepted: float  # share


@dataclass(frozen=True, slots=True)
class Calibration:
    """`released` leaves the last bin out of the sum while dividing by all rows, as the released code does.

    Both errors are None when there are fewer than two bins; `why` says so.
    """

    count: int
    bins: tuple[Bin, ...]
    left_out: int
    released: float | None
    every_bin: float | None
    brier: float | None
    why: str | None = None


def calibrate(confidences: Sequence[float], correct: Sequence[bool], beta: int = BETA) -> Calibration:
    """Calibration of rows that are in the order of their challenge ids: ties in confidence keep that order."""
    if len(confidences) != len(correct):
        raise ValueError(f"{len(confidences)} confidences and {len(correct)} outcomes")
    stated, right = np.asarray(confidences, dtype=np.float64), np.asarray(correct, dtype=np.float64)
    count = len(stated)
    brier = float(np.mean((stated - right) ** 2)) if count else None
    order = np.argsort(stated, kind="stable")
    stated, right = stated[order], right[order]
    full = count // beta
    starts = [index * beta for index in range(full)]
    ends = [*starts[1:], count]
    bins = tuple(
        Bin(end - start, float(stated[start:end].mean()), float(right[start:end].mean()))
        for start, end in zip(starts, ends if full else [], strict=True)
    )
    if full < 2:
        why = f"{count} rows give {_bins(full)} of {beta}; the error needs at least two ({2 * beta} rows)"
        return Calibration(count, bins, count, None, None, brier, why)
    released, every = _error(bins[:-1], count), _error(bins, count)
    return Calibration(count, bins, bins[-1].count, released, every, brier)


def _bins(number: int) -> str:
    return "one bin" if number == 1 else "no bin"


def _error(bins: Sequence[Bin], count: int) -> float:
    return math.sqrt(sum(one.count / count * (one.accepted - one.confidence) ** 2 for one in bins))
