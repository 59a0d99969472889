"""The wish to stop: from a signal or another thread, in one event loop and in several."""

import asyncio
import os
import signal
import subprocess
import sys
import threading

import pytest

from tcsalgbench.calls import Stop
from tcsalgbench.errors import Stopped

WAITING = """
import asyncio, sys
from tcsalgbench.cli.interrupt import stop_on_interrupt

async def wait(stop):
    asyncio.get_running_loop().call_later(20, sys.exit, "slept through the interrupt")
    print("waiting", flush=True)
    await stop.pause(3600)

with stop_on_interrupt() as stop:
    asyncio.run(wait(stop))
"""


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


def test_a_stop_from_outside_wakes_a_loop_that_sleeps() -> None:
    stop, overslept = Stop(), list[bool]()

    async def waits() -> None:
        loop = asyncio.get_running_loop()
        loop.call_later(20, overslept.append, True)
        loop.call_later(0.01, threading.Thread(target=stop.now).start)
        await stop.pause(3600)

    asyncio.run(waits())
    assert stop.wanted
    assert overslept == []


def test_an_interrupt_ends_a_long_wait_at_once() -> None:
    with subprocess.Popen([sys.executable, "-c", WAITING], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"waiting\n"
        os.kill(process.pid, signal.SIGINT)
        _, told = process.communicate(timeout=60)
    assert process.returncode == 0, told
    assert b"Stopping" in told


def test_who_begins_to_wait_after_the_stop_does_not_wait() -> None:
    stop = Stop()

    async def waits() -> None:
        stop.now()
        await asyncio.wait_for(stop.pause(3600), 5)
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        with pytest.raises(Stopped):
            await asyncio.wait_for(stop.turn(turn), 5)
        assert turn.done()  # nobody serves it any more

    asyncio.run(waits())


def test_a_stop_after_its_loop_has_ended_is_remembered() -> None:
    stop = Stop()

    async def left_behind() -> None:
        asyncio.get_running_loop().create_task(stop.pause(3600))
        await asyncio.sleep(0)

    asyncio.run(left_behind())
    stop.now()
    with pytest.raises(Stopped):
        stop.check()
