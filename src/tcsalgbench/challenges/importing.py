"""Challenges made elsewhere: JSON lines, JSON, Parquet, a dataset folder; every mistake with its place, and all or nothing."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from tcsalgbench.challenges.foreign import KNOWN, ForeignChallenge
from tcsalgbench.challenges.model import CHALLENGE, Challenge
from tcsalgbench.challenges.store import ROOM, file_name, save_challenge
from tcsalgbench.errors import BadInput, TcsalgbenchError
from tcsalgbench.workspace import Workspace
from tcsalgbench.workspace.schema import check_version

_SHOWN = 20
_NOT_DATA = ("dataset_infos.json", "croissant.json", "manifest.json")


@dataclass(frozen=True, slots=True)
class Row:
    """One record as it stands in a file; `line` counts from one, in a Parquet file rows."""

    file: Path
    line: int
    fields: Mapping[str, Any]

    @property
    def place(self) -> str:
        """Where to look."""
        return f"{self.file}:{self.line}"


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import did. `unused` are columns that say nothing about a challenge that we know."""

    added: tuple[str, ...]
    already_there: tuple[str, ...]
    unused: tuple[str, ...]


class _Mistakes:
    """Gathers what is wrong, each with its place: who imports wants to mend all of it at once."""

    def __init__(self) -> None:
        self.found: list[str] = []

    def add(self, place: str, reason: str) -> None:
        self.found.append(f"{place}: {reason}")

    def raise_if_any(self, rows: int) -> None:
        if not self.found:
            return
        shown = "\n  ".join(self.found[:_SHOWN])
        more = f"\n  and {len(self.found) - _SHOWN} more" if len(self.found) > _SHOWN else ""
        raise BadInput(
            f"Nothing was imported: {len(self.found)} mistakes in {rows} records.\n  {shown}{more}\n"
            "A record needs at least an id and a statement; --field statement=COLUMN names a column called otherwise."
        )


def import_challenges(workspace: Workspace, path: Path, names: Mapping[str, str] | None = None) -> Imported:
    """Take challenges in; `names` says which column holds a field, where it is called otherwise. All or nothing."""
    renamed = _checked_names(names or {})
    mistakes = _Mistakes()
    rows = list(_rows(path, mistakes))
    made = [(row, challenge) for row in rows if (challenge := _challenge(row, renamed, path, mistakes)) is not None]
    _refuse_doubles(made, mistakes)
    new, old = _compared(workspace, made, mistakes)
    mistakes.raise_if_any(len(rows))
    if not made:
        raise BadInput(f"{path} holds no challenge: no record in JSON lines, JSON or Parquet.")
    for challenge in new:
        save_challenge(workspace, challenge)
    simple = (row for row, _ in made if not _is_whole(row.fields))
    used = {*KNOWN, *renamed.values()}
    unused = sorted({str(name) for row in simple for name in row.fields} - used)
    return Imported(tuple(one.id for one in new), tuple(old), tuple(unused))


def _checked_names(names: Mapping[str, str]) -> Mapping[str, str]:
    unknown = sorted(set(names) - set(KNOWN))
    if unknown:
        raise BadInput(f"There is no field {unknown[0]!r}; a challenge has {', '.join(KNOWN)}.")
    return names


def _rows(path: Path, mistakes: _Mistakes) -> Iterator[Row]:
    for file in _files(path):
        if file.suffix == ".parquet":
            yield from _parquet_rows(file)
        elif file.suffix == ".json":
            yield from _json_rows(file, mistakes)
        else:
            yield from _lines(file, mistakes)


def _files(path: Path) -> list[Path]:
    if path.is_file():
        return [path]
    if not path.is_dir():
        raise BadInput(f"{path} does not exist. Name a file of JSON lines, JSON or Parquet, or a dataset folder.")
    for kind in ("parquet", "jsonl", "json"):
        found = sorted(
            file
            for file in path.rglob(f"*.{kind}")
            if not any(part.startswith(".") for part in file.relative_to(path).parts)
            and not file.name.endswith(".withheld.json")
            and file.name not in _NOT_DATA
        )
        if found:
            return found
    raise BadInput(f"{path} holds no file of Parquet, JSON lines or JSON.")


def _parquet_rows(file: Path) -> Iterator[Row]:
    import polars  # noqa: PLC0415 - heavy, and only Parquet needs it

    try:
        table = polars.read_parquet(file)
    except (polars.exceptions.PolarsError, OSError) as error:
        raise BadInput(f"{file} cannot be read as Parquet: {error}.") from None
    for number, fields in enumerate(table.iter_rows(named=True), 1):
        yield Row(file, number, {name: value for name, value in fields.items() if value is not None})


