"""A user's wish to stop: calls under way end and are journalled, no new one is begun, nothing waits any longer."""

import asyncio
import contextlib

from tcsalgbench.errors import Stopped


class Stop:
    """Set once; whatever waits for a turn, or for the next attempt, ends at once then."""

    def __init__(self) -> None:
        """Begin with no such wish."""
        self._set = asyncio.Event()
        self._waiting: set[asyncio.Future[None]] = set()

    @property
    def wanted(self) -> bool:
        """Whether the user asked to stop."""
        return self._set.is_set()

    def now(self) -> None:
        """Ask to stop."""
        self._set.set()
        for turn in self._waiting:
            if not turn.done():
                turn.set_exception(_stopped())

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
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._set.wait(), seconds)


def _stopped() -> Stopped:
    return Stopped("Stopped as you asked: what was under way is finished and kept. Run the same command again to go on.")
