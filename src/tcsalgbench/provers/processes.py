"""A study over several processes, one a core: each has its share of the runs, and a shard of the journal of its own."""

import multiprocessing
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path

from tcsalgbench.calls import Stop
from tcsalgbench.errors import BadInput, TcsalgbenchError
from tcsalgbench.provers.model import Run
from tcsalgbench.provers.order import Order, Plan, plan_of, share
from tcsalgbench.provers.study import Study
from tcsalgbench.provers.tracking import Tracker
from tcsalgbench.workspace import Workspace

EVERY = 0.25  # seconds between two reports of a process
_SIGNALS = (signal.SIGINT, signal.SIGTERM)


@dataclass(frozen=True, slots=True)
class Part:
    """What one process is told: the order, and which part of its runs is its own."""

    root: Path
    order: Order
    part: int
    of: int


def run_plan(
    plan: Plan,
    *,
    resume: bool,
    processes: int = 1,
    stop: Stop | None = None,
    show: Callable[[Tracker], None] | None = None,
) -> Tracker:
    """Make the runs that are missing; `show` is given the counts of all processes as they grow."""
    stop, show = stop or Stop(), show or (lambda tracker: None)
    to_do = plan.to_do(resume=resume)
    order = replace(plan.order, spending=plan.spending_left())
    if processes <= 1 or len(to_do) < 2:
        tracker = Tracker()
        study = Study(plan.workspace, plan.book, to_do, order.spending, stop, tracker, plan.catalog, order.at_once)
        study.ended = _telling(tracker, show)
        show(tracker)
        study.run()
        show(tracker)
        return tracker
    parts = min(processes, len(to_do))
    shares = [Part(plan.workspace.root, share(order, parts), number, parts) for number in range(parts)]
    return _Parent(shares, stop, show).run()


def _telling(tracker: Tracker, show: Callable[[Tracker], None]) -> Callable[[Run], None]:
    return lambda run: show(tracker)


@contextmanager
def _held_back() -> Iterator[None]:
    """Keep signals for later: a process that begins now inherits this, and must not be ended before it knows what they mean."""
    resource_tracker.ensure_running()  # its own beginning, at the first process, would let them through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Parent:
    """The process that started the others, and waits for them."""

    def __init__(self, parts: list[Part], stop: Stop, show: Callable[[Tracker], None]) -> None:
        context = multiprocessing.get_context("spawn")
        self._stop = stop
        self._show = show
        self._children: dict[Connection, BaseProcess] = {}
        self._counts: dict[Connection, Tracker] = {}
        self._errors: list[TcsalgbenchError] = []
        for part in parts:
            here, there = context.Pipe(duplex=False)
            process = context.Process(target=_child, args=(part, there), name=f"part {part.part + 1}", daemon=True)
            with _held_back():
                process.start()
            there.close()
            self._children[here] = process
            self._counts[here] = Tracker()

    def run(self) -> Tracker:
        """Wait for all; what went wrong in one is raised when the others have ended."""
        asked = False
        waiting = set(self._children)
        try:
            while waiting:
                if self._stop.wanted and not asked:
                    asked = True
                    for child in self._children.values():
                        child.terminate()  # which they take as the wish to stop, not as their end
                for ready in wait(list(waiting), timeout=EVERY):
                    assert isinstance(ready, Connection)  # noqa: S101  # nothing else is waited for
                    if not self._hear(ready):
                        waiting.discard(ready)
                self._show(self._total())
        except BaseException:
            for child in self._children.values():
                child.kill()
            raise
        for child in self._children.values():
            child.join()
            if child.exitcode != 0:
                self._errors.append(
                    BadInput(
                        f"{child.name} of the study ended with status {child.exitcode}. Run the command again with --resume."
                    )
                )
        if self._errors:
            raise self._errors[0]
        return self._total()

    def _hear(self, ready: Connection) -> bool:
        try:
            told: Tracker | TcsalgbenchError = ready.recv()
        except EOFError:
            return False
        if isinstance(told, Tracker):
            self._counts[ready] = told
        else:
            self._errors.append(told)
        return True

    def _total(self) -> Tracker:
        return sum(self._counts.values(), Tracker())


def _child(part: Part, to_parent: Connection) -> None:
    """Make the own share of the runs. Ctrl-C and the parent's signal mean: end what is under way, begin nothing."""
    stop, tracker, told = Stop(), Tracker(), [0.0]
    for number in _SIGNALS:
        signal.signal(number, lambda number, frame: stop.now())
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)

    def tell(run: Run) -> None:
        if time.monotonic() - told[0] >= EVERY:
            told[0] = time.monotonic()
            to_parent.send(tracker)

    try:
        plan = plan_of(Workspace.open(part.root), part.order)
        mine = plan.to_do(resume=True, part=part.part, of=part.of)
        order = part.order
        Study(plan.workspace, plan.book, mine, order.spending, stop, tracker, plan.catalog, order.at_once, tell).run()
        to_parent.send(tracker)
    except TcsalgbenchError as error:
        to_parent.send(error)
    finally:
        to_parent.close()
