"""Asking: once paid, found after; faults tried again; refusals not; nothing of a key anywhere."""

import asyncio
import traceback
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tcsalgbench.calls import Budget, FileJournal, Limits, Price, Reply, Request, Retry, Secrets, Stop, Usage
from tcsalgbench.calls.history import calls_of, lost_on
from tcsalgbench.errors import (
    BudgetSpent,
    ClientFailed,
    ConnectionLost,
    Overloaded,
    ProviderFault,
    RateLimited,
    Rejected,
    ServerFault,
    Stopped,
    TimedOut,
)
from tests.support import FAST, Scripted, Verdict, always, ask, caller, channel, echo, said, shard_of, worker


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[FileJournal]:
    opened = FileJournal(tmp_path, "plain")
    yield opened
    opened.close()


def failing(faults: list[ProviderFault], then: Reply) -> Scripted:
    waiting = list(faults)

    async def answer(request: Request[Any], draw: int) -> Reply:
        if waiting:
            raise waiting.pop(0)
        return then

    return Scripted(answer)


def test_an_answer_is_paid_for_once(journal: FileJournal) -> None:
    model = echo()
    first = asyncio.run(caller(journal, channel(model)).ask(ask("a")))
    again = caller(journal, channel(model))
    assert asyncio.run(again.ask(ask("a"))) == first
    assert len(model.asked) == 1
    assert (again.meter.of("prover").calls, again.meter.of("prover").replayed) == (1, 1)


def test_votes_and_seeds_have_draws_of_their_own(journal: FileJournal) -> None:
    model = echo()

    async def votes() -> set[str | None]:
        callers = [caller(journal, channel(model), f"seed{seed}", seed=seed) for seed in (1, 2)]
        return {(await one.ask(ask(f"vote{number}"))).value for one in callers for number in (1, 2, 3)}

    assert len(asyncio.run(votes())) == 6
    assert len({draw for _, draw in model.asked}) == 6


@pytest.mark.parametrize("kind", [RateLimited, Overloaded, ServerFault, TimedOut, ConnectionLost])
def test_a_fault_that_may_pass_is_tried_again_and_recorded_as_waste(journal: FileJournal, kind: type[ProviderFault]) -> None:
    one = caller(journal, channel(failing([kind("once"), kind("twice")], said("at last"))))
    assert asyncio.run(one.ask(ask("a"))).value == "at last"
    (call,) = calls_of(journal.shards())
    assert [(fault.kind, fault.attempt) for fault in call.lost_attempts] == [(kind.slug, 1), (kind.slug, 2)]
    assert one.meter.of("prover").faults == {kind.slug: 2}
    assert one.meter.of("prover").calls == 1


def test_a_fault_that_does_not_pass_errs_after_the_last_attempt(journal: FileJournal) -> None:
    model = failing([Overloaded("still full")] * 9, said("never"))
    with pytest.raises(Overloaded, match="still full"):
        asyncio.run(caller(journal, channel(model)).ask(ask("a")))
    assert len(model.asked) == FAST.attempts
    (call,) = calls_of(journal.shards())
    assert call.fate == "failed"


def test_a_rejected_request_is_not_tried_again(journal: FileJournal) -> None:
    model = failing([Rejected("no such deployment")] * 9, said("never"))
    with pytest.raises(Rejected):
        asyncio.run(caller(journal, channel(model)).ask(ask("a")))
    assert len(model.asked) == 1


def test_no_answer_in_time_is_a_time_out(journal: FileJournal) -> None:
    async def sleep(request: Request[Any], draw: int) -> Reply:
        await asyncio.sleep(60)
        return said("too late")

    patience = Retry(attempts=2, first_wait=0.001, longest_wait=0.001, timeout=0.01)
    with pytest.raises(TimedOut, match=r"no answer within 0\.01 s"):
        asyncio.run(caller(journal, channel(Scripted(sleep), retry=patience)).ask(ask("a")))


@pytest.mark.parametrize("end", ["refused", "truncated"])
def test_a_refused_or_truncated_reply_is_kept_and_not_redrawn(journal: FileJournal, end: Any) -> None:  # noqa: ANN401
    model = always(said("half", end))
    answer = asyncio.run(caller(journal, channel(model)).ask(ask("a", form=Verdict)))
    assert (answer.end, answer.value, len(model.asked)) == (end, None, 1)


