"""The journal of a workspace: every call under its name, in one append-only shard a process, found again by name."""

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from tcsalgbench.calls.journal import records
from tcsalgbench.calls.journal.drift import explain
from tcsalgbench.calls.journal.frames import HEADER, frame
from tcsalgbench.calls.journal.index import ShardIndex
from tcsalgbench.calls.journal.shard import open_shard, shard_paths
from tcsalgbench.calls.request import Reply, Request, fingerprint, request_settings
from tcsalgbench.errors import BadInput, Drift, JournalUnwritable, ProviderFault
from tcsalgbench.workspace.locks import Claims

# Where the answers of a scope lie: in the order of the shards, the place of each by the key of its name.
_View: TypeAlias = dict[ShardIndex, dict[int, int]]


@dataclass(frozen=True, slots=True)
class Ticket:
    """A call under way."""

    scope: str
    number: int
    call: int
    key: int
    fingerprint: bytes
    began: float  # on the monotonic clock: the wall clock may be set back


class FileJournal:
    """The journal as files in a folder."""

    def __init__(self, folder: Path, durability: records.Durability) -> None:
        """Open the journal: its own shard for appending, all others for reading."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadInput(f"No journal can be kept in {folder}: {error.strerror}.") from None
        self.folder = folder
        self._others: dict[Path, ShardIndex] = {}
        self._others_synced: dict[ShardIndex, int] = {}
        self._views: dict[str, _View] = {}
        self._under_way: set[tuple[str, int]] = set()
        self._known_parts: set[bytes] | None = None
        with ExitStack() as undone:  # what is damaged can be repaired, and opened then, also by this process
            self._claims = Claims(folder / "claims")
            undone.callback(self._claims.close)
            self._shard = open_shard(folder, durability)
            undone.callback(self._shard.close)
            self._index = self._shard.index
            self._read_others()
            undone.pop_all()

    @property
    def durability(self) -> records.Durability:
        """What an acknowledged answer survives: "fsync" a power cut, "plain" a killed process."""
        return self._shard.durability

    @contextmanager
    def scope(self, name: str) -> Iterator[None]:
        """Work on a scope for as long as the block lasts."""
        self.enter(name)
        try:
            yield
        finally:
            self.leave(name)

    def enter(self, name: str) -> None:
        """Begin to work on a scope, which no other process may do meanwhile. What others wrote to it before is found."""
        self._claims.take(name, f"The run {name!r}")
        with ExitStack() as undone:
            undone.callback(self._claims.release, name)
            self._read_others()
            view = self._view(name)
            self._make_durable(view)
            self._views[name] = view
            undone.pop_all()

    def leave(self, name: str) -> None:
        """End the work on a scope."""
        del self._views[name]
        self._claims.release(name)

    def has_entered(self, scope: str) -> bool:
        """Whether this process works on the scope."""
        return scope in self._views

    def find(self, scope: str, request: Request[Any], model: str) -> Reply | None:
        """The reply journalled under this name, if there is one; raises Drift if it answered another request."""
        key = records.name_key(request.name)
        for shard, places in self._entered(scope).items():
            offset = places.get(key)
            if offset is not None:
                mark, reply = records.peek_reply(shard.reader.content(offset) or shard.payload(offset))
                if mark != fingerprint(request, model):
                    raise self._drift(scope, request, model, shard, offset)
                return reply
        return None

    def begin(self, scope: str, request: Request[Any], model: str, draw: int) -> Ticket:
        """Note that a call is about to be made, with all that it asks; `finish` or `give_up` ends it."""
        self._shard.check()
        view, key = self._entered(scope), records.name_key(request.name)
        if any(key in places for places in view.values()) or (scope, key) in self._under_way:
            raise ValueError(f"the call {request.name!r} of {scope!r} is asked twice: a name stands for one call")
        frames: list[tuple[bytes, bytes, int]] = []
        number = self._index.scopes.get(scope)
        if number is None:
            number = self._index.next_scope()
            frames.append((records.SCOPE, frame(records.SCOPE, records.pack_scope(number, scope)), number))
        known = self._parts_known()
        fresh = {part.digest: part for part in request.parts if part.digest not in known}
        frames += [(records.PART, frame(records.PART, records.pack_part(part)), 0) for part in fresh.values()]
        call, mark = self._index.calls, fingerprint(request, model)
        begun = records.Begun(
            number,
            call,
            mark,
            time.time(),
            draw,
            request.prompt_bytes,
            request.name,
            tuple(part.digest for part in request.parts),
            request_settings(request, model),
        )
        frames.append((records.BEGUN, frame(records.BEGUN, records.pack_begun(begun)), call))
        offset = self._shard.write(b"".join(data for _, data, _ in frames))
        for kind, data, second in frames:
            self._index.take([(offset, len(data) - HEADER.size, kind, number, second, 0)])
            offset += len(data)
        known.update(fresh)
        self._under_way.add((scope, key))
        return Ticket(scope, number, call, key, mark, time.monotonic())

    async def finish(self, ticket: Ticket, reply: Reply) -> None:
        """Record the reply to a call; it is durable, and found by others, on return."""
        seconds = time.monotonic() - ticket.began
        record = records.Replied(ticket.number, ticket.call, ticket.key, ticket.fingerprint, time.time(), seconds, reply)
        data = frame(records.REPLY, records.pack_reply(record))
        offset = self._shard.write_paid(data)
        self._index.take([(offset, len(data) - HEADER.size, records.REPLY, ticket.number, ticket.call, ticket.key)])
        try:
            await self._shard.durable()
        finally:
            self._under_way.discard((ticket.scope, ticket.key))  # it is written: also where nobody waits for it any more
        if (view := self._views.get(ticket.scope)) is not None:
            view[self._index][ticket.key] = offset

    def fault(self, ticket: Ticket, attempt: int, fault: ProviderFault) -> None:
        """Record an attempt that brought nothing."""
        self._fail(ticket, attempt, fault.slug, str(fault), may_have_billed=fault.may_have_billed, final=False)

    def give_up(self, ticket: Ticket, attempts: int, why: str) -> None:
        """Note that no reply will come, unless it is there already."""
        if (ticket.scope, ticket.key) in self._under_way:
            self._under_way.discard((ticket.scope, ticket.key))
            self._fail(ticket, attempts, "given-up", why, may_have_billed=False, final=True)

    def _fail(self, ticket: Ticket, attempt: int, kind: str, why: str, *, may_have_billed: bool, final: bool) -> None:
        record = records.Failed(ticket.number, ticket.call, time.time(), attempt, kind, why, may_have_billed, final)
        data = frame(records.FAULT, records.pack_fault(record))
        try:
            offset = self._shard.write(data)
        except JournalUnwritable:
            return  # what led here must not be hidden behind it; the next call to be begun says it
        self._index.take([(offset, len(data) - HEADER.size, records.FAULT, ticket.number, ticket.call, 0)])

    def _entered(self, scope: str) -> _View:
        view = self._views.get(scope)
        if view is None:
            raise ValueError(f"the scope {scope!r} was not entered: use `with journal.scope(...)`")
        return view

    def shards(self) -> list[ShardIndex]:
        """Every shard, in the order of their names."""
        return sorted([self._index, *self._others.values()], key=lambda shard: shard.path)

    def close(self) -> None:
        """Give everything back."""
        self._claims.close()
        for shard in self._others.values():
            shard.close()
        self._shard.close()

    def _read_others(self) -> None:
        for path in shard_paths(self.folder):
            if path == self._shard.path:
                continue
            if path not in self._others:
                self._others[path] = ShardIndex(path)
            self._others[path].refresh()

    def _view(self, scope: str) -> _View:
        """Where one name was answered twice, which the claims prevent, the first answer counts."""
        view: _View = {}
        for shard in self.shards():
            log = shard.log_of(scope)
            if log is not None:
                view[shard] = dict(zip(reversed(log.keys), reversed(log.replies), strict=True))
            elif shard is self._index:
                view[shard] = {}
        return view

    def _make_durable(self, view: _View) -> None:
        """What is found is used: it must be as safe as what is acknowledged, also where nobody lived to wait for that."""
        if self.durability != "fsync":
            return
        for shard, places in view.items():
            last = max(places.values(), default=-1)
            if shard is self._index and last >= self._shard.synced:
                self._shard.sync()
            elif shard is not self._index and last >= self._others_synced.get(shard, 0):
                shard.sync()
                self._others_synced[shard] = shard.end

    def _parts_known(self) -> set[bytes]:
        if self._known_parts is None:
            self._known_parts = set(self._index.part_places())
        return self._known_parts

    def _drift(self, scope: str, request: Request[Any], model: str, shard: ShardIndex, reply_at: int) -> Drift:
        call = records.unpack_reply(shard.payload(reply_at)).call
        stored = next((begun for _, begun in shard.begun(scope) if begun.call == call), None)
        if stored is None:
            return Drift(
                f"The call {request.name!r} of {scope!r} was answered before, but what it asked then was damaged and set aside."
            )
        parts = tuple(shard.part(digest) for digest in stored.parts)
        return Drift(
            f"The call {request.name!r} of {scope!r} was answered before, but now asks something else:\n"
            f"{explain(stored, parts, request, model)}\n"
            "An answer is used only for the question it was given to. Undo the change, or start again under another "
            "seed or in another workspace."
        )
