"""What a job would take, without asking anybody: its logic is run against answers of the usual kind and size."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tcsalgbench.calls import Answer, Price, Reply, Request, Steps, Usage

BYTES_A_TOKEN = 4  # of English and TeX, roughly; a forecast is no bill
Typical = Callable[[Request[Any]], tuple[object, int]]


@dataclass(slots=True)
class RoleForecast:
    """What one role would take."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0


@dataclass(slots=True)
class Forecast:
    """What a job would take, by role. Input is counted from the prompts themselves, output is what was assumed."""

    roles: dict[str, RoleForecast] = field(default_factory=dict)

    def add(self, role: str, input_tokens: int, output_tokens: int) -> None:
        """Count one call."""
        of_role = self.roles.setdefault(role, RoleForecast())
        of_role.calls += 1
        of_role.input_tokens += input_tokens
        of_role.output_tokens += output_tokens

    def add_all(self, role: str, more: RoleForecast) -> None:
        """Count what another forecast says of a role."""
        of_role = self.roles.setdefault(role, RoleForecast())
        of_role.calls += more.calls
        of_role.input_tokens += more.input_tokens
        of_role.output_tokens += more.output_tokens

    @property
    def calls(self) -> int:
        """Calls of all roles."""
        return sum(one.calls for one in self.roles.values())

    def dollars(self, prices: Mapping[str, Price | None]) -> float | None:
        """The money, at a price a role; None where a role that is called has none."""
        total = 0.0
        for role, one in self.roles.items():
            price = prices.get(role)
            if price is None:
                return None
            total += price.of(Usage(input=one.input_tokens, output=one.output_tokens))
        return total


def forecast(jobs: Iterable[Steps[Any]], typical: Typical, into: Forecast | None = None) -> Forecast:
    """Run the steps of jobs against `typical`, which gives an answer of the request's form and its usual output tokens."""
    made = into or Forecast()
    for steps in jobs:
        try:
            request = next(steps)
            while True:
                value, output = typical(request)
                read = request.prompt_bytes // BYTES_A_TOKEN + 1
                made.add(request.role, read, output)
                reply = Reply("complete", "", Usage(input=read, output=output))
                request = steps.send(Answer(value, "answered", (reply,)))
        except StopIteration:
            continue
    return made
