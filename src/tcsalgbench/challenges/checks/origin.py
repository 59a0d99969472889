"""Blocking: every piece is what its origin says; the statement is the whole target; nothing withheld is quoted."""

from collections.abc import Iterator

from tcsalgbench.challenges.case import INTERMEDIATE, Case
from tcsalgbench.challenges.model import Challenge, Finding, Piece
from tcsalgbench.challenges.origins import holds
from tcsalgbench.challenges.passes.strip import defines_only, is_display


def check(challenge: Challenge, case: Case) -> Iterator[Finding]:
    """False quotations, and quotations from what must not show."""
    for place, piece in enumerate(challenge.pieces):
        if not holds(piece, case.files):
            yield Finding(check="quotation", blocking=True, detail=f"{_named(piece)} is not what its source says", piece=place)
            continue
        span = piece.origin.span
        if span is None or piece.slot == "notation":
            continue
        owner = case.overlaps(span, challenge.target)
        if owner is not None and not _may_stay(piece, case):
            yield Finding(check="leak", blocking=True, detail=f"{_named(piece)} is quoted from {owner}", piece=place)
        node = case.nodes.get(piece.node or "")
        if piece.node is not None and node is None:
            detail = f"{_named(piece)} claims to be {piece.node}, which the paper does not have"
            yield Finding(check="quotation", blocking=True, detail=detail, piece=place)
        elif node is not None and not _inside(piece, case):
            yield Finding(check="quotation", blocking=True, detail=f"{_named(piece)} does not stand in {node.id}", piece=place)


def _may_stay(piece: Piece, case: Case) -> bool:
    node = case.nodes.get(piece.node or "")
    if node is not None and node.kind in INTERMEDIATE:
        return piece.slot == "definition" and defines_only(piece.text)
    return piece.slot == "definition" and is_display(piece)


def _inside(piece: Piece, case: Case) -> bool:
    node, span = case.nodes[piece.node or ""], piece.origin.span
    return span is not None and span.file == node.body.file and node.body.start <= span.start and span.end <= node.body.end


def _named(piece: Piece) -> str:
    return f"the {piece.slot.replace('_', ' ')}{f' {piece.node}' if piece.node else ''}"
