"""The grammar of a journal file: frames with a checksum each, such that every cut is told from damage.

A frame is a header of 16 bytes and the payload. The header holds a magic, the kind, a checksum of what follows up to the
16th byte of the payload (and of the kind), the length of the payload, and the checksum of the payload. Since the header has
a checksum of its own, a length can be trusted: a payload that ends early is a write that was cut, never a flipped bit in the
length that would swallow the rest of the file. The bytes that an index reads without the rest of the payload are under that
same checksum. (The last record of a file is never shorter than that: only the name of a scope can be, and the beginning of a
call follows it in the same write.)
"""

import os
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

MAGIC = b"TJ\0"
HEADER = struct.Struct("<3ssIII")  # magic, kind, header checksum, payload length, payload checksum
_CHECKED = 8  # where the bytes under the header's checksum begin
_SIZES = struct.Struct("<II")
# The header and the first three numbers of the payload in one go: all that an index needs.
_PEEK = struct.Struct("<3ssIIIIIQ")
_INDEXED = _PEEK.size - HEADER.size
_CHUNK = 1 << 14  # read at once by a scan
_PAGE = 1 << 12  # read at once for a single record
_SECTOR = 512


def frame(kind: bytes, *payload: bytes) -> bytes:
    """One frame; the pieces of the payload are joined."""
    body = payload[0] if len(payload) == 1 else b"".join(payload)
    sizes = _SIZES.pack(len(body), zlib.crc32(body))
    check = zlib.crc32(sizes + body[:_INDEXED], kind[0])
    return b"".join((MAGIC, kind, check.to_bytes(4, "little"), sizes, body))


@dataclass(frozen=True, slots=True)
class Damage:
    """Bytes from `start` to `end` (or to where nothing more could be made out) that are no frame."""

    start: int
    end: int
    what: str


# A frame as an index sees it: offset, length and kind, then the first three numbers of its payload (two of 32 bits, one of
# 64). A bare tuple: a study has millions of them.
Glance: TypeAlias = tuple[int, int, bytes, int, int, int]


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

    def bytes_at(self, offset: int, length: int) -> bytes:
        """Up to `length` bytes at `offset`; fewer at the end of the file."""
        data = os.pread(self._handle, length, offset)
        while len(data) < length:
            more = os.pread(self._handle, length - len(data), offset + len(data))
            if not more:
                break
            data += more
        return data

    def content(self, offset: int) -> bytes | None:
        """The payload of a frame whose header was found sound before, if its own checksum holds: the path of a replay."""
        page = os.pread(self._handle, _PAGE, offset)
        if len(page) < HEADER.size:
            return None
        length, check = _SIZES.unpack_from(page, _CHECKED)
        end = HEADER.size + length
        data = page[HEADER.size : end] if end <= len(page) else self.bytes_at(offset + HEADER.size, length)
        return data if zlib.crc32(data) == check and len(data) == length else None

    def payload(self, offset: int) -> bytes | Damage:
        """The checked payload of the frame at `offset`, in one read if it is short."""
        page = os.pread(self._handle, _PAGE, offset)
        if len(page) < HEADER.size:
            return Damage(offset, offset + len(page), "a record is cut short")
        magic, kind, head_check, length, check = HEADER.unpack_from(page)
        end = HEADER.size + length
        checked = page[_CHECKED : min(end, _PEEK.size)]
        cut = len(checked) < min(end, _PEEK.size) - _CHECKED
        if magic != MAGIC or not (cut or head_check == zlib.crc32(checked, kind[0])):
            return Damage(offset, offset + HEADER.size, "the header of a record is damaged")
        data = page[HEADER.size : end] if end <= len(page) else self.bytes_at(offset + HEADER.size, length)
        if len(data) < length:
            return Damage(offset, offset + HEADER.size + len(data), "a record is cut short")
        if zlib.crc32(data) != check:
            return Damage(offset, offset + end, "the content of a record is damaged")
        return data

    def glances(self, start: int, size: int) -> Iterator[Glance]:
        """Every whole frame from `start` on, headers checked, payloads skipped; raises DamageFound."""
        offset = start
        peek, head = _PEEK.size, HEADER.size
        chunk, chunk_start = b"", start
        while offset + head <= size:
            inside = offset - chunk_start
            if inside + peek > len(chunk):
                chunk, chunk_start, inside = os.pread(self._handle, _CHUNK, offset), offset, 0
                if len(chunk) < peek:  # zeros stand for numbers that a short last frame does not have
                    chunk += bytes(peek - len(chunk))
            magic, kind, check, length, _, first, second, third = _PEEK.unpack_from(chunk, inside)
            end = offset + head + length
            checked = chunk[inside + _CHECKED : inside + (peek if length >= _INDEXED else head + length)]
            if magic != MAGIC or check != zlib.crc32(checked, kind[0]):
                cut = offset + _CHECKED + len(checked) > size  # so short that not even the checksum can be told
                if magic != MAGIC or not cut:
                    raise DamageFound(Damage(offset, offset + head, "the header of a record is damaged"))
            if end > size:
                return
            yield offset, length, kind, first, second, third
            offset = end


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


def blank_from(reader: FrameReader, start: int, size: int) -> int:
    """Where the last whole sectors that are blank begin, at or after `start`; the size if the last sector is not blank.

    A power cut may leave a file longer than what reached the disk: a record is then cut by zeros, from a sector on.
    """
    written = size
    while written > start:
        block_start = max(start, written - (1 << 16))
        block = reader.bytes_at(block_start, written - block_start).rstrip(b"\0")
        written = block_start + len(block)
        if block:
            break
    return min(size, -(-written // _SECTOR) * _SECTOR)
