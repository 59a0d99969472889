"""The line that says where a challenge comes from, and what was adapted."""

from collections.abc import Iterable

from tcsalgbench.challenges.labels import SAYS_DROPPED, SAYS_LABEL, SAYS_NUMBER
from tcsalgbench.challenges.model import Existence, PaperRef, Piece


def source_text(paper: PaperRef, printed: str, pieces: Iterable[Piece], existence: Existence) -> str:
    """Where the challenge comes from, and what was adapted: read off the edits, so that none goes unsaid."""
    *first, last = paper.authors or ("authors whom the source does not name",)
    authors = f"{', '.join(first)} and {last}" if first else last
    version = f"{paper.id}, {paper.version}; licence {paper.licence or 'not known'}"
    adapted = adaptations(pieces, existence)
    return f"From {authors}, ``{paper.title}'' ({version}), {printed}. Adapted: {adapted or 'nothing'}."


def adaptations(pieces: Iterable[Piece], existence: Existence) -> str:
    """What was adapted, in words."""
    reasons = [edit.reason for piece in pieces for edit in piece.origin.edits]
    labels = []
    if any(reason in (SAYS_LABEL, SAYS_NUMBER, SAYS_DROPPED) for reason in reasons):
        labels.append("references show the printed labels of the source")
    if SAYS_NUMBER in reasons:
        labels.append("labelled equations keep their printed numbers")
    if SAYS_DROPPED in reasons:
        labels.append("internal labels are dropped")
    listed = labels[0] if len(labels) == 1 else f"{', '.join(labels[:-1])}, and {labels[-1]}" if labels else ""
    parts = [listed] if listed else []
    if any(reason.startswith("pass 1:") for reason in reasons):
        parts.append("a phrase of the context was changed")
    if any(reason.startswith("pass 8") for reason in reasons):
        parts.append("assumptions go by one name")
    if existence.changed:
        clause = " with a scoping clause" if existence.scoping_clause else ""
        parts.append(f"the statement became an existence claim{clause}")
    return "; ".join(parts)
