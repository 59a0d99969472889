"""Limits on calls, tokens, money and time: reserved before a call, settled after it, so that they hold under concurrency."""

import asyncio
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tcsalgbench.calls.request import Request, Usage
from tcsalgbench.calls.stop import Stop
from tcsalgbench.errors import BudgetSpent, BudgetTooSmall


@dataclass(frozen=True, slots=True)
class Price:
    """Dollars for a million tokens. Without a price for cached input, it costs what input costs."""

    input: float = 0.0
    output: float = 0.0
    cached: float | None = None

    def of(self, usage: Usage) -> float:
        """What this usage costs."""
        cached = self.input if self.cached is None else self.cached
        fresh = usage.input - usage.cached
        return (fresh * self.input + usage.cached * cached + usage.output * self.output) / 1e6


@dataclass(frozen=True, slots=True)
class Cost:
    """What a call takes from a budget."""

    calls: float = 0
    input_tokens: float = 0
    output_tokens: float = 0
    dollars: float = 0

    def __add__(self, other: "Cost") -> "Cost":
        """Add up field by field."""
        return Cost(
            self.calls + other.calls,
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.dollars + other.dollars,
        )

    def __sub__(self, other: "Cost") -> "Cost":
        """Subtract field by field."""
        return Cost(
            self.calls - other.calls,
            self.input_tokens - other.input_tokens,
            self.output_tokens - other.output_tokens,
            self.dollars - other.dollars,
        )

    def at_most(self, bound: "Cost") -> "Cost":
        """No field above that of the bound."""
        return Cost(
            min(self.calls, bound.calls),
            min(self.input_tokens, bound.input_tokens),
            min(self.output_tokens, bound.output_tokens),
            min(self.dollars, bound.dollars),
        )


def cost_of(usage: Usage, price: Price) -> Cost:
    """The cost of one call that used this."""
    return Cost(1, usage.input, usage.output, price.of(usage))


def bound_of(request: Request[Any], price: Price) -> Cost:
    """The most that a call can cost: a token a byte of prompt, and all the output it may produce."""
    return cost_of(Usage(input=request.prompt_bytes, output=request.max_output), price)


@dataclass(frozen=True, slots=True)
class Limits:
    """What a budget allows; None is without limit. `seconds` is wall time from the making of the budget."""

    calls: int | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    dollars: float | None = None
    seconds: float | None = None


_WORDS = {"calls": "calls", "input_tokens": "input tokens", "output_tokens": "output tokens", "dollars": "dollars"}
_ROUNDING = 1e-9  # sums of dollars are floating point: a cap of 0.3 must take three calls of 0.1


class Budget:
    """One set of limits. Waiters are served in the order they came, so a large call is not starved by small ones."""

    def __init__(self, limits: Limits, what: str = "the run") -> None:
        """Begin with nothing spent; `what` names the budget in messages."""
        self.limits = limits
        self.what = what
        self.reserved = Cost()
        self._spent = Cost()
        self._replayed = [0, 0, 0, 0.0]  # calls, input, output, dollars: a replay adds to them a hundred thousand times
        self._limited = [(name, getattr(limits, name)) for name in _WORDS if getattr(limits, name) is not None]
        self._began = time.monotonic()
        self._waiting: deque[tuple[Cost, asyncio.Future[None]]] = deque()

    @property
    def spent(self) -> Cost:
        """What was spent, in this process and in those before it."""
        return self._spent + Cost(*self._replayed)

    def carry(self, usage: Usage, price: Price) -> None:
        """Count a call that was paid for before, in an earlier process."""
        replayed = self._replayed
        replayed[0] += 1
        replayed[1] += usage.input
        replayed[2] += usage.output
        replayed[3] += price.of(usage)

    def carry_cost(self, cost: Cost) -> None:
        """Count a cost of earlier processes that is no call with an answer."""
        self._spent += cost

    async def admit(self, bound: Cost, stop: Stop) -> None:
        """Wait until the bound fits, and hold it."""
        self._check(bound)
        if not self._waiting and self._fits(bound):
            self.reserved += bound
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((bound, turn))
        try:
            await stop.turn(turn)
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                self.reserved -= bound  # it was admitted and cancelled in the same moment
            self._waiting = deque(entry for entry in self._waiting if entry[1] is not turn)
            self._serve()
            raise

    def settle(self, bound: Cost, cost: Cost | None) -> None:
        """Give the bound back, and count what the call took; None is nothing."""
        self.reserved -= bound
        if cost is not None:
            self._spent += cost
        if self._waiting:
            self._serve()

    def _serve(self) -> None:
        while self._waiting:
            bound, turn = self._waiting[0]
            if turn.done():
                self._waiting.popleft()
                continue
            try:
                self._check(bound)
            except BudgetSpent as spent:
                self._waiting.popleft()
                turn.set_exception(spent)
                continue
            if not self._fits(bound):
                return
            self._waiting.popleft()
            self.reserved += bound
            turn.set_result(None)

    def _fits(self, bound: Cost) -> bool:
        return self._over(self.spent + self.reserved + bound) is None

    def _over(self, total: Cost) -> str | None:
        for name, limit in self._limited:
            if getattr(total, name) > limit + _ROUNDING:
                return name
        return None

    def _check(self, bound: Cost) -> None:
        """Raise if the bound cannot fit even when all that is under way has ended at no cost."""
        if self.limits.seconds is not None and time.monotonic() - self._began >= self.limits.seconds:
            raise BudgetSpent(f"The time limit of {self.what}, {self.limits.seconds:g} s, is over; no further call is made.")
        if (name := self._over(bound)) is not None:
            raise BudgetTooSmall(
                f"One call of {self.what} may take up to {getattr(bound, name):,g} {_WORDS[name]}, which is above the limit "
                f"of {getattr(self.limits, name):,g}: it can never fit. Raise the limit, or lower the output cap a call."
            )
        if (name := self._over(self.spent + bound)) is not None:
            raise BudgetSpent(
                f"The limit of {self.what}, {getattr(self.limits, name):,g} {_WORDS[name]}, leaves no room for another call: "
                f"{getattr(self.spent, name):,g} are spent and it may take up to {getattr(bound, name):,g}. What is done is "
                "kept; raise the limit and run the same command again to go on."
            )


class Reservation:
    """One call's hold on several budgets, for as long as the block lasts; not settled is not spent.

    Budgets are entered in one order, the same for every call, so that two calls cannot wait for each other.
    """

    def __init__(self, budgets: Sequence[Budget], bound: Cost, stop: Stop) -> None:
        """Nothing is held before the block is entered."""
        self._budgets = sorted(budgets, key=id) if len(budgets) > 1 else budgets
        self._bound = bound
        self._stop = stop
        self._held = 0
        self._cost: Cost | None = None

    def settle(self, cost: Cost) -> None:
        """Say what the call took in truth."""
        self._cost = cost

    async def __aenter__(self) -> "Reservation":
        """Wait for each budget in turn."""
        try:
            for budget in self._budgets:
                await budget.admit(self._bound, self._stop)
                self._held += 1
        except BaseException:
            self._release()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        """Settle with every budget."""
        self._release()

    def _release(self) -> None:
        for budget in self._budgets[: self._held]:
            budget.settle(self._bound, self._cost)
