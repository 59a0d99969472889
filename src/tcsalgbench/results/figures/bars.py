"""Bars: the model comparison, workflows with their tokens, before and after the cutoff, other benchmarks."""

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes

from tcsalgbench.results.compare import METRICS, flags_of
from tcsalgbench.results.figures.drawing import Figure, Panel, fitted, room_for
from tcsalgbench.results.figures.theme import Theme
from tcsalgbench.results.model import LeftOut
from tcsalgbench.results.published import is_configuration, published
from tcsalgbench.results.study import DIRECT, DISCUSSION_10, Runs, Study
from tcsalgbench.results.tables.splits import cutoff_masks, no_cutoffs
from tcsalgbench.results.write import rounded
from tcsalgbench.stats import Interval, rate_intervals

_BAR = 0.37
_ROW = 0.285  # inches
_HEADED = 0.46  # inches above a panel with title and legend
WORKFLOW_NAMES: Mapping[str, str] = {
    "discussion": "Discussion",
    "root-decomposition": "Root decomposition",
    "mcts": "Tree search (MCTS)",
    "planning": "Planning",
    "discussion-10": "Discussion, ten rounds",
    "direct": "Direct",
}


def height_of(rows: int) -> float:
    """Inches for a panel of so many rows."""
    return 0.92 + _ROW * max(rows, 2)


def model_comparison(study: Study) -> Figure | LeftOut:
    """Seed 1 and coverage of each configuration, directly and by discussion."""
    kinds = ((DIRECT, "Direct inference"), (DISCUSSION_10, "Ten-round discussion"))
    shown = [(Paired(study, by_family(study.of_workflow(workflow))), title) for workflow, title in kinds]
    shown = [(paired, title) for paired, title in shown if paired.chosen]
    most = max((paired.most for paired, _ in shown), default=0.0)  # one scale for both, so that bars can be compared
    panels = [
        paired.panel(f"({'ab'[number]}) {title}", labels(paired.chosen), most) for number, (paired, title) in enumerate(shown)
    ]
    if not panels:
        return LeftOut("model_comparison", f"no run has the workflow {DIRECT!r} or {DISCUSSION_10!r}")
    return Figure(
        "model_comparison",
        "Model comparison",
        "Accepted challenges in percent of all: with seed 1, and in any run (coverage). Whiskers: 95 % intervals that respect "
        "papers. Rows are grouped by family, and ordered by coverage within it.",
        _alt(study, (DIRECT, DISCUSSION_10)),
        tuple(panels),
    )


def by_family(chosen: Sequence[Runs]) -> list[Runs]:
    """Families by their best coverage, and within each from the best down."""
    best: dict[str, int] = {}
    for runs in chosen:
        key = runs.system.family or ""
        best[key] = max(best.get(key, 0), int(runs.covered.sum()))
    return sorted(
        chosen, key=lambda runs: (-best[runs.system.family or ""], runs.system.family or "", -int(runs.covered.sum()))
    )


def labels(chosen: Sequence[Runs]) -> list[str]:
    """What rows are called: the configuration, or the name of the system where two would be called the same."""
    short = [runs.system.label for runs in chosen]
    # The workflow stands above the panel.
    names = [runs.system.name.removesuffix(f"/{runs.system.workflow}") for runs in chosen]
    names = names if len(set(names)) == len(names) else [runs.system.name for runs in chosen]
    return [
        label if short.count(label) == 1 and label != runs.system.name else name
        for label, name, runs in zip(short, names, chosen, strict=True)
    ]


class Paired:
    """Seed 1 and coverage of some systems, with their intervals."""

    def __init__(self, study: Study, chosen: Sequence[Runs]) -> None:
        """Find the intervals."""
        self.chosen = chosen
        self.found: dict[str, list[Interval]] = {}
        for metric in METRICS if chosen else ():
            values = np.column_stack([flags_of(runs, metric).astype(float) for runs in chosen])
            self.found[metric] = rate_intervals(values, study.clusters, study.seed)

    @property
    def most(self) -> float:
        """Where the longest whisker ends, in percent."""
        return max((100 * one.high for several in self.found.values() for one in several), default=0.0)

    def panel(self, title: str, names: Sequence[str], most: float) -> Panel:
        """Two bars a row, with whiskers and numbers."""
        seeds = sorted({len(runs.seeds) for runs in self.chosen})
        titles = ("Seed 1", f"Any of {seeds[0] if len(seeds) == 1 else f'{seeds[0]}–{seeds[-1]}'} runs")

        def draw(axes: Axes, theme: Theme) -> None:
            for offset, metric, name, color in zip((-1, 1), METRICS, titles, (theme.first, theme.second), strict=True):
                several = self.found[metric]
                rates = np.array([100 * one.estimate for one in several])
                ends = np.array([[100 * one.low for one in several], [100 * one.high for one in several]])
                places = np.arange(len(several)) + offset * _BAR / 2
                axes.barh(places, rates, _BAR, color=color, label=name)
                axes.hlines(places, ends[0], rates, color=theme.paper, linewidth=0.7)
                axes.hlines(places, rates, ends[1], color=theme.ink, linewidth=0.7)
                for place, rate, end in zip(places, rates, ends[1], strict=True):
                    axes.text(end + most * 0.02, place, rounded(rate), va="center", fontsize=6.8, color=theme.ink)
            rows_of(axes, names)
            axes.set_xlim(0, most * 1.13)
            axes.set_xlabel("accepted challenges (%)")
            headed(axes, title)

        return Panel(draw, height_of(len(self.chosen)), room_for(names), top=_HEADED)


