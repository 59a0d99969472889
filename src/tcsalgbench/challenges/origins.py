"""A piece and its source: the text is always the source with the edits applied, and can only be changed by an edit."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tcsalgbench.challenges.model import Edit, Origin, Piece, Slot, SpanRecord
from tcsalgbench.errors import TcsalgbenchError
from tcsalgbench.tex.source import decode


class BadEdit(TcsalgbenchError):
    """An edit that cannot be applied: it would leave the invariant, or its place is not there."""

    slug = "bad-edit"


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of a piece's text: from the source (`edit` None), or put there by an edit. Bytes count within the span."""

    text: str
    start: int
    end: int
    edit: Edit | None


def segments(edits: Sequence[Edit], source: bytes) -> tuple[Segment, ...]:
    """The stretches of the text, in order; edits must be in order, apart from each other, and inside the source."""
    found, at = [], 0
    for edit in edits:
        if not at <= edit.start <= edit.end <= len(source):
            raise BadEdit(f"the edit of bytes {edit.start} to {edit.end} is out of order, or outside its passage")
        if edit.start > at:
            found.append(Segment(decode(source[at : edit.start]), at, edit.start, None))
        found.append(Segment(edit.text, edit.start, edit.end, edit))
        at = edit.end
    if at < len(source):
        found.append(Segment(decode(source[at:]), at, len(source), None))
    return tuple(found)


def apply_edits(edits: Sequence[Edit], source: bytes) -> str:
    """The source with the edits applied."""
    return "".join(segment.text for segment in segments(edits, source))


def source_of(files: Mapping[str, bytes], span: SpanRecord) -> bytes:
    """The bytes of a span; a span that is not there is an error of the piece."""
    data = files.get(span.file)
    if data is None or not 0 <= span.start <= span.end <= len(data):
        raise BadEdit(f"there are no bytes {span.start} to {span.end} in {span.file}")
    return data[span.start : span.end]


def holds(piece: Piece, files: Mapping[str, bytes]) -> bool:
    """Whether the piece is what its origin says."""
    origin = piece.origin
    if origin.kind in ("background", "editorial"):
        return origin.span is None and not origin.edits
    if origin.span is None or origin.kind != ("rewritten" if origin.edits else "quoted"):
        return False
    try:
        return apply_edits(origin.edits, source_of(files, origin.span)) == piece.text
    except BadEdit:
        return False


def quoted(files: Mapping[str, bytes], slot: Slot, span: SpanRecord, node: str | None = None, call: str | None = None) -> Piece:
    """A piece that is this span."""
    return Piece(slot=slot, node=node, text=decode(source_of(files, span)), origin=Origin(kind="quoted", span=span, call=call))


def rewritten(piece: Piece, files: Mapping[str, bytes], start: int, end: int, text: str, reason: str) -> Piece:
    """The piece with characters `[start, end)` of its text replaced; edits that are touched become part of the new one."""
    span = piece.origin.span
    if span is None:
        raise BadEdit("only what comes from the source can be edited")
    if not 0 <= start <= end <= len(piece.text):
        raise BadEdit(f"there are no characters {start} to {end} in the piece")
    source = source_of(files, span)
    parts = segments(piece.origin.edits, source)
    begins = [0]
    for part in parts:
        begins.append(begins[-1] + len(part.text))
    hit = _touched(parts, begins, start, end)
    if not hit:
        raise BadEdit("the place of the edit is not in the text")
    low, high = parts[hit[0]], parts[hit[-1]]
    head, tail = start - begins[hit[0]], end - begins[hit[-1]]
    edit = Edit(
        start=low.start if low.edit else _byte(low, source, head),
        end=high.end if high.edit else _byte(high, source, tail),
        text=f"{low.text[:head] if low.edit else ''}{text}{high.text[tail:] if high.edit else ''}",
        reason=reason,
    )
    kept = [part.edit for place, part in enumerate(parts) if part.edit is not None and place not in hit]
    edits = tuple(sorted((*kept, edit), key=lambda one: (one.start, one.end)))
    changed = apply_edits(edits, source)
    if changed != piece.text[:start] + text + piece.text[end:]:
        raise BadEdit("the edit cannot be told from its neighbours")
    return piece.model_copy(
        update={"text": changed, "origin": piece.origin.model_copy(update={"kind": "rewritten", "edits": edits})}
    )


def _touched(parts: Sequence[Segment], begins: Sequence[int], start: int, end: int) -> list[int]:
    """The stretches that the characters `[start, end)` reach into; an insertion goes where the source is, if it can."""
    places = range(len(parts))
    if start < end:
        return [at for at in places if begins[at] < end and start < begins[at + 1]]
    around = [at for at in places if begins[at] <= start <= begins[at + 1]]
    return sorted(around, key=lambda at: (parts[at].edit is not None, at))[:1]


def _byte(segment: Segment, source: bytes, characters: int) -> int:
    """The byte of the span at which so many characters of the stretch have passed."""
    data = source[segment.start : segment.end]
    for encoding in ("utf-8", "latin-1"):
        before = segment.text[:characters].encode(encoding, "replace")
        if data.startswith(before) and segment.text.encode(encoding, "replace") == data:
            return segment.start + len(before)
    raise BadEdit("the passage holds bytes that are no text")