def _json_rows(file: Path, mistakes: _Mistakes) -> Iterator[Row]:
    text = _text(file)
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", 1)
        mistakes.add(f"{file}:{line}", f"not JSON: {error}")
        return
    for number, fields in enumerate(value if isinstance(value, list) else [value], 1):
        if isinstance(fields, dict):
            yield Row(file, number, fields)
        else:
            mistakes.add(f"{file}:{number}", "a record is a JSON object")


def _lines(file: Path, mistakes: _Mistakes) -> Iterator[Row]:
    # Not splitlines: it also cuts at characters that JSON allows inside a text.
    for number, line in enumerate(_text(file).split("\n"), 1):
        if not line.strip():
            continue
        try:
            fields = json.loads(line)
        except (ValueError, RecursionError) as error:
            mistakes.add(f"{file}:{number}", f"not JSON: {error}")
            continue
        if isinstance(fields, dict):
            yield Row(file, number, fields)
        else:
            mistakes.add(f"{file}:{number}", "a record is a JSON object")


def _text(file: Path) -> str:
    try:
        return file.read_text("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(f"{file} is not UTF-8: byte {error.start} cannot be read.") from None


def _is_whole(fields: Mapping[str, Any]) -> bool:
    return "pieces" in fields or "challenge" in fields


def _challenge(row: Row, names: Mapping[str, str], path: Path, mistakes: _Mistakes) -> Challenge | None:
    origin = path.name if row.file == path else f"{path.name}/{row.file.relative_to(path).as_posix()}"
    try:
        if _is_whole(row.fields):
            return _whole(row, origin)
        fields = {field: row.fields[name] for field in KNOWN if (name := names.get(field, field)) in row.fields}
        return ForeignChallenge.model_validate(fields).challenge(f"{origin}, record {row.line}")
    except ValidationError as error:
        for one in error.errors()[:3]:
            mistakes.add(row.place, f"{'.'.join(map(str, one['loc'])) or 'the record'}: {one['msg']}")
    except (TcsalgbenchError, ValueError, RecursionError) as error:
        mistakes.add(row.place, str(error))
    return None


def _whole(row: Row, origin: str) -> Challenge:
    """A challenge in our own form: as an export writes it, or as a dataset carries it in a column."""
    fields: Any = row.fields
    if "pieces" not in fields:
        carried = fields["challenge"]
        fields = json.loads(carried) if isinstance(carried, str) else carried
        if not isinstance(fields, dict):
            raise BadInput("challenge: not an object in the form of an export")
    fields = dict(fields)
    check_version(fields.pop("schema", CHALLENGE.version), CHALLENGE.version, row.place)
    challenge = Challenge.model_validate(fields)
    for number, piece in enumerate(challenge.pieces):
        if (piece.origin.span is not None) != (piece.origin.kind in ("quoted", "rewritten")):
            raise BadInput(f"pieces.{number}: a quoted or rewritten piece has a span, and no other has one")
    return challenge.model_copy(update={"imported_from": origin})


def _refuse_doubles(made: list[tuple[Row, Challenge]], mistakes: _Mistakes) -> None:
    times = Counter(challenge.id for _, challenge in made)
    seen: dict[str, str] = {}
    for row, challenge in made:
        if times[challenge.id] > 1 and challenge.id in seen:
            mistakes.add(row.place, f"the id {challenge.id!r} is that of {seen[challenge.id]} too")
        seen.setdefault(challenge.id, row.place)


def _compared(
    workspace: Workspace, made: list[tuple[Row, Challenge]], mistakes: _Mistakes
) -> tuple[list[Challenge], list[str]]:
    """Those that are new, and the ids of those that the workspace holds already, word for word."""
    new, old = [], []
    for row, challenge in made:
        path = workspace.root / ROOM / f"{file_name(challenge.id)}.json"
        if not path.is_file():
            new.append(challenge)
        elif _said(CHALLENGE.read(path)) == _said(challenge):
            old.append(challenge.id)
        else:
            mistakes.add(row.place, f"the workspace holds another challenge {challenge.id!r}; give this one another id")
    return new, old


def _said(challenge: Challenge) -> dict[str, Any]:
    return challenge.model_dump(exclude={"imported_from"})
