"""Who was accepted how often: the model comparison, the workflows, what the same calls buy, and how all runs ended."""

from collections.abc import Sequence

from tcsalgbench.results.model import Cell, Column, LeftOut, ResultTable
from tcsalgbench.results.study import DIRECT, DISCUSSION_10, MISSING, Runs, Study
from tcsalgbench.results.tidy import OUTCOMES

_SYSTEM = Column("system", "System", "text")
_RATES = (
    Column("seed1_accepted", "Seed 1", "count"),
    Column("seed1_rate", "Seed 1 (%)", "percent"),
    Column("coverage_accepted", "Coverage", "count"),
    Column("coverage_rate", "Coverage (%)", "percent"),
)
_TOKENS = (Column("avg_input_tokens", "Input tokens", "tokens"), Column("avg_output_tokens", "Output tokens", "tokens"))


def models_direct(study: Study) -> ResultTable | LeftOut:
    """Direct inference; tokens a prover call."""
    return _models(study, "models_direct", DIRECT, "Direct inference", per_call=True)


def models_discussion(study: Study) -> ResultTable | LeftOut:
    """Discussion of ten rounds; tokens a run."""
    return _models(study, "models_discussion", DISCUSSION_10, "Ten-round discussion", per_call=False)


def _models(study: Study, name: str, workflow: str, title: str, *, per_call: bool) -> ResultTable | LeftOut:
    chosen = study.of_workflow(workflow)
    if not chosen:
        return LeftOut(name, f"no run has the workflow {workflow!r}")
    rows = tuple(
        (runs.system.name, len(runs.seeds), *_rates(study, runs), *_averages(runs, per_call=per_call)) for runs in chosen
    )
    columns = (_SYSTEM, Column("runs", "Runs", "count"), *_RATES, *_TOKENS)
    return ResultTable(name, title, columns, rows, _notes(study, chosen, "prover call" if per_call else "run"))


def workflows(study: Study) -> ResultTable | LeftOut:
    """The call-matched workflows, and every other system that is neither direct nor the discussion above."""
    if not study.others:
        return LeftOut("workflows", f"every run has the workflow {DIRECT!r} or {DISCUSSION_10!r}")
    rows = tuple((runs.system.name, *_rates(study, runs), *_averages(runs, per_call=False)) for runs in study.others)
    notes = _notes(study, study.others, "run")
    return ResultTable("workflows", "Workflows", (_SYSTEM, *_RATES, *_TOKENS), rows, (*notes, *_seeds_note(study.others)))


def _rates(study: Study, runs: Runs) -> tuple[Cell, ...]:
    first, any_seed = int(runs.seed1.sum()), int(runs.covered.sum())
    return (first, study.percent(first), any_seed, study.percent(any_seed))


def _averages(runs: Runs, *, per_call: bool) -> tuple[Cell, ...]:
    return tuple(runs.average(name, per_call=per_call) for name in ("input_tokens", "output_tokens"))


def _notes(study: Study, chosen: Sequence[Runs], unit: str) -> tuple[str, ...]:
    notes = [
        f"Accepted over all {len(study.challenges):,} challenges: errored and missing runs count as not accepted. "
        "Coverage: accepted in any run."
    ]
    known = [int((runs.usage["input_tokens"] == runs.usage["input_tokens"]).sum()) for runs in chosen]
    if any(known):
        notes.append(f"Tokens: average per {unit} over the runs that record them ({_range(known)} a system).")
    without = [runs.system.name for runs, count in zip(chosen, known, strict=True) if not count]
    if without:
        notes.append(f"No run records tokens of: {', '.join(without)}.")
    return tuple(notes)


def _range(numbers: Sequence[int]) -> str:
    low, high = min(numbers), max(numbers)
    return f"{low:,}" if low == high else f"{low:,} to {high:,}"


def _seeds_note(chosen: Sequence[Runs]) -> tuple[str, ...]:
    return (f"Seeds: {_range([len(runs.seeds) for runs in chosen])} a system.",)


def allocation(study: Study) -> ResultTable | LeftOut:
    """The same model twice: many direct runs against one run of discussion."""
    rows = []
    for direct in study.of_workflow(DIRECT):
        for discussion in study.of_workflow(DISCUSSION_10):
            a, b = direct.system, discussion.system
            if (a.family, a.model, a.effort) == (b.family, b.model, b.effort) and (a.family or a.model):
                rates = (study.percent(int(direct.covered.sum())), study.percent(int(discussion.seed1.sum())))
                rows.append((_shared_name(direct, discussion), len(direct.seeds), *rates))
    if not rows:
        return LeftOut("allocation", "no model at one effort has both direct runs and runs of discussion-10")
    columns = (
        _SYSTEM,
        Column("direct_runs", "Direct runs", "count"),
        Column("direct_coverage", "Their coverage (%)", "percent"),
        Column("discussion_seed1", "One discussion (%)", "percent"),
    )
    return ResultTable("allocation", "Many direct runs, or one discussion", columns, tuple(rows))


def _shared_name(direct: Runs, discussion: Runs) -> str:
    """What comes before the workflow in both names, else what people call the configuration."""
    stem = direct.system.name.rpartition("/")[0]
    return stem if stem and stem == discussion.system.name.rpartition("/")[0] else discussion.system.label


def runs_table(study: Study) -> ResultTable | LeftOut:
    """How every run ended: what the rates count as not accepted, told apart."""
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            runs.system.name,
            purpose,
            len(runs.seeds),
            *(int((runs.outcome == code).sum()) for code in range(len(OUTCOMES))),
            int((runs.outcome == MISSING).sum()),
            int(runs.unscored.sum()),
            int(runs.accepted().sum()),
        )
        for purpose, several in (("comparison", study.comparisons), ("calibration", study.calibrations))
        for runs in several
    )
    columns = (
        _SYSTEM,
        Column("purpose", "Purpose", "text"),
        Column("runs", "Seeds", "count"),
        *(Column(name, name.capitalize(), "count") for name in (*OUTCOMES, "missing", "unscored", "accepted")),
    )
    notes = (
        f"Each system has {len(study.challenges):,} challenges for each of its seeds. Unscored: submitted, no verdict yet.",
    )
    return ResultTable("runs", "How all runs ended", columns, rows, notes)


def diagnostics(study: Study) -> ResultTable | LeftOut:
    """What runs with decomposition recorded of their search."""
    known = [runs for runs in study.comparisons if runs.diagnostics is not None]
    if not known:
        return LeftOut("diagnostics", "no run records diagnostics of a search (the field `diagnostics`)")
    names = tuple(known[0].diagnostics or {})
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (runs.system.name, *(int((runs.diagnostics or {})[name]) for name in names)) for runs in known
    )
    columns = (_SYSTEM, *(Column(name, name.replace("_", " ").capitalize(), "count") for name in names))
    return ResultTable("diagnostics", "Where decomposition fails", columns, rows, ("Sums over all runs.",))
