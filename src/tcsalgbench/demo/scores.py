"""A stage of the demonstration: a panel of three votes of the embedded model judges what the systems submitted."""

from collections.abc import Callable
from dataclasses import dataclass

from tcsalgbench.calls import Stop
from tcsalgbench.jobs import cast_of
from tcsalgbench.judging.entries import entries_of
from tcsalgbench.judging.model import Score
from tcsalgbench.judging.score import Scored
from tcsalgbench.judging.session import Session, Terms
from tcsalgbench.workspace import Workspace

PRESET = "embedded"


@dataclass(frozen=True, slots=True)
class Scores:
    """What the panel said."""

    scored: Scored
    left: int  # submissions that were left unscored

    def lines(self) -> list[str]:
        """A line a submission, then what a verdict of a small model is worth."""
        done = self.scored
        told = [
            f"{one.system:<14} {one.challenge_id:<28} {_label(one)}{f': {one.why}' if one.why else ''}" for one in done.scores
        ]
        return [
            *told,
            "",
            f"{len(done.scores)} submissions, {done.new_votes} votes made now: {done.accepted} accepted, "
            f"{len(done.unscored)} unscored.",
            *(
                [f"{self.left} more wait to be scored: a submission of each system is enough to see how it goes."]
                if self.left
                else []
            ),
            "A verdict of a model of 135 million parameters means nothing; the label is computed by code from the votes, and a",
            "vote that contradicts itself, or is in no form, is no PASS.",
        ]

    def fields(self) -> dict[str, object]:
        """The same for machines."""
        done = self.scored
        return {
            "submissions": len(done.scores),
            "accepted": done.accepted,
            "unscored": len(done.unscored) + self.left,
            "new_votes": done.new_votes,
        }


def score_runs(workspace: Workspace, stop: Stop, progress: Callable[[int], None], preset: str = PRESET) -> Scores:
    """Score a submission of each system; what was judged by an earlier demonstration is not judged again."""
    entries = entries_of(workspace)
    first = {entry.system: entry for entry in reversed(entries)}
    chosen = [entry for entry in entries if first[entry.system] is entry]
    session = Session(workspace, cast_of("scoring", preset=preset), Terms(early=True), stop, progress)
    return Scores(session.judge(chosen), len(entries) - len(chosen))


def _label(score: Score) -> str:
    return {True: "accepted", False: "rejected", None: "unscored"}[score.label]
