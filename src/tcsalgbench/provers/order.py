"""What a user orders with one command: which systems, on which challenges, with how many seeds; and the plan it comes to."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from tcsalgbench.calls import Price
from tcsalgbench.challenges.exporting import chosen
from tcsalgbench.challenges.model import Challenge
from tcsalgbench.errors import BadInput
from tcsalgbench.jobs.work import Spending
from tcsalgbench.library.allowing import library_of
from tcsalgbench.library.model import Library
from tcsalgbench.library.shelf import Shelf
from tcsalgbench.models.catalog import Catalog, load_catalog
from tcsalgbench.prompts import Fence, PromptBook
from tcsalgbench.provers.foresight import catalog_prices
from tcsalgbench.provers.study import Planned, Purpose, Task, capped, missing, spent_before, task_of
from tcsalgbench.provers.systems import System
from tcsalgbench.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Order:
    """The order. It can be handed to another process, which finds the same plan in the same workspace."""

    systems: tuple[System, ...]
    patterns: tuple[str, ...] = ()
    seeds: tuple[int, ...] = (1,)
    purpose: Purpose = "comparison"
    prompts: Path | None = None
    spending: Spending = field(default_factory=Spending)
    at_once: int = 1000


@dataclass(frozen=True, slots=True)
class Plan:
    """All runs of an order, and those that are still to be made."""

    workspace: Workspace
    order: Order
    book: PromptBook
    catalog: Catalog
    planned: tuple[Planned, ...]

    def to_do(self, *, resume: bool, part: int = 0, of: int = 1) -> tuple[Planned, ...]:
        """The runs that are not recorded, and with `resume` those that are errored; or one of several equal parts of them.

        Parts are made of the whole plan: what other processes record meanwhile must not move anything from one to another.
        """
        return missing(self.workspace, self.planned[part::of], self.book, resume=resume)

    def spending_left(self) -> Spending:
        """The cap, less what the finished runs of this plan have cost."""
        prices = catalog_prices(self.catalog)

        def price(system: System, role: str) -> Price:
            return prices(system.cast.choice(role).model) or Price()

        if self.order.spending.dollars is None:
            return self.order.spending
        return capped(self.order.spending, spent_before(self.workspace, self.planned, price))


def plan_of(workspace: Workspace, order: Order) -> Plan:
    """The plan of an order: system by system, challenge by challenge, seed by seed."""
    if not order.systems:
        raise BadInput("Name a system: --workflow with --preset or --model, or --systems FILE.")
    names = [one.name for one in order.systems]
    if len(set(names)) < len(names):
        raise BadInput("Two systems have the same name; give each its own.")
    tasks = tasks_of(workspace, runnable(workspace, order.patterns))
    planned = tuple(
        Planned(system, task, seed, order.purpose) for system in order.systems for task in tasks for seed in order.seeds
    )
    book = PromptBook(Fence(workspace.secret()), order.prompts)
    return Plan(workspace, order, book, load_catalog(workspace=workspace.root), planned)


def runnable(workspace: Workspace, patterns: Sequence[str]) -> tuple[Challenge, ...]:
    """The challenges to be run on: those that are ready, or those that a pattern names and no check holds back."""
    challenges = chosen(workspace, patterns)
    if patterns:
        held = [one.id for one in challenges if one.status == "held"]
        if held:
            raise BadInput(f"{held[0]} is held back by a check (see challenges show), so no system is run on it.")
        return challenges
    ready = tuple(one for one in challenges if one.status == "ready")
    if not ready:
        raise BadInput("No challenge is ready. Review them, or name some with --challenges.")
    return ready


def tasks_of(workspace: Workspace, challenges: Sequence[Challenge]) -> tuple[Task, ...]:
    """The challenges with their libraries, each read when it is first wanted; works that several cite are read once."""
    shelf = Shelf(workspace)
    return tuple(task_of(one, partial(_library, workspace, one, shelf)) for one in challenges)


def _library(workspace: Workspace, challenge: Challenge, shelf: Shelf) -> Library:
    if challenge.imported_from is not None and not (workspace.root / "papers" / _version_id(challenge)).is_dir():
        return Library(challenge.id, ())  # it came without a paper, so there are no cited works
    return library_of(workspace, challenge, shelf)


def _version_id(challenge: Challenge) -> str:
    return f"{challenge.paper.id}{challenge.paper.version}"


def share(order: Order, of: int) -> Order:
    """The order of one of several processes: each may spend its part of the money."""
    spending = order.spending
    if spending.dollars is not None:
        spending = replace(spending, dollars=spending.dollars / of)
    return replace(order, spending=spending, at_once=max(1, order.at_once // of))
