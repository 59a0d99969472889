"""A user's wish to stop: calls under way end and are journalled, no new one is begun."""

import asyncio
import contextlib

from tcsalgbench.errors import Stopped


class Stop:
    """Set once; waits between attempts end at once then."""

    def __init__(self) -> None:
        """Begin with no such wish."""
        self._set = asyncio.Event()

    @property
    def wanted(self) -> bool:
        """Whether the user asked to stop."""
        return self._set.is_set()

    def now(self) -> None:
        """Ask to stop."""
        self._set.set()

    def check(self) -> None:
        """Raise if a stop was asked for."""
        if self.wanted:
            raise Stopped("Stopped as you asked: what was under way is finished and kept. Run the same command again to go on.")

    async def pause(self, seconds: float) -> None:
        """Wait that long, or until a stop is asked for (the signature is that of a sleep)."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._set.wait(), seconds)
