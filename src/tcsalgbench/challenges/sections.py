"""The anatomy of a challenge for people: its sections in order, and the line that says where it comes from."""

from tcsalgbench.challenges.model import Challenge, OriginKind, Slot

# The title and the source line stand above these.
SECTIONS: tuple[tuple[str | None, tuple[Slot, ...]], ...] = (
    (None, ("task",)),
    ("Notation", ("notation",)),
    ("Definitions", ("definition",)),
    ("Interaction protocol", ("protocol",)),
    ("Context", ("context",)),
    ("Hypotheses", ("hypothesis",)),
    ("Statement", ("statement",)),
    ("Note", ("existence_note",)),
    ("Free variables", ("free_variables",)),
    (None, ("closing",)),
)

ORIGINS: dict[OriginKind, str] = {
    "quoted": "quoted from the source",
    "rewritten": "rewritten from the source",
    "background": "background, added",
    "editorial": "written for the challenge",
    "imported": "imported as it stands",
}


def source_line(challenge: Challenge) -> str:
    """Source, exact version, licence, what was adapted; for an imported challenge at least where it was taken from."""
    written = " ".join(challenge.texts("source"))
    if written:
        return written
    paper = challenge.paper
    authors = f"{' and '.join(paper.authors)}, " if paper.authors else ""
    version = f"{paper.id}, {paper.version}" if paper.version else paper.id
    licence = f"licence {paper.licence}" if paper.licence else "licence not stated"
    taken = f" Imported from {challenge.imported_from}." if challenge.imported_from else ""
    return f"From {authors}{paper.title or 'a work without a title'} ({version}; {licence}).{taken}"
