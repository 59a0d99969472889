"""The wish to stop, in one event loop and in several."""

import asyncio

import pytest

from tcsalgbench.calls import Stop
from tcsalgbench.errors import Stopped


def test_pauses_in_event_loops_one_after_the_other_do_not_disturb_each_other() -> None:
    stop = Stop()

    async def pauses() -> None:
        await asyncio.gather(*(stop.pause(0.001) for _ in range(3)))

    for _ in range(3):
        asyncio.run(pauses())
    assert not stop.wanted


def test_a_stop_ends_every_pause_and_the_next_one_at_once() -> None:
    stop = Stop()

    async def stopped() -> None:
        pauses = [asyncio.create_task(stop.pause(600)) for _ in range(3)]
        await asyncio.sleep(0)
        stop.now()
        await asyncio.gather(*pauses)
        await stop.pause(600)

    asyncio.run(stopped())
    with pytest.raises(Stopped):
        stop.check()
