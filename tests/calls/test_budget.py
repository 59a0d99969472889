"""Budgets: they hold under any interleaving, wait when waiting helps, and say why when it does not."""

import asyncio
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tcsalgbench.calls.budget import Budget, Cost, Limits, Price, Reservation, bound_of, cost_of
from tcsalgbench.calls.request import Usage
from tcsalgbench.calls.stop import Stop
from tcsalgbench.errors import BudgetSpent, BudgetTooSmall, Stopped
from tests.support import ask

STOP = Stop()
CALL = st.tuples(
    st.integers(0, 40),  # bound of output tokens
    st.floats(0, 1),  # share of it that is used
    st.sampled_from(["settle", "fail", "cancel"]),
    st.integers(0, 3),  # turns of the loop that it takes
)


@settings(max_examples=150, deadline=None)
@given(st.lists(CALL, max_size=25), st.integers(0, 120), st.integers(0, 30), st.integers(0, 2**16))
def test_a_budget_holds_under_any_interleaving(
    calls: list[tuple[int, float, str, int]], tokens: int, number: int, seed: int
) -> None:
    run, job = Budget(Limits(output_tokens=tokens), "the run"), Budget(Limits(calls=number), "the job")
    chance = random.Random(seed)

    def within() -> bool:
        held = run.spent + run.reserved
        return held.output_tokens <= tokens + 1e-6 and (job.spent + job.reserved).calls <= number + 1e-6

    async def one(bound: int, share: float, end: str, turns: int) -> Cost | None:
        for _ in range(chance.randrange(3)):
            await asyncio.sleep(0)
        try:
            async with Reservation((run, job), Cost(calls=1, output_tokens=bound), STOP) as held:
                for _ in range(turns):
                    assert within()
                    await asyncio.sleep(0)
                if end == "fail":
                    return None  # not settled: it cost nothing
                cost = Cost(calls=1, output_tokens=int(bound * share))
                held.settle(cost)
                return cost
        except BudgetSpent:
            return None

    async def everything() -> list[Cost]:
        tasks = [asyncio.create_task(one(*call)) for call in calls]
        for task, call in zip(tasks, calls, strict=True):
            if call[2] == "cancel":
                await asyncio.sleep(0)
                task.cancel()
        ended = await asyncio.wait_for(asyncio.gather(*tasks, return_exceptions=True), 10)
        return [cost for cost in ended if isinstance(cost, Cost)]

    paid = asyncio.run(everything())
    assert within()
    assert run.reserved == Cost() == job.reserved  # nothing is held when nothing is under way
    assert run.spent.output_tokens >= sum(cost.output_tokens for cost in paid)
    assert job.spent.calls <= len(calls)


def test_a_call_waits_while_others_may_still_leave_room() -> None:
    budget = Budget(Limits(output_tokens=100))

    async def two() -> list[str]:
        order = []

        async def one(name: str, pause: float) -> None:
            async with Reservation((budget,), Cost(calls=1, output_tokens=60), STOP) as held:
                order.append(f"{name} in")
                await asyncio.sleep(pause)
                held.settle(Cost(calls=1, output_tokens=30))
                order.append(f"{name} out")

        await asyncio.gather(one("a", 0.01), one("b", 0))
        return order

    assert asyncio.run(two()) == ["a in", "a out", "b in", "b out"]
    assert budget.spent == Cost(calls=2, output_tokens=60)


def test_one_call_above_the_limit_is_refused_at_once_with_what_to_do() -> None:
    async def enter() -> None:
        async with Reservation((Budget(Limits(dollars=1.0), "the study"),), Cost(calls=1, dollars=3.84), STOP):
            pass

    with pytest.raises(
        BudgetTooSmall, match=r"One call of the study may take up to 3.84 dollars.*can never fit.*Raise the limit"
    ):
        asyncio.run(enter())


def test_a_spent_budget_says_what_is_spent_and_how_to_go_on() -> None:
    budget = Budget(Limits(calls=5))
    budget.carry_cost(Cost(calls=5))

    async def enter() -> None:
        async with Reservation((budget,), Cost(calls=1), STOP):
            pass

    with pytest.raises(BudgetSpent, match=r"5 calls, leaves no room.*5 are spent.*raise the limit and run the same command"):
        asyncio.run(enter())


def test_time_is_a_limit_on_new_calls() -> None:
    async def enter() -> None:
        async with Reservation((Budget(Limits(seconds=0.0)),), Cost(calls=1), STOP):
            pass

    with pytest.raises(BudgetSpent, match="time limit"):
        asyncio.run(enter())


def test_sums_of_dollars_take_as_many_calls_as_the_cap_says() -> None:
    budget = Budget(Limits(dollars=0.3))

    async def thrice() -> None:
        for _ in range(3):
            async with Reservation((budget,), Cost(calls=1, dollars=0.1), STOP) as held:
                held.settle(Cost(calls=1, dollars=0.1))

    asyncio.run(thrice())
    assert budget.spent.calls == 3


def test_a_price_counts_cached_input_at_its_own_rate() -> None:
    usage = Usage(input=1_000_000, cached=400_000, output=100_000)
    assert Price(input=10, output=50, cached=1).of(usage) == pytest.approx(6 + 0.4 + 5)
    assert Price(input=10, output=50).of(usage) == pytest.approx(10 + 5)


def test_the_bound_of_a_call_is_above_anything_it_can_cost() -> None:
    request = ask("a", "Пусть x — число. " * 20, max_output=1000)
    bound = bound_of(request, Price(input=3, output=15))
    most = cost_of(Usage(input=request.prompt_bytes, output=1000), Price(input=3, output=15))
    assert bound == most
    assert bound.input_tokens > sum(len(part.text) for part in request.parts)


def test_budgets_given_in_different_orders_do_not_wait_for_each_other() -> None:
    one, other = Budget(Limits(calls=1)), Budget(Limits(calls=1))

    async def hold(budgets: tuple[Budget, ...]) -> None:
        async with Reservation(budgets, Cost(calls=1), STOP):
            await asyncio.sleep(0.001)

    async def many() -> None:
        await asyncio.wait_for(asyncio.gather(*(hold(pair) for pair in [(one, other), (other, one)] * 5)), 5)

    asyncio.run(many())


def test_a_stop_ends_the_wait_for_room() -> None:
    budget, stop = Budget(Limits(calls=1)), Stop()

    async def waits() -> None:
        async with Reservation((budget,), Cost(calls=1), stop):
            second = asyncio.create_task(budget.admit(Cost(calls=1), stop))
            await asyncio.sleep(0)
            stop.now()
            with pytest.raises(Stopped):
                await asyncio.wait_for(second, 5)
        assert budget.reserved == Cost()

    asyncio.run(waits())
