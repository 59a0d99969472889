"""What was judged and what is left, where more than one process judges."""

from tcsalgbench.judging.docket import Docket
from tcsalgbench.judging.model import Judge, Vote
from tcsalgbench.workspace import Workspace

JUDGE = Judge(name="majority", digest="d", votes=3, models={})


def vote(number: int, *, passed: bool) -> Vote:
    said = "PASS" if passed else "FAIL"
    return Vote.model_validate(
        {
            "submission": "s",
            "judge": "d",
            "number": number,
            "passed": passed,
            "said": said,
            "end": "answered",
            "scope": "",
            "name": "",
        }
    )


def test_votes_that_another_process_cast_are_found_and_change_none_of_ours(workspace: Workspace) -> None:
    mine, theirs = Docket.read(workspace, JUDGE), Docket.read(workspace, JUDGE)
    mine.keep_vote(vote(1, passed=True))
    mine.flush()
    theirs.keep_vote(vote(1, passed=False))
    theirs.keep_vote(vote(2, passed=False))
    theirs.flush()
    assert mine.missing("s", (1, 2, 3)) == (2, 3)
    mine.refresh()
    assert mine.missing("s", (1, 2, 3)) == (3,)
    assert mine.passed["s"] == {1: True, 2: False}
    assert Docket.read(workspace, JUDGE).passed["s"] == {1: True, 2: False}
