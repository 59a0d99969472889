"""The calls of a journal put together from its records: what was asked, what it brought, what was wasted."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from tcsalgbench.calls.budget import Cost, Price, cost_of
from tcsalgbench.calls.journal import records
from tcsalgbench.calls.journal.index import ShardIndex
from tcsalgbench.calls.meter import Meter, unconfirmed
from tcsalgbench.calls.request import Part, Usage

LOST = "(lost with a damaged record)"
_LOST_SETTINGS: dict[str, Any] = {"role": LOST, "answer": LOST, "max_output": 0, "effort": None, "model": LOST}

Fate = Literal["answered", "failed", "under way"]


@dataclass(frozen=True, slots=True)
class CallRecord:
    """One call. "under way": begun and not ended; if its process is gone, it was lost with it."""

    shard: ShardIndex
    scope: str
    begun: records.Begun
    settings: dict[str, Any]
    replied: records.Replied | None
    faults: tuple[records.Failed, ...]

    @property
    def fate(self) -> Fate:
        """How the call ended."""
        if self.replied is not None:
            return "answered"
        return "failed" if any(fault.final for fault in self.faults) else "under way"

    @property
    def seconds(self) -> float | None:
        """From the beginning to the reply, waits between attempts included."""
        return None if self.replied is None else self.replied.seconds

    @property
    def lost_attempts(self) -> tuple[records.Failed, ...]:
        """Attempts that brought nothing."""
        return tuple(fault for fault in self.faults if not fault.final)

    def prompt(self) -> tuple[Part | None, ...]:
        """The parts that were asked; None for one that the journal has lost."""
        return tuple(self.shard.part(digest) for digest in self.begun.parts)


def calls_of(shards: Sequence[ShardIndex], scope: str | None = None) -> Iterator[CallRecord]:
    """Every call of a scope, or of all, in the order in which they were begun within each shard."""
    for shard in shards:
        for name in [scope] if scope is not None else list(shard.scopes):
            yield from _calls_in(shard, name)


def _calls_in(shard: ShardIndex, scope: str) -> Iterator[CallRecord]:
    log = shard.log_of(scope)
    if log is None:
        return
    replies = dict(zip(reversed(log.answered), reversed(log.replies), strict=True))  # where two, the first counts
    faults: dict[int, list[records.Failed]] = {}
    for offset in log.faults:
        fault = records.unpack_fault(shard.payload(offset))
        faults.setdefault(fault.call, []).append(fault)
    for _, begun in shard.begun(scope):
        reply_at = replies.pop(begun.call, None)
        replied = None if reply_at is None else records.unpack_reply(shard.payload(reply_at))
        yield CallRecord(shard, scope, begun, begun.fields(), replied, tuple(faults.get(begun.call, ())))
    for reply_at in sorted(replies.values()):
        replied = records.unpack_reply(shard.payload(reply_at))
        begun = records.Begun(replied.scope, replied.call, replied.fingerprint, replied.at, 0, 0, LOST, (), b"")
        yield CallRecord(shard, scope, begun, dict(_LOST_SETTINGS), replied, ())


def lost_on(shards: Sequence[ShardIndex], scope: str, price_of: Callable[[str], Price]) -> Cost:
    """What calls of a scope may have cost that brought nothing: attempts that may have been billed, calls lost with a process.

    Each is charged as the mean of its role; `price_of` a role. Call it before the scope is worked on: what is under way then
    counts as lost. A replay finds the answers, so it finds what they cost; these it cannot find.
    """
    meter, lost = Meter(), list[CallRecord]()
    for shard in shards:
        log = shard.log_of(scope)
        if log is None or (len(log.begun) == len(log.replies) and not log.faults):
            continue  # all that was begun was answered: the usual case, told without reading
        for call in _calls_in(shard, scope):
            if call.replied is not None:
                meter.count(call.settings["role"], call.replied.reply, replayed=True)
            lost += [call] * (sum(fault.may_have_billed for fault in call.lost_attempts) + (call.fate == "under way"))
    total = Cost()
    for call in lost:
        role = call.settings["role"]
        price = price_of(role)
        bound = cost_of(Usage(call.begun.input_bound, 0, call.settings["max_output"]), price)
        total += unconfirmed(bound, meter.of(role), price)
    return total
