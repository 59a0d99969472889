"""Do the intervals and tests of a report hold what they say? Simulated studies whose truth is known, in many shapes."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np

from tcsalgbench.stats import Clusters, corrected_interval, difference_intervals, permutation_p, rate_intervals, wilson
from tcsalgbench.stats.clusters import Floats

PAPERS, MEAN_SIZE = (30, 60, 138), 2.9
RATES, CORRELATIONS = (0.02, 0.05, 0.1, 0.2, 0.4, 0.6), (0.05, 0.2, 0.5)
SHAPES = 10  # draws of the sizes of papers, for each cell
FALSE_ACCEPTS, WRONG_JUDGED, SEEDS = 0.03, 200, 5


@dataclass(frozen=True)
class Cell:
    """A shape of study, and how often something held in it."""

    papers: int
    rate: float
    correlation: float
    shares: tuple[float, ...]


def papers_of(generator: np.random.Generator, papers: int) -> Clusters:
    """Papers of unequal size, of 2.9 challenges on average as in the paper, and at least one."""
    shares = generator.gamma(1.0, 1.0, papers)
    sizes = 1 + generator.multinomial(round(papers * (MEAN_SIZE - 1)), shares / shares.sum())
    return Clusters(np.repeat(np.arange(papers), sizes))


def chances(generator: np.random.Generator, clusters: Clusters, rate: float, correlation: float, columns: int) -> Floats:
    """What each challenge is accepted with: papers have rates of their own (beta), with this correlation within them."""
    scale = (1 - correlation) / correlation
    of_paper = generator.beta(rate * scale, (1 - rate) * scale, size=(clusters.count, columns))
    drawn: Floats = of_paper[clusters.of_row]
    return drawn


def coverage_of_rates(trials: int) -> Iterator[Cell]:
    """Of the intervals by papers, and of Wilson's beside."""
    generator = np.random.default_rng(11)
    for papers, rate, correlation in product(PAPERS, RATES, CORRELATIONS):
        held = np.zeros(2)
        for shape in range(SHAPES):
            clusters = papers_of(generator, papers)
            chance = chances(generator, clusters, rate, correlation, trials // SHAPES)
            values = (generator.random(chance.shape) < chance).astype(float)
            for column, found in enumerate(rate_intervals(values, clusters, shape)):
                plain = wilson(int(values[:, column].sum()), len(values))
                held += [found.low <= rate <= found.high, plain.low <= rate <= plain.high]
        yield Cell(papers, rate, correlation, tuple((held / (trials // SHAPES * SHAPES)).tolist()))


def coverage_of_differences(trials: int) -> Iterator[Cell]:
    """Two systems that share the papers' chances, one of them better by a quarter: of the interval of the difference."""
    generator = np.random.default_rng(12)
    for papers, rate, correlation in product(PAPERS, RATES, CORRELATIONS):
        held = 0
        for shape in range(SHAPES):
            clusters = papers_of(generator, papers)
            chance = chances(generator, clusters, rate, correlation, trials // SHAPES)
            better = (generator.random(chance.shape) < chance).astype(float)
            worse = (generator.random(chance.shape) < 0.75 * chance).astype(float)
            found = difference_intervals(better - worse, clusters, shape)
            held += sum(one.low <= rate / 4 <= one.high for one in found)
        yield Cell(papers, rate, correlation, (held / (trials // SHAPES * SHAPES),))


def level_of_tests(trials: int) -> Iterator[Cell]:
    """Two systems with the same chances: how often the tests say otherwise at 5 %. McNemar's z beside, for comparison."""
    generator = np.random.default_rng(13)
    for papers, rate, correlation in product(PAPERS, RATES, CORRELATIONS):
        said = np.zeros(2)
        for shape in range(SHAPES):
            clusters = papers_of(generator, papers)
            difference = _rivals(generator, clusters, rate, correlation, trials // SHAPES)
            said[0] += (permutation_p(difference, clusters, shape, 2000) <= 0.05).sum()
            alone = np.abs(difference).sum(axis=0)
            said[1] += (np.abs(difference.sum(axis=0)) > 1.96 * np.sqrt(np.maximum(alone, 1))).sum()
        yield Cell(papers, rate, correlation, tuple((said / (trials // SHAPES * SHAPES)).tolist()))


def _rivals(generator: np.random.Generator, clusters: Clusters, rate: float, correlation: float, columns: int) -> Floats:
    """Two systems, equal on the whole, each with papers that suit it: what makes challenges of a paper differ together."""
    one, other = (chances(generator, clusters, rate, correlation, columns) for _ in range(2))
    first, second = (generator.random(one.shape) < chance for chance in (one, other))
    difference: Floats = first.astype(float) - second.astype(float)
    return difference


def coverage_of_corrected(trials: int) -> Iterator[Cell]:
    """Coverage by five seeds less false accepts, of a judge whose rate is known from 200 wrong proofs: of its interval."""
    generator = np.random.default_rng(14)
    for papers, rate, correlation in product(PAPERS, (0.1, 0.2, 0.4), CORRELATIONS):
        held = plain = 0
        for _ in range(trials):
            clusters = papers_of(generator, papers)
            chance = chances(generator, clusters, rate, correlation, 1)[:, 0]
            solved = generator.random(len(chance)) < chance
            fooled = (generator.random((len(chance), SEEDS)) < FALSE_ACCEPTS).any(axis=1)
            covered = (solved | fooled).astype(float)
            known = (int(generator.binomial(WRONG_JUDGED, FALSE_ACCEPTS)), WRONG_JUDGED)
            found = corrected_interval(covered, np.full(len(chance), SEEDS), clusters, known, 1)
            held += found.low <= rate <= found.high
            (raw,) = rate_intervals(covered[:, None], clusters, 1)
            plain += raw.low <= rate <= raw.high
        yield Cell(papers, rate, correlation, (held / trials, plain / trials))
