"""A draft of a challenge on its way through the passes: what stands in it, what is open, what holds it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import get_args

from tcsalgbench.challenges.model import Existence, Finding, PassRecord, Piece, Slot

SLOTS: tuple[Slot, ...] = get_args(Slot)
UNTOUCHED = Existence(changed=False, reason="Pass 10 has not run.")


@dataclass(frozen=True, slots=True)
class Gap:
    """A term that nothing in the draft explains, and where it is needed."""

    term: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Draft:
    """What the passes hand on. `held` are reasons that a pass found; the checks add theirs at the end."""

    target: str
    pieces: tuple[Piece, ...] = ()
    definition_ids: tuple[str, ...] = ()
    intuition: str = ""
    open: tuple[Gap, ...] = ()
    held: tuple[Finding, ...] = ()
    review: tuple[Finding, ...] = ()
    records: tuple[PassRecord, ...] = ()
    existence: Existence = UNTOUCHED
    removed: tuple[str, ...] = ()  # nodes that a pass took out again: stripped statements, algorithms
    passed: tuple[str, ...] = field(default=())

    def texts(self, *slots: Slot) -> tuple[str, ...]:
        """The texts of these slots, in order."""
        return tuple(piece.text for piece in self.pieces if piece.slot in slots)

    def place(self, slot: Slot) -> int:
        """The place of the first piece of a slot; -1 where there is none."""
        return next((place for place, piece in enumerate(self.pieces) if piece.slot == slot), -1)

    @property
    def statement(self) -> Piece:
        """The target as it stands now."""
        return self.pieces[self.place("statement")]

    def with_piece(self, place: int, piece: Piece) -> "Draft":
        """The draft with one piece in the place of another."""
        return replace(self, pieces=(*self.pieces[:place], piece, *self.pieces[place + 1 :]))

    def with_statement(self, piece: Piece) -> "Draft":
        """The draft with its target in another form."""
        return self.with_piece(self.place("statement"), piece)

    def holding(self, check: str, *details: str) -> "Draft":
        """The draft with reasons that hold it."""
        return replace(self, held=(*self.held, *(Finding(check=check, blocking=True, detail=one) for one in details)))

    def for_review(self, check: str, *details: str) -> "Draft":
        """The draft with what a reviewer should see."""
        return replace(self, review=(*self.review, *(Finding(check=check, blocking=False, detail=one) for one in details)))


@dataclass(slots=True)
class Log:
    """What a pass does, as it does it."""

    name: str
    changes: list[str] = field(default_factory=list)
    calls: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def end(self, draft: Draft) -> Draft:
        """The draft with the record of the pass. A pass that comes back (the check after pass 10) adds to its record."""
        record = PassRecord(name=self.name, changes=tuple(self.changes), calls=tuple(self.calls), notes=tuple(self.notes))
        return replace(draft, records=(*draft.records, record), passed=(*draft.passed, self.name))


def in_order(pieces: Iterable[Piece], positions: "Positions") -> tuple[Piece, ...]:
    """Pieces in the order of the anatomy; within a slot generated ones first, then in the order of the source.

    Hypotheses keep the order in which they were given, since that is the order of the statement.
    """

    def key(piece: Piece) -> tuple[int, int, tuple[int, int]]:
        slot = SLOTS.index(piece.slot)
        if piece.slot == "hypothesis" or piece.origin.span is None:
            return slot, 0, (0, 0)
        return slot, 1, positions.of(piece.origin.span.file, piece.origin.span.start)

    return tuple(sorted(pieces, key=key))


@dataclass(frozen=True, slots=True)
class Positions:
    """The order in which the stretches of the source are content."""

    order: Sequence[tuple[str, int, int]]

    def of(self, file: str, start: int) -> tuple[int, int]:
        """Where a byte comes; what is in no stretch (the preamble) comes first, by its place in the file."""
        for place, (name, begin, end) in enumerate(self.order):
            if name == file and begin <= start < end:
                return place, start
        return -1, start
