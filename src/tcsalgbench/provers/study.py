"""A study: many runs (system, challenge, seed) at once over one workspace, each recorded when it ends."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Literal

from tcsalgbench.calls import Budget, Errored, Finished, Job, Outcome, Price, Steps, Stop, drive_all
from tcsalgbench.challenges.model import Challenge
from tcsalgbench.challenges.problem import problem_text
from tcsalgbench.errors import BadInput, BudgetSpent, Stopped, TcsalgbenchError
from tcsalgbench.jobs import Desk, Work
from tcsalgbench.jobs.work import Spending
from tcsalgbench.library.model import Library
from tcsalgbench.models.catalog import Catalog
from tcsalgbench.prompts import PromptBook
from tcsalgbench.provers.ending import Ending, within
from tcsalgbench.provers.model import Run
from tcsalgbench.provers.roles import digests
from tcsalgbench.provers.settings import PAUSING
from tcsalgbench.provers.shelf import EmptyShelf, LibraryIndex, LibraryShelf
from tcsalgbench.provers.store import RunKey, load_runs, run_key, save_run
from tcsalgbench.provers.systems import System
from tcsalgbench.provers.tracking import RunMeter, Tracker, added
from tcsalgbench.provers.workflow import Case
from tcsalgbench.workspace import Workspace

Purpose = Literal["comparison", "calibration"]


@dataclass(frozen=True, slots=True)
class Task:
    """A problem and what may be read for it."""

    id: str
    problem: str
    library: LibraryIndex


def task_of(challenge: Challenge, gather: Callable[[], Library]) -> Task:
    """A challenge as provers get it: never its intuition, never what it withholds."""
    return Task(challenge.id, problem_text(challenge), LibraryIndex(gather))


@dataclass(frozen=True, slots=True)
class Planned:
    """One run to be made."""

    system: System
    task: Task
    seed: int
    purpose: Purpose = "comparison"

    @property
    def key(self) -> RunKey:
        """What there is one run of."""
        return (self.system.name, self.purpose, self.task.id, self.seed)

    @property
    def scope(self) -> str:
        """Its name in the journal."""
        return f"run/{self.purpose}/{self.system.name}/{self.task.id}/seed{self.seed}"


@dataclass(slots=True)
class Study:
    """The runs of a plan, and what they share. `ended` is told of each run, once it is recorded."""

    workspace: Workspace
    book: PromptBook
    planned: Sequence[Planned]
    spending: Spending = field(default_factory=Spending)
    stop: Stop = field(default_factory=Stop)
    tracker: Tracker = field(default_factory=Tracker)
    catalog: Catalog | None = None
    at_once: int = 1000
    ended: Callable[[Run], None] | None = None
    save: Callable[[Workspace, Run], object] = save_run
    _under_way: dict[str, tuple[Planned, RunMeter, LibraryShelf | None]] = field(default_factory=dict)

    def run(self) -> None:
        """Run them all. A run that cannot end is recorded as errored; one that was stopped is left as it is."""
        if not self.planned:
            return
        for one in self.planned:
            shelf_of(one)  # what is wrong with a library is said before anything is asked
        systems = {one.system.name: one.system for one in self.planned}
        first, *others = systems.values()
        casts = [(one.cast, one.roles) for one in others]
        with Work(self.workspace, first.cast, first.roles, self.spending, self.stop, self.catalog, others=casts) as work:
            for system in systems.values():
                _check_priced(system, work)
            asyncio.run(drive_all(self._jobs(work), at_once=self.at_once, ended=self._record))

    def _jobs(self, work: Work) -> Iterator[Job[Ending]]:
        for planned in self.planned:
            cast, limits = planned.system.cast, planned.system.settings.pauses()
            meter = RunMeter(self.tracker, partial(_price, work, planned.system))
            budgets = () if limits is None else (Budget(limits, f"the run {planned.scope}"),)
            shelf = shelf_of(planned)
            self._under_way[planned.scope] = (planned, meter, shelf)
            self.tracker.running += 1
            caller = work.caller(planned.scope, planned.seed, budgets, meter, cast)
            yield Job(caller, partial(play, planned, self.book, shelf))

    def _record(self, scope: str, outcome: Outcome[Ending]) -> None:
        planned, meter, shelf = self._under_way.pop(scope)
        self.tracker.running -= 1
        if isinstance(outcome, Errored) and (isinstance(outcome.error, Stopped) or _not_begun(outcome.error, meter)):
            self.tracker.left += 1
            return
        run = _run(planned, outcome, meter, self.book)
        if shelf is not None:
            run = run.model_copy(update={"library": shelf.index.library.digest, "counts": shelf.room.counts()})
        self.save(self.workspace, run)
        self.tracker.done += 1
        self.tracker.errored += run.end == "errored"
        self.tracker.submitted += run.end == "submitted"
        self.tracker.accepted += run.internally_accepted
        if self.ended is not None:
            self.ended(run)


def play(planned: Planned, book: PromptBook, shelf: LibraryShelf | None) -> Steps[Ending]:
    """The steps of one run."""
    system = planned.system
    case = Case(
        Desk(book, system.cast),
        planned.task.problem,
        shelf or EmptyShelf(),
        system.settings,
        planned.seed,
        planned.purpose == "calibration",
    )
    return within(system.found.play(case), system.settings.max_calls)


def missing(workspace: Workspace, planned: Sequence[Planned], book: PromptBook, *, resume: bool) -> tuple[Planned, ...]:
    """The runs of a plan that are still to be made: those not recorded, and with `resume` those that are errored.

    What is recorded under the name of a system with other settings or prompts is another system: that is said, not mixed.
    """
    recorded = {run_key(run): run for run in load_runs(workspace)}
    done = [one for one in planned if one.key in recorded]
    known = _Known(book)
    for one in done:
        known.check(one.system, recorded[one.key])
    if done and not resume:
        raise BadInput(
            f"{len(done)} of these {len(planned)} runs are recorded already, the first being {done[0].scope}. Say --resume to "
            "make only what is missing or errored, or name the system otherwise."
        )
    return tuple(one for one in planned if one.key not in recorded or recorded[one.key].end == "errored")


def spent_before(workspace: Workspace, planned: Sequence[Planned], price: Callable[[System, str], Price]) -> float:
    """Dollars that the finished runs of a plan have cost: a cap is one on the whole study, however often it was interrupted."""
    systems = {one.key: one.system for one in planned}
    dollars = 0.0
    for run in load_runs(workspace):
        system = systems.get(run_key(run))
        if system is not None and run.end != "errored":
            for role, used in run.usage_by_role.items():
                one = price(system, role)
                fresh = used.input_tokens - used.cached_input_tokens
                cached = one.input if one.cached is None else one.cached
                dollars += (fresh * one.input + used.cached_input_tokens * cached + used.output_tokens * one.output) / 1e6
    return dollars


class _Known:
    """What each system of a plan would record, worked out once."""

    def __init__(self, book: PromptBook) -> None:
        self._book = book
        self._of: dict[str, tuple[dict[str, str | int | float | bool | None], dict[str, str]]] = {}

    def check(self, system: System, run: Run) -> None:
        """Raise if the run was made by a system of the same name and other settings."""
        if system.name not in self._of:
            self._of[system.name] = (system.recorded(), digests(Desk(self._book, system.cast), system.found.roles))
        recorded, told = self._of[system.name]
        names = {*recorded, *run.settings}.difference(PAUSING)
        changed = sorted(name for name in names if recorded.get(name) != run.settings.get(name))
        changed += sorted(f"the prompt of the {role}" for role in told if run.prompts.get(role) != told[role])
        changed += ["the workflow"] if run.workflow != system.workflow else []
        if changed:
            raise BadInput(
                f"{system.name!r} was run before with other settings ({', '.join(changed)}; see {run.scope}). One name stands "
                "for one system: give this one another name, or use another workspace."
            )


def _not_begun(error: TcsalgbenchError, meter: RunMeter) -> bool:
    """Whether a cap on all the work left no room even for a first call: then there is no run to record."""
    return isinstance(error, BudgetSpent) and not meter.roles


def shelf_of(planned: Planned) -> LibraryShelf | None:
    """A run's own way into the library of its problem; None where there is nothing to read."""
    settings = planned.system.settings
    if settings.library == "none" or not planned.task.library.library.works:
        return None
    return LibraryShelf(planned.task.library, settings.retrieval())


