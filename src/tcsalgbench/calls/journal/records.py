"""What the frames of a journal say. Fields that every replay needs are packed; the rest is JSON."""

import hashlib
import json
import struct
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Literal

from tcsalgbench import __version__
from tcsalgbench.calls.journal.frames import MAGIC, frame
from tcsalgbench.calls.request import DIGEST_BYTES, Part, PartKind, Reply, ReplyEnd, Usage, decode, encode

SCHEMA = 1

HEAD: Final = b"H"  # JSON: schema, made_by. The first frame of every shard
OPENED: Final = b"O"  # JSON: pid, host, durability, at. One for every process that wrote to the shard
SCOPE: Final = b"N"  # number, name
PART: Final = b"P"  # digest, kind, untrusted, text
BEGUN: Final = b"B"  # a call was begun: what was asked
REPLY: Final = b"R"  # what it brought
FAULT: Final = b"F"  # an attempt that brought nothing

Durability = Literal["fsync", "plain"]

_KINDS: tuple[PartKind, ...] = ("role", "problem", "snippets", "turn", "now")
_ENDS: tuple[ReplyEnd, ...] = ("complete", "refused", "truncated")

_BEGUN = struct.Struct(f"<II{DIGEST_BYTES}sdQIIII")  # scope, call, fingerprint, at, draw, input bound, parts, name, settings
_REPLY = struct.Struct(
    f"<IIQ{DIGEST_BYTES}sddBIIII"
)  # scope, call, key of the name, fingerprint, at, seconds, end, counts of tokens
_REPLY_PEEK = struct.Struct(f"<16x{DIGEST_BYTES}s16xBIIII")  # of these: fingerprint, end, counts of tokens
_SCOPE = struct.Struct("<I")
_CALL = struct.Struct("<II")
_UNCOUNTED = 0x80  # in the byte of the end: the provider gave no counts of tokens


@dataclass(frozen=True, slots=True)
class Begun:
    """A call that was begun. `input_bound` is the number of tokens that its input cannot exceed."""

    scope: int
    call: int
    fingerprint: bytes
    at: float
    draw: int
    input_bound: int
    name: str
    parts: tuple[bytes, ...]
    settings: bytes

    def fields(self) -> dict[str, Any]:
        """The settings, read: role, answer, max_output, effort, model."""
        settings: dict[str, Any] = json.loads(self.settings)
        return settings


@dataclass(frozen=True, slots=True)
class Replied:
    """A reply, with the call it answers and the time it came. It repeats what a replay has to compare."""

    scope: int
    call: int
    key: int
    fingerprint: bytes
    at: float
    seconds: float
    reply: Reply


@dataclass(frozen=True, slots=True)
class Failed:
    """An attempt that brought no reply; or, `final`, the note that the call was given up, so that no kill lost it."""

    scope: int
    call: int
    at: float
    attempt: int
    kind: str
    message: str
    may_have_billed: bool
    final: bool


def pack_json(fields: dict[str, Any]) -> bytes:
    """JSON of a record that is read by people and rarely by code."""
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def head_frame() -> bytes:
    """The first frame of a shard."""
    return frame(HEAD, pack_json({"schema": SCHEMA, "made_by": f"tcsalgbench {__version__}"}))


def begins_like_a_head(content: bytes) -> bool:
    """Whether the content may be a head that a kill has cut: only such a file is begun anew."""
    start = MAGIC + HEAD
    return content[: len(start)] == start[: len(content)] or not content.strip(b"\0")


def pack_scope(number: int, name: str) -> bytes:
    """A scope and the number that stands for it within the shard."""
    return _SCOPE.pack(number) + encode(name)


def unpack_scope(payload: bytes) -> tuple[int, str]:
    """The number and the name of a scope."""
    return _SCOPE.unpack_from(payload)[0], decode(payload[_SCOPE.size :])


