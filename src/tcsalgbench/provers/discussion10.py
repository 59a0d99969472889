"""`discussion-10`: prover and verifier alternate in one loop, which the first acceptance ends; no decider, no disproof."""

import contextlib

from tcsalgbench.calls import Steps
from tcsalgbench.provers.ending import CallsSpent, Ending, ending
from tcsalgbench.provers.goal import Attempt
from tcsalgbench.provers.roles import PROVER, VERIFIER
from tcsalgbench.provers.workflow import Case, workflow


@workflow("discussion-10", "prover and verifier alternate, at most ten rounds", (PROVER, VERIFIER))
def discussion_10(case: Case) -> Steps[Ending]:
    """One attempt at the root; `rounds` is ten unless set otherwise."""
    attempt = case.attempt_at_root()
    last: Attempt | None = None
    with contextlib.suppress(CallsSpent):
        last = yield from attempt.rounds("", decides=False)
    return ending(last, attempt.history, case.settings)
