"""A judge of somebody else's: one function, registered under a name."""

import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict

from tcsalgbench.calls import Answer, Request, Steps
from tcsalgbench.errors import BadInput
from tcsalgbench.judging.judges import Seat, find_judge, judge
from tcsalgbench.judging.model import Vote
from tcsalgbench.judging.rescore import rescore
from tcsalgbench.judging.store import judge_log, vote_log
from tcsalgbench.workspace import Workspace
from tests.judging.panelists import Panelist, fenced, session, submissions

CHALLENGE = "sample-sketching/thm:main"


class Grade(BaseModel):
    """Points out of seven."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    points: int
    weakest_step: str


@judge("points", version="2")
def points(seat: Seat) -> Steps[Vote]:
    """Accepts from six points on."""
    answer: Answer[Grade] = yield seat.request("Grade this proof with 0 to 7 points.", Grade)
    if answer.value is None:
        return seat.vote(passed=False, end="malformed", why=answer.why)
    grade = answer.value
    return seat.vote(
        passed=grade.points >= 6,
        rationale=f"{grade.points} points of 7",
        objections=[(grade.weakest_step, "the weakest step")] if grade.points < 6 else [],
    )


def test_a_judge_is_one_function(workspace: Workspace, tmp_path: Path) -> None:
    path = submissions(tmp_path / "s.jsonl", (CHALLENGE, "a", "It holds by symmetry.", 1), (CHALLENGE, "b", "Clearly so.", 1))
    session(workspace, Panelist()).score(path)
    seen: list[Request[Any]] = []

    def grader(request: Request[Any], draw: int) -> str:
        seen.append(request)
        clear = "Clearly" in fenced(request)["proof to verify"]
        return json.dumps({"points": 2 if clear else 7, "weakest_step": "Clearly so."})

    scored, report = rescore(session(workspace, Panelist(grader), model="test/grader", name="points", votes=1, method="points"))
    assert [score.label for score in scored.scores] == [True, False]
    assert report.changes == ((CHALLENGE, "b", 1, False),)
    mine = [one for one in vote_log(workspace).records() if one.judge == scored.judge.digest]
    assert {(one.said, one.rationale) for one in mine} == {("PASS", "7 points of 7"), ("FAIL", "2 points of 7")}
    assert [said.verbatim for one in mine for said in one.objections] == [True]
    assert judge_log(workspace).latest()["points"].method == "points 2"
    assert {part.untrusted for part in seen[0].parts[1:]} == {True}
    assert set(fenced(seen[0])) == {"original problem", "proof to verify"}


def test_only_an_answer_can_be_a_pass(workspace: Workspace, tmp_path: Path) -> None:
    path = submissions(tmp_path / "s.jsonl", (CHALLENGE, "a", "It holds by symmetry.", 1))
    session(workspace, Panelist()).score(path)
    broken = session(
        workspace, Panelist(lambda request, draw: "7 points"), model="test/grader", name="points", votes=1, method="points"
    )
    scored, _ = rescore(broken)
    assert [score.label for score in scored.scores] == [False]


def test_a_judge_that_nobody_wrote_is_bad_input() -> None:
    with pytest.raises(BadInput, match="phases"):
        find_judge("nobody")
