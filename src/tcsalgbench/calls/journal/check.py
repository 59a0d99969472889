"""Read a shard to the last byte: every sound frame, and every damaged stretch between."""

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tcsalgbench.calls.journal import records
from tcsalgbench.calls.journal.frames import HEADER, MAGIC, Damage, FrameReader, blank_from, is_blank, next_frame
from tcsalgbench.calls.request import Part, fingerprint_of
from tcsalgbench.errors import BadInput
from tcsalgbench.workspace.files import open_file
from tcsalgbench.workspace.schema import check_version


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in a shard that is not as it was written, or does not fit."""

    shard: Path
    offset: int
    what: str


def check_shard(path: Path) -> list[Problem]:
    """Every problem of one shard. A write cut off at the end is none: it was never acknowledged."""
    handle = open_file(path, os.O_RDONLY)
    try:
        return [Problem(path, offset, what) for offset, what in _Checker().problems(sound_frames(path, handle))]
    finally:
        os.close(handle)


def sound_frames(path: Path, handle: int) -> Iterator[tuple[int, bytes, bytes] | Damage]:
    """Every frame (place, kind, payload), and every damaged stretch; a file that is not ours, or newer, is refused."""
    size = os.fstat(handle).st_size
    found = _frames(FrameReader(handle), size)
    first = next(found, None)
    if first is None and not records.begins_like_a_head(os.pread(handle, HEADER.size, 0)):
        raise BadInput(f"{path} is not a journal of tcsalgbench.")
    if isinstance(first, tuple):
        if first[1] != records.HEAD:
            raise BadInput(f"{path} is not a journal of tcsalgbench: it does not begin like one.")
        check_version(json.loads(first[2]).get("schema"), records.SCHEMA, str(path))
    elif first is not None and first.end == size:
        raise BadInput(
            f"{path} holds no record that can be read; it is not a journal of tcsalgbench, or damaged beyond repair."
        )
    if first is not None:
        yield first
    yield from found


def _frames(reader: FrameReader, size: int) -> Iterator[tuple[int, bytes, bytes] | Damage]:
    offset = 0
    while offset < size:
        data = reader.payload(offset)
        if isinstance(data, bytes):
            yield offset, reader.bytes_at(offset + len(MAGIC), 1), data
            offset += HEADER.size + len(data)
            continue
        # A sound header says where the next frame begins: the content of a record must not pose as one.
        beyond = data.end if data.end > offset + HEADER.size else offset + 1
        after = next_frame(reader, beyond, size)
        if after is None:
            cut = data.what == "a record is cut short" or blank_from(reader, offset, size) < data.end
            if not cut and not is_blank(reader, offset, size):
                yield Damage(offset, size, data.what)
            return
        yield Damage(offset, after, data.what)
        offset = after


class _Checker:
    """What has been read so far, against which each further record is held."""

    def __init__(self) -> None:
        self.scopes: dict[int, str] = {}
        self.parts: set[bytes] = set()
        self.begun: dict[int, records.Begun] = {}
        self.answered: set[tuple[int, int]] = set()

    def problems(self, found: Iterator[tuple[int, bytes, bytes] | Damage]) -> Iterator[tuple[int, str]]:
        for one in found:
            if isinstance(one, Damage):
                yield one.start, f"{one.what} ({one.end - one.start} bytes)"
                continue
            offset, kind, payload = one
            checks = {
                records.SCOPE: self._scope,
                records.PART: self._part,
                records.BEGUN: self._begun,
                records.REPLY: self._reply,
            }
            if kind in checks:
                for what in checks[kind](payload):
                    yield offset, what

    def _scope(self, payload: bytes) -> Iterator[str]:
        number, name = records.unpack_scope(payload)
        if self.scopes.setdefault(number, name) != name:
            yield f"the scopes {self.scopes[number]!r} and {name!r} have the same number"

    def _part(self, payload: bytes) -> Iterator[str]:
        part = records.unpack_part(payload)
        self.parts.add(part.digest)
        if Part.of(part.kind, part.text, untrusted=part.untrusted).digest != part.digest:
            yield "a part of a prompt does not have the digest it was stored under"

    def _begun(self, payload: bytes) -> Iterator[str]:
        begun = records.unpack_begun(payload)
        self.begun[begun.call] = begun
        lost = sum(digest not in self.parts for digest in begun.parts)
        if lost:
            yield f"the call {begun.name!r} refers to {lost} parts of its prompt that are not there"
        if begun.scope not in self.scopes:
            yield f"the call {begun.name!r} belongs to a scope that is not there"
        if fingerprint_of(begun.settings, begun.parts) != begun.fingerprint:
            yield f"the call {begun.name!r} does not have the fingerprint of what it asked"

    def _reply(self, payload: bytes) -> Iterator[str]:
        replied = records.unpack_reply(payload)
        if (replied.scope, replied.key) in self.answered:
            yield f"the call {replied.call} of {self.scopes.get(replied.scope)!r} was answered twice; the first answer counts"
        self.answered.add((replied.scope, replied.key))
        begun = self.begun.get(replied.call)
        if begun is None:
            yield f"a reply to call {replied.call}, of which there is no beginning"
        elif replied.fingerprint != begun.fingerprint or replied.key != records.name_key(begun.name):
            yield f"the reply to the call {begun.name!r} says that it answers another"
