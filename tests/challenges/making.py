"""Challenges for tests: of the bundled papers, and small ones made up."""

from tcsalgbench.challenges.model import Challenge, Existence, Origin, OriginKind, PaperRef, Piece, Slot
from tcsalgbench.samples import expected_challenges, sample_names


def sample_challenges() -> dict[str, Challenge]:
    return {one.id: one for name in sample_names() for one, _ in expected_challenges(name)}


def piece(slot: Slot, text: str, kind: OriginKind = "editorial") -> Piece:
    return Piece(slot=slot, text=text, origin=Origin(kind=kind))


def challenge(*pieces: Piece, id_: str = "made/up", **more: object) -> Challenge:
    paper = PaperRef(
        id="made",
        version="v1",
        title="Made Up",
        authors=("A. Author",),
        licence=None,
        digest="",
        area=None,
        first_version_date=None,
    )
    whole = Challenge(
        id=id_,
        paper=paper,
        target="thm:a",
        printed="Theorem 1",
        status="ready",
        pieces=pieces,
        existence=Existence(changed=False, reason=""),
    )
    return whole.model_copy(update=more)
