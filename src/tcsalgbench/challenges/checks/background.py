"""Blocking: what a model wrote as background is textbook in form: no claim, no result, no formula of the target, no secret."""

from collections.abc import Iterator

from tcsalgbench.challenges.case import Case
from tcsalgbench.challenges.draft import Draft
from tcsalgbench.challenges.model import Challenge, Finding
from tcsalgbench.challenges.passes.background import content_refusal

_NEVER_OURS = ("definition", "hypothesis", "protocol", "statement", "notation")


def check(challenge: Challenge, case: Case) -> Iterator[Finding]:
    """Judge every generated piece again, from the final text alone."""
    if challenge.target not in case.nodes:
        return
    draft = Draft(challenge.target, challenge.pieces, challenge.definition_ids)
    for place, piece in enumerate(challenge.pieces):
        if piece.origin.kind == "background":
            why = content_refusal(case, draft, piece.text)
            if why is not None:
                yield Finding(check="background", blocking=True, detail=f"generated background: {why}", piece=place)
        elif piece.origin.kind == "editorial" and piece.slot in _NEVER_OURS:
            detail = f"the {piece.slot} is mathematics without a source"
            yield Finding(check="background", blocking=True, detail=detail, piece=place)
