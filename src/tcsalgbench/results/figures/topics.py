"""Coverage within each topic, and the shares of the topics."""

import math
from collections.abc import Mapping

from matplotlib.axes import Axes

from tcsalgbench.results.challenge_table import AREA_NAMES
from tcsalgbench.results.figures.bars import height_of, rows_of
from tcsalgbench.results.figures.drawing import Figure, Panel, room_for
from tcsalgbench.results.figures.theme import Theme
from tcsalgbench.results.model import LeftOut
from tcsalgbench.results.study import DISCUSSION_10, Study
from tcsalgbench.results.tables.splits import NO_DISCUSSION, area_masks
from tcsalgbench.results.write import rounded


def topics(study: Study) -> Figure | LeftOut:
    """The best system of the discussion, topic by topic, beside what the benchmark is made of."""
    chosen = study.of_workflow(DISCUSSION_10)
    if not chosen or not any(study.challenges.areas):
        return LeftOut("topics", "no challenge names its `area`" if chosen else NO_DISCUSSION)
    best = max(chosen, key=lambda runs: int(runs.covered.sum()))
    masks = {area: mask for area, mask in area_masks(study).items() if mask.any()}
    counts = {area: (int(best.covered[mask].sum()), int(mask.sum())) for area, mask in masks.items()}
    overall = study.percent(int(best.covered.sum()))
    order = sorted(counts, key=lambda area: -counts[area][0] / counts[area][1])
    ordered = {area: counts[area] for area in order}
    return Figure(
        "topics",
        "Topics",
        f"(a) Coverage of {best.system.label} within each topic, by discussion of up to ten rounds in {len(best.seeds)} "
        "runs; the dashed line is its coverage of all challenges. (b) The topics' shares of all challenges.",
        "; ".join(f"{AREA_NAMES[area]}: {a} of {n}" for area, (a, n) in ordered.items()) + f"; overall {rounded(overall)} %",
        (_rates(ordered, overall, "(a) Coverage within topic"), _shares(ordered)),
    )


def _rates(counts: Mapping[str, tuple[int, int]], overall: float, title: str) -> Panel:
    def draw(axes: Axes, theme: Theme) -> None:
        rates = [100 * accepted / total for accepted, total in counts.values()]
        most = max([*rates, overall, 10.0])
        axes.barh(range(len(rates)), rates, 0.62, color=[theme.areas[area] for area in counts])
        axes.axvline(overall, color=theme.paper, linewidth=2.0)
        axes.axvline(overall, color=theme.ink, linewidth=0.8, linestyle=(0, (3, 2)))
        for row, (rate, (accepted, total)) in enumerate(zip(rates, counts.values(), strict=True)):
            at = rate if not rate < overall < rate + most * 0.34 else max(rate, overall)
            text = f"{rounded(rate)}  ({accepted}/{total})"
            axes.text(at + most * 0.02, row, text, va="center", fontsize=6.8, color=theme.ink)
        rows_of(axes, [f"{AREA_NAMES[area]}" for area in counts])
        axes.set_xlim(0, most * 1.36)
        axes.set_xlabel(f"coverage (%), overall {rounded(overall)}")
        axes.set_title(title)

    return Panel(draw, _height(counts), room_for([AREA_NAMES[area] for area in counts]), share=1.5)


def _shares(counts: Mapping[str, tuple[int, int]]) -> Panel:
    total = sum(number for _, number in counts.values())

    def draw(axes: Axes, theme: Theme) -> None:
        wedges, _ = axes.pie(
            [number for _, number in counts.values()],
            colors=[theme.areas[area] for area in counts],
            startangle=90,
            counterclock=False,
            radius=1.15,
            wedgeprops={"width": 0.62, "edgecolor": theme.paper, "linewidth": 1.0},
        )
        for wedge, (area, (_, number)) in zip(wedges, counts.items(), strict=True):
            if number / total < 0.04:
                continue
            angle = math.radians((wedge.theta1 + wedge.theta2) / 2)
            text = f"{area}\n{rounded(100 * number / total)}%"
            place = (0.84 * math.cos(angle), 0.84 * math.sin(angle))
            axes.text(*place, text, ha="center", va="center", fontsize=6.3, color=theme.on_area[area], linespacing=1.1)
        axes.text(0, 0, f"{total:,}\nchallenges", ha="center", va="center", fontsize=7.5, color=theme.ink)
        axes.set_title("(b) Shares of topics")

    return Panel(draw, _height(counts), left=0.1, bottom=0.1)


def _height(counts: Mapping[str, tuple[int, int]]) -> float:
    """One height for both panels."""
    return max(height_of(len(counts)), 2.4)
