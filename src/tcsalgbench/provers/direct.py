"""`direct`: one call of the prover, without critique; it reads snippets only."""

from dataclasses import replace

from tcsalgbench.calls import Steps
from tcsalgbench.provers.attempt import confidence_of
from tcsalgbench.provers.ending import Ending
from tcsalgbench.provers.roles import PROVER
from tcsalgbench.provers.workflow import Case, workflow


@workflow("direct", "one call of the prover, without critique", (PROVER,))
def direct(case: Case) -> Steps[Ending]:
    """What the one call brings, or why it brings nothing."""
    library = "none" if case.settings.library == "none" else "snippets"
    attempt = replace(case, settings=case.settings.model_copy(update={"library": library})).attempt_at_root()
    said = yield from attempt.argue("", "proof")
    if said is None:
        return Ending("exhausted", "the one call brought no argument")
    if said.outcome == "gap":
        return Ending("conceded", "specification gap", review=(f"the prover sees a specification gap: {said.argument}",))
    if said.outcome == "concede":
        return Ending("conceded", said.strategy_summary)
    if case.settings.submit == "closed-only":
        return Ending("exhausted", "nobody accepts a direct answer, and only what was accepted is submitted")
    return Ending("submitted", proof=said.argument, confidence=confidence_of(said))