def _check_priced(system: System, work: Work) -> None:
    """A limit in dollars on each run must be able to hold."""
    if system.settings.max_dollars is None:
        return
    channels = [work.channel(role, system.cast) for role in system.roles]
    unpriced = sorted({one.model for one in channels if one.costs_money and not one.priced})
    if unpriced:
        raise BadInput(
            f"{system.name!r} has a limit of max_dollars, and the price of {', '.join(unpriced)} is not known. Put its price "
            "into models.toml in the workspace, or limit tokens (max_input_tokens, max_output_tokens) instead."
        )


def _price(work: Work, system: System, role: str) -> Price:
    return work.channel(role, system.cast).price


def _run(planned: Planned, outcome: Outcome[Ending], meter: RunMeter, book: PromptBook) -> Run:
    system, by_role = planned.system, meter.by_role()
    run = Run(
        system=system.name,
        family=system.family,
        model=system.model,
        effort=system.effort,
        workflow=system.workflow,
        challenge_id=planned.task.id,
        seed=planned.seed,
        purpose=planned.purpose,
        end="errored",
        usage=added(by_role),
        usage_by_role=by_role,
        scope=planned.scope,
        settings=system.recorded(),
        prompts=digests(Desk(book, system.cast), system.found.roles),
    )
    if isinstance(outcome, Finished):
        ended = outcome.value
        update = {
            "end": ended.end,
            "why": ended.why,
            "proof": ended.proof,
            "internally_accepted": ended.accepted,
            "confidence": ended.confidence,
            "review": ended.review,
        }
        return run.model_copy(update=update)
    return run.model_copy(update={"why": str(outcome.error)})


def capped(spending: Spending, spent: float) -> Spending:
    """What is left of a cap."""
    if spending.dollars is None:
        return spending
    if spent >= spending.dollars:
        raise BadInput(f"The cap of ${spending.dollars:g} is spent: ${spent:.2f} went into the runs that are done. Raise it.")
    return replace(spending, dollars=spending.dollars - spent)
