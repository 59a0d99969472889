"""A user's wish to stop: calls under way end and are journalled, no new one is begun, nothing waits any longer."""

import asyncio
import contextlib

from tcsalgbench.errors import Stopped


class Stop:
    """Set once; whatever waits for a turn, or for the next attempt, ends at once then."""

    def __init__(self) -> None:
        """Begin with no such wish. Nothing here belongs to one event loop: a job may run in several, one after the other."""
        self._wanted = False
        self._waiting: set[asyncio.Future[None]] = set()
        self._pausing: set[asyncio.Future[None]] = set()

    @property
    def wanted(self) -> bool:
        """Whether the user asked to stop."""
        return self._wanted

    def now(self) -> None:
        """Ask to stop."""
        self._wanted = True
        for turn in self._waiting:
            if not turn.done():
                turn.set_exception(_stopped())
        for pause in self._pausing:
            if not pause.done():
                pause.set_result(None)

    def check(self) -> None:
        """Raise if a stop was asked for."""
        if self.wanted:
            raise _stopped()

    async def turn(self, turn: "asyncio.Future[None]") -> None:
        """Wait for a turn, or for the stop that makes an end of waiting."""
        self._waiting.add(turn)
        try:
            await turn
        finally:
            self._waiting.discard(turn)

    async def pause(self, seconds: float) -> None:
        """Wait that long, or until a stop is asked for."""
        if self._wanted:
            return
        pause: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._pausing.add(pause)
        try:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(pause, seconds)
        finally:
            self._pausing.discard(pause)


def _stopped() -> Stopped:
    return Stopped("Stopped as you asked: what was under way is finished and kept. Run the same command again to go on.")
