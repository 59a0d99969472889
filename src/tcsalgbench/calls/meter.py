"""What was used, by role: calls, tokens, replays, and attempts that brought nothing."""

from dataclasses import dataclass, field

from tcsalgbench.calls.budget import Cost, Price, cost_of
from tcsalgbench.calls.request import Reply, Usage


@dataclass(slots=True)
class Tally:
    """The account of one role."""

    calls: int = 0
    replayed: int = 0
    input: int = 0
    cached: int = 0
    output: int = 0
    reasoning: int = 0
    uncounted: int = 0
    ends: dict[str, int] = field(default_factory=dict)
    faults: dict[str, int] = field(default_factory=dict)

    @property
    def usage(self) -> Usage:
        """Tokens of all calls."""
        return Usage(self.input, self.cached, self.output, self.reasoning, known=not self.uncounted)


class Meter:
    """The accounts of all roles. A replayed call counts among the calls: its tokens were paid for, whenever that was."""

    def __init__(self) -> None:
        """Begin with empty accounts."""
        self.roles: dict[str, Tally] = {}

    def of(self, role: str) -> Tally:
        """The account of a role."""
        tally = self.roles.get(role)
        if tally is None:
            tally = self.roles[role] = Tally()
        return tally

    def count(self, role: str, reply: Reply, *, replayed: bool) -> None:
        """Count a reply."""
        tally = self.roles.get(role) or self.of(role)
        tally.calls += 1
        tally.replayed += replayed
        usage = reply.usage
        tally.input += usage.input
        tally.cached += usage.cached
        tally.output += usage.output
        tally.reasoning += usage.reasoning
        tally.uncounted += not usage.known
        tally.ends[reply.end] = tally.ends.get(reply.end, 0) + 1

    def count_fault(self, role: str, kind: str) -> None:
        """Count an attempt that brought nothing."""
        faults = self.of(role).faults
        faults[kind] = faults.get(kind, 0) + 1

    def total(self) -> Usage:
        """Tokens of all roles."""
        return sum((tally.usage for tally in self.roles.values()), Usage())


def unconfirmed(bound: Cost, tally: Tally, price: Price) -> Cost:
    """What a call of unknown cost may have cost: what its role's calls cost on average, at most its bound; else its bound."""
    counted = tally.calls - tally.uncounted
    if not counted:
        return bound
    mean = Usage(tally.input // counted, tally.cached // counted, tally.output // counted)
    return cost_of(mean, price).at_most(bound)
