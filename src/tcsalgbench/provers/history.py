"""The shared discussion of a goal: a transcript that only grows, until it is compacted in one step."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from tcsalgbench.calls import Part
from tcsalgbench.calls.request import encode
from tcsalgbench.prompts import PromptBook, Untrusted
from tcsalgbench.provers.citing import cited_snippets
from tcsalgbench.provers.forms import Argument, Objection
from tcsalgbench.provers.goal import AttemptKind
from tcsalgbench.provers.shelf import Snippet, same, snippets_text

BYTES_A_TOKEN = 4


@dataclass(frozen=True, slots=True)
class Spoken:
    """An argument as it stands in the discussion."""

    number: int
    kind: AttemptKind
    argument: Argument

    @property
    def name(self) -> str:
        """How prompts speak of it."""
        return f"argument {self.number} ({'direct proof' if self.kind == 'proof' else 'disproof'})"


@dataclass(slots=True)
class History:
    """The discussion of one goal. Direct proofs and disproofs are kept apart: each has its latest argument, its objections.

    What is never cut: the latest argument of each kind, whole, with the snippets that it cites, and every objection that the
    verifier has not called settled. Of other snippets that came later, the newest stay. Older rounds shrink to their strategy
    summaries when the transcript passes `limit` tokens; rarely and in one step, so that between two compactions every prompt
    begins with the one before, byte for byte.
    """

    book: PromptBook
    limit: int
    turns: list[Part] = field(default_factory=list)
    latest: dict[AttemptKind, Spoken] = field(default_factory=dict)
    complete: Spoken | None = None  # the last complete direct argument: what is submitted where nothing was accepted
    compactions: int = 0
    _open: dict[int, tuple[AttemptKind, Objection]] = field(default_factory=dict)
    _lines: list[str] = field(default_factory=list)  # a strategy summary for each round that is over
    _snippets: list[Snippet] = field(default_factory=list)
    _spoken: int = 0
    _objections: int = 0
    _size: int = 0
    _size_after: int = 0

    def speak(self, kind: AttemptKind, argument: Argument) -> Spoken:
        """The prover has spoken."""
        self._spoken += 1
        before = self.latest.get(kind)
        if before is not None:
            self._lines.append(f"{before.name}: {before.argument.strategy_summary}")
        spoken = self.latest[kind] = Spoken(self._spoken, kind, argument)
        if kind == "proof" and argument.outcome == "argument":
            self.complete = spoken
        self._add(self._argument_turn(spoken))
        return spoken

    def object_to(self, spoken: Spoken, objections: Sequence[Objection], settled: Sequence[int], by: str = "verifier") -> None:
        """The argument was rejected; with what is wrong with it, and the older objections that it settles."""
        for number in settled:
            if number in self._open and self._open[number][0] == spoken.kind:
                del self._open[number]
        fresh = {}
        for objection in objections:
            self._objections += 1
            fresh[self._objections] = objection
            self._open[self._objections] = (spoken.kind, objection)
        if fresh:
            self._add(self.book.turn(Untrusted(f"objections to {spoken.name} by the {by}", _objections_text(fresh))))
        else:
            self.note(f"The {by} rejected {spoken.name} and gave no objections that can be read.")

    def concede(self, kind: AttemptKind, argument: Argument) -> None:
        """The prover gave an attempt up."""
        word = "direct proof" if kind == "proof" else "disproof"
        self._lines.append(f"conceded ({word}): {argument.strategy_summary}")
        self._add(self.book.turn(Untrusted(f"the prover concedes its {word}", argument.strategy_summary)))

    def summarise(self, label: str, summary: str) -> None:
        """A strategy summary of a longer stretch."""
        self._lines.append(f"{label}: {summary}")
        self._add(self.book.turn(Untrusted(f"strategy summary, {label}", summary)))

    def show(self, snippets: Sequence[Snippet]) -> None:
        """More of the library was looked up; it is appended, and never put into what stands before."""
        self._snippets += snippets
        self._add(self.book.turn(Untrusted("further snippets of the library", snippets_text(tuple(snippets)))))

    def read(self, what: str, asked: str, read: Snippet) -> None:
        """What the prover asked to read, and what it was given."""
        self._snippets.append(read)
        self._add(self.book.turn(Untrusted(what, f"{asked}\n\n{read.text}")))

    def stands(self, snippet: Snippet) -> bool:
        """Whether the snippet still stands in the transcript."""
        return any(same(one, snippet) for one in self._snippets)

    def note(self, text: str) -> None:
        """A turn in our own words."""
        self._add(Part.of("turn", text))

    def open_objections(self, kind: AttemptKind) -> dict[int, Objection]:
        """The objections that stand, by their numbers."""
        return {number: one for number, (of, one) in self._open.items() if of == kind}

    def compact(self) -> None:
        """Shrink older rounds to their summaries, if the transcript has grown past its limit.

        It must also have doubled since the last time: where what is never cut is large, compacting each round would gain
        nothing and spoil every prefix.
        """
        if self._size <= max(self.limit * BYTES_A_TOKEN, 2 * self._size_after):
            return
        self.compactions += 1
        self.turns, self._size = [], 0
        whole = self.limit * BYTES_A_TOKEN
        kept = _newest(self._lines, whole // 4)
        if kept:
            left_out = len(self._lines) - len(kept)
            missing = f" ({left_out} older ones are left out)" if left_out else ""
            self._add(self.book.turn(Untrusted(f"strategy summaries of earlier rounds{missing}", "\n\n".join(kept))))
        before, self._snippets = self._snippets, []
        staying = self._staying(before, whole // 8)
        if staying:
            self.show(staying)
        for kind, spoken in sorted(self.latest.items(), key=lambda one: one[1].number):
            self._add(self._argument_turn(spoken))
            standing = self.open_objections(kind)
            if standing:
                word = "direct proofs" if kind == "proof" else "disproofs"
                self._add(self.book.turn(Untrusted(f"objections to {word} that stand unresolved", _objections_text(standing))))
        self._size_after = self._size

    def _staying(self, snippets: Sequence[Snippet], most: int) -> list[Snippet]:
        """Those that a latest argument cites, and the newest of the others that fit, in their order."""
        cited = [one for spoken in self.latest.values() for one in cited_snippets(spoken.argument, snippets)]
        staying = []
        for snippet in reversed(snippets):
            if snippet not in cited:
                most -= len(snippet.text)
            if snippet in cited or most >= 0:
                staying.append(snippet)
        return staying[::-1]

    def _argument_turn(self, spoken: Spoken) -> Part:
        one = spoken.argument
        cites = "\n".join(f"- {cite.kind} {cite.name}: {cite.quote}" for cite in one.cites)
        cited = f"\n\nCites:\n{cites}" if cites else ""
        gap = "\n\n(The prover says that the statement has a specification gap.)" if one.outcome == "gap" else ""
        text = f"Sketch: {one.sketch}\n\n{one.argument}{cited}{gap}\n\nStrategy: {one.strategy_summary}"
        return self.book.turn(Untrusted(spoken.name, text))

    def _add(self, turn: Part) -> None:
        self.turns.append(turn)
        self._size += len(turn.text) if turn.text.isascii() else len(encode(turn.text))


def _objections_text(objections: dict[int, Objection]) -> str:
    return "\n\n".join(
        f"Objection {number}\nStep: {one.step}\nError: {one.error}\nRepair: {one.repair}" for number, one in objections.items()
    )


def _newest(lines: Sequence[str], most: int) -> list[str]:
    """The newest lines that fit, in their order; the last one always."""
    kept: list[str] = []
    for line in reversed(lines):
        most -= len(line)
        if kept and most < 0:
            break
        kept.append(line)
    return kept[::-1]
