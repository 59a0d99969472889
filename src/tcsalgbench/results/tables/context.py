"""Other benchmarks' published figures, ours beside them."""

from tcsalgbench.results.model import Cell, Column, LeftOut, ResultTable
from tcsalgbench.results.published import published
from tcsalgbench.results.study import DISCUSSION_10, Study

OURS = "TCSAlgBench"


def context(study: Study) -> ResultTable | LeftOut:
    """Published scores of other benchmarks, then our coverage by discussion of ten rounds."""
    rows: list[tuple[Cell, ...]] = [
        (row["benchmark"], row["metric"], f"{row['family']} {row['effort']}", row["score"])
        for row in published().tables["context"].rows
    ]
    for runs in study.of_workflow(DISCUSSION_10):
        metric = f"Proof coverage, {len(runs.seeds)} run{'s' if len(runs.seeds) > 1 else ''}"
        rows.append((OURS, metric, runs.system.name, study.percent(int(runs.covered.sum()))))
    columns = (
        Column("benchmark", "Benchmark", "text"),
        Column("metric", "Metric", "text"),
        Column("system", "System", "text"),
        Column("score", "Score (%)", "exact"),
    )
    notes = (
        "Scores of other benchmarks are those that MathArena published, as of 2026-09-18. Metrics and protocols differ: final "
        "answers there, whole proofs here.",
    )
    return ResultTable("context", "Context: other benchmarks", columns, tuple(rows), notes)
