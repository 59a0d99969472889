"""The same acceptances, split: by topic, by verifier, at the knowledge cutoff, by effort; and formal statements by topic."""

from collections.abc import Iterator, Mapping
from itertools import combinations

import numpy as np

from tcsalgbench.results.challenge_table import AREAS
from tcsalgbench.results.model import Cell, Column, LeftOut, ResultTable
from tcsalgbench.results.study import DISCUSSION_10, Flags, Runs, Study

_SYSTEM = Column("system", "System", "text")
_PANEL = Column("panel", "Panel", "text")
NO_DISCUSSION = f"no run has the workflow {DISCUSSION_10!r}, of which this table speaks"


def panels(chosen: tuple[Runs, ...]) -> Iterator[tuple[str, Runs, Flags]]:
    """Seed 1 of each system, then its coverage."""
    for runs in chosen:
        yield "seed1", runs, runs.seed1
    for runs in chosen:
        yield "coverage", runs, runs.covered


def topics(study: Study) -> ResultTable | LeftOut:
    """Accepted challenges by topic."""
    chosen = study.of_workflow(DISCUSSION_10)
    if not chosen:
        return LeftOut("topics", NO_DISCUSSION)
    if not any(study.challenges.areas):
        return LeftOut("topics", "no challenge names its `area`")
    masks = area_masks(study)
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (panel, runs.system.name, *(int(flags[mask].sum()) for mask in masks.values()), int(flags.sum()))
        for panel, runs, flags in panels(chosen)
    )
    totals = {name: int(mask.sum()) for name, mask in masks.items()}
    columns = (
        _PANEL,
        _SYSTEM,
        *(Column(area, f"{area} ({totals[area]})", "count") for area in AREAS),
        Column("All", f"All ({len(study.challenges)})", "count"),
    )
    without = len(study.challenges) - sum(totals.values())
    notes = (f"{without:,} challenges name no area: they count in the last column only.",) if without else ()
    return ResultTable("topics", "Accepted by topic, ten-round discussion", columns, rows, notes)


def area_masks(study: Study) -> Mapping[str, Flags]:
    """Which challenges each area has."""
    return {area: np.array([area == one for one in study.challenges.areas], dtype=bool) for area in AREAS}


def verifiers(study: Study) -> ResultTable | LeftOut:
    """Coverage under the majority and under the other judge."""
    if study.alternative is None:
        return LeftOut("verifiers", study.alternative_why)
    judge = study.alternative
    eligible = (*study.of_workflow(DISCUSSION_10), *study.others)
    chosen = [runs for runs in eligible if judge in runs.verdicts]
    if not chosen:
        return LeftOut("verifiers", f"no run of discussion-10 or of a workflow has a verdict of {judge!r}")
    rows = []
    for runs in chosen:
        ours, theirs = int(runs.covered.sum()), int(runs.accepted(judge).any(axis=1).sum())
        rows.append((runs.system.name, ours, theirs, theirs - ours))
    columns = (
        _SYSTEM,
        Column("majority", "Majority", "count"),
        Column("alternative", judge, "count"),
        Column("delta", "Δ", "change"),
    )
    places = {runs.system.name: runs.system.workflow == DISCUSSION_10 for runs in chosen}
    notes = [_order_note([row for row in rows if places[row[0]] == models]) for models in (True, False)]
    notes = [f"{kind}: {note}" for kind, note in zip(("Model comparison", "Workflows"), notes, strict=True) if note]
    left = [runs.system.name for runs in eligible if judge not in runs.verdicts]
    if left:
        notes.append(f"Without a verdict of {judge}: {', '.join(left)}.")
    notes += _half_judged(chosen, judge)
    return ResultTable("verifiers", "Coverage under two verifiers of the same proofs", columns, tuple(rows), tuple(notes))


def _order_note(rows: list[tuple[str, int, int, int]]) -> str:
    if len(rows) < 2:
        return ""
    changed = [f"{a[0]} and {b[0]}" for a, b in combinations(rows, 2) if (a[1] - b[1]) * (a[2] - b[2]) < 0]
    if not changed:
        return "no two systems change places."
    more = f" and {len(changed) - 5} more pairs" if len(changed) > 5 else ""
    return f"these change places: {'; '.join(changed[:5])}{more}."


def _half_judged(chosen: list[Runs], judge: str) -> list[str]:
    found = []
    for runs in chosen:
        lacking = int(((runs.verdicts[judge] == -1) & (runs.verdicts.get("majority", runs.verdicts[judge]) != -1)).sum())
        if lacking:
            found.append(f"{runs.system.name}: {lacking:,} runs with a majority verdict have none of {judge}: not accepted.")
    return found


