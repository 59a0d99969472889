"""Tests of pairs, Holm's correction, ranks, Wilson."""

from fractions import Fraction
from itertools import pairwise
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint

from tcsalgbench.stats import holm, mcnemar_p, ranks_from_tests, wilson


@given(st.integers(0, 25), st.integers(0, 25))
def test_mcnemar_is_a_fair_coin_over_what_one_alone_solved(only_a: int, only_b: int) -> None:
    n, low = only_a + only_b, min(only_a, only_b)
    exact = min(Fraction(1), 2 * sum((Fraction(comb(n, i), 2**n) for i in range(low + 1)), Fraction()))
    assert mcnemar_p([only_a], [only_b]) == pytest.approx([float(exact)])
    assert mcnemar_p([only_a], [only_b]) == pytest.approx(mcnemar_p([only_b], [only_a]))


def test_holm_multiplies_by_the_hypotheses_that_are_left() -> None:
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([]) == []


@settings(max_examples=15)  # statsmodels collects garbage each time
@given(st.lists(st.floats(0, 1), min_size=1, max_size=20))
def test_holm_never_lowers_a_p_value_nor_changes_their_order(values: list[float]) -> None:
    adjusted = holm(values)
    assert adjusted == pytest.approx(multipletests(values, method="holm")[1])
    assert all(p <= after <= 1 for p, after in zip(values, adjusted, strict=True))
    order = np.argsort(values, kind="stable")
    assert all(adjusted[a] <= adjusted[b] for a, b in pairwise(order))


def test_ranks_say_only_what_tests_have_told_apart() -> None:
    ranks = ranks_from_tests(3, [(0, 2), (1, 2)])
    assert [(one.best, one.worst) for one in ranks] == [(1, 2), (1, 2), (3, 3)]


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"), [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1)]
)
def test_wilson_as_in_tables(successes: int, trials: int, low: float, high: float) -> None:
    found = wilson(successes, trials)
    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-4)


@given(st.integers(1, 500), st.data())
def test_wilson_as_in_statsmodels(trials: int, data: st.DataObject) -> None:
    successes = data.draw(st.integers(0, trials))
    found = wilson(successes, trials)
    assert (found.low, found.high) == pytest.approx(proportion_confint(successes, trials, method="wilson"), abs=1e-12)


def test_wilson_refuses_what_is_no_share() -> None:
    with pytest.raises(ValueError, match="no share"):
        wilson(3, 2)
