"""A plan from a pilot: what it takes to tell each pair of systems apart, and what the whole study would cost."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from tcsalgbench.calls import Price
from tcsalgbench.errors import BadInput
from tcsalgbench.results.challenge_table import ChallengeTable
from tcsalgbench.results.compare import kinds_of
from tcsalgbench.results.model import Cell, Column, LeftOut, ResultTable
from tcsalgbench.results.study import MISSING, Flags, Runs, Study
from tcsalgbench.results.tables.inference import expected
from tcsalgbench.results.tidy import USAGE
from tcsalgbench.stats import Clusters, Interval, Size, difference_intervals, plan_pair, ratio_interval, spread_of, t_quantile
from tcsalgbench.stats.clusters import Floats
from tcsalgbench.stats.power import LEVEL, POWER
from tcsalgbench.stats.proportions import LEVEL as CONFIDENCE

Row = tuple[Cell, ...]
PriceOf = Callable[[str], Price | None]


@dataclass(frozen=True)
class Plan:
    """What is planned: the study of all challenges, seen through the pilot's runs."""

    pilot: Study  # cut down to the pilot's challenges
    release: ChallengeTable
    study_seeds: int | None  # None: as many as each system has in the pilot

    @property
    def size(self) -> Size:
        """Of the study that is planned."""
        return Size.of(Clusters.of(self.release.cluster_names))

    def seeds_of(self, *several: Runs) -> int:
        """Seeds that the study will have."""
        return self.study_seeds or min(len(runs.seeds) for runs in several)


def make_plan(study: Study, drawn: Sequence[str] | None, study_seeds: int | None) -> Plan:
    """Cut the runs down to the challenges that were drawn; if it is not said which, to those with any run."""
    if drawn is None:
        mask = np.logical_or.reduce([(runs.outcome != MISSING).any(axis=1) for runs in study.comparisons])
    else:
        unknown = sorted(set(drawn) - set(study.challenges.ids))
        if unknown:
            raise BadInput(f"The pilot holds the challenge {unknown[0]!r}, which is not in the table of challenges.")
        mask = np.isin(np.array(study.challenges.ids, dtype=object), list(drawn))
    return Plan(restricted(study, mask), study.challenges, study_seeds)


def restricted(study: Study, mask: Flags) -> Study:
    """The study on some of its challenges only."""

    places = np.flatnonzero(mask).tolist()
    old = study.challenges
    table = ChallengeTable(
        tuple(old.ids[place] for place in places),
        tuple(old.papers[place] for place in places),
        tuple(old.areas[place] for place in places),
        tuple(old.dates[place] for place in places),
        tuple(old.retained[place] for place in places),
        old.releases,
    )
    return replace(
        study,
        challenges=table,
        comparisons=tuple(_restricted(runs, mask) for runs in study.comparisons),
        calibrations=tuple(_restricted(runs, mask) for runs in study.calibrations),
    )


def _restricted(runs: Runs, mask: Flags) -> Runs:
    return replace(
        runs,
        outcome=runs.outcome[mask],
        verdicts={judge: values[mask] for judge, values in runs.verdicts.items()},
        confidence=runs.confidence[mask],
        usage={name: values[mask] for name, values in runs.usage.items()},
    )


def plan_pairs(plan: Plan) -> ResultTable | LeftOut:
    """For every pair: the pilot's difference, and how many challenges, papers or seeds would tell it from noise."""
    if plan.pilot.clusters.count < 2:
        return LeftOut("plan_pairs", "the pilot has challenges of a single paper, which shows no variance between papers")
    rows = [row for _, systems in kinds_of(plan.pilot) for row in _kind_rows(plan, systems)]
    if not rows:
        return LeftOut("plan_pairs", "no two systems have the same kind of workflow")
    columns = (
        Column("a", "A", "text"),
        Column("b", "B", "text"),
        Column("metric", "Metric", "text"),
        Column("difference", "A − B (points)", "points"),
        Column("low", "Low", "points"),
        Column("high", "High", "points"),
        Column("challenges_needed", "Challenges", "count"),
        Column("papers_needed", "Papers", "count"),
        Column("challenges_at_least", "At least", "count"),
        Column("challenges_at_most", "At most", "count"),
        Column("challenges_needed_holm", "With Holm", "count"),
        Column("seeds", "Seeds planned", "count"),
        Column("seeds_needed", "Seeds", "count"),
        Column("power", "Power (%)", "percent"),
        Column("detectable", "Detectable", "percent"),
        Column("why", "What cannot be said, and why", "text"),
    )
    return ResultTable("plan_pairs", "What it takes to tell two systems apart", columns, tuple(rows), _pair_notes(plan))


def _pair_notes(plan: Plan) -> tuple[str, ...]:
    size, pilot = plan.size, plan.pilot
    return (
        f"From a pilot of {len(pilot.challenges):,} challenges of {pilot.clusters.count:,} papers; the study has "
        f"{size.challenges:,} of {size.papers:,}. Errored and missing runs of the pilot count as not accepted.",
        f"Needed for a power of {POWER:.0%} at a level of {LEVEL:.0%}, two-sided, if the true difference is that seen. A pilot "
        "knows the difference only roughly: at least and at most are for the ends of its 95 % interval; at most is absent "
        "where the interval holds zero. With Holm: at the strictest level that its correction may ask of these pairs.",
        "Detectable is the smallest difference that the study would see with that power; it rests on the pilot's variance "
        "alone, not on its difference. Seeds needed: on all challenges of the study. Power: of the study as planned.",
    )


