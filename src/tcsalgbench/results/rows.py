"""Rows of a table from outside, JSON lines or Parquet, each checked, so that a mistake has its file, line and reason."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import polars as pl
from pydantic import TypeAdapter, ValidationError

from tcsalgbench.errors import BadInput

# Rows held as Python objects at a time: what bounds memory, whatever the size of the table.
AT_ONCE = 20_000
_PARQUET = b"PAR1"


@dataclass(frozen=True, slots=True)
class Source:
    """A file, and what one of its rows is called."""

    path: Path
    unit: str  # "line", "row"

    def at(self, number: int) -> str:
        """Where a row is, for a message."""
        return f"{self.path}, {self.unit} {number}"


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some rows with their numbers, counted from one."""

    numbers: list[int]
    rows: list[dict[str, Any]]


def open_rows(path: Path, adapter: TypeAdapter[Any]) -> tuple[Source, Iterator[Chunk]]:
    """The rows of a file, which is Parquet if it begins so, else one JSON object a line."""
    try:
        with path.open("rb") as stream:
            parquet = stream.read(4) == _PARQUET
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}.") from None
    source = Source(path, "row" if parquet else "line")
    return source, (_parquet if parquet else _lines)(source, adapter)


def _lines(source: Source, adapter: TypeAdapter[Any]) -> Iterator[Chunk]:
    with source.path.open("rb") as stream:
        numbered = ((number, line) for number, line in enumerate(stream, 1) if not line.isspace())
        while some := list(islice(numbered, AT_ONCE)):
            rows = []
            for number, line in some:
                try:
                    rows.append(adapter.validate_json(line))
                except ValidationError as error:
                    raise BadInput(f"{source.at(number)}: {_reason(error)}") from None
            yield Chunk([number for number, _ in some], rows)


def _parquet(source: Source, adapter: TypeAdapter[Any]) -> Iterator[Chunk]:
    try:
        frame = pl.read_parquet(source.path)
    except (pl.exceptions.PolarsError, OSError) as error:
        raise BadInput(f"{source.path} cannot be read as Parquet: {error}.") from None
    first = 1
    for piece in frame.iter_slices(AT_ONCE):
        rows = []
        for number, fields in enumerate(piece.iter_rows(named=True), first):
            try:
                # A column has a value in every row; for a field that may be missing, null says that it is.
                rows.append(adapter.validate_python({name: value for name, value in fields.items() if value is not None}))
            except ValidationError as error:
                raise BadInput(f"{source.at(number)}: {_reason(error)}") from None
        yield Chunk(list(range(first, first + len(rows))), rows)
        first += len(rows)


def _reason(error: ValidationError) -> str:
    first = error.errors(include_url=False)[0]
    place = ".".join(str(step) for step in first["loc"])
    if first["type"] == "missing":
        return f"the field {place!r} is missing."
    if first["type"] == "json_invalid":
        return f"this is not JSON ({first['msg'].removeprefix('Invalid JSON: ')})."
    given = first["input"]
    shown = repr(given)[:60] if isinstance(given, str | int | float | bool | None) else type(given).__name__
    return f"{place or 'the whole row'}: {first['msg']}, not {shown}."
