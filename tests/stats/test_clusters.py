"""Intervals and tests that respect clusters: they cover, keep their level, and do not depend on names or order."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest
from statsmodels.regression.linear_model import OLS

from tcsalgbench.stats import Clusters, difference_intervals, permutation_p, rate_intervals, wilson

PAPERS, CHALLENGES = 138, 398


def clustered(generator: np.random.Generator, rate: float, correlation: float, columns: int) -> tuple[Clusters, np.ndarray]:
    """Challenges of papers: in each column, papers have rates of their own around `rate`."""
    shares = generator.gamma(1.0, 1.0, PAPERS)
    sizes = 1 + generator.multinomial(CHALLENGES - PAPERS, shares / shares.sum())
    clusters = Clusters(np.repeat(np.arange(PAPERS), sizes))
    scale = (1 - correlation) / correlation
    rates = generator.beta(rate * scale, (1 - rate) * scale, size=(PAPERS, columns))
    return clusters, (generator.random((CHALLENGES, columns)) < rates[clusters.of_row]).astype(float)


@pytest.mark.parametrize(("rate", "correlation"), [(0.1, 0.1), (0.2, 0.3)])
def test_intervals_cover_as_often_as_they_say_while_wilson_does_not(rate: float, correlation: float) -> None:
    generator = np.random.default_rng(7)
    covered, naive, trials = 0, 0, 0
    for _ in range(10):
        clusters, values = clustered(generator, rate, correlation, 100)
        for index, found in enumerate(rate_intervals(values, clusters, seed=1, draws=400)):
            plain = wilson(int(values[:, index].sum()), CHALLENGES)
            covered += found.low <= rate <= found.high
            naive += plain.low <= rate <= plain.high
            trials += 1
    assert 0.93 <= covered / trials <= 0.97
    assert naive < covered


def test_intervals_of_differences_cover_as_often_as_they_say() -> None:
    generator = np.random.default_rng(8)
    covered = 0
    for _ in range(10):
        clusters, first = clustered(generator, 0.2, 0.2, 100)
        flipped = generator.random(first.shape) < 0.1
        second = np.where(flipped, 1 - first, first)
        true = 0.1 * 0.2 - 0.1 * 0.8
        covered += sum(one.low <= true <= one.high for one in difference_intervals(first - second, clusters, 1, draws=400))
    assert 0.93 <= covered / 1000 <= 0.97


def test_the_permutation_test_keeps_its_level_and_sees_what_is_there() -> None:
    generator = np.random.default_rng(9)
    clusters, first = clustered(generator, 0.2, 0.3, 400)
    _, second = clustered(generator, 0.2, 0.3, 400)
    same = permutation_p(first - second[np.argsort(generator.random(CHALLENGES))], clusters, 1, 1000)
    assert (same <= 0.05).mean() <= 0.08
    assert permutation_p((first - 0 * second)[:, :5], clusters, 1, 1000).max() < 0.01


@settings(max_examples=25)
@given(st.integers(0, 2**32 - 1), st.integers(2, 12), st.integers(1, 4))
def test_what_is_found_depends_neither_on_the_order_of_columns_nor_on_the_sign(seed: int, papers: int, columns: int) -> None:
    generator = np.random.default_rng(seed)
    of_row = np.concatenate([np.arange(papers), generator.integers(0, papers, 20)])
    clusters = Clusters(of_row)
    values = generator.integers(-1, 2, size=(len(of_row), columns)).astype(float)
    p_values = permutation_p(values, clusters, 5, 200)
    assert ((p_values > 0) & (p_values <= 1)).all()
    assert permutation_p(values[:, ::-1], clusters, 5, 200)[::-1] == pytest.approx(p_values)
    assert permutation_p(-values, clusters, 5, 200) == pytest.approx(p_values)
    for found in difference_intervals(values, clusters, 5, draws=50):
        assert -1 <= found.low <= found.estimate <= found.high <= 1


@settings(max_examples=25)
@given(st.lists(st.tuples(st.sampled_from("abcdef"), st.booleans()), min_size=1, max_size=40))
def test_an_interval_holds_its_estimate_and_stays_a_rate(rows: list[tuple[str, bool]]) -> None:
    clusters = Clusters.of([name for name, _ in rows])
    values = np.array([[float(right)] for _, right in rows])
    (found,) = rate_intervals(values, clusters, 1, draws=50)
    assert 0 <= found.low <= found.estimate + 1e-12
    assert found.estimate - 1e-12 <= found.high <= 1
    if values.sum() == 0:
        assert found.low == 0 < found.high


def test_the_same_seed_gives_the_same_interval() -> None:
    clusters, values = clustered(np.random.default_rng(1), 0.2, 0.2, 2)
    assert rate_intervals(values, clusters, 4) == rate_intervals(values, clusters, 4)
    assert rate_intervals(values, clusters, 4) != rate_intervals(values, clusters, 5)


def test_challenges_alone_in_their_papers_are_as_if_independent() -> None:
    values = (np.arange(400) % 5 == 0).astype(float)[:, None]
    (found,) = rate_intervals(values, Clusters(np.arange(400)), 1)
    plain = wilson(80, 400)
    assert (found.low, found.high) == pytest.approx((plain.low, plain.high), abs=0.003)


def brute_force(values: np.ndarray, clusters: Clusters, draws: int) -> float:
    """The standard error of a mean as one would write it down: draw papers, put their challenges together, take the mean."""
    generator = np.random.default_rng(99)
    rows = [np.flatnonzero(clusters.of_row == paper) for paper in range(clusters.count)]
    means = []
    for _ in range(draws):
        drawn = generator.integers(0, clusters.count, clusters.count)
        means.append(np.concatenate([values[rows[paper]] for paper in drawn]).mean())
    return float(np.std(means, ddof=1) * np.sqrt(clusters.count / (clusters.count - 1)))


def test_the_error_is_that_of_papers_drawn_one_by_one_and_that_of_statsmodels() -> None:
    clusters, values = clustered(np.random.default_rng(2), 0.2, 0.3, 1)
    (found,) = clusters.standard_errors(values, 1, draws=20_000).tolist()
    assert found == pytest.approx(brute_force(values[:, 0], clusters, 4000), rel=0.05)
    model = OLS(values[:, 0], np.ones(len(values))).fit(cov_type="cluster", cov_kwds={"groups": clusters.of_row})
    assert found == pytest.approx(float(model.bse[0]), rel=0.03)


def test_the_permutation_p_value_is_the_share_of_all_ways_to_change_places() -> None:
    generator = np.random.default_rng(4)
    clusters = Clusters(np.array([0, 0, 1, 2, 2, 3, 4, 5, 5, 6]))
    values = generator.integers(-1, 2, size=(10, 4)).astype(float)
    sums = clusters.sums(values)
    ways = np.array(list(product((-1, 1), repeat=clusters.count)))
    exact = (np.abs(ways @ sums) >= np.abs(sums.sum(axis=0)) - 1e-9).mean(axis=0)
    assert permutation_p(values, clusters, 1, 40_000) == pytest.approx(exact, abs=0.01)


def test_the_permutation_test_of_challenges_alone_is_mcnemars() -> None:
    only_a, only_b = 14, 4
    values = np.array([1.0] * only_a + [-1.0] * only_b + [0.0] * 30)[:, None]
    (found,) = permutation_p(values, Clusters(np.arange(len(values))), 1, 40_000).tolist()
    assert found == pytest.approx(binomtest(only_b, only_a + only_b).pvalue, abs=0.005)


def test_where_hardly_any_paper_differs_the_interval_does_not_pretend_to_know() -> None:
    clusters, nothing = Clusters(np.arange(30).repeat(3)), np.zeros((90, 2))
    nothing[4, 1] = 1.0
    none, one = difference_intervals(nothing, clusters, 1)
    assert (none.low, none.high) == pytest.approx((-0.1135, 0.1135), abs=1e-4)  # Wilson's for 0 of 30 papers
    assert one.low < 0 < one.high < 0.17
    assert one.high - one.low > 0.1
