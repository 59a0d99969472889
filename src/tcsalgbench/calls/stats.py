"""What a journal adds up to: calls, tokens and waste by role, and how much of the prompts repeated."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from tcsalgbench.calls.history import CallRecord
from tcsalgbench.calls.request import Usage, encode


@dataclass(slots=True)
class RoleStats:
    """The account of one role over a journal."""

    models: set[str] = field(default_factory=set)
    answered: int = 0
    refused: int = 0
    truncated: int = 0
    failed: int = 0
    under_way: int = 0
    attempts_lost: int = 0
    uncounted: int = 0
    usage: Usage = field(default_factory=Usage)
    seconds: float = 0.0
    prompt_bytes: int = 0
    repeated_bytes: int = 0

    @property
    def mean_seconds(self) -> float | None:
        """Seconds a call on average, waits between attempts included."""
        return self.seconds / self.answered if self.answered else None

    @property
    def repeated_share(self) -> float | None:
        """The share of prompt bytes that repeat the beginning of an earlier prompt of the same scope."""
        return self.repeated_bytes / self.prompt_bytes if self.prompt_bytes else None


def stats_by_role(calls: Iterable[CallRecord]) -> dict[str, RoleStats]:
    """Add the calls up, scope after scope."""
    roles: dict[str, RoleStats] = {}
    prefixes = _Prefixes()
    for call in calls:
        stats = roles.setdefault(call.settings["role"], RoleStats())
        stats.models.add(call.settings["model"])
        stats.attempts_lost += len(call.lost_attempts)
        if call.replied is None:
            stats.failed += call.fate == "failed"
            stats.under_way += call.fate == "under way"
            continue
        reply = call.replied.reply
        stats.answered += 1
        stats.refused += reply.end == "refused"
        stats.truncated += reply.end == "truncated"
        stats.usage += reply.usage
        stats.uncounted += not reply.usage.known
        stats.seconds += call.seconds or 0.0
        total, repeated = prefixes.measure(call)
        stats.prompt_bytes += total
        stats.repeated_bytes += repeated
    return roles


class _Prefixes:
    """Which beginnings of prompts a scope has seen, part by part."""

    def __init__(self) -> None:
        self._scope = ""
        self._seen: set[int] = set()
        self._sizes: dict[bytes, int] = {}

    def measure(self, call: CallRecord) -> tuple[int, int]:
        """The bytes of the prompt, and how many of them repeat the longest beginning seen before."""
        if call.scope != self._scope:
            self._scope, self._seen = call.scope, set()
        total = repeated = chain = 0
        unbroken = True
        for digest in call.begun.parts:
            size = self._size(call, digest)
            total += size
            chain = hash((chain, digest))
            unbroken = unbroken and chain in self._seen
            repeated += size if unbroken else 0
            self._seen.add(chain)
        return total, repeated

    def _size(self, call: CallRecord, digest: bytes) -> int:
        size = self._sizes.get(digest)
        if size is None:
            part = call.shard.part(digest)
            size = self._sizes[digest] = 0 if part is None else len(encode(part.text))
        return size
