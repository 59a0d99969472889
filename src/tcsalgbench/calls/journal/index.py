"""Where the records of one shard lie: offsets per scope, found by reading headers only."""

import json
import os
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tcsalgbench.calls.journal import records
from tcsalgbench.calls.journal.frames import HEADER, DamageFound, FrameReader, Glance, blank_from, is_blank, next_frame
from tcsalgbench.calls.request import DIGEST_BYTES, Part
from tcsalgbench.errors import BadInput, JournalDamaged, JournalUnwritable
from tcsalgbench.workspace.files import open_file
from tcsalgbench.workspace.schema import check_version


def _offsets() -> "array[int]":
    return array("Q")


@dataclass(slots=True)
class ScopeLog:
    """Where the calls of one scope lie in the shard; for replies also the call each answers, and the key of its name."""

    begun: "array[int]" = field(default_factory=_offsets)
    replies: "array[int]" = field(default_factory=_offsets)
    answered: "array[int]" = field(default_factory=lambda: array("I"))
    keys: "array[int]" = field(default_factory=_offsets)
    faults: "array[int]" = field(default_factory=_offsets)


class ShardIndex:
    """The index of a shard that may still grow: `refresh` reads on from where it stopped."""

    def __init__(self, path: Path, handle: int | None = None) -> None:
        """Open the shard for reading, or share the handle of its writer."""
        self.path = path
        self.owned = handle is None
        self.handle = open_file(path, os.O_RDONLY) if handle is None else handle
        self.reader = FrameReader(self.handle)
        self.end = 0  # everything before is sound and indexed
        self.scopes: dict[str, int] = {}
        self.names: dict[int, str] = {}
        self.logs: dict[int, ScopeLog] = {}
        self.parts = _offsets()
        self.openings = _offsets()
        self.records = 0
        self.calls = 0  # one more than the highest number of a call
        self._part_places: dict[bytes, int] = {}
        self._parts_placed = 0

    def refresh(self) -> None:
        """Index what was written since; a cut at the end is left alone, damage is an error."""
        size = os.fstat(self.handle).st_size
        if size == self.end:
            return
        try:
            if self.end == 0:
                self._check_head(size)
            size = self._end_of_writing(size)
            self.take(self.reader.glances(self.end, size))
        except DamageFound as found:
            if not is_blank(self.reader, found.damage.start, size):
                if found.damage.start == 0 and next_frame(self.reader, 1, size) is None:
                    raise self.foreign() from None
                raise self.damaged(found.damage.start, found.damage.what) from None

    def _end_of_writing(self, size: int) -> int:
        """The size, less a blank end if a record runs into it: that record was not on disk when the power failed."""
        blank = blank_from(self.reader, self.end, size)
        if blank == size:
            return size
        self.take(self.reader.glances(self.end, blank))
        # A record may itself end in zeros: then it is sound.
        return size if isinstance(self.reader.payload(self.end), bytes) else blank

    def take(self, glances: Iterable[Glance]) -> None:
        """Index frames: those of a scan, or one that the writer of this shard has just appended."""
        part, begun, reply = records.PART, records.BEGUN, records.REPLY
        add_part, logs, head = self.parts.append, self.logs, HEADER.size
        count, end, calls = self.records, self.end, self.calls
        try:
            for offset, length, kind, first, second, third in glances:
                if kind == part:  # in one loop and in the order of their numbers: an opening sees millions of frames
                    add_part(offset)
                elif kind == reply:
                    log = logs.get(first) or self._log(first)
                    log.replies.append(offset)
                    log.answered.append(second)
                    log.keys.append(third)
                elif kind == begun:
                    (logs.get(first) or self._log(first)).begun.append(offset)
                    if second >= calls:
                        calls = second + 1
                else:
                    self._note_rare(offset, kind, first)
                end = offset + head + length
                count += 1
        finally:
            self.records, self.end, self.calls = count, end, calls

    def _note_rare(self, offset: int, kind: bytes, first: int) -> None:
        if kind == records.FAULT:
            self._log(first).faults.append(offset)
        elif kind == records.SCOPE:
            number, name = records.unpack_scope(self.payload(offset))
            if self.names.setdefault(number, name) != name:
                raise self.damaged(offset, f"the scopes {self.names[number]!r} and {name!r} have the same number")
            self.scopes[name] = number
        elif kind == records.OPENED:
            self.openings.append(offset)

    def _check_head(self, size: int) -> None:
        """Refuse a file that is not ours, or that a newer version wrote."""
        first = next(self.reader.glances(0, size), None)
        if first is None:
            if not records.begins_like_a_head(self.reader.bytes_at(0, size)):
                raise self.foreign()
            return
        if first[2] != records.HEAD:
            raise self.foreign()
        fields = json.loads(self.payload(0))
        check_version(fields.get("schema"), records.SCHEMA, str(self.path))

    def foreign(self) -> BadInput:
        """The error for a file that is not ours."""
        return BadInput(f"{self.path} is not a journal of tcsalgbench: it does not begin like one. It was left as it is.")

    def next_scope(self) -> int:
        """A number that no scope has, nor any call whose scope was lost."""
        return 1 + max((*self.names, *self.logs), default=-1)

    def _log(self, scope: int) -> ScopeLog:
        log = self.logs.get(scope)
        if log is None:
            log = self.logs[scope] = ScopeLog()
        return log

    def log_of(self, scope: str) -> ScopeLog | None:
        """The places of a scope's calls, if this shard has any."""
        number = self.scopes.get(scope)
        return None if number is None else self.logs.get(number)

    def payload(self, offset: int) -> bytes:
        """The payload of a frame that must be sound."""
        data = self.reader.payload(offset)
        if isinstance(data, bytes):
            return data
        raise self.damaged(data.start, data.what)

    def damaged(self, offset: int, what: str) -> JournalDamaged:
        """The error for a damaged shard, which says what to do."""
        return JournalDamaged(
            f"{self.path}: {what} at byte {offset}. Nothing was changed. `tcsalgbench journal verify` lists what is "
            "affected; `tcsalgbench journal repair` keeps the damaged file aside and every sound record, so that work can go "
            "on: the calls whose answers were damaged are then made again."
        )

    def part_places(self) -> dict[bytes, int]:
        """Where each part of a prompt lies; read only when something is written, shown or explained."""
        for place in self.parts[self._parts_placed :]:
            self._part_places[self.reader.bytes_at(place + HEADER.size, DIGEST_BYTES)] = place
        self._parts_placed = len(self.parts)
        return self._part_places

    def part(self, digest: bytes) -> Part | None:
        """A part of a prompt by its digest."""
        place = self.part_places().get(digest)
        return None if place is None else records.unpack_part(self.payload(place))

    def begun(self, scope: str) -> Iterator[tuple[int, records.Begun]]:
        """Every call of the scope that was begun, with its place, in the order of the shard."""
        log = self.log_of(scope)
        for offset in log.begun if log else ():
            yield offset, records.unpack_begun(self.payload(offset))

    def sync(self) -> None:
        """Make safe what another process wrote and may not have lived to."""
        try:
            os.fsync(self.handle)
        except OSError as error:
            raise JournalUnwritable(
                f"{self.path} cannot be made safe on its disk ({error.strerror}), so no answer in it is used. See to the disk, "
                "then run the same command again."
            ) from None

    def close(self) -> None:
        """Give the handle back, if it is this index's own."""
        if self.owned:
            os.close(self.handle)
