import asyncio
from pathlib import Path

import pytest

from tcsalgbench.calls import Budget, FileJournal, Limits
from tcsalgbench.errors import BudgetSpent
from tests.support import always, ask, caller, channel, said


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
