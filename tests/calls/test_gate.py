"""Concurrency that follows what a provider bears."""

import asyncio
import time

import pytest

from tcsalgbench.calls import Gate, Stop
from tcsalgbench.errors import RateLimited, ServerFault, Stopped


async def through(gate: Gate, fault: Exception | None = None, pause: float = 0.0) -> None:
    async with gate.slot(Stop()):
        await asyncio.sleep(pause)
        if fault is not None:
            raise fault


def test_the_allowance_doubles_a_round_until_the_first_push() -> None:
    gate = Gate(start=4, ceiling=64)

    async def rounds() -> None:
        for _ in range(2):
            await asyncio.gather(*(through(gate) for _ in range(int(gate.allowed))))

    asyncio.run(rounds())
    assert gate.allowed == 16


def test_a_push_halves_the_allowance_once_for_all_that_were_under_way() -> None:
    gate = Gate(start=16, ceiling=64)

    async def pushed() -> None:
        await asyncio.gather(*(through(gate, RateLimited("429"), 0.001) for _ in range(16)), return_exceptions=True)

    asyncio.run(pushed())
    assert gate.allowed == 8


def test_a_fault_that_is_no_push_leaves_the_allowance_alone() -> None:
    gate = Gate(start=16, ceiling=64)
    with pytest.raises(ServerFault):
        asyncio.run(through(gate, ServerFault("500")))
    assert gate.allowed == 16


def test_never_more_are_inside_than_allowed_and_the_hint_closes_the_gate() -> None:
    gate, inside, most = Gate(start=3, ceiling=3), 0, 0

    async def one() -> None:
        nonlocal inside, most
        async with gate.slot(Stop()):
            inside += 1
            most = max(most, inside)
            await asyncio.sleep(0.001)
            inside -= 1

    async def work() -> float:
        await asyncio.gather(*(one() for _ in range(20)))
        with pytest.raises(RateLimited):
            await through(gate, RateLimited("429", retry_after=0.05))
        began = time.monotonic()
        await asyncio.gather(*(one() for _ in range(4)))
        return time.monotonic() - began

    assert asyncio.run(work()) >= 0.049
    assert most == 3
    assert gate.under_way == 0


def test_a_waiter_that_is_cancelled_gives_its_place_to_the_next() -> None:
    gate = Gate(start=1, ceiling=1)

    async def work() -> None:
        async with gate.slot(Stop()):
            gone = asyncio.create_task(through(gate))
            stays = asyncio.create_task(through(gate))
            await asyncio.sleep(0)
            gone.cancel()
        await asyncio.wait_for(stays, 1)
        await asyncio.wait_for(through(gate), 1)

    asyncio.run(work())
    assert gate.under_way == 0


def test_a_gate_of_no_places_is_refused() -> None:
    with pytest.raises(ValueError, match="start"):
        Gate(start=0)


def test_a_stop_ends_the_wait_at_a_closed_gate() -> None:
    gate, stop = Gate(start=1, ceiling=1), Stop()

    async def waits() -> None:
        with pytest.raises(RateLimited):
            await through(gate, RateLimited("429", retry_after=600))
        waiting = asyncio.create_task(enter(gate, stop))
        await asyncio.sleep(0)
        stop.now()
        with pytest.raises(Stopped):
            await asyncio.wait_for(waiting, 5)

    async def enter(gate: Gate, stop: Stop) -> None:
        async with gate.slot(stop):
            pass

    asyncio.run(waits())


def test_a_gate_serves_a_second_event_loop() -> None:
    gate = Gate(start=1, ceiling=1)

    async def closed() -> None:
        with pytest.raises(RateLimited):
            await through(gate, RateLimited("429", retry_after=0.05))
        waiting = asyncio.create_task(through(gate))
        await asyncio.sleep(0)
        waiting.cancel()

    asyncio.run(closed())
    asyncio.run(asyncio.wait_for(through(gate), 5))


@pytest.mark.parametrize("hint", [float("inf"), float("nan"), -5.0, 1e9])
def test_a_hint_that_makes_no_sense_closes_no_gate_for_long(hint: float) -> None:
    assert (RateLimited("429", retry_after=hint).retry_after or 0.0) <= 900
