"""Rows of a table from outside, JSON lines or Parquet, each checked, so that a mistake has its file, line and reason."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import polars as pl
from pydantic import StringConstraints, TypeAdapter, ValidationError

from tcsalgbench.errors import BadInput

# Rows held as Python objects at a time: what bounds memory, whatever the size of the table.
AT_ONCE = 20_000
_PARQUET = b"PAR1"
_BOM = b"\xef\xbb\xbf"
# A name stands in pages, drawings and LaTeX, none of which can hold a control character.
Name = Annotated[str, StringConstraints(min_length=1, pattern=r"^[^\x00-\x1f\x7f]*$")]


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
                    row = adapter.validate_json(line)
                except ValidationError as error:
                    mark = "it begins with a byte-order mark, save it as UTF-8 without one" if line.startswith(_BOM) else ""
                    raise BadInput(f"{source.at(number)}: {_reason(error, mark)}") from None
                # In most lines every colon is that of a key or stands in a string that was kept; then no key was there twice.
                if line.count(b":") != _colons(row) or b"\\u" in line:
                    _no_key_twice(line, source.at(number))
                rows.append(row)
            yield Chunk([number for number, _ in some], rows)


def _colons(fields: dict[str, Any]) -> int:
    """How many colons an object takes to write as JSON, those of keys and lists aside; a loop, for it is run on every line."""
    count = len(fields)
    for value in fields.values():
        kind = type(value)
        if kind is str:
            count += value.count(":")
        elif kind is dict:
            count += _colons(value)
    return count


def _no_key_twice(line: bytes, place: str) -> None:
    try:
        load_json(line)
    except ValueError as error:
        raise BadInput(f"{place}: {error}.") from None


def load_json(text: bytes) -> Any:  # noqa: ANN401  # JSON may hold anything
    """JSON in which no key stands twice: which of the two was meant, nobody knows."""

    def pairs(found: list[tuple[str, Any]]) -> dict[str, Any]:
        fields = dict(found)
        if len(fields) < len(found):
            names = [name for name, _ in found]
            raise ValueError(f"the key {next(name for name in names if names.count(name) > 1)!r} stands in one object twice")
        return fields

    try:
        return json.loads(text, object_pairs_hook=pairs)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


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


def _reason(error: ValidationError, hint: str = "") -> str:
    first = error.errors(include_url=False)[0]
    place = ".".join(str(step) for step in first["loc"]).removesuffix(".[key]").rstrip(".")
    if first["type"] == "missing":
        return f"the field {place!r} is missing."
    if first["type"] == "json_invalid":
        said = re.sub(r" at line 1 column", " at column", first["msg"].removeprefix("Invalid JSON: "))
        return f"this is not JSON ({hint or re.sub(r' at line .*', ', the line ends too early', said)})."
    said = "A name should hold no control characters" if first["type"] == "string_pattern_mismatch" else first["msg"]
    given = first["input"]
    shown = repr(given)[:60] if isinstance(given, str | int | float | bool | None) else type(given).__name__
    return f"{place or 'the whole row'}: {said}, not {shown}."