def headed(axes: Axes, title: str) -> None:
    """A title, and the legend in a line below it."""
    axes.set_title(title, pad=16)
    axes.legend(loc="lower left", bbox_to_anchor=(-0.01, 1.0), ncols=2, borderaxespad=0, handlelength=1.0, columnspacing=1.0)


def rows_of(axes: Axes, names: Sequence[str]) -> None:
    """Rows from the top down, named."""
    axes.set_yticks(range(len(names)), [fitted(name) for name in names])
    axes.set_ylim(max(len(names), 2) - 0.4, -0.6)
    axes.grid(visible=False, axis="y")


def workflows(study: Study) -> Figure | LeftOut:
    """Acceptance of the workflows, and the tokens they took."""
    chosen = sorted(study.others, key=lambda runs: -int(runs.covered.sum()))
    if not chosen:
        return LeftOut("workflows", "every run is of the model comparison")
    several = len({runs.system.label for runs in chosen}) > 1
    names = [_workflow_name(runs, with_model=several) for runs in chosen]
    paired = Paired(study, chosen)
    panels = [paired.panel("(a) Acceptance", names, paired.most)]
    known = [(runs.average("input_tokens") or 0, runs.average("output_tokens") or 0) for runs in chosen]
    if any(sum(one) for one in known):
        panels.append(_tokens_panel(names, known, len(chosen)))
    return Figure(
        "workflows",
        "Workflows and their tokens",
        "(a) Accepted challenges with seed 1 and in any run. (b) Tokens of an average run, input and output, over the runs "
        "that record them.",
        _alt(study, tuple(dict.fromkeys(runs.system.workflow for runs in chosen))),
        tuple(panels),
    )


def _workflow_name(runs: Runs, *, with_model: bool) -> str:
    workflow = runs.system.workflow
    if workflow is None:
        return runs.system.name
    name = WORKFLOW_NAMES.get(workflow, workflow)
    return f"{name}, {runs.system.label}" if with_model else name


def _tokens_panel(names: Sequence[str], known: Sequence[tuple[float, float]], count: int) -> Panel:
    most = max(sum(one) for one in known)
    unit, letter = (1e6, "M") if most >= 1e6 else (1e3, "K")

    def draw(axes: Axes, theme: Theme) -> None:
        inputs, outputs = ([one[which] / unit for one in known] for which in (0, 1))
        axes.barh(range(count), inputs, 0.55, color=theme.third, label="Input")
        axes.barh(range(count), outputs, 0.55, left=inputs, color=theme.areas["AF"], label="Output")
        for row, (given, made) in enumerate(zip(inputs, outputs, strict=True)):
            text = f"{rounded(given)} + {rounded(made)}"
            axes.text(given + made + most / unit * 0.02, row, text, va="center", fontsize=6.8, color=theme.ink)
        rows_of(axes, names)
        axes.set_xlim(0, most / unit * 1.3)
        axes.set_xlabel(f"tokens of an average run ({letter})")
        headed(axes, "(b) Tokens")

    return Panel(draw, height_of(count), room_for(names), top=_HEADED)


def cutoff(study: Study) -> Figure | LeftOut:
    """Coverage before and after the cutoff, a panel a family."""
    chosen = [runs for runs in study.of_workflow(DISCUSSION_10) if runs.system.family in study.cutoffs]
    if no_cutoffs(study) or not chosen:
        return LeftOut("cutoff", no_cutoffs(study) or "no family that ran discussion-10 has a cutoff")
    families = list(dict.fromkeys(runs.system.family or "" for runs in chosen))
    shares = {id(runs): _cutoff_shares(study, runs) for runs in chosen}
    most = max(max(several) for several in shares.values()) or 1.0
    panels = []
    for family in families:
        of_family = [runs for runs in chosen if runs.system.family == family]
        panels.append(_cutoff_panel(study, family, of_family, [shares[id(runs)] for runs in of_family], most))
    return Figure(
        "cutoff",
        "Before and after the assumed knowledge cutoff",
        "Coverage of challenges whose paper first appeared before the assumed cutoff of the family (upper bars), and from that "
        "day on (lower bars). Compare within a panel: cutoffs differ between families, and so do the challenges on each side.",
        "; ".join(
            f"{runs.system.label}: {rounded(shares[id(runs)][0])} % before, {rounded(shares[id(runs)][1])} % after"
            for runs in chosen
        ),
        tuple(panels),
        columns=min(len(panels), 2),
    )