def pack_part(part: Part) -> bytes:
    """A part of a prompt."""
    return part.digest + bytes((_KINDS.index(part.kind), part.untrusted)) + encode(part.text)


def unpack_part(payload: bytes) -> Part:
    """A part of a prompt, its digest as it was written."""
    kind, untrusted = payload[DIGEST_BYTES], payload[DIGEST_BYTES + 1]
    return Part(_KINDS[kind], decode(payload[DIGEST_BYTES + 2 :]), payload[:DIGEST_BYTES], bool(untrusted))


def pack_begun(record: Begun) -> bytes:
    """The beginning of a call."""
    name = encode(record.name)
    head = _BEGUN.pack(
        record.scope,
        record.call,
        record.fingerprint,
        record.at,
        record.draw,
        record.input_bound,
        len(record.parts),
        len(name),
        len(record.settings),
    )
    return b"".join((head, name, *record.parts, record.settings))


def unpack_begun(payload: bytes) -> Begun:
    """The beginning of a call."""
    scope, call, mark, at, draw, bound, count, name_size, settings_size = _BEGUN.unpack_from(payload)
    name_end = _BEGUN.size + name_size
    parts_end = name_end + count * DIGEST_BYTES
    digests = [payload[at : at + DIGEST_BYTES] for at in range(name_end, parts_end, DIGEST_BYTES)]
    settings = payload[parts_end : parts_end + settings_size]
    name = decode(payload[_BEGUN.size : name_end])
    return Begun(scope, call, mark, at, draw, bound, name, tuple(digests), settings)


@lru_cache(maxsize=1 << 16)  # scopes share names: the first round of a prover has the same one in every run
def name_key(name: str) -> int:
    """The number that stands for a name in an index; 64 bits, so that within a scope no two names share one."""
    return int.from_bytes(hashlib.sha256(encode(name)).digest()[:8], "little")


def pack_reply(record: Replied) -> bytes:
    """A reply."""
    usage = record.reply.usage
    counts = (usage.input, usage.cached, usage.output, usage.reasoning)
    end = _ENDS.index(record.reply.end) | (0 if usage.known else _UNCOUNTED)
    head = _REPLY.pack(record.scope, record.call, record.key, record.fingerprint, record.at, record.seconds, end, *counts)
    return head + encode(record.reply.text)


def unpack_reply(payload: bytes) -> Replied:
    """A reply."""
    scope, call, key, mark, at, seconds, end, *counts = _REPLY.unpack_from(payload)
    return Replied(scope, call, key, mark, at, seconds, _reply_of(end, counts, payload))


def peek_reply(payload: bytes) -> tuple[bytes, Reply]:
    """Only the fingerprint and the reply, which is all that a replay needs."""
    mark, end, read, cached, output, reasoning = _REPLY_PEEK.unpack_from(payload)
    usage = Usage(read, cached, output, reasoning, end < _UNCOUNTED)
    return mark, Reply(_ENDS[end & ~_UNCOUNTED], decode(payload[_REPLY.size :]), usage)


def _reply_of(end: int, counts: list[int], payload: bytes) -> Reply:
    read, cached, output, reasoning = counts
    usage = Usage(read, cached, output, reasoning, known=not end & _UNCOUNTED)
    return Reply(_ENDS[end & ~_UNCOUNTED], decode(payload[_REPLY.size :]), usage)


def pack_fault(record: Failed) -> bytes:
    """An attempt that brought no reply."""
    rest = {
        "at": record.at,
        "attempt": record.attempt,
        "kind": record.kind,
        "message": record.message,
        "may_have_billed": record.may_have_billed,
        "final": record.final,
    }
    return _CALL.pack(record.scope, record.call) + pack_json(rest)


def unpack_fault(payload: bytes) -> Failed:
    """An attempt that brought no reply."""
    scope, call = _CALL.unpack_from(payload)
    return Failed(scope, call, **json.loads(decode(payload[_CALL.size :])))