def cutoff(study: Study) -> ResultTable | LeftOut:
    """Before and after the assumed knowledge cutoff of each system's family."""
    chosen = study.of_workflow(DISCUSSION_10)
    why = no_cutoffs(study)
    if not chosen or why:
        return LeftOut("cutoff", why or NO_DISCUSSION)
    known = tuple(runs for runs in chosen if runs.system.family in study.cutoffs)
    if not known:
        return LeftOut("cutoff", "the file of families has none of the families that ran discussion-10")
    rows = tuple(_cutoff_row(study, *one) for one in panels(known))
    columns = (
        _PANEL,
        _SYSTEM,
        Column("cutoff", "Cutoff", "text"),
        *(
            Column(f"{part}_{what}", f"{title} {what}", "count")
            for part, title in (("pre", "Before:"), ("post", "After:"), ("all", "All:"))
            for what in ("accepted", "total")
        ),
    )
    notes = ["By the date of the paper's first version; the day of the cutoff itself counts as after."]
    undated = sum(day is None for day in study.challenges.dates)
    if undated:
        notes.append(f"{undated:,} challenges have no date and stand under All only.")
    left = [runs.system.name for runs in chosen if runs not in known]
    if left:
        notes.append(f"Without a cutoff for their family: {', '.join(left)}.")
    return ResultTable("cutoff", "Before and after the assumed knowledge cutoff", columns, rows, tuple(notes))


def no_cutoffs(study: Study) -> str:
    """Why nothing can be split at a cutoff; empty when it can."""
    if not study.cutoffs:
        return "the cutoffs of the model families are not given (--families)"
    return "" if any(study.challenges.dates) else "no challenge has a `first_version_date`"


def cutoff_masks(study: Study, family: str) -> tuple[Flags, Flags]:
    """Which challenges come before the family's cutoff, and which from that day on."""
    day = study.cutoffs[family]
    dates = study.challenges.dates
    return (
        np.array([one is not None and one < day for one in dates], dtype=bool),
        np.array([one is not None and one >= day for one in dates], dtype=bool),
    )


def _cutoff_row(study: Study, panel: str, runs: Runs, flags: Flags) -> tuple[Cell, ...]:
    family = runs.system.family or ""
    cells: list[Cell] = [panel, runs.system.name, study.cutoffs[family].isoformat()]
    for mask in (*cutoff_masks(study, family), np.ones(len(flags), dtype=bool)):
        cells += [int(flags[mask].sum()), int(mask.sum())]
    return tuple(cells)


def efforts(study: Study) -> ResultTable | LeftOut:
    """Which challenges two efforts of one family both cover, and which one alone."""
    chosen = [runs for runs in study.of_workflow(DISCUSSION_10) if runs.system.family and runs.system.effort]
    if not chosen:
        why = NO_DISCUSSION if not study.of_workflow(DISCUSSION_10) else "no run names its `family` and `effort`"
        return LeftOut("efforts", why)
    rows, notes = [], []
    split = not no_cutoffs(study)
    for family in dict.fromkeys(runs.system.family or "" for runs in chosen):
        several = sorted((runs for runs in chosen if runs.system.family == family), key=lambda runs: runs.system.effort_rank)
        # A family of one system an effort is compared across its models too; else efforts of one model are.
        by_model = len({runs.system.effort for runs in several}) < len(several)
        with_model = by_model and len({runs.system.model for runs in several}) > 1
        for a, b in combinations(several, 2):
            if by_model and a.system.model != b.system.model:
                continue
            names = tuple(f"{one.system.model} {one.system.effort}" if with_model else one.system.effort for one in (a, b))
            if a.system.effort == b.system.effort:
                notes.append(f"{a.system.name} and {b.system.name} are of one effort, and are not set beside each other.")
                continue
            rows += _effort_rows(study, family, names, a.covered, b.covered)
    if not rows:
        return LeftOut("efforts", "no family has runs of discussion-10 at two efforts")
    if not split:
        notes.append(f"Totals only: {no_cutoffs(study)}.")
    counts = ("overlap", "Both"), ("a_only", "A only"), ("b_only", "B only"), ("union", "A ∪ B")
    columns = (
        Column("family", "Family", "text"),
        Column("a", "A", "text"),
        Column("b", "B", "text"),
        Column("split", "Cutoff", "text"),
        *(Column(name, title, "count") for name, title in counts),
    )
    return ResultTable("efforts", "Coverage by efforts of one family", columns, tuple(rows), tuple(notes))


def _effort_rows(study: Study, family: str, names: tuple[str | None, ...], a: Flags, b: Flags) -> list[tuple[Cell, ...]]:
    masks: dict[str, Flags] = {}
    if family in study.cutoffs and not no_cutoffs(study):
        masks["pre"], masks["post"] = cutoff_masks(study, family)
    masks["total"] = np.ones(len(a), dtype=bool)
    rows: list[tuple[Cell, ...]] = []
    for name, mask in masks.items():
        counts = (a & b, a & ~b, b & ~a, a | b)
        rows.append((family, *names, name, *(int(flags[mask].sum()) for flags in counts)))
    return rows


def lean(study: Study) -> ResultTable | LeftOut:
    """Formal statements that were kept, by topic."""
    retained = np.array([bool(one) for one in study.challenges.retained], dtype=bool)
    if all(one is None for one in study.challenges.retained):
        return LeftOut("lean", "no challenge says whether a formal statement of it was kept (the field `lean_retained`)")
    rows: list[tuple[Cell, ...]] = [(area, int(retained[m].sum()), int(m.sum())) for area, m in area_masks(study).items()]
    rows.append(("All", int(retained.sum()), len(retained)))
    columns = (Column("area", "Topic", "text"), Column("retained", "Retained", "count"), Column("total", "Total", "count"))
    notes = ("Retention is a figure of construction: nobody has checked yet that a kept statement means the same.",)
    return ResultTable("lean", "Formal statements retained by topic", columns, tuple(rows), notes)
