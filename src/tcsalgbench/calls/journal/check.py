"""Read a shard to the last byte: what is damaged, what does not fit together, and a repair that loses nothing more."""

import contextlib
import fcntl
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tcsalgbench import __version__
from tcsalgbench.calls.journal import records
from tcsalgbench.calls.journal.frames import HEADER, Damage, FrameReader, frame, is_blank, next_frame
from tcsalgbench.calls.request import Part, fingerprint_of
from tcsalgbench.errors import BadInput, InUse


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in a shard that is not as it was written, or does not fit."""

    shard: Path
    offset: int
    what: str


def check_shard(path: Path) -> list[Problem]:
    """Every problem of one shard. A write cut off at the end is none: it was never acknowledged."""
    with _reading(path) as (reader, size):
        return [Problem(path, offset, what) for offset, what in _Checker().problems(reader, size)]


def repair_shard(path: Path) -> list[Path]:
    """Set every damaged stretch aside in a file of its own, and fence it off where it lay; returns those files."""
    with _reading(path) as (reader, size):
        damages = [found for found in _frames(reader, size) if isinstance(found, Damage)]
    handle = os.open(path, os.O_RDWR)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InUse(f"{path} is being written by a running process. Stop it, then repair.") from None
        return [_set_aside(path, handle, damage, size) for damage in damages]
    finally:
        os.close(handle)


def _set_aside(path: Path, handle: int, damage: Damage, size: int) -> Path:
    length = damage.end - damage.start
    content = os.pread(handle, length, damage.start)
    aside = path.with_suffix(f".damaged-{damage.start}")
    aside.write_bytes(content)
    if damage.end == size and damage.start > 0:
        os.ftruncate(handle, damage.start)
    elif damage.start == 0:
        os.pwrite(handle, _head_of_size(path, length), 0)
    else:
        fence = frame(records.VOID, content[HEADER.size :])
        os.pwrite(handle, fence[: HEADER.size], damage.start)
    os.fsync(handle)
    return aside


def _head_of_size(path: Path, length: int) -> bytes:
    plain = records.pack_json({"schema": records.SCHEMA, "made_by": f"tcsalgbench {__version__}"})
    if len(plain) + HEADER.size > length:
        raise BadInput(f"{path}: the head of the journal is damaged and has no room for a new one; it was set aside as it is.")
    return frame(records.HEAD, plain.ljust(length - HEADER.size))


@contextlib.contextmanager
def _reading(path: Path) -> Iterator[tuple[FrameReader, int]]:
    handle = os.open(path, os.O_RDONLY)
    try:
        yield FrameReader(handle), os.fstat(handle).st_size
    finally:
        os.close(handle)


def _frames(reader: FrameReader, size: int) -> Iterator[tuple[int, bytes, bytes] | Damage]:
    """Every frame with its payload checked, and every damaged stretch between."""
    offset = 0
    while offset < size:
        header = reader.bytes_at(offset, HEADER.size)
        data = reader.payload(offset) if len(header) == HEADER.size else None
        if isinstance(data, bytes):
            yield offset, header[2:3], data
            offset += HEADER.size + len(data)
            continue
        after = next_frame(reader, offset + 1, size)
        if after is None:
            if data is not None and data.what != "a record is cut short" and not is_blank(reader, offset, size):
                yield Damage(offset, size, data.what)
            return
        yield Damage(offset, after, data.what if data is not None else "the header of a record is damaged")
        offset = after


class _Checker:
    """What has been read so far, against which each further record is held."""

    def __init__(self) -> None:
        self.scopes: dict[int, str] = {}
        self.parts: set[bytes] = set()
        self.begun: dict[int, records.Begun] = {}
        self.answered: set[tuple[int, str]] = set()

    def problems(self, reader: FrameReader, size: int) -> Iterator[tuple[int, str]]:
        for found in _frames(reader, size):
            if isinstance(found, Damage):
                yield found.start, f"{found.what} ({found.end - found.start} bytes)"
                continue
            offset, kind, payload = found
            if kind == records.SCOPE:
                number, name = records.unpack_scope(payload)
                self.scopes[number] = name
            elif kind == records.PART:
                yield from self._part(offset, records.unpack_part(payload))
            elif kind == records.BEGUN:
                yield from self._begun(offset, records.unpack_begun(payload))
            elif kind == records.REPLY:
                yield from self._reply(offset, records.unpack_reply(payload))

    def _part(self, offset: int, part: Part) -> Iterator[tuple[int, str]]:
        self.parts.add(part.digest)
        if Part.of(part.kind, part.text, untrusted=part.untrusted).digest != part.digest:
            yield offset, "a part of a prompt does not have the digest it was stored under"

    def _begun(self, offset: int, begun: records.Begun) -> Iterator[tuple[int, str]]:
        self.begun[begun.call] = begun
        lost = sum(digest not in self.parts for digest in begun.parts)
        if lost:
            yield offset, f"the call {begun.name!r} refers to {lost} parts of its prompt that are not there"
        if begun.scope not in self.scopes:
            yield offset, f"the call {begun.name!r} belongs to a scope that is not there"
        if fingerprint_of(begun.settings, begun.parts) != begun.fingerprint:
            yield offset, f"the call {begun.name!r} does not have the fingerprint of what it asked"

    def _reply(self, offset: int, replied: records.Replied) -> Iterator[tuple[int, str]]:
        begun = self.begun.get(replied.call)
        if begun is None:
            yield offset, f"a reply to call {replied.call}, of which there is no beginning"
            return
        if replied.fingerprint != begun.fingerprint or replied.key != records.name_key(begun.name):
            yield offset, f"the reply to the call {begun.name!r} says that it answers another"
        key = (begun.scope, begun.name)
        if key in self.answered:
            yield (
                offset,
                f"the call {begun.name!r} of {self.scopes.get(begun.scope)!r} was answered twice; the first answer counts",
            )
        self.answered.add(key)
