"""The page of a report: what was run, the figures, what is noise, every table, what is missing and why."""

import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from importlib.resources import files

from markupsafe import Markup, escape

from tcsalgbench.pages import Page, template, visible
from tcsalgbench.results.compare import METRICS, Group, Pair
from tcsalgbench.results.figures import Drawing
from tcsalgbench.results.model import LeftOut, ResultTable
from tcsalgbench.results.study import MISSING, Runs, Study
from tcsalgbench.results.tables.inference import WILSON
from tcsalgbench.results.write import cells, is_number, rounded
from tcsalgbench.stats import Interval

_LONG = 60  # rows of a table that is folded away
_PANELS = {"seed1": "Seed 1", "coverage": "Coverage: any run"}
_MOST = 300  # rows of a table on the page; the files have all


def report_page(
    study: Study,
    groups: Sequence[Group],
    tables: Mapping[str, ResultTable],
    drawings: Sequence[Drawing],
    left_out: Sequence[LeftOut],
) -> Page:
    """One self-contained page."""
    body = template("tcsalgbench.results", "report.html").render(
        title="Report",
        mark=study.provenance.mark,
        lede=_lede(study, groups),
        facts=_facts(study),
        figures=[_figure(one) for one in drawings],
        groups=[_group(study, one, tables["intervals"]) for one in groups if len(one.systems) > 1],
        tables=[_table(one, study) for one in tables.values()],
        left_out=[{"name": one.name, "reason": _words(one.reason)} for one in left_out],
        warnings=[_words(warning) for warning in study.warnings],
        made_from=study.provenance.line,
        short=study.provenance.short,
        seed=study.seed,
    )
    return Page("Report", body, styles=(files("tcsalgbench.results").joinpath("report.css").read_text("utf-8"),))


def _words(text: str) -> Markup:
    """A sentence whose names of fields, between backticks, are set as such."""
    return Markup(re.sub(r"`([^`]*)`", r"<code>\1</code>", escape(visible(text))))  # noqa: S704  # escaped before


def _lede(study: Study, groups: Sequence[Group]) -> list[str]:
    """The findings in a few sentences, each no stronger than the tests allow."""
    said = [
        f"{len(study.comparisons)} systems on {len(study.challenges):,} challenges from {study.clusters.count:,} papers. "
        "All rates are over all challenges: errored and missing runs count as not accepted."
    ]
    for group in groups:
        best = max(group.systems, key=lambda runs: int(runs.covered.sum()))
        rate = rounded(study.percent(int(best.covered.sum())))
        if len(group.systems) == 1:
            said.append(f"{group.title}: {best.system.name} covers {rate} % in {_runs(best)}.")
            continue
        equals = _not_told_apart(group, best)
        rest = (
            "more than every other by more than noise"
            if not equals
            else f"not told apart from {len(equals)} other{'s' if len(equals) > 1 else ''}"
        )
        said.append(f"{group.title}: {best.system.name} covers most, {rate} % in {_runs(best)}, {rest}.")
    return said


def _runs(runs: Runs) -> str:
    return "one run" if len(runs.seeds) == 1 else f"{len(runs.seeds)} runs"


def _not_told_apart(group: Group, best: Runs) -> list[Pair]:
    return [pair for pair in group.pairs if pair.metric == METRICS[1] and best in (pair.a, pair.b) and not pair.told_apart]


def _facts(study: Study) -> list[tuple[str, str]]:
    everything = (*study.comparisons, *study.calibrations)
    there = sum(int((runs.outcome != MISSING).sum()) for runs in everything)
    facts = [
        (f"{len(study.challenges):,}", "challenges"),
        (f"{study.clusters.count:,}", "papers"),
        (f"{len(study.comparisons):,}", "systems"),
        (f"{there:,}", "runs"),
    ]
    missing = sum(int((runs.outcome == MISSING).sum()) for runs in everything)
    unscored = sum(int(runs.unscored.sum()) for runs in everything)
    return [*facts, *((f"{number:,}", name) for number, name in ((missing, "runs missing"), (unscored, "unscored")) if number)]


