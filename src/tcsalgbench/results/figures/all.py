"""The list of figures, in the order in which a report shows them."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from tcsalgbench.results.compare import Group
from tcsalgbench.results.figures import bars, lines, topics
from tcsalgbench.results.figures.drawing import Figure
from tcsalgbench.results.model import LeftOut
from tcsalgbench.results.study import Study

FIGURES: tuple[Callable[[Study], Figure | LeftOut], ...] = (
    bars.model_comparison,
    bars.workflows,
    topics.topics,
    bars.cutoff,
    lines.calibration,
    bars.context,
)


def draw_figures(study: Study, groups: Sequence[Group]) -> tuple[dict[str, Figure], tuple[LeftOut, ...]]:
    """Every figure that the study gives, marked when its runs are not real, and the reason for each that it does not."""
    made: dict[str, Figure] = {}
    left: list[LeftOut] = []
    for one in (*(draw(study) for draw in FIGURES), lines.seeds(study, groups)):
        if isinstance(one, LeftOut):
            left.append(one)
        else:
            made[one.name] = replace(one, mark=study.provenance.mark, made_from=study.provenance.line)
    return made, tuple(left)
