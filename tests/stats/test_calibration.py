"""Calibration: the figure of Humanity's Last Exam as released, and the one with every bin."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tcsalgbench.stats import calibrate

WORKED = [
    ([0.1, 0.2, 0.3, 0.4, 0.6, 0.7, 0.8, 0.9], [0, 0, 1, 0, 1, 0, 1, 1], 2, 0.1299038106, 0.15),
    ([0.9, 0.1, 0.5, 0.95, 0.2, 0.6, 0.3, 0.8, 0.7, 1.0], [1, 0, 1, 0, 0, 0, 1, 1, 1, 1], 3, 0.0816496581, None),
    ([i / 249 for i in range(250)], [i % 3 == 0 for i in range(250)], 100, 0.0893057691, 0.2983219533),
]


@pytest.mark.parametrize(("confidences", "correct", "beta", "released", "every"), WORKED)
def test_the_worked_examples(
    confidences: list[float], correct: list[bool], beta: int, released: float, every: float | None
) -> None:
    found = calibrate(confidences, correct, beta)
    assert found.released == pytest.approx(released, abs=1e-9)
    assert found.every_bin == pytest.approx(0.1312599 if every is None else every, abs=1e-9 if every else 5e-8)


def test_the_last_bin_is_extended_and_left_out_of_the_released_figure() -> None:
    found = calibrate([i / 397 for i in range(398)], [False] * 398)
    assert (found.count, len(found.bins), found.bins[-1].count, found.left_out) == (398, 9, 78, 78)


@pytest.mark.parametrize(("rows", "said"), [(0, "no bin"), (39, "no bin"), (79, "one bin")])
def test_fewer_than_two_bins_give_no_figure_and_say_why(rows: int, said: str) -> None:
    found = calibrate([0.5] * rows, [True] * rows)
    assert (found.released, found.every_bin, found.left_out) == (None, None, rows)
    assert said in (found.why or "")
    assert (found.brier is None) == (rows == 0)


def test_ties_keep_the_order_of_the_rows() -> None:
    first = calibrate([0.5] * 4, [True, True, False, False], 2)
    assert [one.accepted for one in first.bins] == [1.0, 0.0]
    assert first.released == pytest.approx(math.sqrt(0.5 * 0.25))


def released_code(confidence: list[float], correct: list[bool], beta: int) -> float:
    """The published procedure in its own shape, for comparison."""
    stated, right = np.array(confidence), np.array(correct)
    order = np.argsort(stated, kind="stable")
    stated, right = stated[order], right[order]
    bins = [[i * beta, (i + 1) * beta] for i in range(len(stated) // beta)]
    bins[-1] = [bins[-1][0], len(stated)]
    total = 0.0
    for begin, end in bins[:-1]:
        total += (end - begin) / len(stated) * (stated[begin:end].mean() - right[begin:end].mean()) ** 2
    return math.sqrt(total)


@given(
    rows=st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=4, max_size=60),
    beta=st.integers(1, 2),
)
def test_any_rows_give_what_the_published_procedure_gives(rows: list[tuple[float, bool]], beta: int) -> None:
    confidences, correct = [row[0] for row in rows], [row[1] for row in rows]
    found = calibrate(confidences, correct, beta)
    assert found.released == pytest.approx(released_code(confidences, correct, beta), abs=1e-12)
    assert found.every_bin is not None and found.released is not None
    assert found.every_bin >= found.released - 1e-12
    assert sum(one.count for one in found.bins) == len(rows)
    assert 0 <= (found.brier or 0) <= 1
