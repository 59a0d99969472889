"""Append-only files of JSON lines with a checksum a line: half a million records, and a kill costs at most the last one."""

import fcntl
import json
import os
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import PydanticSerializationError

from tcsalgbench.errors import BadInput, InUse, NewerSchema
from tcsalgbench.workspace.files import open_file

M = TypeVar("M", bound=BaseModel)

SCHEMA = 1
_HEAD = b'{"schema":'
_CHECK = b',"check":"'
_RECORD = b'","record":'
_PREFIX = len(_HEAD) + 1 + len(_CHECK) + 8 + len(_RECORD)
_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class Log(Generic[M]):
    """One file of records of one kind. Later records of the same key stand in the place of earlier ones, which stay."""

    path: Path
    model: type[M]
    key: Callable[[M], object]

    def append(self, records: Iterable[M], *, durable: bool = True) -> int:
        """Add records, after cutting what a kill left of a last line. Durable on return, unless the journal holds them too."""
        lines = b"".join(_line(record) for record in records)
        if not lines:
            return 0
        self.path.parent.mkdir(parents=True, exist_ok=True)
        handle = open_file(self.path, os.O_RDWR | os.O_CREAT)
        try:
            self._lock(handle)
            end = _sound_end(handle)
            os.ftruncate(handle, end)
            written = 0
            while written < len(lines):
                written += os.pwrite(handle, lines[written:], end + written)
            if durable:
                os.fsync(handle)
        finally:
            os.close(handle)
        return lines.count(b"\n")

    def _lock(self, handle: int) -> None:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InUse(f"Another process is writing to {self.path}. Wait for it to end; then run this again.") from None

    def records(self) -> Iterator[M]:
        """Every record, in the order written; a torn last line is none."""
        for number, line in self._lines():
            yield self._parse(self._body(line, number), number)

    def latest(self) -> dict[object, M]:
        """The last record of each key, in the order in which keys first came."""
        found: dict[object, M] = {}
        for record in self.records():
            found[self.key(record)] = record
        return found

    def places(self) -> dict[object, int]:
        """Where the last record of each key begins: for reading single ones of many."""
        found: dict[object, int] = {}
        place = 0
        for number, line in self._lines():
            found[self.key(self._parse(self._body(line, number), number))] = place
            place += len(line)
        return found

    def at(self, place: int) -> M:
        """The record that begins there."""
        with self.path.open("rb") as stream:
            stream.seek(place)
            return self._parse(self._body(stream.readline(), 0), 0)

    def _parse(self, body: bytes, number: int) -> M:
        try:
            return self.model.model_validate_json(body)
        except ValidationError as error:
            raise BadInput(f"{self.path}, line {number}: {error.errors()[0]['msg']}.") from None

    def _lines(self) -> Iterator[tuple[int, bytes]]:
        if not self.path.is_file():
            return
        with self.path.open("rb") as stream:
            for number, line in enumerate(stream, 1):
                if not line.endswith(b"\n"):
                    return  # a write that was cut; the next one to write takes it away
                yield number, line

    def _body(self, line: bytes, number: int) -> bytes:
        schema = line[len(_HEAD) : len(_HEAD) + 1]
        body = line[_PREFIX:-2]
        if not line.startswith(_HEAD) or line[_PREFIX - len(_RECORD) : _PREFIX] != _RECORD:
            raise BadInput(f"{self.path}, line {number} is no record of this tool. Restore the file from a copy.")
        if int(schema) > SCHEMA:
            raise NewerSchema(f"{self.path} was written by a newer version of tcsalgbench (schema {int(schema)}).")
        if line[_PREFIX - len(_RECORD) - 8 : _PREFIX - len(_RECORD)] != b"%08x" % zlib.crc32(body):
            raise BadInput(f"{self.path}, line {number} is damaged: its checksum is wrong. Restore the file from a copy.")
        return body


def _line(record: BaseModel) -> bytes:
    try:
        body = record.model_dump_json().encode()
    except PydanticSerializationError:  # half a surrogate pair, which JSON escapes of a model can hold
        body = json.dumps(record.model_dump(mode="python"), ensure_ascii=False).encode("utf-8", "replace")
    return b"%s%d%s%08x%s%s}\n" % (_HEAD, SCHEMA, _CHECK, zlib.crc32(body), _RECORD, body)


def _sound_end(handle: int) -> int:
    """Where the last whole line ends."""
    end = os.fstat(handle).st_size
    while end > 0:
        start = max(0, end - _CHUNK)
        at = os.pread(handle, end - start, start).rfind(b"\n")
        if at >= 0:
            return start + at + 1
        end = start
    return 0
