"""Ask a model within one scope: found in the journal, or paid for once, within limits, and journalled before it is used."""

import asyncio
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import tenacity

from tcsalgbench.calls.answers import read_answer, repair_request
from tcsalgbench.calls.budget import Budget, Cost, Hold, bound_of, cost_of, reserve_in_all
from tcsalgbench.calls.client import Channel
from tcsalgbench.calls.journal import FileJournal, Ticket
from tcsalgbench.calls.meter import Meter, unconfirmed
from tcsalgbench.calls.request import Answer, Reply, Request, draw_of
from tcsalgbench.calls.secrets import Secrets
from tcsalgbench.calls.stop import Stop
from tcsalgbench.errors import Cancelled, ProviderFault, Retryable, Stopped, TimedOut

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
        first = await self._reply(request)
        answer = read_answer(request, (first,))
        if answer.end != "malformed" or request.answer is str:
            return answer
        second = await self._reply(repair_request(request, first, answer.why or ""))
        return read_answer(request, (first, second))

    async def _reply(self, request: Request[Any]) -> Reply:
        channel = self.channel(request.role)
        found = self.journal.find(self.scope, request, channel.model)
        if found is not None:
            self.meter.count(request.role, found, replayed=True)
            return found
        reply = await _Call(self, channel, request).pay()
        self.meter.count(request.role, reply, replayed=False)
        return reply


class _Call:
    """One call that must be paid for, with as many attempts as it takes."""

    def __init__(self, caller: Caller, channel: Channel, request: Request[Any]) -> None:
        self._caller = caller
        self._channel = channel
        self._request = request
        self._draw = draw_of(caller.seed, caller.scope, request.name)
        self._chance = random.Random(self._draw)  # noqa: S311  # jitter of the waits, not cryptography
        self._attempts = 0
        self._ticket: Ticket | None = None

    async def pay(self) -> Reply:
        """Try until it is answered, fails for good, or has failed too often."""
        return await tenacity.AsyncRetrying(
            stop=tenacity.stop_after_attempt(self._channel.retry.attempts),
            wait=self._wait,
            retry=tenacity.retry_if_exception_type(Retryable),
            sleep=self._caller.stop.pause,
            reraise=True,
        )(self.attempt)

    def _wait(self, state: tenacity.RetryCallState) -> float:
        fault, retry = state.outcome.exception() if state.outcome else None, self._channel.retry
        hint = fault.retry_after or 0.0 if isinstance(fault, Retryable) else 0.0
        return hint + self._chance.uniform(0, min(retry.longest_wait, retry.first_wait * 2.0 ** (state.attempt_number - 1)))

    async def attempt(self) -> Reply:
        """One attempt: reserve, wait for a place, ask, journal, settle."""
        caller, channel, request = self._caller, self._channel, self._request
        bound = bound_of(request, channel.price)
        async with reserve_in_all(caller.budgets, bound) as holds, channel.gate.slot():
            if caller.stop.wanted:
                raise Stopped(
                    "Stopped as you asked: what was under way is finished and kept. Run the same command again to go on."
                )
            if self._ticket is None:
                self._ticket = caller.journal.begin(caller.scope, request, channel.model, self._draw)
            self._attempts += 1
            try:
                reply = await self._generate()
            except ProviderFault as fault:
                self._note(fault, holds, bound)
                raise
            except asyncio.CancelledError:
                self._note(Cancelled("cancelled while it was under way"), holds, bound)
                raise
            await caller.journal.finish(self._ticket, reply)
            for hold in holds:
                hold.settle(cost_of(reply.usage, channel.price))
            return reply

    async def _generate(self) -> Reply:
        try:
            async with asyncio.timeout(self._channel.retry.timeout):
                return await self._channel.client.generate(self._request, self._draw)
        except TimeoutError:
            raise TimedOut(f"{self._channel.model}: no answer within {self._channel.retry.timeout:g} s.") from None

    def _note(self, fault: ProviderFault, holds: Sequence[Hold], bound: Cost) -> None:
        """Record an attempt that brought nothing, and charge what it may have cost."""
        caller, role = self._caller, self._request.role
        fault.args = (caller.secrets.hide(str(fault)),)
        last = not isinstance(fault, Retryable) or self._attempts >= self._channel.retry.attempts
        if self._ticket is not None:
            caller.journal.fault(self._ticket, self._attempts, fault, final=last)
        caller.meter.count_fault(role, fault.slug)
        if fault.may_have_billed:
            for hold in holds:
                hold.settle(unconfirmed(bound, caller.meter.of(role), self._channel.price))
