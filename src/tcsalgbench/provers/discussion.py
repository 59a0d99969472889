"""`discussion`: iterations of decider, prover and verifier over one bounded history, with a strategy summary between them."""

from tcsalgbench.calls import Steps
from tcsalgbench.provers.ending import CallsSpent, Ending, ending
from tcsalgbench.provers.goal import Attempt
from tcsalgbench.provers.roles import DECIDER, PROVER, VERIFIER
from tcsalgbench.provers.workflow import Case, workflow


@workflow("discussion", "iterations of decider, prover and verifier, with a summary between", (DECIDER, PROVER, VERIFIER))
def discussion(case: Case) -> Steps[Ending]:
    """Attempts at the root until one closes it; a concession before anything was tried in an iteration is the last word."""
    attempt = case.attempt_at_root()
    last: Attempt | None = None
    try:
        for number in range(1, case.settings.iterations + 1):
            place = f"iter{number}/"
            last = yield from attempt.rounds(place, decides=True)
            if last.end in ("proved", "refuted", "gap") or (last.end == "conceded" and last.rounds == 0):
                break
            if number < case.settings.iterations:
                yield from attempt.summarise(place, f"iteration {number}")
    except CallsSpent:
        last = None
    return ending(last, attempt.history, case.settings)
