"""The simple form in which others write a challenge down: an id, a statement, and what else they know."""

from datetime import date
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, StringConstraints

from tcsalgbench.challenges.model import Challenge, Existence, Finding, Origin, PaperRef, Piece, Slot
from tcsalgbench.challenges.safe_tex import is_balanced, reaching_out
from tcsalgbench.papers.record import Area

TASK = "Prove the statement below."
CLOSING = "Prove the statement from what is given above. State every standard result that you use."


def _texts(value: Any) -> Any:  # noqa: ANN401 - what a file may hold
    return [value] if isinstance(value, str) else value


Text = Annotated[str, StringConstraints(strip_whitespace=True)]
Texts = Annotated[tuple[Text, ...], BeforeValidator(_texts)]


class ForeignChallenge(BaseModel):
    """A record. All texts are LaTeX; a field that may hold several texts takes one, or a list."""

    model_config = ConfigDict(frozen=True, extra="ignore", coerce_numbers_to_str=False)
    id: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]
    statement: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
    title: Text = ""
    task: Text = TASK
    notation: Texts = ()
    definitions: Texts = ()
    protocol: Texts = ()
    context: Texts = ()
    hypotheses: Texts = ()
    free_variables: Texts = ()
    closing: Text = CLOSING
    intuition: Text = ""
    printed: Text = ""
    source: Text = ""
    paper_id: Text = ""
    paper_title: Text = ""
    version: Text = ""
    authors: Texts = ()
    licence: Text | None = None
    source_url: Text | None = None
    area: Area | None = None
    first_version_date: date | None = None

    def challenge(self, imported_from: str) -> Challenge:
        """The record as a challenge: every text an imported piece, which no source can be held against."""
        pieces = tuple(_piece(slot, text) for slot, texts in self._slots() for text in texts if text)
        findings = tuple(_findings(pieces))
        return Challenge(
            id=self.id,
            paper=self._paper(),
            target=self.printed or self.id,
            printed=self.printed,
            status="review" if findings else "ready",
            pieces=pieces,
            intuition=self.intuition,
            existence=Existence(changed=False, reason="Imported as it stands."),
            findings=findings,
            imported_from=imported_from,
        )

    def _slots(self) -> tuple[tuple[Slot, tuple[str, ...]], ...]:
        return (
            ("title", (self.title,)),
            ("source", (self.source,)),
            ("task", (self.task,)),
            ("notation", self.notation),
            ("definition", self.definitions),
            ("protocol", self.protocol),
            ("context", self.context),
            ("hypothesis", self.hypotheses),
            ("statement", (self.statement,)),
            ("free_variables", self.free_variables),
            ("closing", (self.closing,)),
        )

    def _paper(self) -> PaperRef:
        return PaperRef(
            id=self.paper_id or self.id,
            version=self.version,
            title=self.paper_title,
            authors=self.authors,
            licence=self.licence,
            source_url=self.source_url,
            digest="",
            area=self.area,
            first_version_date=self.first_version_date,
        )


KNOWN = tuple(ForeignChallenge.model_fields)
_ABOUT = frozenset({"title", "source", "task", "closing"})


def _piece(slot: Slot, text: str) -> Piece:
    return Piece(slot=slot, text=text, origin=Origin(kind="editorial" if slot in _ABOUT else "imported"))


def _findings(pieces: tuple[Piece, ...]) -> list[Finding]:
    """What a reviewer should see before a prover does."""
    found = []
    for number, piece in enumerate(pieces):
        command = reaching_out(piece.text)
        if command is not None:
            detail = f"{command} has no place in a challenge; it is shown as text."
            found.append(Finding(check="import", blocking=False, detail=detail, piece=number))
        elif not is_balanced(piece.text):
            detail = "The braces do not balance; LaTeX would not compile it."
            found.append(Finding(check="import", blocking=False, detail=detail, piece=number))
    return found
