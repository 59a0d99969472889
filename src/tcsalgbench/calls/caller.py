"""Ask a model within one scope: found in the journal, or paid for once, within limits, and journalled before it is used."""

import asyncio
import random
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from tcsalgbench.calls.answers import read_answer, repair_request
from tcsalgbench.calls.budget import Budget, Reservation, bound_of, cost_of
from tcsalgbench.calls.client import Channel
from tcsalgbench.calls.history import lost_on
from tcsalgbench.calls.journal import FileJournal, Ticket
from tcsalgbench.calls.meter import Meter, unconfirmed
from tcsalgbench.calls.request import Answer, Reply, Request, draw_of
from tcsalgbench.calls.secrets import Secrets
from tcsalgbench.calls.stop import Stop
from tcsalgbench.errors import Cancelled, ClientFailed, ProviderFault, Retryable, TcsalgbenchError, TimedOut

A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Caller:
    """One scope's way to its models. `channel` says which model plays a role. The journal's scope must be entered."""

    scope: str
    seed: int
    journal: FileJournal
    channel: Callable[[str], Channel]
    secrets: Secrets
    budgets: Sequence[Budget] = ()
    meter: Meter = field(default_factory=Meter)
    stop: Stop = field(default_factory=Stop)

    async def ask(self, request: Request[A]) -> Answer[A]:
        """The answer, with one repair call where it is not in its form. What the journal has is given without waiting."""
        first = self._found(request) or await self._pay(request)
        answer = read_answer(request, (first,))
        if answer.end != "malformed" or request.answer is str:
            return answer
        repair = repair_request(request, first, answer.why or "")
        second = self._found(repair) or await self._pay(repair)
        return read_answer(request, (first, second))

    def _found(self, request: Request[Any]) -> Reply | None:
        channel = self.channel(request.role)
        found = self.journal.find(self.scope, request, channel.model)
        if found is not None:
            self.meter.count(request.role, found, replayed=True)
            for budget in self.budgets:  # a limit is one on the whole work, however often it was interrupted
                if found.usage.known:
                    budget.carry(found.usage, channel.price)
                else:
                    bound = bound_of(request, channel.price)
                    budget.carry_cost(unconfirmed(bound, self.meter.of(request.role), channel.price))
        return found

    def carry_lost(self) -> None:
        """Count what earlier processes may have paid for and lost; once, when the scope is entered and nothing was asked."""
        if self.budgets:
            lost = lost_on(self.journal.shards(), self.scope, lambda role: self.channel(role).price)
            for budget in self.budgets:
                budget.carry_cost(lost)

    async def _pay(self, request: Request[Any]) -> Reply:
        channel = self.channel(request.role)
        if channel.costs_money and self.journal.durability != "fsync":
            raise ValueError(f"{channel.model} costs money: open its journal with durability 'fsync'")
        return await _Call(self, channel, request).pay()


class _Call:
    """One call that must be paid for, with as many attempts as it takes."""

    def __init__(self, caller: Caller, channel: Channel, request: Request[Any]) -> None:
        self._caller = caller
        self._channel = channel
        self._request = request
        self._draw = draw_of(caller.seed, caller.scope, request.name)
        self._attempts = 0
        self._ticket: Ticket | None = None

    async def pay(self) -> Reply:
        """Try until it is answered, fails for good, or has failed too often.

        The loop is our own: between attempts the budget is given back, the wait follows the provider's hint and ends with a
        stop, and a retry library's machinery costs more CPU than all the rest of a call.
        """
        try:
            while True:
                try:
                    return await self._attempt()
                except Retryable as fault:
                    if self._attempts >= self._channel.retry.attempts:
                        raise
                    await self._caller.stop.pause(self._wait(fault))
        except BaseException as end:
            if self._ticket is not None:
                self._caller.journal.give_up(self._ticket, self._attempts, type(end).__name__)
            raise

    def _wait(self, fault: Retryable) -> float:
        """The provider's hint, and a wait that doubles, drawn from the call's own seed so that waiters do not come in step."""
        retry = self._channel.retry
        chance = random.Random(self._draw + self._attempts)  # noqa: S311  # jitter, not cryptography
        longest = min(retry.longest_wait, retry.first_wait * 2.0 ** (self._attempts - 1))
        return (fault.retry_after or 0.0) + chance.uniform(0, longest)

    async def _attempt(self) -> Reply:
        """One attempt: reserve, wait for a place, ask, settle, journal."""
        caller, channel, request = self._caller, self._channel, self._request
        caller.stop.check()
        bound = bound_of(request, channel.price)
        async with Reservation(caller.budgets, bound, caller.stop) as held, channel.gate.slot(caller.stop):
            caller.stop.check()  # it may have been asked for while this call waited for its turn
            if self._ticket is None:
                self._ticket = caller.journal.begin(caller.scope, request, channel.model, self._draw)
            self._attempts += 1
            try:
                reply = await self._generate()
            except ProviderFault as fault:
                if fault.may_have_billed:
                    held.settle(unconfirmed(bound, caller.meter.of(request.role), channel.price))
                caller.meter.count_fault(request.role, fault.slug)
                caller.journal.fault(self._ticket, self._attempts, fault)
                # A cancellation is recorded as a fault, and goes on as what it is.
                raise fault.__cause__ if isinstance(fault, Cancelled) and fault.__cause__ else fault from None
            # The money is gone now, whatever becomes of the record.
            known = cost_of(reply.usage, channel.price) if reply.usage.known else None
            held.settle(known or unconfirmed(bound, caller.meter.of(request.role), channel.price))
            caller.meter.count(request.role, reply, replayed=False)
            await caller.journal.finish(self._ticket, reply)
            return reply

    async def _generate(self) -> Reply:
        """The reply, in the form a journal takes; whatever goes wrong becomes a fault, clean of keys."""
        model, patience, hide = self._channel.model, self._channel.retry.timeout, self._caller.secrets.hide
        try:
            async with asyncio.timeout(patience):
                reply = (await self._channel.client.generate(self._request, self._draw)).sound()
        except ProviderFault as fault:
            fault.args = (hide(str(fault)),)
            raise fault from None
        except TimeoutError:
            within = "" if patience is None else f" within {patience:g} s"
            raise TimedOut(f"{model}: no answer{within}.") from None
        except asyncio.CancelledError as cancelled:
            task = asyncio.current_task()
            if task is None or not task.cancelling():
                raise ClientFailed(f"{model}: the client cancelled itself.") from None
            raise Cancelled("cancelled while it was under way") from cancelled
        except TcsalgbenchError:
            raise
        except Exception as error:  # noqa: BLE001  # a client's own defect is an infrastructure error of the run
            frame = traceback.extract_tb(error.__traceback__)[-1]
            told = hide(f"{type(error).__name__}: {error}")
            raise ClientFailed(f"{model}: {told} ({frame.filename}, line {frame.lineno}).") from None
        return replace(reply, text=hide(reply.text)) if reply.end == "refused" else reply
