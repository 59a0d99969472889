"""What judging leaves: votes, what went to the vote, and the score of one submission by one judge."""

from typing import Literal

from pydantic import BaseModel, ConfigDict

from tcsalgbench.workspace import Schema

Purpose = Literal["comparison", "calibration"]
# How a citation of the proof compares with its source.
Outcome = Literal["matches", "differs", "not found", "not checkable"]
# `exact`: the same words; `fuzzy`: small differences, shown; `model`: a citation checker said so; `code`: nothing to compare.
ComparedBy = Literal["exact", "fuzzy", "model", "code"]
PhaseVerdict = Literal["PASS", "FAIL", "UNCERTAIN", "SKIPPED"]
CitationStatus = Literal["PASS", "FAIL", "UNABLE_TO_VERIFY"]
# How a voter's call ended. Only `answered` can be a PASS.
VoteEnd = Literal["answered", "refused", "truncated", "malformed"]

MAJORITY = "majority"


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Score(_Record):
    """`label` is None while votes are missing: such a submission is unscored, which is no rejection."""

    submission: str  # digest of challenge and proof
    challenge_id: str
    system: str
    seed: int
    purpose: Purpose = "comparison"
    judge: str  # `majority` for the panel of the study, else the name of the judge that scored again
    label: bool | None
    why: str | None = None


class Checked(_Record):
    """A citation of the proof, where it was looked for, what came of it, and the source's own words where it was found."""

    id: str  # `C1`, as the voter is shown it
    written: str  # the words of the proof that cite
    quote: str | None  # what the proof says that the source says
    outcome: Outcome
    by: ComparedBy
    work: str | None = None  # key of the work in the library
    reference: str | None = None  # `template, Theorem 2`
    source: str | None = None  # the source's own words
    difference: str | None = None
    note: str = ""


class Organised(_Record):
    """What went to the vote: the organised proof, or the raw one and why; and its citations."""

    submission: str
    text: str  # annotated, as voters see it
    document: str  # the same without annotations
    raw: bool  # the organiser failed its check twice: the proof as it was submitted
    faults: tuple[str, ...] = ()  # what the checks found, of each failed attempt
    citations: tuple[Checked, ...] = ()
    attempts: int = 0
    scope: str = ""


class Ruling(_Record):
    """What a voter said of one citation."""

    citation: str
    needed: bool
    standard: bool
    status: CitationStatus
    reason: str = ""


class Objection(_Record):
    """Words of the proof that a voter objects to. `verbatim`: code found them there, which is not taken on trust."""

    phase: str
    quote: str
    why: str
    verbatim: bool


class Vote(_Record):
    """One vote, kept for ever. `passed` is computed by code; `said` is the voter's own word, for the record."""

    submission: str
    judge: str  # digest of the judge
    number: int
    passed: bool
    said: Literal["PASS", "FAIL"] | None
    end: VoteEnd
    phases: dict[str, PhaseVerdict] = {}
    rulings: tuple[Ruling, ...] = ()
    objections: tuple[Objection, ...] = ()
    rationale: str = ""
    overruled: tuple[str, ...] = ()  # why a PASS was not taken as one
    why: str | None = None  # of an answer that is none
    scope: str
    name: str


class Judge(_Record):
    """Who judges: models, efforts and prompts, by role. `digest` comes from all of it; `votes` is 1 or 3."""

    name: str
    digest: str
    votes: int
    models: dict[str, str]
    efforts: dict[str, str | None] = {}
    prompts: dict[str, str] = {}
    rules: str = ""
    method: str = "phases"  # how it judges, with its version where it is a judge of somebody else's


SCORE = Schema(Score, version=1)
