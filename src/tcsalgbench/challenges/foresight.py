"""Answers of the usual form and size, for a forecast: what a paper would take in calls and tokens."""

from collections.abc import Callable
from typing import Any

from tcsalgbench.calls import Request
from tcsalgbench.challenges.case import HEADLINE, Case
from tcsalgbench.challenges.roles import (
    Access,
    Background,
    Backgrounds,
    Containment,
    Headline,
    Matches,
    Missing,
    NameMatches,
    Rewrite,
    Selection,
    SymbolMatches,
)

# Output tokens of a usual answer of a model that reasons, by the form of the answer.
_TOKENS: dict[type, int] = {
    Selection: 3_000,
    Containment: 2_000,
    Matches: 800,
    Backgrounds: 1_200,
    SymbolMatches: 1_000,
    Access: 1_200,
    NameMatches: 600,
    Rewrite: 2_500,
}
USUAL_TARGETS = 3


def typical(case: Case) -> Callable[[Request[Any]], tuple[object, int]]:
    """A model that picks the first theorems with a proof, finds a term open, and rewrites nothing."""
    theorems = [node for node in case.graph.nodes if node.kind in HEADLINE and node.proof is not None and not node.informal_of]
    theorems.sort(key=lambda node: node.kind != "theorem")
    defined = [node.id for node in case.graph.nodes if node.kind == "definition"]
    most = min(USUAL_TARGETS, case.bounds.targets)
    chosen = Selection(
        main_theorems=[
            Headline(
                theorem_id=node.id,
                title=node.printed,
                definition_ids=defined[:6],
                context_ids=[],
                context_rewordings=[],
                intuition="What it claims.",
            )
            for node in theorems[:most]
        ]
    )
    gap = Missing(term="a term of the trade", why_needed="it is used", add_id=None, replaces=None)
    values: dict[type, object] = {
        Selection: chosen,
        Containment: Containment(complete=False, missing=[gap]),
        Matches: Matches(matches=[]),
        Backgrounds: Backgrounds(entries=[Background(term=0, standard=False, definition="")]),
        SymbolMatches: SymbolMatches(matches=[]),
        Access: Access(interactive=False, ids=[], reason="fixed objects"),
        NameMatches: NameMatches(matches=[]),
        Rewrite: Rewrite(
            changed=False,
            reason="it names no construction",
            edits=[],
            unsafe=False,
            unsafe_reason=None,
            scoping_clause=None,
            designed=None,
            black_box=None,
        ),
    }

    def answer(request: Request[Any]) -> tuple[object, int]:
        form = next(base for base in values if issubclass(request.answer, base))  # a small model has short forms of these
        return values[form], min(_TOKENS[form], request.max_output)

    return answer
