"""The list of tables, in the order in which a report shows them."""

from collections.abc import Callable
from dataclasses import replace

from tcsalgbench.results.compare import Group
from tcsalgbench.results.model import LeftOut, ResultTable
from tcsalgbench.results.study import Study
from tcsalgbench.results.tables import confidence, context, counts, inference, splits

Builder = Callable[[Study], ResultTable | LeftOut]

TABLES: dict[str, Builder] = {
    "models_discussion": counts.models_discussion,
    "models_direct": counts.models_direct,
    "allocation": counts.allocation,
    "workflows": counts.workflows,
    "topics": splits.topics,
    "verifiers": splits.verifiers,
    "cutoff": splits.cutoff,
    "efforts": splits.efforts,
    "calibration": confidence.calibration,
    "reliability": confidence.reliability,
    "diagnostics": counts.diagnostics,
    "lean": splits.lean,
    "context": context.context,
    "runs": counts.runs_table,
}
COMPARED: dict[str, Callable[[Study, tuple[Group, ...]], ResultTable | LeftOut]] = {
    "intervals": inference.intervals,
    "pairs": inference.pairs,
    "seeds": inference.seeds,
}


def build_tables(study: Study, groups: tuple[Group, ...]) -> tuple[dict[str, ResultTable], tuple[LeftOut, ...]]:
    """Every table that this input gives, marked with what it is made from, and those that it does not give."""
    made: dict[str, ResultTable] = {}
    left: list[LeftOut] = []
    built = [*(build(study) for build in TABLES.values()), *(build(study, groups) for build in COMPARED.values())]
    for one in built:
        if isinstance(one, LeftOut):
            left.append(one)
        else:
            made[one.name] = marked(one, study)
    return made, tuple(left)


def marked(table: ResultTable, study: Study) -> ResultTable:
    """The table with its line of origin, and with a title that says so when its runs are not real."""
    mark = study.provenance.mark
    title = f"{table.title} [{mark}]" if mark else table.title
    return replace(table, title=title, made_from=study.provenance.line)
