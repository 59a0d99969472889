"""What a bad model may answer, one fault at a time, and what must become of each."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from tcsalgbench.calls import Request
from tcsalgbench.challenges.build import Built
from tests.challenges.expert import built

Caught = Literal["refused", "held", "shown"]
Change = Callable[[dict[str, Any]], object]
_ROLE_OF = {
    "1 select": "challenge_selector",
    "1 contain": "self_containment",
    "2 glossary": "glossary_matcher",
    "3 background": "background_writer",
    "6 notation": "notation_finder",
    "7 access": "access_order",
    "8 names": "assumption_names",
    "10 existence": "existence_rewriter",
}


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault: in which pass, on which target of which paper, what the answer becomes, how it is caught, and by which words."""

    what: str
    in_pass: str
    sample: str
    target: str
    change: Change
    caught: Caught
    says: str
    absent: str | None = None  # what no piece may hold afterwards
    final: bool = False  # only in the last self-containment check
    also: tuple[str, Change] | None = None  # what another pass must answer for the fault to be possible

    def spoil(self, request: Request[Any], fields: dict[str, Any]) -> Any:  # noqa: ANN401
        """The answer as the bad model gives it; every other answer stays the expert's."""
        if self.also is not None and request.role == _ROLE_OF[self.also[0]] and request.name.startswith(f"{self.target}/"):
            return self.also[1](fields)
        if request.role != _ROLE_OF[self.in_pass] or request.name.endswith("/final") is not self.final:
            return fields
        if request.role != "challenge_selector" and not request.name.startswith(f"{self.target}/"):
            return fields
        return self.change(fields)


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a fault: how it was caught, and the words that say so."""

    caught: Caught | None
    words: str
    texts: tuple[str, ...]


def fate(fault: Fault) -> Fate:
    """Build with the one fault, and look where it was noticed: what holds counts first, then a refusal, then the reviewer."""
    made: Built = built(fault.sample, fault.spoil, fault.target)
    challenges = [challenge for challenge, _ in made.challenges if challenge.target == fault.target]
    findings = [finding for challenge in challenges for finding in challenge.findings]
    records = [record for one in challenges for record in one.records]
    notes = [*made.notes, *(said for record in records for said in (*record.notes, *record.changes))]
    texts = tuple(piece.text for one in challenges for piece in one.pieces)
    for finding in findings:
        if finding.blocking and fault.says in finding.detail:
            return Fate("held", f"{finding.check}: {finding.detail}", texts)
    for note in notes:
        if fault.says in note:
            return Fate("refused", note, texts)
    for finding in findings:
        if fault.says in finding.detail:
            return Fate("shown", f"{finding.check}: {finding.detail}", texts)
    return Fate(None, "; ".join((*notes, *(finding.detail for finding in findings))), texts)


def headline(**changed: object) -> Change:
    """The first theorem with other fields."""

    def change(fields: dict[str, Any]) -> object:
        first, *rest = fields["main_theorems"]
        return {"main_theorems": [{**first, **changed}, *rest]}

    return change


def more(key: str, *added: object) -> Change:
    """The first theorem with more in one of its lists."""

    def change(fields: dict[str, Any]) -> object:
        first, *rest = fields["main_theorems"]
        return {"main_theorems": [{**first, key: [*first[key], *added]}, *rest]}

    return change


def chosen(*ids: str) -> Change:
    """These theorems, as if the expert had chosen them."""

    def change(fields: dict[str, Any]) -> object:
        first = fields["main_theorems"][0]
        return {"main_theorems": [{**first, "theorem_id": one, "context_rewordings": []} for one in ids]}

    return change


def missing(term: str, add_id: str | None) -> dict[str, object]:
    return {"term": term, "why_needed": "it is used", "add_id": add_id, "replaces": None}


def adding(*entries: dict[str, object]) -> Change:
    """The self-containment check reports more."""
    return lambda fields: {"complete": False, "missing": [*fields["missing"], *entries]}


def setting(**changed: object) -> Change:
    """The answer with other fields."""
    return lambda fields: {**fields, **changed}


def instead(text: str) -> Change:
    """An answer that is not in its form."""
    return lambda fields: text


def defining(text: str) -> Change:
    """The background writer explains the randomised map by this."""
    return lambda fields: {"entries": [{**one, "definition": text} if one["standard"] else one for one in fields["entries"]]}


def rewriting(reference: str, replacement: str, occurrence: int = 1) -> Change:
    """The existence rewriter makes one other edit."""
    edit = {"reference": reference, "replacement": replacement, "occurrence": occurrence}
    return lambda fields: {**fields, "changed": True, "edits": [edit]}


def clause(text: str | None) -> Change:
    return lambda fields: {**fields, "scoping_clause": text}


# Targets, and texts that several faults use.
MAIN = ("private", "thm:main")
UPPER = ("regret", "thm:upper")
LOWER = ("regret", "thm:lower")
SKETCH = ("sketching", "thm:main")
NAME = "\\VoteRelease\\ (Algorithm~1), run on"
EXISTS = "there exists a randomised map $\\mech\\colon\\Z^n\\to\\Y$ that, run on"
PROOF = (
    "The position in which $z$ and $z'$ may differ lies in one block only; the other $k-1$ votes agree, and one vote changes"
)
LEMMA = (
    "A randomised map: if $z,z'\\in\\Z^n$ are neighbours, then the counts on $z$ and on $z'$ satisfy $|\\cnt_y-\\cnt'_y|\\le 1$"
    " for every $y\\in\\Y$."
)
BROKEN = '{"this is": "not the form'
