"""The checks: what blocks holds a challenge, with its reasons; what is for review is shown. The two are kept apart."""

from collections.abc import Callable, Iterator
from typing import TypeAlias

from tcsalgbench.challenges.case import Case
from tcsalgbench.challenges.checks import (
    added,
    background,
    editorial,
    edits,
    existence,
    headline,
    leaks,
    mathematics,
    needed,
    origin,
    review,
    tex,
    whole,
)
from tcsalgbench.challenges.model import Challenge, Finding, Status

Check: TypeAlias = Callable[[Challenge, Case], Iterator[Finding]]

BLOCKING: tuple[Check, ...] = (
    origin.check,
    whole.check,
    mathematics.check,
    existence.check,
    background.check,
    leaks.check,
    tex.check,
    edits.check,
    added.check,
    needed.blocking,
    editorial.check,
)
FOR_REVIEW: tuple[Check, ...] = (review.check, needed.for_review, headline.check)


def findings(challenge: Challenge, case: Case) -> tuple[Finding, ...]:
    """All that the checks find, what blocks first."""
    blocking = [found for check in BLOCKING for found in check(challenge, case)]
    shown = [found for check in FOR_REVIEW for found in check(challenge, case)]
    return tuple(dict.fromkeys((*blocking, *shown)))


def status_of(found: tuple[Finding, ...]) -> Status:
    """Held by anything that blocks, ready where there is nothing at all."""
    if any(one.blocking for one in found):
        return "held"
    return "review" if found else "ready"
