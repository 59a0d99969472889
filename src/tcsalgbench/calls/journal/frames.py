"""The grammar of a journal file: frames with a checksum each, such that every cut is told from damage.

A frame is a header of 16 bytes (magic, kind, length of the payload, checksum of the payload, checksum of the header)
and the payload. Since the header has a checksum of its own, a length can be trusted: a payload that ends early is a
write that was cut, never a flipped bit in the length that would swallow the rest of the file.
"""

import os
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

MAGIC = b"TJ"
HEADER = struct.Struct("<2ssxIII")  # magic, kind, payload length, payload checksum, header checksum
_HEADER_START = struct.Struct("<2ssxII")
# The header and the first two numbers of the payload in one go: all that an index needs.
_PEEK = struct.Struct("<2ssxIIIII")
MAX_PAYLOAD = 1 << 30
_CHUNK = 1 << 14


def frame(kind: bytes, *payload: bytes) -> bytes:
    """One frame; the pieces of the payload are joined."""
    body = payload[0] if len(payload) == 1 else b"".join(payload)
    start = _HEADER_START.pack(MAGIC, kind, len(body), zlib.crc32(body))
    return b"".join((start, zlib.crc32(start).to_bytes(4, "little"), body))


@dataclass(frozen=True, slots=True)
class Damage:
    """Bytes from `start` to `end` (or to where nothing more could be made out) that are no frame."""

    start: int
    end: int
    what: str


# A frame as an index sees it: offset, length and kind, then the first two numbers of its payload. A bare tuple: a study
# has millions of them.
Glance: TypeAlias = tuple[int, int, bytes, int, int]


class DamageFound(Exception):
    """A scan has met bytes that are no frame."""

    def __init__(self, damage: Damage) -> None:
        """Say where."""
        super().__init__(damage.what)
        self.damage = damage


class FrameReader:
    """Reads frames of a file that may still grow. Positions are absolute: readers and a writer may share the handle."""

    def __init__(self, handle: int) -> None:
        """Read through `handle`, which stays the caller's."""
        self._handle = handle
        self._chunk = b""
        self._chunk_start = 0

    def bytes_at(self, offset: int, length: int) -> bytes:
        """Up to `length` bytes at `offset`; fewer at the end of the file. Small reads are served from one chunk."""
        inside = offset - self._chunk_start
        if inside >= 0 and inside + length <= len(self._chunk):
            return self._chunk[inside : inside + length]
        if length > _CHUNK:
            return _read_all(self._handle, offset, length)
        self._chunk, self._chunk_start = os.pread(self._handle, _CHUNK, offset), offset
        return self._chunk[:length]

    def forget(self) -> None:
        """Drop the chunk, since the file has changed."""
        self._chunk = b""

    def payload(self, offset: int) -> bytes | Damage:
        """The checked payload of the frame at `offset`."""
        header = self.bytes_at(offset, HEADER.size)
        length = _length(header)
        if length is None:
            return Damage(offset, offset + HEADER.size, "the header of a record is damaged")
        data = self.bytes_at(offset + HEADER.size, length)
        if len(data) < length:
            return Damage(offset, offset + HEADER.size + len(data), "a record is cut short")
        if zlib.crc32(data) != int.from_bytes(header[8:12], "little"):
            return Damage(offset, offset + HEADER.size + length, "the content of a record is damaged")
        return data

    def glances(self, start: int, size: int) -> Iterator[Glance]:
        """Every whole frame from `start` on, headers checked, payloads skipped; raises DamageFound."""
        offset = start
        peek, head = _PEEK.size, HEADER.size
        while offset + head <= size:
            inside = offset - self._chunk_start
            if not (inside >= 0 and inside + peek <= len(self._chunk)):
                self._chunk, self._chunk_start, inside = os.pread(self._handle, _CHUNK, offset), offset, 0
                if len(self._chunk) < peek:  # zeros stand for numbers that a short last frame does not have
                    self._chunk += bytes(peek - len(self._chunk))
            magic, kind, length, _, check, first, second = _PEEK.unpack_from(self._chunk, inside)
            if magic != MAGIC or check != zlib.crc32(self._chunk[inside : inside + head - 4]):
                raise DamageFound(Damage(offset, offset + head, "the header of a record is damaged"))
            end = offset + head + length
            if end > size:
                return
            yield offset, length, kind, first, second
            offset = end


def _read_all(handle: int, offset: int, length: int) -> bytes:
    pieces = []
    while length > 0:
        piece = os.pread(handle, length, offset)
        if not piece:
            break
        pieces.append(piece)
        offset, length = offset + len(piece), length - len(piece)
    return b"".join(pieces)


def _length(header: bytes) -> int | None:
    if len(header) < HEADER.size or header[:2] != MAGIC:
        return None
    if zlib.crc32(header[:12]) != int.from_bytes(header[12:16], "little"):
        return None
    return int.from_bytes(header[4:8], "little")


def next_frame(reader: FrameReader, start: int, size: int) -> int | None:
    """Where the first sound frame at or after `start` begins, if there is one."""
    offset = start
    while offset + HEADER.size <= size:
        block = reader.bytes_at(offset, min(1 << 20, size - offset))
        inside = block.find(MAGIC)
        while inside >= 0:
            if isinstance(reader.payload(offset + inside), bytes):
                return offset + inside
            inside = block.find(MAGIC, inside + 1)
        offset += max(1, len(block) - 1)  # the magic may lie across two blocks
    return None


def is_blank(reader: FrameReader, start: int, size: int) -> bool:
    """Whether only zeros follow: what some file systems leave of a write when the power fails."""
    for offset in range(start, size, 1 << 20):
        if reader.bytes_at(offset, min(1 << 20, size - offset)).strip(b"\0"):
            return False
    return True
