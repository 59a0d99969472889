"""Many generators at once, one runner."""

import asyncio
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tcsalgbench.calls import Errored, FileJournal, Finished, Job, Reply, Request, Steps, drive, drive_all
from tcsalgbench.calls.history import calls_of
from tcsalgbench.errors import InUse, Overloaded
from tests.support import Scripted, ask, caller, channel, echo, in_turn, said, worker


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
    jobs = [Job(worker(journal, to, f"run {n}"), lambda: in_turn([ask("a"), ask("b")])) for n in range(1000)]
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
    jobs = [Job(worker(journal, to, name), partial(in_turn, [ask(name)])) for name in ("good", "bad", "fine")]
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
    jobs: list[Job[Any]] = [Job(worker(journal, channel(model), "broken"), broken)]
    jobs += [Job(worker(journal, channel(model), f"run {n}"), lambda: in_turn([ask("a")])) for n in range(5)]
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
            outcomes = await drive_all([Job(worker(journal, channel(Scripted(slow))), lambda: in_turn([ask("a")]))])
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


def test_no_place_at_all_is_refused_rather_than_running_nothing(journal: FileJournal) -> None:
    with pytest.raises(ValueError, match="at_once"):
        asyncio.run(drive_all([Job(worker(journal, channel(echo())), lambda: in_turn([ask("a")]))], at_once=0))


def test_a_display_that_breaks_takes_no_paid_call_with_it(journal: FileJournal) -> None:
    async def slow(request: Request[Any], draw: int) -> Reply:
        await asyncio.sleep(0 if request.name == "quick" else 0.05)
        return said(request.name)

    def broken(scope: str, outcome: object) -> None:
        raise BrokenPipeError

    to = channel(Scripted(slow))
    jobs = [Job(worker(journal, to, name), partial(in_turn, [ask(name)])) for name in ("quick", "slow", "never begun")]
    with pytest.raises(ExceptionGroup):
        asyncio.run(drive_all(jobs, at_once=2, ended=broken))
    assert {call.scope: call.fate for call in calls_of(journal.shards())} == {"quick": "answered", "slow": "answered"}


def test_a_client_that_cancels_itself_is_a_fault_and_no_job_is_lost(journal: FileJournal) -> None:
    async def cancel(request: Request[Any], draw: int) -> Reply:
        raise asyncio.CancelledError

    to = channel(Scripted(cancel))
    jobs = [Job(worker(journal, to, f"run {n}"), lambda: in_turn([ask("a")])) for n in range(5)]
    outcomes = asyncio.run(drive_all(jobs, at_once=2))
    assert [type(outcome) for outcome in outcomes.values()] == [Errored] * 5


def test_steps_that_go_on_when_closed_do_not_hide_why(journal: FileJournal) -> None:
    def stubborn() -> Steps[None]:
        try:
            yield ask("a")
        except GeneratorExit:
            yield ask("b")

    async def fail(request: Request[Any], draw: int) -> Reply:
        raise Overloaded("full")

    with pytest.raises(Overloaded):
        asyncio.run(drive(stubborn(), caller(journal, channel(Scripted(fail)))))
