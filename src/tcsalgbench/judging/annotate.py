"""The proof as voters see it: beside each citation, set there by code, what the check found and the source's own words."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tcsalgbench.judging.model import Checked
from tcsalgbench.judging.text import plain
from tcsalgbench.prompts import Fence, Untrusted

_PARAGRAPH = re.compile(r"\n[ \t]*\n")


@dataclass(frozen=True, slots=True)
class Annotated:
    """The text, and a line for each annotation with the code that no other text can have."""

    text: str
    codes: tuple[str, ...]


def annotated(document: str, citations: Sequence[Checked], fence: Fence) -> Annotated:
    """Each check at the end of the paragraph that cites. Its code comes from a secret: a proof cannot forge it."""
    at: dict[int, list[str]] = {}
    codes = []
    for one in citations:
        check = Untrusted(f"check of citation {one.id}", _told(one))
        at.setdefault(_place(document, one.written), []).append(fence.around(check))
        codes.append(f"{one.id}: {one.outcome}, code {fence.code(check)}")
    pieces, last = [], 0
    for place in sorted(at):
        pieces += [document[last:place], "\n\n", "\n\n".join(at[place])]
        last = place
    return Annotated("".join((*pieces, document[last:])), tuple(codes))


def _told(one: Checked) -> str:
    lines = [f"Citation {one.id}: {one.outcome}."]
    lines += [f"Cited as: {' '.join(one.written.split())}"]
    if one.note:
        lines.append(one.note)
    if one.difference:
        lines.append(f"Difference: {one.difference}")
    if one.source is not None:
        lines.append(f"The source's own words ({one.reference}):\n{one.source}")
    return plain("\n".join(lines))


def _place(document: str, written: str) -> int:
    """The end of the paragraph that holds the citing words; the end of the document for words that are not found."""
    words = written.split()
    found = re.search(r"\s+".join(map(re.escape, words)), document) if words else None
    if found is None:
        return len(document)
    end = _PARAGRAPH.search(document, found.end())
    return len(document) if end is None else end.start()
