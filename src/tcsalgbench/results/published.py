"""The paper's published numbers, and ours beside them."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from tcsalgbench.results.model import Cell, Column, LeftOut, ResultTable
from tcsalgbench.results.study import DISCUSSION_10, Study, System
from tcsalgbench.results.write import rounded, tokens

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class PublishedTable:
    """One table of the paper; `label` is its name in the LaTeX source."""

    label: str
    title: str
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Published:
    """All tables of the paper, by the name of ours that shows the same."""

    challenges: int
    papers: int
    model: str
    effort: str
    topic_totals: Mapping[str, int]
    tables: Mapping[str, PublishedTable]


@cache
def published() -> Published:
    """The paper's numbers, which ship as data."""
    fields = tomllib.loads(files("tcsalgbench.results").joinpath("published.toml").read_text("utf-8"))
    tables = {
        name: PublishedTable(
            one["label"], one["title"], tuple(dict(zip(one["columns"], row, strict=True)) for row in one["rows"])
        )
        for name, one in fields.pop("tables").items()
    }
    return Published(**fields, tables=tables)


def same_family(ours: str | None, theirs: str) -> bool:
    """Is it the same family? `claude-opus-4-8`, `Claude Opus 4.8` and `Opus~4.8` are; a provider in front does not matter."""
    return ours is not None and _plain(ours) == _plain(theirs)


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]|claude", "", name.rpartition("/")[2].lower())


def is_configuration(system: System, family: str, effort: str) -> bool:
    """Is this system that configuration of the paper?"""
    return system.effort == effort and (same_family(system.family, family) or same_family(system.model, family))


@dataclass(frozen=True, slots=True)
class _Compared:
    label: str
    system: str
    where: str
    quantity: str
    ours: Cell
    theirs: int | float

    def row(self) -> tuple[Cell, ...]:
        difference = None if self.ours is None or isinstance(self.ours, str) else self.ours - self.theirs
        return (self.label, self.system, self.where, self.quantity, self.ours, self.theirs, difference, self._same())

    def _same(self) -> str:
        if self.ours is None or isinstance(self.ours, str):
            return ABSENT
        if self.quantity.endswith("tokens"):
            return "yes" if tokens(self.ours) == tokens(self.theirs) else "no"
        if isinstance(self.theirs, float):
            return "yes" if rounded(self.ours) == rounded(self.theirs) else "no"
        return "yes" if self.ours == self.theirs else "no"


ABSENT = "absent"
_COLUMNS = (
    Column("published_in", "In the paper", "text"),
    Column("system", "System", "text"),
    Column("where", "Where", "text"),
    Column("quantity", "Quantity", "text"),
    Column("ours", "Ours", "exact"),
    Column("theirs", "Theirs", "exact"),
    Column("difference", "Difference", "exact"),
    Column("same_as_printed", "Same as printed", "text"),
)
_KEYS = ("family", "effort", "workflow", "panel", "a", "b", "split", "area", "cutoff", "benchmark", "metric")


def against_paper(study: Study, made: Mapping[str, ResultTable]) -> ResultTable | LeftOut:
    """Every number of the paper that these runs have a counterpart for: ours, theirs, the difference."""
    compared = [one for name, table in published().tables.items() for one in _compare(name, table, study, made)]
    if not compared:
        return LeftOut("against_paper", "none of these systems is one of the paper's: family, effort and workflow decide")
    same = sum(one.row()[-1] == "yes" for one in compared)
    there = sum(one.ours is not None for one in compared)
    notes = [f"{same:,} of {there:,} numbers are the same as printed in the paper."]
    if len(study.challenges) != published().challenges:
        notes.append(f"The paper has {published().challenges} challenges, this report {len(study.challenges):,}.")
    if there < len(compared):
        notes.append(f"{len(compared) - there:,} more are absent from these runs.")
    return ResultTable(
        "against_paper",
        "Beside the paper: ours, theirs, difference",
        _COLUMNS,
        tuple(one.row() for one in compared),
        tuple(notes),
    )


def _compare(name: str, table: PublishedTable, study: Study, made: Mapping[str, ResultTable]) -> Iterator[_Compared]:
    """The rows of one published table beside the rows of ours that speak of the same."""
    if name == "context":
        return  # those are other benchmarks' numbers
    ours = _OURS.get(name, name)
    if ours not in made:
        return
    columns = [column.name for column in made[ours].columns]
    rows = [dict(zip(columns, row, strict=True)) for row in made[ours].rows]
    for theirs in table.rows:
        match = next((row for row in rows if _matches(row, theirs, study)), None)
        if match is None:
            continue
        where = " ".join(str(theirs[key]) for key in ("panel", "a", "b", "split") if key in theirs)
        who = str(match.get("system") or match.get("family") or match.get("area") or "")
        for quantity, number in theirs.items():
            if quantity not in _KEYS:
                yield _Compared(table.label, who, where, quantity, _value(match, quantity), number)


_OURS = {"verifiers_workflows": "verifiers"}


def _value(row: Mapping[str, Cell], quantity: str) -> Cell:
    if quantity in row:
        return row[quantity]
    part, total = row.get(quantity.replace("_rate", "_accepted")), row.get(quantity.replace("_rate", "_total"))
    return 100 * part / total if isinstance(part, int) and isinstance(total, int) and total else None


def _matches(ours: Mapping[str, Cell], theirs: Row, study: Study) -> bool:
    if any(ours.get(key) != theirs[key] for key in ("panel", "a", "b", "split", "area") if key in theirs):
        return False
    if "split" in theirs:
        return same_family(str(ours["family"]), str(theirs["family"]))
    if "system" not in ours:
        return "area" in theirs
    system = next(runs.system for runs in (*study.comparisons, *study.calibrations) if runs.system.name == ours["system"])
    if "workflow" in theirs:
        return system.workflow == theirs["workflow"] and is_configuration(system, published().model, published().effort)
    if "family" not in theirs or not is_configuration(system, str(theirs["family"]), str(theirs["effort"])):
        return False
    # The tables of the model comparison speak of direct runs or of the discussion, never of the matched workflows.
    return "majority" not in theirs or system.workflow == DISCUSSION_10
