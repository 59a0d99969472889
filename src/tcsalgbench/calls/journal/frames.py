"""The grammar of a journal file: frames with a checksum each, such that every cut is told from damage.

A frame is a header of 16 bytes (magic, kind, length of the payload, checksum of the payload, checksum of the header and of
the first 16 bytes of the payload) and the payload. Since the header has a checksum of its own, a length can be trusted: a
payload that ends early is a write that was cut, never a flipped bit in the length that would swallow the rest of the file.
The bytes that an index reads without the rest of the payload are under that same checksum. (The last record of a file is
never shorter than that: only the name of a scope can be, and the beginning of a call follows it in the same write.)
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
# The header and the first three numbers of the payload in one go: all that an index needs.
_PEEK = struct.Struct("<2ssxIIIIIQ")
_INDEXED = _PEEK.size - HEADER.size
_CHUNK = 1 << 14  # read at once by a scan
_PAGE = 1 << 12  # read at once for a single record


def frame(kind: bytes, *payload: bytes) -> bytes:
    """One frame; the pieces of the payload are joined."""
    body = payload[0] if len(payload) == 1 else b"".join(payload)
    start = _HEADER_START.pack(MAGIC, kind, len(body), zlib.crc32(body))
    return b"".join((start, zlib.crc32(body[:_INDEXED], zlib.crc32(start)).to_bytes(4, "little"), body))


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

    def payload(self, offset: int) -> bytes | Damage:
        """The checked payload of the frame at `offset`, in one read if it is short."""
        page = os.pread(self._handle, _PAGE, offset)
        if len(page) < HEADER.size:
            return Damage(offset, offset + len(page), "a record is cut short")
        magic, _, length, check, head_check = HEADER.unpack_from(page)
        end = HEADER.size + length
        indexed = page[HEADER.size : min(end, _PEEK.size)]
        cut = len(indexed) < min(length, _INDEXED)
        if magic != MAGIC or not (cut or head_check == zlib.crc32(indexed, zlib.crc32(page[: HEADER.size - 4]))):
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
            magic, kind, length, _, check, first, second, third = _PEEK.unpack_from(chunk, inside)
            end = offset + head + length
            indexed = chunk[inside + head : inside + min(peek, head + length)]
            cut = size - offset - head < len(indexed)  # so short that not even the checksum can be told
            if magic != MAGIC or not (cut or check == zlib.crc32(indexed, zlib.crc32(chunk[inside : inside + head - 4]))):
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
