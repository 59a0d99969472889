"""What chance leaves open: intervals, tests of pairs, ranks, and coverage by number of seeds."""

from collections.abc import Iterator

import numpy as np

from tcsalgbench.results.compare import METRICS, Group, Pair, flags_of
from tcsalgbench.results.model import Cell, Column, LeftOut, ResultTable
from tcsalgbench.results.study import SUBMITTED, Runs, Study
from tcsalgbench.stats import Interval, corrected_interval, expected_coverage, rate_intervals, wilson
from tcsalgbench.stats.clusters import Floats

BOOTSTRAP = "cluster bootstrap by paper, t on log-odds"
BY_PAPERS = "Wilson over papers: where nothing or everything is accepted, a bootstrap sees no spread"
WILSON = "Wilson, challenges taken as independent"
PERMUTATION = "cluster permutation by paper"
MCNEMAR = "exact McNemar, challenges taken as independent"
Row = tuple[Cell, ...]


def intervals(study: Study, groups: tuple[Group, ...]) -> ResultTable | LeftOut:
    """Rates with their intervals, coverage at equal numbers of seeds, rank intervals, coverage less false accepts."""
    rows: list[Row] = []
    for group in groups:
        for metric in METRICS:
            rows += _rates(study, group, metric)
        rows += _equal_seeds(study, group)
        for metric in METRICS:
            rows += _ranks(group, metric)
        rows += _corrected(study, group)
    if not rows:
        return LeftOut("intervals", "there are no runs to compare")
    columns = (
        Column("system", "System", "text"),
        Column("metric", "Metric", "text"),
        Column("estimate", "Estimate", "percent"),
        Column("low", "Low", "percent"),
        Column("high", "High", "percent"),
        Column("method", "Method", "text"),
    )
    papers = study.clusters.count
    notes = [
        f"95 % intervals, in percent, over {len(study.challenges):,} challenges of {papers:,} papers. Challenges of one "
        "paper rise and fall together: intervals that take them as independent are too narrow, and stand here for comparison.",
        "Rank intervals hold together with a probability of 95 %: a system ranks below those that a test (Holm) finds better.",
    ]
    if study.false_accepts is None:
        notes.append("No false-accept rate of the judge is given (--false-accepts), so no coverage is corrected for it.")
    return ResultTable("intervals", "Intervals", columns, tuple(rows), tuple(notes))


def _percent(interval: Interval) -> tuple[float, float, float]:
    return (100 * interval.estimate, 100 * interval.low, 100 * interval.high)


def _method(found: Interval) -> str:
    return BOOTSTRAP if 1e-12 < found.estimate < 1 - 1e-12 else BY_PAPERS


def _rates(study: Study, group: Group, metric: str) -> Iterator[Row]:
    values = np.column_stack([flags_of(runs, metric).astype(float) for runs in group.systems])
    for runs, found in zip(group.systems, rate_intervals(values, study.clusters, study.seed), strict=True):
        yield (runs.system.name, metric, *_percent(found), _method(found))
        plain = wilson(int(flags_of(runs, metric).sum()), len(study.challenges))
        yield (runs.system.name, metric, *_percent(plain), WILSON)


def _equal_seeds(study: Study, group: Group) -> Iterator[Row]:
    """Coverage is fair only between equal numbers of seeds."""
    least = min(len(runs.seeds) for runs in group.systems)
    if all(len(runs.seeds) == least for runs in group.systems):
        return
    values = np.column_stack([expected(runs, least) for runs in group.systems])
    for runs, found in zip(group.systems, rate_intervals(values, study.clusters, study.seed), strict=True):
        yield (runs.system.name, f"coverage_rate_at_{least}", *_percent(found), _method(found))


def expected(runs: Runs, k: int) -> Floats:
    """What k of a system's seeds cover, on average over all choices of them."""
    return expected_coverage(runs.accepted().sum(axis=1).astype(np.int64), len(runs.seeds), k)


