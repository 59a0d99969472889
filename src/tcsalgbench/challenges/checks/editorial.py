"""Blocking: what code writes for the reader (task, source, free variables, note, closing) is what code wrote."""

from collections.abc import Iterator

from tcsalgbench.challenges.case import Case
from tcsalgbench.challenges.model import Challenge, Finding
from tcsalgbench.challenges.passes.select import CLOSING, TASK
from tcsalgbench.challenges.rewriting import is_note
from tcsalgbench.challenges.sourcing import source_text


def check(challenge: Challenge, case: Case) -> Iterator[Finding]:
    """A file can be changed by hand; a task or a closing instruction is no place for a hypothesis."""
    target = case.nodes.get(challenge.target)
    if target is None:
        return
    if challenge.paper != case.paper:
        yield _finding("what it says of its paper is not what is known of that paper")
    wanted = {
        "task": TASK,
        "closing": CLOSING,
        "free_variables": ", ".join(target.free_variables),
        "source": source_text(case.paper, target.printed, challenge.pieces, challenge.existence),
    }
    for place, piece in enumerate(challenge.pieces):
        if piece.origin.kind != "editorial":
            continue
        name = piece.slot.replace("_", " ")
        if piece.slot in wanted and piece.text != wanted[piece.slot]:
            yield _finding(f"what stands for the {name} is not what code writes there", place)
        if piece.slot == "existence_note" and not is_note(piece.text):
            yield _finding(f"what stands for the {name} is not what code writes there", place)


def _finding(detail: str, piece: int | None = None) -> Finding:
    return Finding(check="editorial", blocking=True, detail=detail, piece=piece)
