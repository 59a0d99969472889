"""Coverage by k seeds, and what a judge's false accepts make of it."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tcsalgbench.stats import Clusters, corrected_coverage, corrected_interval, expected_coverage


@given(outcomes=st.lists(st.booleans(), min_size=1, max_size=7), data=st.data())
def test_expected_coverage_is_the_mean_over_all_choices_of_runs(outcomes: list[bool], data: st.DataObject) -> None:
    k = data.draw(st.integers(1, len(outcomes)))
    choices = [any(choice) for choice in combinations(outcomes, k)]
    found = expected_coverage(np.array([sum(outcomes)]), len(outcomes), k)
    assert found[0] == pytest.approx(sum(choices) / len(choices))


def test_all_runs_give_plain_coverage() -> None:
    accepted = np.array([0, 1, 3, 5, 0])
    assert expected_coverage(accepted, 5, 5).tolist() == [0, 1, 1, 1, 0]


def test_more_runs_than_there_are_cannot_be_drawn() -> None:
    with pytest.raises(ValueError, match="6 of 5"):
        expected_coverage(np.array([1]), 5, 6)


def test_false_accepts_are_amplified_by_seeds_and_taken_out() -> None:
    generator = np.random.default_rng(3)
    challenges, seeds, false_accepts = 20_000, 5, 0.03
    solved = generator.random(challenges) < 0.2
    judged_right = generator.random((challenges, seeds)) < false_accepts
    seen = (solved | judged_right.any(axis=1)).mean()
    assert seen > 0.29  # 5 seeds at 3 % make 20 % look like more than 29 %
    (true,) = corrected_coverage(np.array([seen]), np.full(challenges, seeds), np.array([false_accepts]))
    assert true == pytest.approx(0.2, abs=0.01)


@given(st.floats(0, 1), st.floats(0, 1), st.lists(st.integers(0, 9), min_size=1, max_size=5))
def test_the_correction_never_adds_and_never_leaves_its_range(observed: float, rate: float, judged: list[int]) -> None:
    (true,) = corrected_coverage(np.array([observed]), np.array(judged), np.array([rate]))
    assert 0 <= true <= observed + 1e-12


def test_a_judge_without_false_accepts_changes_nothing() -> None:
    assert corrected_coverage(np.array([0.3]), np.array([5, 5, 0]), np.array([0.0])).tolist() == [0.3]


def test_the_interval_of_corrected_coverage_holds_the_truth_where_the_plain_one_does_not() -> None:
    generator = np.random.default_rng(6)
    held = 0
    for trial in range(60):
        clusters = Clusters(np.arange(100).repeat(3))
        solved = generator.random(300) < 0.2
        fooled = (generator.random((300, 5)) < 0.04).any(axis=1)
        known = (int(generator.binomial(150, 0.04)), 150)
        found = corrected_interval((solved | fooled).astype(float), np.full(300, 5), clusters, known, trial)
        held += found.low <= 0.2 <= found.high
        assert found.low <= found.estimate <= found.high <= (solved | fooled).mean() + 0.12
    assert held >= 53


def test_a_judge_of_unknown_rate_widens_the_interval() -> None:
    covered, clusters = (np.arange(300) % 4 == 0).astype(float), Clusters(np.arange(100).repeat(3))
    few, many = (corrected_interval(covered, np.full(300, 5), clusters, (n // 50, n), 1) for n in (50, 5000))
    assert few.high - few.low > many.high - many.low
