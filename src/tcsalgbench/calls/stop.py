"""A user's wish to stop: calls under way end and are journalled, no new one is begun, nothing waits any longer."""

import asyncio
import contextlib

from tcsalgbench.errors import Stopped


class Stop:
    """Set once, from anywhere: whatever waits for a turn, or for the next attempt, ends at once then.

    It belongs to no event loop: a command may run several one after another. The wish mostly comes from a signal handler,
    while the loop sleeps until its next event, which may be minutes away: so it is woken.
    """

    def __init__(self) -> None:
        """Begin with no such wish."""
        self._wanted = False
        self._waiting: set[asyncio.Future[None]] = set()

    @property
    def wanted(self) -> bool:
        """Whether the user asked to stop."""
        return self._wanted

    def now(self) -> None:
        """Ask to stop."""
        self._wanted = True
        for turn in tuple(self._waiting):
            with contextlib.suppress(RuntimeError):  # its loop is closed: nobody waits there any more
                turn.get_loop().call_soon_threadsafe(_end, turn)

    def check(self) -> None:
        """Raise if a stop was asked for."""
        if self._wanted:
            raise _stopped()

    async def turn(self, turn: "asyncio.Future[None]") -> None:
        """Wait for a turn, or for the stop that makes an end of waiting."""
        self._waiting.add(turn)
        if self._wanted:  # asked for just before it could be seen that somebody waits
            _end(turn)
        try:
            await turn
        finally:
            self._waiting.discard(turn)

    async def pause(self, seconds: float) -> None:
        """Wait that long, or until a stop is asked for."""
        loop = asyncio.get_running_loop()
        over: asyncio.Future[None] = loop.create_future()
        timer = loop.call_later(seconds, _arrive, over)
        try:
            with contextlib.suppress(Stopped):
                await self.turn(over)
        finally:
            timer.cancel()


def _arrive(turn: "asyncio.Future[None]") -> None:
    if not turn.done():
        turn.set_result(None)


def _end(turn: "asyncio.Future[None]") -> None:
    if not turn.done():
        turn.set_exception(_stopped())


def _stopped() -> Stopped:
    return Stopped("Stopped as you asked: what was under way is finished and kept. Run the same command again to go on.")
