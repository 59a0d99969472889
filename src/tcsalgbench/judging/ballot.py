"""A vote: what a voter answers, and what code makes of it. A PASS counts only where all that the voter says agrees with it."""

import re
from collections.abc import Mapping, Sequence
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from tcsalgbench.calls import Answer
from tcsalgbench.judging.model import Checked, CitationStatus, Objection, PhaseVerdict, Ruling, Vote
from tcsalgbench.judging.text import says

STRUCTURAL = ("1", "2", "3", "5")
DETAILED = ("6a", "6b", "6c", "6d", "6e")
PHASES: Mapping[str, str] = {
    "1": "the proof is of the problem as stated",
    "2": "it is complete, and it is a proof",
    "3": "its citations exist, match and apply",
    "5": "additional rules",
    "6a": "every step follows, every computation is right",
    "6b": "the key steps are rigorous",
    "6c": "nothing is used before it is established",
    "6d": "all cases and boundaries are covered",
    "6e": "the parts fit together and reach the goal",
}


class _Answer(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class CitationRuling(_Answer):
    """What the voter says of one citation: its id where it has one, else the words that cite."""

    citation: str
    needed: bool
    standard: bool
    status: CitationStatus
    reason: str


class Offence(_Answer):
    """Words of the proof, verbatim, that the voter objects to, in which phase, and why."""

    phase: Literal["1", "2", "3", "5", "6a", "6b", "6c", "6d", "6e"]
    quote: str
    why: str


class Ballot(_Answer):
    """The voter's answer: structure first; if that fails, the detailed phases are skipped."""

    phase_1: PhaseVerdict
    phase_2: PhaseVerdict
    citations: tuple[CitationRuling, ...]
    phase_3: PhaseVerdict
    phase_5: PhaseVerdict
    phase_6a: PhaseVerdict
    phase_6b: PhaseVerdict
    phase_6c: PhaseVerdict
    phase_6d: PhaseVerdict
    phase_6e: PhaseVerdict
    offending: tuple[Offence, ...]
    rationale: str
    verdict: Literal["PASS", "FAIL"]

    def phases(self) -> dict[str, PhaseVerdict]:
        """The verdicts by phase."""
        return {phase: getattr(self, f"phase_{phase}") for phase in (*STRUCTURAL, *DETAILED)}


class _ShortRuling(CitationRuling):
    citation: str = Field(max_length=30)
    reason: str = Field(max_length=40)


class _ShortOffence(Offence):
    quote: str = Field(max_length=40)
    why: str = Field(max_length=40)


class ShortBallot(Ballot):
    """The same in few words, for models that write little."""

    citations: tuple[_ShortRuling, ...] = Field(max_length=1)
    offending: tuple[_ShortOffence, ...] = Field(max_length=1)
    rationale: str = Field(max_length=60)


def objections_to_pass(
    phases: Mapping[str, PhaseVerdict], rulings: Sequence[Ruling], citations: Sequence[Checked]
) -> list[str]:
    """Every reason why this cannot be a PASS, whatever the voter concludes."""
    found = [f"phase {phase} is {phases[phase]}" for phase in STRUCTURAL if phases[phase] != "PASS"]
    if found:
        return found + _against(rulings, citations)
    found += [f"phase {phase} is {phases[phase]}" for phase in DETAILED if phases[phase] != "PASS"]
    return found + _against(rulings, citations)


def _against(rulings: Sequence[Ruling], citations: Sequence[Checked]) -> list[str]:
    """The rules on citations: what is needed must exist, match and apply, or be a standard result that the voter knows."""
    found = [f"citation {one.citation} is needed and {one.status}" for one in rulings if one.needed and one.status != "PASS"]
    for checked in citations:
        ruled = [one for one in rulings if _speaks_of(one.citation, checked)]
        needed = not ruled or any(one.needed for one in ruled)  # what a voter passes over may be what carries the proof
        standard = bool(ruled) and all(one.standard for one in ruled)
        if needed and checked.outcome == "differs":
            found.append(f"citation {checked.id} differs from its source, which fails phase 3")
        elif needed and checked.outcome == "not found" and not standard:
            found.append(f"citation {checked.id} is not in the library and not said to be a standard result")
    return found


def _speaks_of(named: str, checked: Checked) -> bool:
    """By its number; a ruling without any speaks of the citation whose words it gives."""
    numbers = re.findall(r"\bC\d+\b", named.upper())
    return checked.id.upper() in numbers if numbers else " ".join(named.split()) == " ".join(checked.written.split())


def vote_of(answer: Answer[Ballot], document: str, citations: Sequence[Checked], place: Mapping[str, str | int]) -> Vote:
    """The vote that an answer comes to. An answer that is none is no PASS, and is not asked for again.

    `place` holds submission, judge, number, scope and name.
    """
    ballot = answer.value
    if ballot is None:
        return Vote.model_validate({**place, "passed": False, "said": None, "end": answer.end, "why": answer.why})
    phases = ballot.phases()
    rulings = tuple(Ruling(**one.model_dump()) for one in ballot.citations)
    against = objections_to_pass(phases, rulings, citations)
    against += [f"words of phase {one.phase} are objected to" for one in ballot.offending]
    return Vote.model_validate(
        {
            **place,
            "passed": ballot.verdict == "PASS" and not against,
            "said": ballot.verdict,
            "end": "answered",
            "phases": phases,
            "rulings": rulings,
            "objections": tuple(
                Objection(phase=one.phase, quote=one.quote, why=one.why, verbatim=says(document, one.quote))
                for one in ballot.offending
            ),
            "rationale": ballot.rationale,
            "overruled": tuple(against) if ballot.verdict == "PASS" else (),
        }
    )


def label_of_votes(passed: Mapping[int, bool], wanted: int, *, early: bool = False) -> tuple[bool | None, str | None]:
    """The label, from the votes by number: at least two of three, or the one of one.

    None while votes are missing; with `early`, while those that are missing could decide.
    """
    cast = [passed[number] for number in range(1, wanted + 1) if number in passed]
    majority, passes = wanted // 2 + 1, sum(cast)
    if len(cast) == wanted or (early and max(passes, len(cast) - passes) >= majority):
        return passes >= majority, None
    missing = [str(number) for number in range(1, wanted + 1) if number not in passed]
    return None, f"vote {', '.join(missing)} of {wanted} missing"
