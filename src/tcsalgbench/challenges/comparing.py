"""A piece beside its source: both with references printed, and with what a pass was allowed to replace left out of both."""

import re
from dataclasses import dataclass

from tcsalgbench.challenges.case import Case
from tcsalgbench.challenges.labels import printed_text
from tcsalgbench.challenges.model import Edit, Piece
from tcsalgbench.challenges.origins import segments, source_of

LEFT_OUT = " § "
_TAG = re.compile(r"\\tag\*?\s*\{[^{}]*\}|\\label\s*\{[^{}]*\}")


@dataclass(frozen=True, slots=True)
class Compared:
    """The two sides."""

    before: str
    after: str


def compared(piece: Piece, case: Case, exempt: tuple[str, ...] = ("pass 8", "pass 10")) -> Compared:
    """`exempt` begins the reasons of the edits that are judged elsewhere. The tags that pass 5 sets are no mathematics."""
    if piece.origin.span is None:
        return Compared(piece.text, piece.text)
    before, after = [], []
    source = source_of(case.files, piece.origin.span)
    for segment in segments(piece.origin.edits, source):
        if segment.edit is None:
            before.append(segment.text)
            after.append(segment.text)
        elif segment.edit.reason.startswith(exempt):
            before.append(LEFT_OUT)
            after.append(LEFT_OUT)
        else:
            before.append(source[segment.start : segment.end].decode("utf-8", "replace"))
            after.append(segment.text)
    return Compared(_TAG.sub("", printed_text("".join(before), case.printed)), _TAG.sub("", "".join(after)))


def edits_of(piece: Piece, reason: str) -> tuple[Edit, ...]:
    """The edits of one pass."""
    return tuple(edit for edit in piece.origin.edits if edit.reason.startswith(reason))
