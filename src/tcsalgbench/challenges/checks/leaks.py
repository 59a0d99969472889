"""Blocking: no words or formulas of the withheld proof, a stripped result or a removed algorithm; no name of a construction."""

from collections.abc import Iterator

from tcsalgbench.challenges.case import Case
from tcsalgbench.challenges.mentions import pseudocode
from tcsalgbench.challenges.model import Challenge, Finding, Piece


def check(challenge: Challenge, case: Case) -> Iterator[Finding]:
    """Texts that models wrote or chose freely are compared with what is withheld; statement and definitions may say theirs."""
    if challenge.target not in case.nodes:
        return
    secrets = case.secrets(challenge.target, challenge.pieces, frozenset(challenge.definition_ids))
    for told in secrets.found_in(challenge.intuition):
        yield Finding(check="leak", blocking=True, detail=f"the intuition {told}")
    if case.constructions.mentions(challenge.intuition):
        yield Finding(check="leak", blocking=True, detail="the intuition names a construction of the paper")
    for place, piece in enumerate(challenge.pieces):
        name = f"the {piece.slot.replace('_', ' ')}"
        for text in _free(piece):
            for told in secrets.found_in(text, quoted=piece.origin.kind == "quoted"):
                yield Finding(check="leak", blocking=True, detail=f"{name} {told}", piece=place)
        if piece.slot in ("source", "notation"):
            continue
        for start, end in case.constructions.mentions(piece.text)[:1]:
            detail = f"{name} names a construction of the paper: {piece.text[start:end]!r}"
            yield Finding(check="construction", blocking=True, detail=detail, piece=place)
        if pseudocode(piece.text):
            yield Finding(check="construction", blocking=True, detail=f"{name} shows pseudocode", piece=place)


def _free(piece: Piece) -> Iterator[str]:
    """What of a piece is not bound to the statement or a definition of the source."""
    if (
        piece.origin.kind == "background"
        or (piece.origin.kind == "editorial" and piece.slot in ("title", "existence_note"))
        or (piece.node is None and piece.slot in ("context", "definition", "protocol"))
    ):
        yield piece.text
    else:
        for edit in piece.origin.edits:
            if not edit.reason.startswith(("pass 5", "pass 8")):
                yield edit.text
