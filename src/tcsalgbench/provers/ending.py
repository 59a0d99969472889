"""How a run ends, by one rule of submission for all workflows, and the limit on calls that ends a search."""

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, TypeVar

from tcsalgbench.calls import Answer, Request, Steps
from tcsalgbench.provers.attempt import confidence_of
from tcsalgbench.provers.goal import Attempt
from tcsalgbench.provers.history import History
from tcsalgbench.provers.model import RunEnd
from tcsalgbench.provers.settings import Settings

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Ending:
    """What a run leaves. `review` says why a person should look at the challenge."""

    end: RunEnd
    why: str | None = None
    proof: str | None = None
    accepted: bool = False
    confidence: float | None = None
    review: tuple[str, ...] = ()


class CallsSpent(Exception):
    """The search has made as many calls as it may; thrown into its steps, which end with what they have."""


def ending(last: Attempt | None, history: History, settings: Settings) -> Ending:
    """The one rule: what was accepted; else the last complete direct argument, said not to be accepted; else nothing.

    A refutation is never submitted, and a specification gap is never a proof: both are for a person to look at.
    """
    if last is not None and last.end == "proved":
        return Ending("submitted", proof=last.argument, accepted=True, confidence=last.confidence)
    if last is not None and last.end == "refuted":
        why = "the verifier accepted a disproof of the statement"
        return Ending("conceded", why, review=(f"{why}: {last.argument}",))
    if last is not None and last.end == "gap":
        why = "specification gap"
        return Ending("conceded", why, review=(f"{why}: {last.why}",))
    if history.complete is not None and settings.submit == "last":
        said = history.complete.argument
        return Ending("submitted", proof=said.argument, confidence=confidence_of(said), why="not accepted by the verifier")
    if last is not None and last.end == "conceded":
        return Ending("conceded", last.why)
    return Ending("exhausted", "the search ended without an argument to submit" if last is None else last.why)


def within(steps: Steps[R], most: int | None) -> Generator[Request[Any], Answer[Any], R]:
    """The steps, told to end before a call that would be one too many. A repair belongs to its call."""
    made = 0
    try:
        request = next(steps)
        while True:
            if most is not None and made >= most:
                request = steps.throw(CallsSpent())
            answer = yield request
            made += len(answer.replies)
            request = steps.send(answer)
    except StopIteration as end:
        result: R = end.value
        return result