def test_a_malformed_reply_is_repaired_by_one_call_which_replays_too(journal: FileJournal) -> None:
    async def answer(request: Request[Any], draw: int) -> Reply:
        return said('{"verdict": "fail"}' if request.name.endswith("#repair") else "I would say: fail")

    model = Scripted(answer)
    first = asyncio.run(caller(journal, channel(model)).ask(ask("a", form=Verdict)))
    assert first.value == Verdict(verdict="fail")
    assert len(first.replies) == 2
    assert asyncio.run(caller(journal, channel(model)).ask(ask("a", form=Verdict))) == first
    assert len(model.asked) == 2


def test_a_model_that_answers_garbage_for_ever_costs_two_calls_and_is_malformed(journal: FileJournal) -> None:
    model = always(said("garbage"))
    answer = asyncio.run(caller(journal, channel(model)).ask(ask("a", form=Verdict)))
    assert (answer.end, answer.value, len(model.asked)) == ("malformed", None, 2)
    assert answer.why is not None
    assert answer.why == "it is not one JSON document"


def test_a_key_in_a_providers_complaint_reaches_neither_journal_nor_error(journal: FileJournal, tmp_path: Path) -> None:
    key = "topsecretvalue123"
    model = failing([Rejected(f"Incorrect API key provided: {key}")], said("never"))
    one = caller(journal, channel(model), secrets=Secrets.of({"SOME_API_KEY": key}))
    with pytest.raises(Rejected) as caught:
        asyncio.run(one.ask(ask("a")))
    assert key not in str(caught.value)
    assert "Incorrect API key provided" in str(caught.value)
    assert key.encode() not in shard_of(tmp_path).read_bytes()


def test_a_budget_stops_new_calls_but_not_the_replay_of_old_ones(journal: FileJournal) -> None:
    model = echo()
    budget = Budget(Limits(calls=1))
    one = caller(journal, channel(model), budgets=(budget,))
    asyncio.run(one.ask(ask("a")))
    with pytest.raises(BudgetSpent):
        asyncio.run(one.ask(ask("b")))
    assert asyncio.run(one.ask(ask("a"))).end == "answered"
    assert len(model.asked) == 1


def test_an_attempt_that_may_have_been_billed_is_charged_and_one_that_was_not_is_not(journal: FileJournal) -> None:
    for fault, charged in ((Overloaded("full"), 0), (ConnectionLost("cut"), 1)):
        budget = Budget(Limits(calls=50))
        model = failing([fault], said("x"))
        asyncio.run(caller(journal, channel(model), fault.slug, budgets=(budget,)).ask(ask("a")))
        assert budget.spent.calls == 1 + charged


def test_a_cancelled_call_is_recorded_and_charged(journal: FileJournal) -> None:
    async def hang(request: Request[Any], draw: int) -> Reply:
        await asyncio.sleep(60)
        return said("never")

    budget = Budget(Limits(calls=5))

    async def cancel() -> None:
        task = asyncio.create_task(caller(journal, channel(Scripted(hang)), budgets=(budget,)).ask(ask("a")))
        await asyncio.sleep(0.01)
        task.cancel()
        await asyncio.wait([task])

    asyncio.run(cancel())
    (call,) = calls_of(journal.shards())
    assert (call.fate, call.faults[0].kind, budget.spent.calls, budget.reserved.calls) == ("failed", "cancelled", 1, 0)


def test_a_stop_lets_calls_under_way_end_and_begins_no_new_one(journal: FileJournal) -> None:
    stop = Stop()

    async def slow(request: Request[Any], draw: int) -> Reply:
        stop.now()
        await asyncio.sleep(0.01)
        return said("finished")

    model = Scripted(slow)
    one = caller(journal, channel(model), stop=stop)
    assert asyncio.run(one.ask(ask("a"))).value == "finished"
    with pytest.raises(Stopped):
        asyncio.run(one.ask(ask("b")))
    assert len(model.asked) == 1


def test_a_stop_ends_the_wait_between_two_attempts(journal: FileJournal) -> None:
    stop = Stop()

    async def fail(request: Request[Any], draw: int) -> Reply:
        stop.now()
        raise Overloaded("full")

    patient = Retry(attempts=5, first_wait=3600, longest_wait=3600)
    waiting = caller(journal, channel(Scripted(fail), retry=patient), stop=stop)
    with pytest.raises(Stopped):
        asyncio.run(asyncio.wait_for(waiting.ask(ask("a")), 5))


