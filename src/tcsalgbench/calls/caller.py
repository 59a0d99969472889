"""Ask a model within one scope: found in the journal, or paid for once, within limits, and journalled before it is used."""

import asyncio
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import tenacity

from tcsalgbench.calls.answers import read_answer, repair_request
from tcsalgbench.calls.budget import Budget, Cost, Reservation, bound_of, cost_of
from tcsalgbench.calls.client import Channel
from tcsalgbench.calls.journal import FileJournal, Ticket
from tcsalgbench.calls.meter import Meter, unconfirmed
from tcsalgbench.calls.request import Answer, Reply, Request, draw_of
from tcsalgbench.calls.secrets import Secrets
from tcsalgbench.calls.stop import Stop
from tcsalgbench.errors import Cancelled, ProviderFault, Retryable, TimedOut

A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Caller:
    """One scope's way to its models. `channel` says which model plays a role."""

    scope: str
    seed: int
    journal: FileJournal
    channel: Callable[[str], Channel]
    budgets: Sequence[Budget] = ()
    meter: Meter = field(default_factory=Meter)
    stop: Stop = field(default_factory=Stop)
    secrets: Secrets = field(default_factory=lambda: Secrets(()))

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
        found = self.journal.find(self.scope, request, self.channel(request.role).model)
        if found is not None:
            self.meter.count(request.role, found, replayed=True)
        return found

    async def _pay(self, request: Request[Any]) -> Reply:
        reply = await _Call(self, self.channel(request.role), request).pay()
        self.meter.count(request.role, reply, replayed=False)
        return reply


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
        """Try until it is answered, fails for good, or has failed too often."""
        try:
            return await self.attempt()
        except Retryable as fault:
            if self._attempts >= self._channel.retry.attempts:
                raise
            await self._caller.stop.pause(self._wait(fault))
        # Only from here on: the machinery of retries costs more than all the rest of a call that succeeds.
        return await tenacity.AsyncRetrying(
            stop=tenacity.stop_after_attempt(self._channel.retry.attempts - self._attempts),
            wait=lambda state: self._wait(state.outcome.exception() if state.outcome else None),
            retry=tenacity.retry_if_exception_type(Retryable),
            sleep=self._caller.stop.pause,
            reraise=True,
        )(self.attempt)

    def _wait(self, fault: BaseException | None) -> float:
        """The provider's hint, and a wait that doubles, drawn from the call's own seed so that waiters do not come in step."""
        retry = self._channel.retry
        hint = fault.retry_after or 0.0 if isinstance(fault, Retryable) else 0.0
        chance = random.Random(self._draw + self._attempts)  # noqa: S311  # jitter, not cryptography
        return hint + chance.uniform(0, min(retry.longest_wait, retry.first_wait * 2.0 ** (self._attempts - 1)))

    async def attempt(self) -> Reply:
        """One attempt: reserve, wait for a place, ask, journal, settle."""
        caller, channel, request = self._caller, self._channel, self._request
        bound = bound_of(request, channel.price)
        caller.stop.check()
        async with Reservation(caller.budgets, bound) as held, channel.gate.slot():
            caller.stop.check()  # again: the wait for a place may have been long
            if self._ticket is None:
                self._ticket = caller.journal.begin(caller.scope, request, channel.model, self._draw)
            self._attempts += 1
            try:
                reply = await self._generate()
            except ProviderFault as fault:
                self._note(fault, held, bound)
                raise
            except asyncio.CancelledError:
                self._note(Cancelled("cancelled while it was under way"), held, bound)
                raise
            await caller.journal.finish(self._ticket, reply)
            held.settle(cost_of(reply.usage, channel.price))
            return reply

    async def _generate(self) -> Reply:
        try:
            async with asyncio.timeout(self._channel.retry.timeout):
                return await self._channel.client.generate(self._request, self._draw)
        except TimeoutError:
            raise TimedOut(f"{self._channel.model}: no answer within {self._channel.retry.timeout:g} s.") from None

    def _note(self, fault: ProviderFault, held: Reservation, bound: Cost) -> None:
        """Record an attempt that brought nothing, and charge what it may have cost."""
        caller, role = self._caller, self._request.role
        fault.args = (caller.secrets.hide(str(fault)),)
        last = not isinstance(fault, Retryable) or self._attempts >= self._channel.retry.attempts
        if self._ticket is not None:
            caller.journal.fault(self._ticket, self._attempts, fault, final=last)
        caller.meter.count_fault(role, fault.slug)
        if fault.may_have_billed:
            held.settle(unconfirmed(bound, caller.meter.of(role), self._channel.price))
