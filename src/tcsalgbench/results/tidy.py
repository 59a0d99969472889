"""The tidy table of runs: its form, and how it is read; the form is a promise to whoever makes one."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, Required, get_args

import polars as pl
from pydantic import ConfigDict, Field, TypeAdapter, with_config
from typing_extensions import TypedDict  # pydantic wants this one before Python 3.12

from tcsalgbench.errors import BadInput
from tcsalgbench.results.rows import Chunk, Name, Source, open_rows

Outcome = Literal["submitted", "conceded", "exhausted", "errored"]
OUTCOMES: tuple[str, ...] = get_args(Outcome)
MAJORITY = "majority"
COMPARISON, CALIBRATION = "comparison", "calibration"
USAGE = ("calls", "input_tokens", "cached_input_tokens", "output_tokens")
DIAGNOSTICS = (
    "reductions_proposed",
    "reductions_valid",
    "subgoals",
    "subgoals_simpler",
    "subgoals_accepted",
    "recombinations",
    "recombinations_sound",
    "failed_planning",
    "failed_subproblem",
    "failed_assembly",
)
WHO = ("family", "model", "effort", "workflow")
VERDICT = "verdict:"  # columns of the frame

_STRICT = ConfigDict(strict=True, extra="allow")
Amount = Annotated[float, Field(ge=0, allow_inf_nan=False)]


@with_config(_STRICT)
class UsageRow(TypedDict, total=False):
    """Calls and tokens of a run; input includes what was cached."""

    calls: Amount | None
    input_tokens: Amount | None
    cached_input_tokens: Amount | None
    output_tokens: Amount | None


@with_config(_STRICT)
class DiagnosticsRow(TypedDict, total=False):
    """What a run with decomposition recorded of its search."""

    reductions_proposed: Amount | None
    reductions_valid: Amount | None
    subgoals: Amount | None
    subgoals_simpler: Amount | None
    subgoals_accepted: Amount | None
    recombinations: Amount | None
    recombinations_sound: Amount | None
    failed_planning: Amount | None
    failed_subproblem: Amount | None
    failed_assembly: Amount | None


@with_config(_STRICT)
class RunRow(TypedDict, total=False):
    """One run. Without a verdict it is unscored, which is no acceptance."""

    system: Required[Name]
    challenge_id: Required[Name]
    seed: Required[Annotated[int, Field(ge=0, lt=2**63)]]
    outcome: Required[Outcome]
    purpose: Literal["comparison", "calibration"] | None
    family: Name | None
    model: Name | None
    effort: Name | None
    workflow: Name | None
    verdicts: dict[Name, bool | None] | None
    confidence: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)] | None
    usage: UsageRow | None
    diagnostics: DiagnosticsRow | None


_KNOWN = frozenset(RunRow.__annotations__)


@dataclass(frozen=True, slots=True)
class TidyTable:
    """The runs as a frame, one row a run; `line` says where each comes from. `unread` counts fields that nothing here reads."""

    source: Source
    frame: pl.DataFrame
    verdicts: tuple[str, ...]
    unread: Mapping[str, int]

    def where(self, rows: pl.DataFrame) -> str:
        """The place of the first of these rows."""
        return self.source.at(int(rows["line"][0]))


@cache
def _adapter() -> TypeAdapter[RunRow]:
    return TypeAdapter(RunRow)


def read_tidy(path: Path) -> TidyTable:
    """Read and check the table of runs, all but what takes the challenges to check."""
    source, chunks = open_rows(path, _adapter())
    unread: Counter[str] = Counter()
    frames = [_frame(chunk, unread) for chunk in chunks]
    if not frames:
        raise BadInput(f"{path} holds no runs.")
    frame = pl.concat(frames, how="diagonal")
    verdicts = tuple(sorted(name.removeprefix(VERDICT) for name in frame.columns if name.startswith(VERDICT)))
    table = TidyTable(source, frame, verdicts, dict(unread))
    _check_unique(table)
    _check_one_system_each(table)
    _check_first_seeds(table)
    return table


def _frame(chunk: Chunk, unread: Counter[str]) -> pl.DataFrame:
    rows = chunk.rows
    for row in rows:
        if not row.keys() <= _KNOWN:
            unread.update(row.keys() - _KNOWN)
    usage = [row.get("usage") or {} for row in rows]
    search = [row.get("diagnostics") or {} for row in rows]
    columns: dict[str, Any] = {
        "line": pl.Series(chunk.numbers, dtype=pl.Int64),
        "purpose": pl.Series([row.get("purpose") or COMPARISON for row in rows], dtype=pl.Categorical),
        "seed": pl.Series([row["seed"] for row in rows], dtype=pl.Int64),
        "outcome": pl.Series([OUTCOMES.index(row["outcome"]) for row in rows], dtype=pl.Int8),
        "confidence": pl.Series([row.get("confidence") for row in rows], dtype=pl.Float64),
    }
    for name in ("system", "challenge_id", *WHO):
        columns[name] = pl.Series([row.get(name) for row in rows], dtype=pl.Categorical)
    columns |= {name: pl.Series([one.get(name) for one in usage], dtype=pl.Float64) for name in USAGE}
    if any(search):
        columns |= {name: pl.Series([one.get(name) for one in search], dtype=pl.Float64) for name in DIAGNOSTICS}
    return pl.DataFrame(columns | dict(_verdicts(rows)))


def _verdicts(rows: list[dict[str, Any]]) -> Iterator[tuple[str, pl.Series]]:
    verdicts = [row.get("verdicts") or {} for row in rows]
    for judge in sorted({judge for one in verdicts for judge in one}):
        yield f"{VERDICT}{judge}", pl.Series([one.get(judge) for one in verdicts], dtype=pl.Boolean)


def _check_unique(table: TidyTable) -> None:
    key = ["system", "purpose", "challenge_id", "seed"]
    again = table.frame.filter(~pl.struct(key).is_first_distinct())
    if again.is_empty():
        return
    row = again.row(0, named=True)
    same = table.frame.filter(*(pl.col(name) == row[name] for name in key))
    raise BadInput(
        f"{table.where(again)}: a second run of {row['system']!r} on {row['challenge_id']!r} with seed {row['seed']} "
        f"for {row['purpose']}; the first is at {table.source.unit} {same['line'][0]}. A run stands in the table once."
    )


def _check_one_system_each(table: TidyTable) -> None:
    """A system is one model at one effort in one workflow; rows that disagree are two systems under one name."""
    for field in WHO:
        distinct = table.frame.select("system", "purpose", field, "line").unique(
            ["system", "purpose", field], keep="first", maintain_order=True
        )
        second = distinct.filter(~pl.struct("system", "purpose").is_first_distinct())
        if not second.is_empty():
            row = second.row(0, named=True)
            raise BadInput(
                f"{table.where(second)}: {field} of the system {row['system']!r} is {row[field]!r} here and another before. "
                "A system is one model at one effort in one workflow; give the others names of their own."
            )


def _check_first_seeds(table: TidyTable) -> None:
    compared = table.frame.filter(pl.col("purpose") == COMPARISON)
    without = compared.filter((pl.col("seed") == 1).any().over("system").not_())
    if not without.is_empty():
        seeds = sorted(without.filter(pl.col("system") == without["system"][0])["seed"].unique().to_list())
        raise BadInput(
            f"{table.where(without)}: the system {without['system'][0]!r} has no run with seed 1, only with "
            f"{', '.join(map(str, seeds[:8]))}. Single-run acceptance is that of seed 1: number the seeds from 1."
        )
