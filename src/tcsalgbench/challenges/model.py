"""A challenge as it lies on disk: pieces, each with its origin, and the record of how they came to be."""

from datetime import date
from typing import Literal

from pydantic import BaseModel, ConfigDict

from tcsalgbench.papers.record import Area
from tcsalgbench.workspace import Schema

# "imported" is what a challenge made elsewhere says, taken as it stands: there is no source to compare it with.
OriginKind = Literal["quoted", "rewritten", "background", "editorial", "imported"]
# The anatomy of a challenge, in its order.
Slot = Literal[
    "title",
    "source",
    "task",
    "notation",
    "definition",
    "protocol",
    "context",
    "hypothesis",
    "statement",
    "existence_note",
    "free_variables",
    "closing",
]
Status = Literal["ready", "review", "held"]


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class SpanRecord(_Record):
    """`[start, end)` in bytes of a file of the source."""

    file: str
    start: int
    end: int


class Edit(_Record):
    """Bytes `[start, end)` of the span are replaced by `text`."""

    start: int
    end: int
    text: str
    reason: str


class Origin(_Record):
    """Where a piece comes from. Quoted and rewritten pieces have a span; the text is the source with the edits applied."""

    kind: OriginKind
    span: SpanRecord | None = None
    edits: tuple[Edit, ...] = ()
    call: str | None = None  # the name of the model call that said so


class Piece(_Record):
    """A piece of a challenge. `node` is the node of the graph it belongs to, if it belongs to one."""

    slot: Slot
    node: str | None = None
    text: str
    origin: Origin


class Existence(_Record):
    """What pass 10 did: was the statement rewritten as an existence claim, is a black box at risk, what fences it off."""

    changed: bool
    reason: str
    unsafe: bool = False
    unsafe_reason: str | None = None
    scoping_clause: str | None = None


class Finding(_Record):
    """What a check found. `blocking` holds the challenge; the others are shown to the reviewer."""

    check: str
    blocking: bool
    detail: str
    piece: int | None = None


class PassRecord(_Record):
    """What one pass did: what it changed, why, which calls said so."""

    name: str
    changes: tuple[str, ...] = ()
    calls: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


class PaperRef(_Record):
    """The exact version a challenge comes from."""

    id: str
    version: str
    title: str
    authors: tuple[str, ...]
    licence: str | None
    source_url: str | None = None
    digest: str
    area: Area | None
    first_version_date: date | None


class Challenge(_Record):
    """A challenge. `intuition` is for people: provers and voters never see it. `withheld` are the nodes that must not show."""

    id: str
    paper: PaperRef
    target: str
    printed: str
    status: Status
    pieces: tuple[Piece, ...]
    intuition: str = ""
    definition_ids: tuple[str, ...] = ()
    withheld: tuple[str, ...] = ()
    existence: Existence
    gaps: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    records: tuple[PassRecord, ...] = ()
    models: tuple[str, ...] = ()
    prompts: dict[str, str] = {}
    imported_from: str | None = None

    def texts(self, *slots: Slot) -> tuple[str, ...]:
        """The texts of these slots, in order."""
        return tuple(piece.text for piece in self.pieces if piece.slot in slots)


class Withheld(_Record):
    """What a challenge withholds, kept apart from it: the proof of the target, and the lemmas and algorithms taken out."""

    challenge: str
    proof: str
    stripped: dict[str, str]  # node → its text, statement and proof


CHALLENGE = Schema(Challenge, version=1)
WITHHELD = Schema(Withheld, version=1)
