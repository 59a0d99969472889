"""Blocking: all that belongs to a challenge is there: the parts of its anatomy, the whole target, every hypothesis of it."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from tcsalgbench.challenges.case import Case
from tcsalgbench.challenges.draft import SLOTS
from tcsalgbench.challenges.model import Challenge, Finding, Slot

_ONCE: tuple[Slot, ...] = ("title", "source", "task", "statement", "closing")


def check(challenge: Challenge, case: Case) -> Iterator[Finding]:
    """What is missing, double, or out of order."""
    count = Counter(piece.slot for piece in challenge.pieces)
    for slot in _ONCE:
        if count[slot] != 1:
            yield _blocking(f"there is no {slot}" if not count[slot] else f"there are {count[slot]} pieces for the {slot}")
    places = [SLOTS.index(piece.slot) for piece in challenge.pieces]
    if any(before > after for before, after in pairwise(places)):
        yield _blocking("the pieces are not in the order of the anatomy")
    target = case.nodes.get(challenge.target)
    if target is None:
        yield _blocking(f"the paper has no statement {challenge.target}")
        return
    for place, piece in enumerate(challenge.pieces):
        span = piece.origin.span
        if piece.slot != "statement":
            continue
        if piece.node != target.id or span is None:
            yield _blocking("the statement is not the target", place)
        elif (span.file, span.start, span.end) != (target.body.file, target.body.start, target.body.end):
            yield _blocking("the statement is not the whole target", place)
    supposed = {piece.node for piece in challenge.pieces if piece.slot == "hypothesis"}
    for hypothesis in target.hypotheses:
        if hypothesis.node is not None and hypothesis.node in case.nodes and hypothesis.node not in supposed:
            yield _blocking(f"the hypothesis {case.nodes[hypothesis.node].printed} is missing")
    included = {piece.node for piece in challenge.pieces}
    for id_ in challenge.definition_ids:
        if id_ not in included:
            yield _blocking(f"the definition {id_} is missing")


def _blocking(detail: str, piece: int | None = None) -> Finding:
    return Finding(check="whole", blocking=True, detail=detail, piece=piece)