def _ranks(group: Group, metric: str) -> Iterator[Row]:
    if len(group.systems) < 2:
        return
    counts = [int(flags_of(runs, metric).sum()) for runs in group.systems]
    for runs, count, rank in zip(group.systems, counts, group.ranks(metric), strict=True):
        place = 1 + sum(other > count for other in counts)
        yield (runs.system.name, metric.replace("_rate", "_rank"), place, rank.best, rank.worst, "pair tests, Holm")


def _corrected(study: Study, group: Group) -> Iterator[Row]:
    """Seeds amplify what the judge lets through; its rate is uncertain too, and that enters the interval."""
    if study.false_accepts is None:
        return
    wrong, judged = study.false_accepts
    method = f"less false accepts ({wrong} of {judged} wrong proofs accepted), cluster bootstrap by paper and beta draws"
    for runs in group.systems:
        submissions = (runs.outcome == SUBMITTED).astype(np.int64)
        for metric, counted in zip(METRICS, (submissions[:, [runs.seeds.index(1)]], submissions), strict=True):
            flags = flags_of(runs, metric).astype(float)
            found = corrected_interval(flags, counted.sum(axis=1), study.clusters, study.false_accepts, study.seed)
            yield (runs.system.name, f"{metric}_corrected", *_percent(found), method)


def pairs(study: Study, groups: tuple[Group, ...]) -> ResultTable | LeftOut:
    """Every pair of systems of one kind of workflow, by the test that respects papers and by the one that does not."""
    rows = [row for group in groups for pair in group.pairs for row in _pair_rows(pair)]
    if not rows:
        return LeftOut("pairs", "no two systems have the same kind of workflow")
    columns = (
        Column("a", "A", "text"),
        Column("b", "B", "text"),
        Column("metric", "Metric", "text"),
        Column("a_only", "A only", "count"),
        Column("b_only", "B only", "count"),
        Column("difference", "A − B (points)", "points"),
        Column("low", "Low", "points"),
        Column("high", "High", "points"),
        Column("p_value", "p", "p"),
        Column("method", "Method", "text"),
    )
    notes = (
        "Differences in percentage points with 95 % intervals (cluster bootstrap by paper). Holm's correction is over all "
        "pairs of one kind of workflow and one metric; a difference whose corrected p-value is above 0.05 is inside the noise.",
    )
    return ResultTable("pairs", "Pairs of systems", columns, tuple(rows), notes)


def _pair_rows(pair: Pair) -> Iterator[Row]:
    found = pair.difference
    head: Row = (pair.a.system.name, pair.b.system.name, pair.metric, pair.a_only, pair.b_only, 100 * found.estimate)
    yield (*head, 100 * found.low, 100 * found.high, pair.p_holm, f"{PERMUTATION}, Holm")
    yield (*head, 100 * found.low, 100 * found.high, pair.p_value, f"{PERMUTATION}, not corrected")
    yield (*head, None, None, pair.mcnemar_holm, f"{MCNEMAR}, Holm")


def seeds(study: Study, groups: tuple[Group, ...]) -> ResultTable | LeftOut:
    """Coverage against the number of seeds: the unbiased pass@k."""
    rows: list[Row] = []
    for group in groups:
        for runs in group.systems:
            ks = range(1, len(runs.seeds) + 1)
            values = np.column_stack([expected(runs, k) for k in ks])
            found = rate_intervals(values, study.clusters, study.seed)
            rows += [(runs.system.name, k, *_percent(one)) for k, one in zip(ks, found, strict=True)]
    if not rows:
        return LeftOut("seeds", "there are no runs to compare")
    columns = (
        Column("system", "System", "text"),
        Column("k", "Seeds", "count"),
        Column("coverage_rate", "Coverage (%)", "percent"),
        Column("low", "Low", "percent"),
        Column("high", "High", "percent"),
    )
    notes = (f"Average over all choices of k of the seeds (pass@k, unbiased); 95 % intervals: {BOOTSTRAP}.",)
    return ResultTable("seeds", "Coverage by number of seeds", columns, tuple(rows), notes)
