"""Many generators at once, one runner."""

import asyncio
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tcsalgbench.calls import Errored, FileJournal, Finished, Job, Reply, Request, Steps, drive, drive_all
from tcsalgbench.errors import InUse, Overloaded
from tests.support import Scripted, ask, caller, channel, echo, in_turn, said


@pytest.fixture
def journal(tmp_path: Path) -> FileJournal:
    return FileJournal(tmp_path, "plain")


def test_steps_are_sent_the_answers_to_what_they_yield(journal: FileJournal) -> None:
    answers = asyncio.run(drive(in_turn([ask("a"), ask("b")]), caller(journal, channel(echo()))))
    assert [str(answer.value).split(":")[0] for answer in answers] == ["a", "b"]


def test_steps_that_ask_nothing_return_at_once(journal: FileJournal) -> None:
    assert asyncio.run(drive(in_turn([]), caller(journal, channel(echo())))) == []


def test_a_thousand_jobs_run_side_by_side(journal: FileJournal) -> None:
    most = inside = 0

    async def slow(request: Request[Any], draw: int) -> Reply:
        nonlocal most, inside
        inside += 1
        most = max(most, inside)
        await asyncio.sleep(0.01)
        inside -= 1
        return said(request.name)

    to = channel(Scripted(slow))
    jobs = [Job(caller(journal, to, f"run {n}"), lambda: in_turn([ask("a"), ask("b")])) for n in range(1000)]
    outcomes = asyncio.run(drive_all(jobs))
    assert len(outcomes) == 1000
    assert all(isinstance(outcome, Finished) for outcome in outcomes.values())
    assert most >= 64


def test_a_job_whose_provider_fails_is_errored_and_the_others_are_not_disturbed(journal: FileJournal) -> None:
    async def some_fail(request: Request[Any], draw: int) -> Reply:
        if request.name == "bad":
            raise Overloaded("full")
        return said("x")

    to = channel(Scripted(some_fail))
    jobs = [Job(caller(journal, to, name), partial(in_turn, [ask(name)])) for name in ("good", "bad", "fine")]
    outcomes = asyncio.run(drive_all(jobs, at_once=2))
    assert isinstance(outcomes["bad"], Errored)
    assert isinstance(outcomes["bad"].error, Overloaded)
    assert [name for name, outcome in outcomes.items() if isinstance(outcome, Finished)] == ["good", "fine"]


def test_a_defect_in_one_job_is_raised_after_the_others_have_ended(journal: FileJournal) -> None:
    def broken() -> Steps[None]:
        yield ask("a")
        raise ZeroDivisionError

    model = echo()
    ended: list[str] = []
    jobs: list[Job[Any]] = [Job(caller(journal, channel(model), "broken"), broken)]
    jobs += [Job(caller(journal, channel(model), f"run {n}"), lambda: in_turn([ask("a")])) for n in range(5)]
    with pytest.raises(ExceptionGroup) as caught:
        asyncio.run(drive_all(jobs, at_once=1, ended=lambda scope, outcome: ended.append(scope)))
    assert isinstance(caught.value.exceptions[0], ZeroDivisionError)
    assert "in the job 'broken'" in caught.value.exceptions[0].__notes__
    assert len(ended) == 5


def test_the_same_scope_twice_at_once_is_refused(journal: FileJournal) -> None:
    async def slow(request: Request[Any], draw: int) -> Reply:
        await asyncio.sleep(0.01)
        return said("x")

    async def twice() -> None:
        with journal.scope("run"):
            outcomes = await drive_all([Job(caller(journal, channel(Scripted(slow))), lambda: in_turn([ask("a")]))])
        outcome = outcomes["run"]
        assert isinstance(outcome, Errored)
        assert isinstance(outcome.error, InUse)

    asyncio.run(twice())


def test_steps_are_closed_when_their_caller_fails(journal: FileJournal) -> None:
    closed = []

    def steps() -> Steps[None]:
        try:
            yield ask("a")
        finally:
            closed.append(True)

    async def fail(request: Request[Any], draw: int) -> Reply:
        raise Overloaded("full")

    with pytest.raises(Overloaded):
        asyncio.run(drive(steps(), caller(journal, channel(Scripted(fail)))))
    assert closed == [True]
