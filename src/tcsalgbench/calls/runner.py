"""Drive logic that does no I/O: generators that yield requests and are sent answers, thousands of them at once."""

import asyncio
import contextlib
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeAlias, TypeVar

from tcsalgbench.calls.caller import Caller
from tcsalgbench.calls.request import Answer, Request
from tcsalgbench.errors import TcsalgbenchError

R = TypeVar("R")
V = TypeVar("V")

Steps: TypeAlias = Generator[Request[Any], Answer[Any], R]

# A replay never waits for anything; without a pause now and then, a long one would hold up everything else.
_ANSWERS_WITHOUT_PAUSE = 200


async def drive(steps: Steps[R], caller: Caller) -> R:
    """Answer every request of the steps, and return what they return."""
    answered = 0
    try:
        request = next(steps)
        while True:
            answer = await caller.ask(request)
            answered += 1
            if answered % _ANSWERS_WITHOUT_PAUSE == 0:
                await asyncio.sleep(0)
            request = steps.send(answer)
    except StopIteration as end:
        result: R = end.value
        return result
    except BaseException:
        with contextlib.suppress(RuntimeError):  # steps that go on when closed must not hide why they were closed
            steps.close()
        raise


@dataclass(frozen=True, slots=True)
class Job(Generic[R]):
    """One scope's work: the steps are made when its turn comes."""

    caller: Caller
    steps: Callable[[], Steps[R]]


@dataclass(frozen=True, slots=True)
class Finished(Generic[R]):
    """A job that ran to its end."""

    value: R


@dataclass(frozen=True, slots=True)
class Errored:
    """A job that could not end, which is no result: run again, it goes on where it stopped."""

    error: TcsalgbenchError


Outcome: TypeAlias = Finished[R] | Errored


async def drive_all(
    jobs: Iterable[Job[R]], at_once: int = 1000, ended: Callable[[str, Outcome[R]], None] | None = None
) -> dict[str, Outcome[R]]:
    """Run jobs side by side, `at_once` at a time; one that fails does not disturb the others.

    A defect (an exception that is not ours, in a job or in `jobs` or `ended`) is raised when all that was under way has
    ended, since it is paid for.
    """
    if at_once < 1:
        raise ValueError("at_once must be at least 1")
    waiting = iter(jobs)
    outcomes: dict[str, Outcome[R]] = {}
    defects: list[Exception] = []
    outside: list[Exception] = []  # in `jobs` or `ended`: no further job is taken then

    async def worker() -> None:
        while not outside and (job := _guarded(lambda: next(waiting, None), outside)) is not None:
            outcome = await _run(job, defects)
            if outcome is not None:
                outcomes[job.caller.scope] = outcome
                if ended is not None:
                    _guarded(partial(ended, job.caller.scope, outcome), outside)

    async with asyncio.TaskGroup() as group:
        for _ in range(at_once):
            group.create_task(worker())
    if defects or outside:
        raise ExceptionGroup("defects; the other jobs ran to their end", [*defects, *outside])
    return outcomes


def _guarded(step: Callable[[], V], defects: list[Exception]) -> V | None:
    try:
        return step()
    except Exception as defect:  # noqa: BLE001  # raised when what is under way has ended
        defects.append(defect)
        return None


async def _run(job: Job[R], defects: list[Exception]) -> Outcome[R] | None:
    try:
        with job.caller.journal.scope(job.caller.scope):
            job.caller.carry_lost()
            return Finished(await drive(job.steps(), job.caller))
    except TcsalgbenchError as error:
        return Errored(error)
    except Exception as defect:  # noqa: BLE001  # raised when the other jobs have ended
        defect.add_note(f"in the job {job.caller.scope!r}")
        defects.append(defect)
        return None
