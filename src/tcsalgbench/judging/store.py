"""Where scores, votes and what went to the vote lie in a workspace; nothing in there is ever taken away."""

from collections.abc import Iterable

from tcsalgbench.judging.log import Log
from tcsalgbench.judging.model import Judge, Organised, Score, Vote
from tcsalgbench.workspace import Workspace

ROOM = "scores"


def score_log(workspace: Workspace) -> Log[Score]:
    """The scores: the last one of a submission, system, seed, purpose and judge is the one that holds."""
    return Log(
        workspace.root / ROOM / "scores.jsonl",
        Score,
        lambda one: (one.submission, one.challenge_id, one.system, one.seed, one.purpose, one.judge),
    )


def vote_log(workspace: Workspace) -> Log[Vote]:
    """The votes, keyed by submission, judge and number."""
    return Log(workspace.root / ROOM / "votes.jsonl", Vote, lambda one: (one.submission, one.judge, one.number))


def organised_log(workspace: Workspace) -> Log[Organised]:
    """What went to the vote, by submission."""
    return Log(workspace.root / ROOM / "organised.jsonl", Organised, lambda one: one.submission)


def judge_log(workspace: Workspace) -> Log[Judge]:
    """The judges of this workspace, by name."""
    return Log(workspace.root / ROOM / "judges.jsonl", Judge, lambda one: one.name)


def save_scores(workspace: Workspace, scores: Iterable[Score]) -> int:
    """Add scores; the number of them."""
    return score_log(workspace).append(scores)


def load_scores(workspace: Workspace) -> tuple[Score, ...]:
    """All scores that hold, in the order in which they were first given."""
    return tuple(score_log(workspace).latest().values())