def test_after_a_stop_nothing_waits_for_a_closed_gate(journal: FileJournal) -> None:
    stop = Stop()

    async def fail(request: Request[Any], draw: int) -> Reply:
        stop.now()
        raise Overloaded("full", retry_after=3600)

    with pytest.raises(Stopped):
        asyncio.run(asyncio.wait_for(caller(journal, channel(Scripted(fail)), stop=stop).ask(ask("a")), 5))


def test_a_name_asked_twice_at_once_is_a_defect_and_not_a_second_bill(journal: FileJournal) -> None:
    async def slow(request: Request[Any], draw: int) -> Reply:
        await asyncio.sleep(0.01)
        return said("x")

    model = Scripted(slow)
    one = caller(journal, channel(model))

    async def both() -> list[object]:
        return list(await asyncio.gather(one.ask(ask("a")), one.ask(ask("a")), return_exceptions=True))

    ended = asyncio.run(both())
    assert sum(isinstance(end, ValueError) for end in ended) == 1
    assert len(model.asked) == 1


def test_a_call_in_a_scope_that_was_not_entered_is_a_defect(journal: FileJournal) -> None:
    with pytest.raises(ValueError, match="was not entered"):
        asyncio.run(worker(journal, channel(echo())).ask(ask("a")))


def test_a_model_that_costs_money_is_not_asked_without_fsync(journal: FileJournal) -> None:
    model = echo()
    with pytest.raises(ValueError, match="costs money"):
        asyncio.run(caller(journal, replace(channel(model), costs_money=True)).ask(ask("a")))
    assert model.asked == []


def test_an_odd_reply_of_a_client_is_recorded_and_charged_all_the_same(journal: FileJournal) -> None:
    odd = Reply("stop", "text", Usage(-5, 7, 10.0, None))  # type: ignore[arg-type]  # what a careless client may do
    one = caller(journal, channel(always(odd)))
    answer = asyncio.run(one.ask(ask("a")))
    assert answer.end == "truncated"  # an end that we do not know is no complete answer
    assert answer.replies[0].usage == Usage(0, 0, 10, 0)
    assert journal.find("run", ask("a"), "test/model") == answer.replies[0]


def test_an_error_that_the_client_does_not_know_is_an_infrastructure_error_clean_of_keys(journal: FileJournal) -> None:
    async def fail(request: Request[Any], draw: int) -> Reply:
        raise KeyError("unheard of: topsecretvalue123")

    budget = Budget(Limits(calls=9))
    secrets = Secrets.of({"MY_KEY": "topsecretvalue123"})
    with pytest.raises(ClientFailed, match="KeyError") as caught:
        asyncio.run(caller(journal, channel(Scripted(fail)), budgets=(budget,), secrets=secrets).ask(ask("a")))
    assert "topsecretvalue123" not in "".join(traceback.format_exception(caught.value))
    (call,) = calls_of(journal.shards())
    assert (call.fate, budget.spent.calls) == ("failed", 1)


def test_a_stop_between_two_attempts_leaves_no_phantom_charge(journal: FileJournal) -> None:
    stop = Stop()

    async def fail(request: Request[Any], draw: int) -> Reply:
        stop.now()
        raise Overloaded("full")

    with pytest.raises(Stopped):
        asyncio.run(caller(journal, channel(Scripted(fail)), stop=stop).ask(ask("a")))
    (call,) = calls_of(journal.shards())
    assert call.fate == "failed"
    assert lost_on(journal.shards(), "run", lambda role: Price()).calls == 0


def test_a_call_cancelled_while_it_is_made_durable_is_paid_for(tmp_path: Path) -> None:
    journal = FileJournal(tmp_path / "paid", "fsync")
    budget = Budget(Limits(calls=5))

    async def cancel_in_fsync() -> None:
        one = caller(journal, channel(always(said("x"))), budgets=(budget,))
        task = asyncio.create_task(one.ask(ask("a")))
        for _ in range(1000):
            if any(call.fate == "answered" for call in calls_of(journal.shards())):
                break
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])

    asyncio.run(cancel_in_fsync())
    assert budget.spent.calls == 1
    journal.close()


def test_a_time_out_of_the_client_itself_is_one_too(journal: FileJournal) -> None:
    async def fail(request: Request[Any], draw: int) -> Reply:
        raise TimeoutError

    patience = Retry(attempts=1, timeout=None)
    with pytest.raises(TimedOut, match=r"no answer\."):
        asyncio.run(caller(journal, channel(Scripted(fail), retry=patience)).ask(ask("a")))
