"""Drive logic that does no I/O: generators that yield requests and are sent answers, thousands of them at once."""

import asyncio
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from tcsalgbench.calls.caller import Caller
from tcsalgbench.calls.request import Answer, Request
from tcsalgbench.errors import TcsalgbenchError

R = TypeVar("R")

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
    finally:
        steps.close()


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
    """A job that could not: an infrastructure error, which is no result. Run again, it goes on where it stopped."""

    error: TcsalgbenchError


Outcome: TypeAlias = Finished[R] | Errored


async def drive_all(
    jobs: Iterable[Job[R]], at_once: int = 1000, ended: Callable[[str, Outcome[R]], None] | None = None
) -> dict[str, Outcome[R]]:
    """Run jobs side by side, `at_once` at a time; one that fails does not disturb the others.

    A defect (an exception that is not ours) in one job is raised when all others have ended: their calls are paid for.
    """
    waiting: Iterator[Job[R]] = iter(jobs)
    outcomes: dict[str, Outcome[R]] = {}
    defects: list[Exception] = []

    async def worker() -> None:
        for job in waiting:
            scope = job.caller.scope
            try:
                outcomes[scope] = await _run(job)
            except Exception as defect:  # noqa: BLE001  # raised below, when the others have ended
                defect.add_note(f"in the job {scope!r}")
                defects.append(defect)
                continue
            if ended is not None:
                ended(scope, outcomes[scope])

    async with asyncio.TaskGroup() as group:
        for _ in range(at_once):
            group.create_task(worker())
    if defects:
        raise ExceptionGroup("defects in jobs; the others ran to their end", defects)
    return outcomes


async def _run(job: Job[R]) -> Outcome[R]:
    try:
        with job.caller.journal.scope(job.caller.scope):
            return Finished(await drive(job.steps(), job.caller))
    except TcsalgbenchError as error:
        return Errored(error)
