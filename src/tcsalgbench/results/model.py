"""A table of results, before it becomes CSV, Markdown, LaTeX or HTML."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

# How a column is printed: words, whole numbers, whole numbers with their sign, percentages (one decimal, half away from zero)
# and differences of them with their sign, tokens (17K, 27.4M), other numbers, numbers as they stand, amounts (without decimals
# from a hundred on), p-values.
Kind = Literal["text", "count", "change", "percent", "points", "tokens", "number", "exact", "amount", "p"]
Cell: TypeAlias = str | int | float | None


@dataclass(frozen=True, slots=True)
class Column:
    """`name` is what the CSV calls it, which is a promise; `title` is for people."""

    name: str
    title: str
    kind: Kind


@dataclass(frozen=True, slots=True)
class ResultTable:
    """One table. A cell that is None is absent, and a note says why."""

    name: str  # of its files: `models_discussion`
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()
    made_from: str = ""  # models, real or simulated; release; commit; command


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A table or figure that cannot be made from this input, and why."""

    name: str
    reason: str
