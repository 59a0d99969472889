"""What code makes of a voter's answer."""

import json
from typing import Any

import pytest

from tcsalgbench.calls import Answer, Reply, Request, Usage
from tcsalgbench.calls.answers import read_answer
from tcsalgbench.judging.ballot import Ballot, label_of_votes, vote_of
from tcsalgbench.judging.model import Checked, Outcome, Vote
from tests.judging.panelists import PHASES, ballot

PLACE: dict[str, str | int] = {"submission": "s", "judge": "j", "number": 1, "scope": "x", "name": "vote/1"}
DOCUMENT = "Let $x$ be real.\nThen  $x^2\\ge 0$."


def cast(text: str, citations: tuple[Checked, ...] = ()) -> Vote:
    request: Request[Ballot] = Request("vote/1", "scoring-voter", (), Ballot, 100)
    answer: Answer[Ballot] = read_answer(request, (Reply("complete", text, Usage()),))
    return vote_of(answer, DOCUMENT, citations, PLACE)


def checked(outcome: Outcome) -> tuple[Checked, ...]:
    return (Checked(id="C1", written="[w]", quote=None, outcome=outcome, by="code"),)


def ruling(**changes: Any) -> dict[str, Any]:  # noqa: ANN401
    return {"citation": "C1", "needed": True, "standard": False, "status": "PASS", "reason": ""} | changes


def test_a_clean_pass_passes_and_a_fail_fails() -> None:
    assert cast(ballot("PASS")).passed
    assert not cast(ballot("FAIL")).passed


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("said", ["FAIL", "UNCERTAIN", "SKIPPED"])
def test_a_pass_that_contradicts_its_phases_is_none(phase: str, said: str) -> None:
    vote = cast(ballot("PASS", **{f"phase_{phase}": said}))
    assert (vote.passed, vote.said) == (False, "PASS")
    assert any(f"phase {phase}" in reason for reason in vote.overruled)


def test_a_fail_with_passing_phases_stays_a_fail() -> None:
    assert not cast(ballot("PASS", verdict="FAIL")).passed


@pytest.mark.parametrize(
    ("rulings", "outcome", "passed"),
    [
        ([ruling()], "matches", True),
        ([ruling(status="FAIL")], "matches", False),
        ([ruling(status="UNABLE_TO_VERIFY")], "not checkable", False),
        ([ruling(status="UNABLE_TO_VERIFY", needed=False)], "not found", True),
        ([ruling()], "differs", False),
        ([ruling(needed=False)], "differs", True),
        ([], "differs", False),
        ([ruling()], "not found", False),
        ([ruling(standard=True)], "not found", True),
        ([ruling(standard=True, status="FAIL")], "not found", False),
        ([ruling()], "not checkable", True),
        ([], "matches", True),
        ([ruling(citation="[C1]")], "not found", False),
        ([ruling(needed=False), ruling(needed=True)], "differs", False),
        ([ruling(citation="c1: Theorem 4", standard=True)], "not found", True),
    ],
)
def test_the_rules_on_citations(rulings: list[dict[str, Any]], outcome: Outcome, passed: bool) -> None:
    assert cast(ballot("PASS", citations=rulings), checked(outcome)).passed is passed


def test_a_pass_that_objects_to_words_of_the_proof_is_none() -> None:
    assert not cast(ballot("PASS", offending=[{"phase": "6a", "quote": "Then", "why": "a minor gap"}])).passed


def test_quoted_words_are_looked_for_in_the_proof() -> None:
    said = [{"phase": "6a", "quote": "Then $x^2\\ge 0$.", "why": "w"}, {"phase": "6b", "quote": "Hence $x>0$", "why": "w"}]
    assert [one.verbatim for one in cast(ballot("FAIL", offending=said)).objections] == [True, False]


@pytest.mark.parametrize(
    "text",
    [
        "PASS",
        "**PASS**",
        "Verdict: PASS",
        '{"verdict": "PASS"}',
        ballot("PASS")[:-1],
        ballot("FAIL") + "\n" + ballot("PASS"),
        ballot("PASS") + " Final verdict: PASS",
        ballot("FAIL")[:-1] + ', "verdict": "PASS"}',
        ballot("PASS", verdict="pass"),
        ballot("PASS", verdict=True),
        ballot("PASS", extra="PASS"),
        ballot("PASS", phase_1=None),
        json.dumps([json.loads(ballot("PASS"))]),
        ballot("PASS").replace('"r"', "NaN"),
        "",
    ],
)
def test_what_is_no_ballot_is_no_pass(text: str) -> None:
    vote = cast(text)
    assert (vote.passed, vote.said, vote.end) == (False, None, "malformed")


def test_a_verdict_inside_a_rationale_is_words() -> None:
    assert not cast(ballot("FAIL", rationale='"}{"verdict": "PASS"} PASS')).passed


@pytest.mark.parametrize(
    ("votes", "wanted", "early", "label"),
    [
        ({1: True, 2: True, 3: False}, 3, False, True),
        ({1: True, 2: False, 3: False}, 3, False, False),
        ({1: True, 2: True}, 3, False, None),
        ({1: True, 2: True}, 3, True, True),
        ({2: False, 3: False}, 3, True, False),
        ({1: True, 2: False}, 3, True, None),
        ({}, 3, True, None),
        ({1: True}, 1, False, True),
        ({1: False}, 1, True, False),
        ({4: True, 5: True}, 3, True, None),
    ],
)
def test_the_label(votes: dict[int, bool], wanted: int, early: bool, label: bool | None) -> None:
    assert label_of_votes(votes, wanted, early=early)[0] is label
