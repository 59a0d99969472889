"""Lines: coverage against the number of seeds, and stated confidence against acceptance."""

from collections.abc import Mapping, Sequence
from itertools import groupby

import numpy as np
from matplotlib.axes import Axes

from tcsalgbench.results.compare import Group
from tcsalgbench.results.figures.bars import WORKFLOW_NAMES, labels
from tcsalgbench.results.figures.drawing import Figure, Panel, fitted
from tcsalgbench.results.figures.theme import Theme
from tcsalgbench.results.model import LeftOut
from tcsalgbench.results.study import Runs, Study
from tcsalgbench.results.tables.confidence import NO_RUNS, calibrations
from tcsalgbench.results.tables.inference import expected
from tcsalgbench.results.write import rounded
from tcsalgbench.stats import Calibration

_STYLES = ("-", (0, (4, 1.5)), (0, (1.2, 1.2)), (0, (5, 1.5, 1.2, 1.5)))
_MARKS = ("o", "s", "^", "D")


def seeds(study: Study, groups: Sequence[Group]) -> Figure | LeftOut:
    """What more seeds bring."""
    chosen = [group for group in groups if any(len(runs.seeds) > 1 for runs in group.systems)]
    if not chosen:
        return LeftOut("seeds", "no system has more than one seed")
    families = list(dict.fromkeys(runs.system.family or runs.system.name for group in chosen for runs in group.systems))
    panels = tuple(
        _seeds_panel(study, f"({'abc'[number]}) {group.title}", group.systems, families) for number, group in enumerate(chosen)
    )
    return Figure(
        "seeds",
        "Coverage by number of seeds",
        "Expected coverage of k seeds, over all choices of k (pass@k, unbiased). Compare systems at equal k only.",
        "; ".join(
            f"{runs.system.name}: {rounded(100 * float(expected(runs, 1).mean()))} % with one seed, "
            f"{rounded(study.percent(int(runs.covered.sum())))} % with {len(runs.seeds)}"
            for group in chosen
            for runs in group.systems
        ),
        panels,
        columns=min(len(panels), 3),
    )


def _seeds_panel(study: Study, title: str, systems: Sequence[Runs], families: Sequence[str]) -> Panel:
    workflows = len({runs.system.workflow for runs in systems}) > 1
    ordered = sorted(systems, key=lambda runs: -int(runs.covered.sum()))
    names = (
        [WORKFLOW_NAMES.get(runs.system.workflow or "", runs.system.name) for runs in ordered] if workflows else labels(ordered)
    )

    def draw(axes: Axes, theme: Theme) -> None:
        seen: dict[str, int] = {}
        for number, (runs, name) in enumerate(zip(ordered, names, strict=True)):
            key = runs.system.workflow or name if workflows else runs.system.family or runs.system.name
            place = number if workflows else families.index(key)
            style = seen.get(key, 0)
            seen[key] = style + 1
            ks = list(range(1, len(runs.seeds) + 1))
            rates = [100 * float(np.mean(expected(runs, k))) for k in ks]
            color = theme.cycle[place % len(theme.cycle)]
            axes.plot(
                ks,
                rates,
                color=color,
                linestyle=_STYLES[style % 4],
                marker=_MARKS[style % 4],
                markersize=2.6,
                label=fitted(name),
            )
        axes.set_ylim(0, max(5.0, axes.get_ylim()[1]))
        most = max(len(runs.seeds) for runs in ordered)
        axes.set_xticks(range(1, most + 1))
        axes.set_xlabel("seeds")
        axes.set_ylabel("expected coverage (%)")
        axes.set_title(title)
        axes.legend(
            loc="upper center", bbox_to_anchor=(0.45, -0.2), ncols=2 if len(names) > 4 else 1, fontsize=6.3, handlelength=2.6
        )

    lines = 0.135 * ((len(systems) + 1) // 2 if len(systems) > 4 else len(systems))
    return Panel(draw, 2.5 + lines, left=0.5, bottom=0.5 + lines)


def calibration(study: Study) -> Figure | LeftOut:
    """Reliability: a panel a family, a line an effort."""
    found = [(runs, one) for runs, one in calibrations(study) if one.bins]
    if not found:
        return LeftOut(
            "calibration", "no system has enough rows with a confidence for one bin" if study.calibrations else NO_RUNS
        )
    grouped = {
        family: list(several) for family, several in groupby(found, key=lambda one: one[0].system.family or one[0].system.name)
    }
    return Figure(
        "calibration",
        "Confidence and acceptance",
        "Share of proofs accepted against mean stated confidence, in bins of 40 runs in the order of confidence; on the dashed "
        "line, confidence would mean what it says. In brackets: RMS calibration error as released.",
        "; ".join(
            f"{runs.system.label}: RMS error {'–' if one.released is None else rounded(100 * one.released)} %"
            for runs, one in found
        ),
        tuple(_reliability_panel(family, several) for family, several in grouped.items()),
        columns=min(len(grouped), 3),
    )


def _reliability_panel(family: str, several: Sequence[tuple[Runs, Calibration]]) -> Panel:
    most = max(100 * max(one.confidence, one.accepted) for _, found in several for one in found.bins)
    top = min(100.0, most * 1.1 + 2)

    def draw(axes: Axes, theme: Theme) -> None:
        axes.plot([0, top], [0, top], color=theme.quiet, linewidth=0.7, linestyle=(0, (3, 2)))
        for number, (runs, found) in enumerate(several):
            points: Mapping[str, list[float]] = {
                "x": [100 * one.confidence for one in found.bins],
                "y": [100 * one.accepted for one in found.bins],
            }
            error = "–" if found.released is None else rounded(100 * found.released)
            name = f"{runs.system.effort or runs.system.name} ({error})"
            color = theme.cycle[number % len(theme.cycle)]
            axes.plot(points["x"], points["y"], color=color, marker=_MARKS[number % 4], markersize=3, linewidth=0.9, label=name)
        axes.set_xlim(0, top)
        axes.set_ylim(0, top)
        axes.set_xlabel("stated confidence (%)")
        axes.set_ylabel("accepted (%)")
        axes.set_title(family)
        axes.legend(loc="upper left", fontsize=6.5)

    return Panel(draw, 2.5, left=0.5)
