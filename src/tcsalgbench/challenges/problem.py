"""The problem of a challenge as provers and voters see it: all but the title page, and never the intuition."""

from tcsalgbench.challenges.model import Challenge, Slot

_HEADINGS: tuple[tuple[str, tuple[Slot, ...]], ...] = (
    ("Notation (LaTeX macros)", ("notation",)),
    ("Definitions", ("definition",)),
    ("Interaction protocol", ("protocol",)),
    ("Context", ("context",)),
    ("Hypotheses", ("hypothesis",)),
    ("Statement", ("statement",)),
    ("Note", ("existence_note",)),
    ("Free variables", ("free_variables",)),
)


def problem_text(challenge: Challenge) -> str:
    """The task, the definitions, the hypotheses, the statement, the closing instruction; deterministic, in LaTeX."""
    sections = [f"# {text}" for text in challenge.texts("title")]
    sections += challenge.texts("task")
    for heading, slots in _HEADINGS:
        texts = challenge.texts(*slots)
        if texts:
            sections.append("\n\n".join((f"## {heading}", *_items(slots, texts))))
    sections += challenge.texts("closing")
    return "\n\n".join(sections)


def _items(slots: tuple[Slot, ...], texts: tuple[str, ...]) -> tuple[str, ...]:
    if slots == ("notation",):
        return ("\n".join(texts),)
    if slots == ("hypothesis",):
        return tuple(f"- {text}" for text in texts)
    return texts
