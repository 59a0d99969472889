"""What a stage of the demonstration is: a piece of work on one workspace, told in lines to people and in fields to machines."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from tcsalgbench.calls import Stop
from tcsalgbench.workspace import Workspace


class StageResult(Protocol):
    """What a stage leaves."""

    def lines(self) -> list[str]:
        """What a person is told, a line each."""
        ...

    def fields(self) -> dict[str, object]:
        """The same for machines."""
        ...


Run = Callable[[Workspace, Stop, Callable[[int], None]], StageResult]


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage. `unit` is what its progress counts, up to `total`; `wants_model` is whether the embedded model is needed."""

    key: str
    title: str
    unit: str
    total: int
    run: Run
    wants_model: bool = True
