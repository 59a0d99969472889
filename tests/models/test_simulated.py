"""Simulated models: weather from a seed."""

import asyncio
import time
from collections import Counter
from pathlib import Path
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, Field, TypeAdapter

from tcsalgbench.calls import Channel, FileJournal, Gate, Job, Retry, drive_all
from tcsalgbench.calls.answers import read_answer
from tcsalgbench.errors import BadInput, Retryable
from tcsalgbench.models import open_model
from tcsalgbench.models.fill import fill
from tcsalgbench.models.simulated import SimulatedModel
from tcsalgbench.models.world import Ends, Faults, LogNormal, RateLimits, Tokens, World, load_world, world_names
from tests.support import Verdict, ask, in_turn, worker


def reply_to(world: World, draw: int, form: type[Any] = str, max_output: int = 10_000) -> Any:  # noqa: ANN401
    return asyncio.run(SimulatedModel(world).generate(ask("a", form=form, max_output=max_output), draw))


def test_the_same_draw_gives_the_same_reply_and_another_draw_another() -> None:
    world = World(tokens=Tokens(output=LogNormal(median=500, spread=1)))
    assert reply_to(world, 1) == reply_to(world, 1)
    assert reply_to(world, 1) != reply_to(world, 2)


def test_the_reply_does_not_depend_on_the_faults_that_came_before_it() -> None:
    calm, stormy = World(), World(faults=Faults(server=0.5))
    model = SimulatedModel(stormy)

    async def insist(draw: int) -> tuple[Any, int]:
        failed = 0
        while True:
            try:
                return await model.generate(ask("a", max_output=10_000), draw), failed
            except Retryable:
                failed += 1

    tries = [asyncio.run(insist(draw)) for draw in range(40)]
    assert [reply for reply, _ in tries] == [reply_to(calm, draw) for draw in range(40)]
    assert any(failed for _, failed in tries)


def test_ends_come_about_as_often_as_the_world_says() -> None:
    world = World(ends=Ends(refused=0.2, truncated=0.2, malformed=0.2))
    request = ask("a", form=Verdict, max_output=10_000)
    ends = Counter(read_answer(request, (reply_to(world, draw, Verdict),)).end for draw in range(600))
    assert all(80 <= ends[end] <= 160 for end in ("refused", "truncated", "malformed"))
    assert 190 <= ends["answered"] <= 290


def test_an_answer_longer_than_the_cap_is_truncated_at_it() -> None:
    reply = reply_to(World(tokens=Tokens(output=LogNormal(median=500))), 1, max_output=100)
    assert (reply.end, reply.usage.output) == ("truncated", 100)


def test_a_limit_on_requests_at_once_pushes_back_and_the_gate_settles_near_it(tmp_path: Path) -> None:
    world = World(latency=LogNormal(median=0.004), limits=RateLimits(at_once=20))
    model = SimulatedModel(world)
    to = Channel(
        "simulated/test",
        model,
        Gate(16, 1024),
        retry=Retry(attempts=50, first_wait=0.004, longest_wait=0.02),
        costs_money=False,
    )
    journal = FileJournal(tmp_path, "plain")
    jobs = [Job(worker(journal, to, f"run {n}"), lambda: in_turn([ask(f"{m}") for m in range(12)])) for n in range(60)]
    asyncio.run(drive_all(jobs))
    assert 5 <= to.gate.allowed <= 40
    assert to.gate.pushes >= 1


def test_a_limit_on_requests_a_second_is_kept() -> None:
    model = SimulatedModel(World(limits=RateLimits(a_second=5)))

    async def burst() -> int:
        await asyncio.sleep(1.05 - time.monotonic() % 1)  # to the beginning of a second
        ended = await asyncio.gather(*(model.generate(ask("a"), n) for n in range(20)), return_exceptions=True)
        return sum(not isinstance(one, Exception) for one in ended)

    assert 5 <= asyncio.run(burst()) <= 10


def test_every_world_that_ships_can_be_opened() -> None:
    assert {"steady", "stormy"} <= set(world_names())
    for name in world_names():
        assert load_world(name).about
        assert open_model(f"simulated/{name}").model == f"simulated/{name}"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("schema = 1\nspeed = 0\n", "speed: Input should be greater than 0"),
        ("schema = 1\n[faults]\nserver = 2\n", "faults server: Input should be less than or equal to 1"),
        ("speed", "is not TOML"),
    ],
)
def test_a_world_that_cannot_be_used_is_named_with_the_place(tmp_path: Path, content: str, said: str) -> None:
    (tmp_path / "world.toml").write_text(content)
    with pytest.raises(BadInput, match=said):
        open_model(f"simulated/{tmp_path}/world.toml")


def test_an_unknown_world_says_which_there_are() -> None:
    with pytest.raises(BadInput, match=r"name one of .*steady, stormy"):
        open_model("simulated/sunny")


class Node(BaseModel):
    label: str = Field(min_length=3, max_length=30)
    weight: float = Field(ge=0, le=1)
    depth: int = Field(gt=2, lt=9)
    negative: int = Field(le=-3)
    kind: Literal["and", "or"] | None
    children: list["Node"] = Field(max_length=2)
    pair: tuple[int, bool]
    parent: "Node | None"


@given(st.integers(0, 2**32))
def test_what_is_filled_in_satisfies_its_schema(seed: int) -> None:
    import random  # noqa: PLC0415

    adapter = TypeAdapter(Node)
    adapter.validate_json(fill(adapter.json_schema(), random.Random(seed)))
