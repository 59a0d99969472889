"""What a workflow is: one function over a case, registered under a name; the built-in ones, and those of installed packages."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any, TypeAlias

from tcsalgbench.calls import Steps
from tcsalgbench.errors import BadInput
from tcsalgbench.jobs import Desk
from tcsalgbench.prompts import Role
from tcsalgbench.provers.attempt import GoalAttempt
from tcsalgbench.provers.ending import Ending
from tcsalgbench.provers.goal import Goal
from tcsalgbench.provers.history import History
from tcsalgbench.provers.settings import Settings
from tcsalgbench.provers.shelf import Shelf

ENTRY_POINTS = "tcsalgbench.workflows"
ROOT = "root"

# A module a workflow; each registers itself when it is imported.
BUILT_IN = {
    "direct": "tcsalgbench.provers.direct",
    "discussion-10": "tcsalgbench.provers.discussion10",
    "discussion": "tcsalgbench.provers.discussion",
}


@dataclass(frozen=True, slots=True)
class Case:
    """One run, as a workflow sees it: the problem, what may be read, the prompts, the settings. No I/O."""

    desk: Desk
    problem: str
    shelf: Shelf
    settings: Settings
    seed: int = 1  # of tie-breaks; it is never in a prompt
    confident: bool = False

    def attempt_at_root(self) -> GoalAttempt:
        """The attempt at the problem itself, with a discussion that has just begun."""
        history = History(self.desk.book, self.settings.history_tokens)
        return GoalAttempt(self.desk, Goal(ROOT, self.problem), self.settings, self.shelf, history, self.confident)


Play: TypeAlias = Callable[[Case], Steps[Ending]]


@dataclass(frozen=True, slots=True)
class Workflow:
    """A workflow: its function, the roles it calls, what it is."""

    name: str
    about: str
    roles: tuple[Role[Any], ...]
    play: Play


_REGISTERED: dict[str, Workflow] = {}


def workflow(name: str, about: str, roles: tuple[Role[Any], ...]) -> Callable[[Play], Play]:
    """Register the function below as the workflow of this name."""

    def register(play: Play) -> Play:
        _REGISTERED[name] = Workflow(name, about, roles, play)
        return play

    return register


def workflow_names() -> list[str]:
    """Every workflow that can be named."""
    return sorted({*BUILT_IN, *(entry.name for entry in entry_points(group=ENTRY_POINTS)), *_REGISTERED})


def find_workflow(name: str) -> Workflow:
    """A workflow by its name; its module is imported now."""
    if name not in _REGISTERED:
        if name in BUILT_IN:
            import_module(BUILT_IN[name])
        for entry in entry_points(group=ENTRY_POINTS, name=name):
            entry.load()
    if name not in _REGISTERED:
        raise BadInput(f"There is no workflow {name!r}; there are {', '.join(workflow_names())}.")
    return _REGISTERED[name]
