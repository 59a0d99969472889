"""What a model is to the rest: one asynchronous function, its name, and how patiently it is asked."""

from dataclasses import dataclass, field
from typing import Any, Protocol

from tcsalgbench.calls.budget import Price
from tcsalgbench.calls.gate import Gate
from tcsalgbench.calls.request import Reply, Request


class ModelClient(Protocol):
    """A model. Faults of its provider are raised as ProviderFault; anything it produced is a Reply, refusals too."""

    async def generate(self, request: Request[Any], draw: int) -> Reply:
        """Answer one request. `draw` is the seed of this one call."""
        ...


@dataclass(frozen=True, slots=True)
class Retry:
    """How often a fault that may pass is tried again, and how long the waits are: doubled, capped, with full jitter."""

    attempts: int = 10
    first_wait: float = 1.0
    longest_wait: float = 60.0
    timeout: float | None = 1800.0


@dataclass(frozen=True, slots=True)
class Channel:
    """The way to one model, shared by all that talk to it. One that costs money is asked only with an fsynced journal.

    Where it costs money and `priced` is false, its price is not known: a cap in dollars cannot hold, and must not be offered.
    """

    model: str
    client: ModelClient
    gate: Gate = field(default_factory=Gate)
    price: Price = field(default_factory=Price)
    retry: Retry = field(default_factory=Retry)
    costs_money: bool = True
    priced: bool = True
