"""A limit is one on the whole work: an interruption, however often it happens, gives nobody a fresh cap."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tcsalgbench.calls import (
    Answer,
    Budget,
    Errored,
    FileJournal,
    Finished,
    Job,
    Limits,
    Outcome,
    Price,
    Reply,
    Request,
    Usage,
    drive_all,
)
from tcsalgbench.errors import BudgetSpent, ConnectionLost
from tests.support import Scripted, always, ask, caller, channel, in_turn, said, worker

DEAR = Price(input=1_000_000, output=2_000_000)  # a dollar, and two, a token


def test_a_limit_counts_what_was_spent_before_an_interruption(tmp_path: Path) -> None:
    async def spend(names: list[str]) -> int:
        journal = FileJournal(tmp_path / "journal", "plain")
        one = caller(journal, channel(always(said("yes"))), budgets=(Budget(Limits(calls=3)),))
        try:
            for name in names:
                await one.ask(ask(name))
        finally:
            journal.close()
        return one.meter.of("prover").calls

    assert asyncio.run(spend(["a", "b"])) == 2
    with pytest.raises(BudgetSpent):
        asyncio.run(spend(["a", "b", "c", "d"]))
    assert asyncio.run(spend(["a", "b", "c"])) == 3


def resumed(folder: Path, model: Scripted, budget: Budget, names: str) -> Outcome[list[Answer[Any]]]:
    """A job in a process of its own, as far as the journal can tell."""
    journal = FileJournal(folder, "plain")
    job = Job(
        worker(journal, replace(channel(model), price=DEAR), budgets=(budget,)), lambda: in_turn([ask(name) for name in names])
    )
    try:
        return asyncio.run(drive_all([job]))["run"]
    finally:
        journal.close()


def killed_in(folder: Path, name: str) -> None:
    """A process that was killed while it waited for an answer."""
    journal = FileJournal(folder, "plain")
    with journal.scope("run"):
        journal.begin("run", ask(name), "test/model", 1)
    journal.close()


def test_calls_lost_with_a_killed_process_count_as_the_mean_of_their_role(tmp_path: Path) -> None:
    model, first, second = always(said("yes")), Budget(Limits()), Budget(Limits())
    resumed(tmp_path, model, first, "ab")
    assert first.spent.dollars == 2 * (10 + 2 * 5)
    killed_in(tmp_path, "c")
    resumed(tmp_path, model, second, "ab")
    assert (second.spent.calls, second.spent.dollars) == (3, 60)


def test_kills_without_end_cannot_spend_more_than_the_cap(tmp_path: Path) -> None:
    bound = len("You are the prover.") + len("Prove it.") + 2 * 100  # dollars that one call may cost at most
    for _ in range(3):
        killed_in(tmp_path, "a")
    model = always(said("yes"))
    spent = resumed(tmp_path, model, Budget(Limits(dollars=4 * bound - 1)), "a")
    assert isinstance(spent, Errored)
    assert isinstance(spent.error, BudgetSpent)
    assert model.asked == []
    assert isinstance(resumed(tmp_path, model, Budget(Limits(dollars=4 * bound)), "a"), Finished)


def test_attempts_of_earlier_processes_that_may_have_been_billed_count_too(tmp_path: Path) -> None:
    async def breaks_once(request: Request[object], draw: int) -> Reply:
        if len(model.asked) == 1:
            raise ConnectionLost("cut")
        return said("yes")

    model = Scripted(breaks_once)
    live, later = Budget(Limits()), Budget(Limits())
    resumed(tmp_path, model, live, "a")
    resumed(tmp_path, model, later, "a")
    assert live.spent.calls == later.spent.calls == 2
    assert later.spent.dollars == 2 * 20  # the mean is known by now


def test_an_answer_without_counts_is_charged_again_when_it_is_replayed(tmp_path: Path) -> None:
    model = always(replace(said("yes"), usage=Usage(known=False)))
    live, later = Budget(Limits()), Budget(Limits())
    resumed(tmp_path, model, live, "a")
    resumed(tmp_path, model, later, "a")
    assert live.spent == later.spent
    assert later.spent.dollars > 0