def _figure(drawing: Drawing) -> dict[str, str]:
    figure = drawing.figure
    return {
        "name": figure.name,
        "title": figure.title,
        "caption": figure.caption,
        "alt": f"{figure.title}. {figure.alt}.",
        "made_from": figure.made_from,
        "light": _address(drawing.files[".svg"]),
        "dark": _address(drawing.files["-dark.svg"]),
        "narrow": _address(drawing.narrow["light"]),
        "narrow_dark": _address(drawing.narrow["dark"]),
    }


def _address(svg: bytes) -> str:
    return f"data:image/svg+xml;base64,{b64encode(svg).decode()}"


def _group(study: Study, group: Group, intervals: ResultTable) -> dict[str, object]:
    """Both metrics of each system with interval and rank interval; then how many pairs are told apart."""
    found = {(row[0], row[1]): row for row in reversed(intervals.rows) if row[5] != WILSON}
    rows = []
    for runs in sorted(group.systems, key=lambda runs: -int(runs.covered.sum())):
        row: list[str] = [runs.system.name]
        for metric in METRICS:
            rate, rank = (found[runs.system.name, name] for name in (metric, metric.replace("_rate", "_rank")))
            row += [rounded(float(rate[2] or 0)), f"{rounded(float(rate[3] or 0))}–{rounded(float(rate[4] or 0))}"]
            row += [f"{rank[3]}–{rank[4]}" if rank[3] != rank[4] else str(rank[3])]
        rows.append(row)
    sentences = [_told_apart(group, metric, name) for metric, name in zip(METRICS, ("seed 1", "coverage"), strict=True)]
    noise = [pair for pair in group.pairs if pair.metric == METRICS[1] and not pair.told_apart]
    noise.sort(key=lambda pair: -abs(pair.difference.estimate))
    return {"title": group.title, "rows": rows, "sentences": sentences, "pairs": [_pair(pair) for pair in noise]}


def _told_apart(group: Group, metric: str, name: str) -> str:
    pairs = [pair for pair in group.pairs if pair.metric == metric]
    apart = sum(pair.told_apart for pair in pairs)
    if not apart:
        return f"By {name}, none of the {len(pairs)} pairs is told apart: every difference is inside the noise."
    return f"By {name}, {apart} of {len(pairs)} pairs are told apart; the other differences are inside the noise."


def _pair(pair: Pair) -> str:
    found = pair.difference
    points = Interval(100 * found.estimate, 100 * found.low, 100 * found.high)
    return (
        f"{pair.a.system.name} and {pair.b.system.name}: {rounded(points.estimate)} points "
        f"({rounded(points.low)} to {rounded(points.high)}), p = {rounded(pair.p_holm, 3)}"
    ).replace("-0.0 points", "0.0 points")


def _table(table: ResultTable, study: Study) -> dict[str, object]:
    # The panel stands over its rows instead of in each.
    has_panels = table.columns[0].name == "panel"
    columns = table.columns[1:] if has_panels else table.columns
    rows: list[dict[str, object]] = []
    before = ""
    for row in cells(table)[:_MOST]:
        panel = row[0] if has_panels else ""
        rows.append({"cells": row[1:] if has_panels else row, "panel": _PANELS.get(panel, panel) if panel != before else ""})
        before = panel
    mark = f" [{study.provenance.mark}]"
    return {
        "name": table.name,
        "title": table.title,
        "short": table.title.removesuffix(mark),
        "columns": [{"title": column.title, "number": is_number(column)} for column in columns],
        "rows": rows,
        "count": f"{len(table.rows):,}",
        "hidden": max(0, len(table.rows) - _MOST),
        "long": len(table.rows) > _LONG,
        "notes": [_words(note) for note in table.notes],
        "made_from": table.made_from,
    }