def _kind_rows(plan: Plan, systems: Sequence[Runs]) -> Iterator[Row]:
    pairs = list(combinations(systems, 2))
    for metric in ("single_run", "coverage"):
        for a, b in pairs:
            yield _pair_row(plan, a, b, metric, len(pairs))


def _pair_row(plan: Plan, a: Runs, b: Runs, metric: str, pairs: int) -> Row:
    clusters, size, seeds = plan.pilot.clusters, plan.size, plan.seeds_of(a, b)
    if metric == "single_run":
        values = (a.accepted().astype(float), b.accepted().astype(float))
    else:
        least = min(len(a.seeds), len(b.seeds))
        metric, values = f"coverage_at_{least}", (expected(a, least)[:, None], expected(b, least)[:, None])
    spread = spread_of(*values, clusters)
    difference = (values[0].mean(axis=1) - values[1].mean(axis=1))[:, None]
    (found,) = difference_intervals(difference, clusters, plan.pilot.seed)
    need, strict = plan_pair(spread, size, seeds), plan_pair(spread, size, seeds, level=LEVEL / pairs)

    def at(true: float) -> int | None:
        return plan_pair(replace(spread, difference=true), size, seeds).challenges if true else None

    far, near = _ends(found)
    why = [need.why] if metric == "single_run" else ["more seeds change coverage itself" if need.challenges else need.why]
    if not spread.apart:
        why.append("no paper has two challenges in the pilot: all variance is laid on papers, to be safe")
    numbers = (need.challenges, need.papers, at(far), at(near), strict.challenges, seeds)
    last = (need.seeds if metric == "single_run" else None, 100 * need.power, 100 * need.detectable)
    head = (a.system.name, b.system.name, metric, 100 * found.estimate, 100 * found.low, 100 * found.high)
    return (*head, *numbers, *last, "; ".join(filter(None, why)))


def _ends(found: Interval) -> tuple[float, float]:
    """The largest difference that the interval holds, and the smallest; zero where it holds zero."""
    far = max(abs(found.low), abs(found.high))
    return far, 0.0 if found.low <= 0 <= found.high else min(abs(found.low), abs(found.high))


def plan_cost(plan: Plan, price_of: PriceOf) -> ResultTable | LeftOut:
    """Calls, tokens and dollars of the whole study, by system, with the uncertainty that the pilot leaves."""
    rows: list[Row] = []
    notes = [
        f"Runs planned: {len(plan.release):,} challenges a seed. Intervals of 95 % for the mean run respect papers: they "
        "say how well the pilot knows the mean, and nothing of prices or models that change. Judging comes on top.",
    ]
    for runs in plan.pilot.comparisons:
        made, why = _cost_rows(plan, runs, price_of)
        rows += made
        notes += [f"{runs.system.name}: {why}."] if why else []
    if not rows:
        return LeftOut("plan_cost", "; ".join(notes[1:]) or "there are no runs to forecast from")
    columns = (
        Column("system", "System", "text"),
        Column("quantity", "Quantity", "text"),
        Column("runs_seen", "Runs seen", "count"),
        Column("mean", "A run", "amount"),
        Column("low", "Low", "amount"),
        Column("high", "High", "amount"),
        Column("runs_planned", "Runs planned", "count"),
        Column("total", "The study", "amount"),
        Column("total_low", "Low", "amount"),
        Column("total_high", "High", "amount"),
    )
    return ResultTable("plan_cost", "What the study would cost", columns, tuple(rows), tuple(notes))


def _cost_rows(plan: Plan, runs: Runs, price_of: PriceOf) -> tuple[list[Row], str]:
    amounts: dict[str, Floats] = {name: runs.usage[name] for name in USAGE}
    dollars, why = _dollars(runs, price_of)
    if dollars is not None:
        amounts["dollars"] = dollars
    planned = len(plan.release) * plan.seeds_of(runs)
    rows: list[Row] = []
    for name, values in amounts.items():
        known = ~np.isnan(values)
        found = _mean(values, known, plan.pilot.clusters)
        if found is None:
            continue
        numbers = (*found, planned, *(planned * one for one in found))
        rows.append((runs.system.name, name, int(known.sum()), *numbers))
    if not rows:
        return [], "fewer than two papers have runs that record what they used, so nothing is forecast"
    return rows, why


def _mean(values: Floats, known: Flags, clusters: Clusters) -> tuple[float, float, float] | None:
    counts = known.sum(axis=1).astype(float)
    papers = int((clusters.sums(counts[:, None]) > 0).sum())
    if papers < 2:
        return None
    return ratio_interval(np.where(known, values, 0.0).sum(axis=1), counts, clusters, t_quantile(CONFIDENCE, papers))


def _dollars(runs: Runs, price_of: PriceOf) -> tuple[Floats | None, str]:
    """What each run cost at today's price of the system's model."""
    model = runs.system.model
    if model is None:
        return None, "no dollars: the runs name no `model`"
    price = price_of(model)
    if price is None:
        return None, f"no dollars: no price of {model!r} is known (write it as provider/name, or add it with --catalog)"
    read, written = runs.usage["input_tokens"], runs.usage["output_tokens"]
    cached = np.nan_to_num(runs.usage["cached_input_tokens"])
    for_cached = price.input if price.cached is None else price.cached
    return ((read - cached) * price.input + cached * for_cached + written * price.output) / 1e6, ""


def plan_tables(plan: Plan, price_of: PriceOf) -> Mapping[str, ResultTable | LeftOut]:
    """Both tables of a plan."""
    return {"plan_pairs": plan_pairs(plan), "plan_cost": plan_cost(plan, price_of)}
