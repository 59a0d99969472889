"""How many calls to one model are under way at once: as many as the provider bears, found out as TCP does it."""

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tcsalgbench.calls.stop import Stop
from tcsalgbench.errors import Retryable


class Gate:
    """Doubles the allowance a round of calls until the provider first pushes back; then halves at each push, and creeps up.

    Calls that were under way when the allowance was cut say nothing new: their pushes do not cut it again.
    """

    def __init__(self, start: int = 16, ceiling: int = 1024) -> None:
        """Begin with `start` calls at once; never allow more than `ceiling`."""
        if not 1 <= start <= ceiling:
            raise ValueError(f"a gate needs 1 <= start <= ceiling, not {start} and {ceiling}")
        self.allowed = float(start)
        self.ceiling = ceiling
        self.under_way = 0
        self.pushes = 0
        self._probing = True
        self._closed_until = 0.0
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._reopening: asyncio.TimerHandle | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    @asynccontextmanager
    async def slot(self, stop: Stop) -> AsyncIterator[None]:
        """Hold a place while a call is made; how it ends moves the allowance."""
        await self._enter(stop)
        pushes_seen = self.pushes
        try:
            yield
            self._grow()
        except Retryable as fault:
            if fault.pushes_back:
                self._shrink(pushes_seen, fault.retry_after)
            raise
        finally:
            self.under_way -= 1
            self._serve()

    async def _enter(self, stop: Stop) -> None:
        if not self._waiting and self._open():
            self.under_way += 1
            return
        loop = asyncio.get_running_loop()
        if loop is not self._loop:  # what waited in a loop that has ended waits no more
            self._loop, self._reopening, self._waiting = loop, None, deque()
        turn: asyncio.Future[None] = loop.create_future()
        self._waiting.append(turn)
        self._serve()
        try:
            await stop.turn(turn)
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                self.under_way -= 1  # let in and cancelled in the same moment
                self._serve()
            raise

    def _open(self) -> bool:
        return self.under_way < int(self.allowed) and time.monotonic() >= self._closed_until

    def _serve(self) -> None:
        while self._waiting and self._open():
            turn = self._waiting.popleft()
            if not turn.done():
                self.under_way += 1
                turn.set_result(None)
        pause = self._closed_until - time.monotonic()
        if self._waiting and pause > 0 and self._reopening is None:
            self._reopening = asyncio.get_running_loop().call_later(pause, self._reopen)

    def _reopen(self) -> None:
        self._reopening = None
        self._serve()

    def _grow(self) -> None:
        self.allowed = min(float(self.ceiling), self.allowed + (1.0 if self._probing else 1.0 / self.allowed))

    def _shrink(self, pushes_seen: int, retry_after: float | None) -> None:
        if retry_after is not None:
            self._closed_until = max(self._closed_until, time.monotonic() + retry_after)
        if pushes_seen == self.pushes:
            self.pushes += 1
            self._probing = False
            self.allowed = max(1.0, self.allowed / 2)
