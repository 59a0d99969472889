"""Plans from pilots: the parts of the variance are found, and a study of the size that is said has the power that is said."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import ttest_1samp
from statsmodels.stats.power import NormalIndPower

from tcsalgbench.stats import Clusters, Size, Spread, plan_pair, power_of, ratio_interval, spread_of
from tcsalgbench.stats.clusters import Floats

A_PAPER, SEEDS = 3, 4


def pilot(generator: np.random.Generator, papers: int, seeds: int = SEEDS) -> tuple[Floats, Floats, Clusters]:
    """Challenges three to a paper, of which each paper has its own chance; the first system has six points more."""
    chances = generator.beta(1, 4, papers).repeat(A_PAPER)
    lift = generator.normal(0.06, 0.1, papers).repeat(A_PAPER)  # the difference too varies between papers
    first = generator.random((A_PAPER * papers, seeds)) < np.clip(chances + lift, 0, 1)[:, None]
    second = generator.random((A_PAPER * papers, seeds)) < chances[:, None]
    return first.astype(float), second.astype(float), Clusters(np.arange(papers).repeat(A_PAPER))


def test_a_study_of_the_size_that_is_needed_has_the_power_that_is_promised() -> None:
    generator = np.random.default_rng(5)
    first, second, clusters = pilot(generator, 4000)  # large, so that the plan rests on the truth
    spread = spread_of(first, second, clusters)
    for seeds in (1, SEEDS):
        need = plan_pair(spread, Size.of(clusters), seeds)
        assert need.papers is not None and need.challenges is not None
        assert need.papers == math.ceil(need.challenges / A_PAPER)
        seen = 0
        for _ in range(400):
            one, other, _ = pilot(generator, need.papers, seeds)
            by_paper = (one - other).mean(axis=1).reshape(-1, A_PAPER).mean(axis=1)
            seen += float(ttest_1samp(by_paper, 0).pvalue) < 0.05
        assert 0.74 < seen / 400 < 0.86


def test_the_parts_of_the_variance_are_those_that_were_put_in() -> None:
    generator = np.random.default_rng(6)
    sizes = generator.integers(1, 6, 3000)
    clusters = Clusters(np.arange(3000).repeat(sizes))
    rows = len(clusters.of_row)
    shared = generator.normal(0, 0.3, 3000)[clusters.of_row]
    own, noise = generator.normal(0, 0.2, rows), generator.normal(0, 0.5, (rows, 5))
    found = spread_of((0.1 + shared + own)[:, None] + noise, np.zeros((rows, 5)), clusters)
    assert found.difference == pytest.approx(0.1, abs=0.03)
    assert (found.papers, found.challenges, found.seeds) == pytest.approx((0.09, 0.04, 0.25), rel=0.15)
    # What the parts say of the mean is what the bootstrap over papers says of it.
    said = math.sqrt(found.variance(Size.of(clusters), 5))
    values = (shared + own + noise.mean(axis=1))[:, None]
    assert said == pytest.approx(float(clusters.standard_errors(values, 1)[0]), rel=0.05)


def test_the_number_of_independent_challenges_is_the_one_of_textbooks() -> None:
    spread = Spread(0.05, papers=0.0, challenges=0.2, seeds=0.0)
    need = plan_pair(spread, Size(100, 100, 1.0), 1)
    # Two samples with half the variance each: per sample as many as pairs of differences.
    textbook = NormalIndPower().solve_power(0.05 / math.sqrt(0.1), alpha=0.05, power=0.8)
    assert need.challenges == math.ceil(textbook)


def test_half_the_difference_needs_four_times_the_challenges() -> None:
    spread = Spread(0.10, papers=0.05, challenges=0.1, seeds=0.2)
    study = Size(398, 138, 4.0)
    one, four = (plan_pair(replace(spread, difference=d), study, 2).challenges for d in (0.10, 0.05))
    assert one is not None and four is not None
    assert 4 * one - 4 <= four <= 4 * one


@settings(max_examples=60)
@given(
    st.floats(0.01, 0.5),
    st.floats(0, 0.2),
    st.floats(0, 0.2),
    st.floats(0.001, 0.4),
    st.integers(10, 5000),
    st.integers(1, 9),
)
def test_a_plan_holds_what_it_says(
    difference: float, papers: float, own: float, noise: float, challenges: int, seeds: int
) -> None:
    spread, study = Spread(difference, papers, own, noise), Size(challenges, max(2, challenges // 3), 3.0)
    need = plan_pair(spread, study, seeds)
    assert need.challenges is not None
    if need.challenges > 2:
        enough, short = (replace(study, challenges=need.challenges - less) for less in (0, 1))
        assert power_of(spread, enough, seeds) >= 0.8 - 1e-9 > power_of(spread, short, seeds) - 1e-5
    if need.seeds is not None:
        assert power_of(spread, study, need.seeds) >= 0.8 - 1e-9
        assert need.seeds == 1 or power_of(spread, study, need.seeds - 1) < 0.8 + 1e-5
    else:
        assert "no number of seeds" in need.why
        assert power_of(spread, study, 10**9) < 0.8 + 1e-5
    assert power_of(replace(spread, difference=need.detectable), study, seeds) == pytest.approx(0.8, abs=1e-4)
    assert need.power == power_of(spread, study, seeds)


def test_one_seed_shows_no_noise_of_seeds() -> None:
    spread = spread_of(np.array([[1.0], [1.0], [0.0], [1.0]]), np.zeros((4, 1)), Clusters(np.array([0, 0, 1, 1])))
    need = plan_pair(spread, Size(400, 100, 4.0), 1)
    assert need.seeds is None
    assert "one seed" in need.why
    assert need.challenges is not None


def test_papers_of_one_challenge_do_not_part_the_variance_and_all_is_laid_on_papers() -> None:
    first = np.array([[1.0, 1.0], [0.0, 0.0], [1.0, 0.0], [0.0, 0.0]])
    spread = spread_of(first, np.zeros((4, 2)), Clusters(np.arange(4)))
    assert not spread.apart
    assert spread.challenges == 0
    assert spread.papers > 0


def test_no_difference_needs_no_number_and_says_so() -> None:
    values = np.array([[1.0, 0.0], [0.0, 1.0], [0.1, 0.2]])
    need = plan_pair(spread_of(values, values[:, ::-1], Clusters(np.arange(3))), Size(10, 5, 2.0), 2)
    assert (need.challenges, need.papers, need.seeds) == (None, None, None)
    assert "no difference" in need.why


def test_one_paper_is_no_pilot() -> None:
    with pytest.raises(ValueError, match="one paper"):
        spread_of(np.ones((3, 2)), np.zeros((3, 2)), Clusters(np.zeros(3, dtype=np.int64)))


def test_the_interval_of_a_mean_run_covers_as_often_as_it_says() -> None:
    generator = np.random.default_rng(8)
    covered = 0
    for _ in range(600):
        sizes = generator.integers(1, 6, 50)
        clusters = Clusters(np.arange(50).repeat(sizes))
        level = generator.lognormal(0, 0.4, 50)[clusters.of_row] / math.exp(0.08)  # of mean one
        amounts = 100 * level * generator.gamma(4, 0.25, len(level))
        runs = np.ones(len(level))
        found = ratio_interval(amounts, runs, clusters, 2.01)
        assert found is not None
        covered += found[1] <= 100 <= found[2]
    assert 0.92 <= covered / 600 <= 0.975


def test_a_mean_of_nothing_or_of_one_paper_has_no_interval() -> None:
    clusters = Clusters(np.array([0, 0, 1]))
    assert ratio_interval(np.array([5.0, 7.0, 0.0]), np.array([1.0, 1.0, 0.0]), clusters, 2.0) is None
    assert ratio_interval(np.zeros(3), np.zeros(3), clusters, 2.0) is None
    assert ratio_interval(np.zeros(3), np.ones(3), clusters, 2.0) == (0.0, 0.0, 0.0)
