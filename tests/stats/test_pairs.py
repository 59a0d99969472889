"""Tests of pairs, Holm's correction, ranks, Wilson, and plans from pilots."""

from fractions import Fraction
from itertools import pairwise
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint

from tcsalgbench.stats import Clusters, clusters_needed, holm, mcnemar_p, ranks_from_tests, seeds_needed, wilson


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


def test_half_the_difference_needs_four_times_the_papers() -> None:
    one, four = clusters_needed(0.10, 0.03, 138), clusters_needed(0.05, 0.03, 138)
    assert one is not None and four is not None
    assert four == pytest.approx(4 * one, rel=0.05)
    assert clusters_needed(0.0, 0.03, 138) is None


def test_a_plan_from_a_pilot_reaches_the_power_it_promises() -> None:
    generator = np.random.default_rng(5)

    def pilot(papers: int) -> tuple[Clusters, np.ndarray, np.ndarray]:
        chances = generator.beta(1, 4, papers).repeat(3)
        first = generator.random((3 * papers, 4)) < np.minimum(chances + 0.06, 1)[:, None]
        second = generator.random((3 * papers, 4)) < chances[:, None]
        return Clusters(np.arange(papers).repeat(3)), first.astype(float), second.astype(float)

    clusters, first, second = pilot(2000)  # large, so that the plan rests on the truth
    need = seeds_needed(first, second, clusters, target=2000)
    assert need.clusters is not None
    seen = 0
    for _ in range(400):
        clusters, first, second = pilot(need.clusters)
        per_challenge = (first.mean(axis=1) - second.mean(axis=1))[:, None]
        error = float(clusters.standard_errors(per_challenge, 1, 200)[0])
        seen += per_challenge.mean() / error > 1.96
    assert 0.7 < seen / 400 < 0.9


def test_where_papers_differ_too_much_no_number_of_seeds_suffices() -> None:
    first = np.array([[1, 1], [0, 0], [1, 1], [0, 0], [1, 0], [0, 0]], dtype=float)
    second = np.array([[0, 0], [1, 1], [0, 0], [1, 1], [0, 0], [0, 0]], dtype=float)
    need = seeds_needed(first, second, Clusters(np.arange(6)), target=6)
    assert need.seeds is None
    assert "no number of seeds" in need.why
    assert need.clusters is not None and need.clusters > 6


def test_one_seed_shows_no_noise_of_seeds() -> None:
    need = seeds_needed(np.array([[1.0], [1.0], [0.0]]), np.zeros((3, 1)), Clusters(np.arange(3)), 3)
    assert need.seeds is None
    assert "one seed" in need.why
