"""The proof in a terminal, each paragraph with what was said about it."""

from collections.abc import Iterator

from tcsalgbench.judging.text import plain
from tcsalgbench.judging.verdict import Verdict, paragraphs


def proof_lines(verdict: Verdict) -> Iterator[str]:
    """Every line of the proof behind a bar, and below its paragraph the notes on it."""
    if verdict.organised is None:
        yield "  It did not go to the vote."
        return
    for paragraph in paragraphs(verdict.organised, verdict.votes):
        yield ""
        yield from (f"  │ {line}" for line in plain(paragraph.text).strip().split("\n"))
        for note in paragraph.notes:
            mark = {"good": "✓", "bad": "✗"}.get(note.kind, "?")
            yield f"    {mark} {_flat(note.head)}{f': {_flat(note.text)}' if note.text else ''}"
            if note.quote:
                yield f"      «{_flat(note.quote)}»"


def _flat(text: str) -> str:
    return " ".join(plain(text).split())
