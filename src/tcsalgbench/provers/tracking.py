"""Where a study stands: runs done, under way, accepted, in error; calls, tokens and money so far; time left."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field, fields

from tcsalgbench.calls import Meter, Price, Reply
from tcsalgbench.provers.model import RunUsage


@dataclass(slots=True)
class Tracker:
    """The counts of one process, as they grow; those of several processes add up."""

    done: int = 0
    running: int = 0
    accepted: int = 0
    submitted: int = 0
    errored: int = 0
    left: int = 0  # stopped, or not begun since a cap is spent
    calls: int = 0
    replayed: int = 0
    input: int = 0
    cached: int = 0
    output: int = 0
    dollars: float = 0.0

    def __add__(self, other: "Tracker") -> "Tracker":
        """Add up field by field, into a new one."""
        return Tracker(*(getattr(self, one.name) + getattr(other, one.name) for one in fields(self)))

    def count(self, reply: Reply, price: Price, *, replayed: bool) -> None:
        """Count a reply."""
        usage = reply.usage
        self.calls += 1
        self.replayed += replayed
        self.input += usage.input
        self.cached += usage.cached
        self.output += usage.output
        self.dollars += price.of(usage)


class RunMeter(Meter):
    """The account of one run, which is also part of that of the study."""

    def __init__(self, tracker: Tracker, price: Callable[[str], Price]) -> None:
        """Begin with empty accounts; `price` is that of the model that plays a role."""
        super().__init__()
        self._tracker = tracker
        self._price = price

    def count(self, role: str, reply: Reply, *, replayed: bool) -> None:
        """Count a reply."""
        super().count(role, reply, replayed=replayed)
        self._tracker.count(reply, self._price(role), replayed=replayed)

    def by_role(self) -> dict[str, RunUsage]:
        """The account as a run records it."""
        return {
            role: RunUsage(
                calls=one.calls,
                input_tokens=one.input,
                cached_input_tokens=one.cached,
                output_tokens=one.output,
                reasoning_tokens=one.reasoning,
            )
            for role, one in sorted(self.roles.items())
        }


def added(usages: dict[str, RunUsage]) -> RunUsage:
    """The account of all roles."""
    return RunUsage(**{name: sum(getattr(one, name) for one in usages.values()) for name in RunUsage.model_fields})


@dataclass(slots=True)
class Pace:
    """How long the rest will take, from how long the runs so far took."""

    total: int
    _began: float = field(default_factory=time.monotonic)

    def seconds_left(self, done: int) -> float | None:
        """None while nothing is done: there is no pace yet."""
        if done == 0:
            return None
        return (time.monotonic() - self._began) / done * (self.total - done)
