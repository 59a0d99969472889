"""A model that is weather only: latency, tokens, faults, rate limits, refusals, all from a seed. Its answers mean nothing."""

import asyncio
import math
import random
import time
from functools import lru_cache
from typing import Any

from pydantic import TypeAdapter

from tcsalgbench.calls import Channel, Gate, Reply, Request, Retry, Usage
from tcsalgbench.errors import ConnectionLost, Overloaded, RateLimited, Retryable, ServerFault, TimedOut
from tcsalgbench.models.fill import fill
from tcsalgbench.models.world import BYTES_A_TOKEN, Faults, World, load_world

_NO_FAULTS = Faults()


class SimulatedModel:
    """Answers from a world. The reply to a call depends on its draw alone, whatever faults came before it."""

    def __init__(self, world: World) -> None:
        """Answer as `world` says."""
        self.world = world
        self.under_way = 0
        self.most_under_way = 0
        self._attempts: dict[int, int] = {}
        self._window = (0, 0)  # a second, and the requests that were let in during it

    async def generate(self, request: Request[Any], draw: int) -> Reply:
        """A reply or a fault, after the latency of this draw."""
        self.under_way += 1
        self.most_under_way = max(self.most_under_way, self.under_way)
        try:
            self._admit()
            attempt = self._attempts.get(draw, 0)
            self._attempts[draw] = attempt + 1
            fault = self._fault(draw, attempt)
            chance = random.Random(draw)  # noqa: S311  # simulation
            # No time at all is a world too (for tests and measurements); even there other tasks get their turn.
            await asyncio.sleep(self.world.latency.draw(chance) / self.world.speed)
            if fault is not None:
                raise fault
            del self._attempts[draw]
            return self._reply(request, chance)
        finally:
            self.under_way -= 1

    def _admit(self) -> None:
        limits = self.world.limits
        if limits.at_once is not None and self.under_way > limits.at_once:
            raise RateLimited(f"simulated: more than {limits.at_once} requests at once", limits.retry_after)
        if limits.a_second is not None:
            second = math.floor(time.monotonic())
            let_in = self._window[1] if self._window[0] == second else 0
            if let_in >= limits.a_second:
                raise RateLimited(f"simulated: more than {limits.a_second} requests a second", limits.retry_after)
            self._window = (second, let_in + 1)

    def _fault(self, draw: int, attempt: int) -> Retryable | None:
        faults = self.world.faults
        if faults == _NO_FAULTS:
            return None
        roll = random.Random(f"{draw}/{attempt}").random()  # noqa: S311  # simulation
        kinds: tuple[tuple[float, type[Retryable]], ...] = (
            (faults.rate_limited, RateLimited),
            (faults.overloaded, Overloaded),
            (faults.server, ServerFault),
            (faults.timed_out, TimedOut),
            (faults.connection_lost, ConnectionLost),
        )
        for probability, kind in kinds:
            if roll < probability:
                return kind(f"simulated: {kind.slug}")
            roll -= probability
        return None

    def _reply(self, request: Request[Any], chance: random.Random) -> Reply:
        tokens, ends = self.world.tokens, self.world.ends
        wanted = max(1, round(tokens.output.draw(chance)))
        roll = chance.random()
        read = request.prompt_bytes // BYTES_A_TOKEN + 1
        output = min(wanted, request.max_output)
        usage = Usage(read, int(read * tokens.cached_share), output, int(output * tokens.reasoning_share))
        if roll < ends.refused:
            return Reply("refused", "", usage)
        if roll < ends.refused + ends.truncated or wanted > request.max_output:
            return Reply("truncated", "simulated text that", usage)
        if roll < ends.refused + ends.truncated + ends.malformed:
            return Reply("complete", "simulated text in no form at all {", usage)
        return Reply("complete", self._content(request, chance), usage)

    def _content(self, request: Request[Any], chance: random.Random) -> str:
        form: type = request.answer
        return f"simulated text {chance.randrange(16**6):06x}" if form is str else fill(_schema(form), chance)


@lru_cache(maxsize=256)
def _schema(form: type) -> dict[str, Any]:
    return TypeAdapter(form).json_schema()


def open_simulated(name: str) -> Channel:
    """The channel to a world: `simulated/steady`, or `simulated/` and the path of a world file."""
    world = load_world(name)
    waits = Retry(first_wait=1.0 / world.speed, longest_wait=60.0 / world.speed)
    return Channel(
        f"simulated/{name}",
        SimulatedModel(world),
        Gate(start=world.start_at_once, ceiling=10_000),
        retry=waits,
        costs_money=False,
    )