def _cutoff_shares(study: Study, runs: Runs) -> tuple[float, float]:
    shares = [100 * runs.covered[mask].mean() if mask.any() else 0.0 for mask in cutoff_masks(study, runs.system.family or "")]
    return (float(shares[0]), float(shares[1]))


def _cutoff_panel(
    study: Study, family: str, chosen: Sequence[Runs], shares: Sequence[tuple[float, float]], most: float
) -> Panel:
    before, after = (int(mask.sum()) for mask in cutoff_masks(study, family))
    day = study.cutoffs[family].isoformat()

    def draw(axes: Axes, theme: Theme) -> None:
        for which, color, offset in ((0, theme.first, -_BAR / 2), (1, theme.second, _BAR / 2)):
            name = (f"Before ({before})", f"After ({after})")[which]
            places = [row + offset for row in range(len(chosen))]
            axes.barh(places, [one[which] for one in shares], _BAR, color=color, label=name)
            for place, one in zip(places, shares, strict=True):
                axes.text(one[which] + most * 0.02, place, rounded(one[which]), va="center", fontsize=6.8, color=theme.ink)
        rows_of(axes, [runs.system.effort or runs.system.name for runs in chosen])
        axes.set_xlim(0, most * 1.15)
        axes.set_xlabel("coverage (%)")
        headed(axes, f"{family}, cutoff {day}")

    efforts = [runs.system.effort or runs.system.name for runs in chosen]
    return Panel(draw, height_of(len(chosen)), room_for(efforts), top=_HEADED)


def context(study: Study) -> Figure | LeftOut:
    """Other benchmarks' scores of the configurations that ran here too."""
    rows = published().tables["context"].rows
    matched = []
    for family, effort in dict.fromkeys((row["family"], row["effort"]) for row in rows):
        ours = [runs for runs in study.of_workflow(DISCUSSION_10) if is_configuration(runs.system, family, effort)]
        if ours:
            scores = [
                (row["benchmark"], float(row["score"])) for row in rows if (row["family"], row["effort"]) == (family, effort)
            ]
            here = study.percent(int(ours[0].covered.sum()))
            matched.append((f"{family} {effort}", [*scores, (f"TCSAlgBench, {len(ours[0].seeds)} runs", here)]))
    if not matched:
        return LeftOut("context", "no system of discussion-10 has published scores on other benchmarks")
    return Figure(
        "context",
        "Beside other benchmarks",
        "Published scores of other benchmarks (final answers, MathArena, 2026-09-18) and coverage here (whole proofs, any "
        "run). Metrics and protocols differ.",
        "; ".join(f"{name}: " + ", ".join(f"{bench} {score:.1f} %" for bench, score in scores) for name, scores in matched),
        tuple(_context_panel(f"({'abcdefgh'[number]}) {name}", scores) for number, (name, scores) in enumerate(matched)),
    )


def _context_panel(title: str, scores: Sequence[tuple[str, float]]) -> Panel:
    def draw(axes: Axes, theme: Theme) -> None:
        colors = [theme.third] * (len(scores) - 1) + [theme.second]
        axes.barh(range(len(scores)), [score for _, score in scores], 0.6, color=colors)
        for row, (_, score) in enumerate(scores):
            axes.text(score + 1.5, row, rounded(score), va="center", fontsize=6.8, color=theme.ink)
        rows_of(axes, [name for name, _ in scores])
        axes.set_xlim(0, 115)
        axes.set_xticks([0, 25, 50, 75, 100])
        axes.set_xlabel("score (%)")
        axes.set_title(title)

    return Panel(draw, height_of(len(scores)) - 0.15, room_for([name for name, _ in scores]))


def _alt(study: Study, workflows: Sequence[str | None]) -> str:
    chosen = [runs for runs in study.comparisons if runs.system.workflow in workflows]
    return "; ".join(
        f"{runs.system.name}: {rounded(study.percent(int(runs.seed1.sum())))} % with seed 1, "
        f"{rounded(study.percent(int(runs.covered.sum())))} % in any of {len(runs.seeds)} runs"
        for runs in chosen
    )
