"""Blocking: every edit is one that its pass could have made, in the part of a challenge where that pass works."""

import re
from collections.abc import Iterator

from tcsalgbench.challenges.case import Case
from tcsalgbench.challenges.comparing import compared, edits_of
from tcsalgbench.challenges.model import Challenge, Edit, Finding, Piece
from tcsalgbench.challenges.origins import BadEdit, source_of
from tcsalgbench.challenges.passes.existence import SAYS_SCOPE
from tcsalgbench.challenges.wording import rewording_refusal
from tcsalgbench.tex.compare import same_text
from tcsalgbench.tex.source import decode

_NAMED_PASSES = ("pass 1", "pass 8", "pass 10")
_SAYS_ASSUMPTION = re.compile(r"(?i)\b(?:assumptions?|conditions?|hypothes[ie]s)\b|\([AHC]\d+\)")
_LONGEST_MENTION = 10  # words


def check(challenge: Challenge, case: Case) -> Iterator[Finding]:
    """Judge where and what was edited, whatever was said of it."""
    printed = {node.printed for node in case.graph.nodes if node.kind == "assumption"}
    for place, piece in enumerate(challenge.pieces):
        if piece.origin.span is None or not piece.origin.edits:
            continue
        try:
            source = source_of(case.files, piece.origin.span)
            sides = compared(piece, case, _NAMED_PASSES)
        except BadEdit:
            continue  # the check of quotations says it
        for detail in (
            *_out_of_place(piece),
            *_rewordings(piece, source),
            *_renames(piece, source, printed),
            *_clauses(piece, source),
        ):
            yield Finding(check="edits", blocking=True, detail=detail, piece=place)
        if not same_text(sides.before, sides.after):
            detail = f"words of the {piece.slot.replace('_', ' ')} were changed where only references may be"
            yield Finding(check="edits", blocking=True, detail=detail, piece=place)


def _out_of_place(piece: Piece) -> Iterator[str]:
    if piece.slot == "notation":
        yield "a macro of the source was edited"
    if piece.slot != "context" and _of_pass(piece, 1):
        yield f"the {piece.slot.replace('_', ' ')} was reworded, and only context may be"
    if piece.slot != "statement" and _of_pass(piece, 10):
        yield f"the {piece.slot.replace('_', ' ')} was rewritten, and only the statement may be"


def _rewordings(piece: Piece, source: bytes) -> Iterator[str]:
    for edit in _of_pass(piece, 1):
        before = decode(source[edit.start : edit.end])
        why = rewording_refusal(before, edit.text)
        if why is not None:
            yield f"{before!r} became {edit.text!r}: {why}"


def _renames(piece: Piece, source: bytes, printed: set[str]) -> Iterator[str]:
    for edit in _of_pass(piece, 8):
        before = decode(source[edit.start : edit.end])
        named = _SAYS_ASSUMPTION.search(before) and len(before.split()) <= _LONGEST_MENTION and "$" not in before
        if not named or edit.text not in printed:
            yield f"{before!r} became {edit.text!r}, which is no other name of an assumption"


def _clauses(piece: Piece, source: bytes) -> Iterator[str]:
    for edit in edits_of(piece, SAYS_SCOPE):
        if source[edit.end :].strip(b" \t\r\n.;"):
            yield "the scoping clause does not stand at the end of the statement"


def _of_pass(piece: Piece, number: int) -> tuple[Edit, ...]:
    return tuple(edit for edit in piece.origin.edits if re.match(rf"pass {number}(?!\d)", edit.reason))
