"""What was judged and what is left: votes and organised proofs of one judge, written as they come, read when wanted."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from tcsalgbench.errors import BadInput
from tcsalgbench.judging.log import Log
from tcsalgbench.judging.model import Judge, Organised, Vote
from tcsalgbench.judging.store import judge_log, organised_log, vote_log
from tcsalgbench.workspace import Workspace

_AT_ONCE = 64


@dataclass(slots=True)
class Docket:
    """The state of judging by one judge. Records are written in batches: the journal holds what a kill takes of the last."""

    judge: Judge
    passed: dict[str, dict[int, bool]]
    _votes: Log[Vote]
    _organised: Log[Organised]
    _places: dict[object, int]
    _new_votes: list[Vote] = field(default_factory=list)
    _new_organised: list[Organised] = field(default_factory=list)

    @classmethod
    def open(cls, workspace: Workspace, judge: Judge) -> "Docket":
        """Read what this judge has judged, and enter it; a judge of that name that was another one is refused."""
        if not admitted(workspace, judge):
            judge_log(workspace).append([judge])
        return cls.read(workspace, judge)

    @classmethod
    def read(cls, workspace: Workspace, judge: Judge) -> "Docket":
        """Read what this judge has judged."""
        admitted(workspace, judge)
        organised = organised_log(workspace)
        made = cls(judge, {}, vote_log(workspace), organised, organised.places())
        made.refresh()
        return made

    def refresh(self) -> None:
        """Read the votes again: another process may have cast some meanwhile. The first of a number is the one that counts."""
        for one in self._votes.records():
            if one.judge == self.judge.digest:
                self.passed.setdefault(one.submission, {}).setdefault(one.number, one.passed)

    def is_organised(self, submission: str) -> bool:
        """Whether what goes to the vote is settled."""
        return submission in self._places

    def organised(self, submission: str) -> Organised:
        """What goes to the vote."""
        return self._organised.at(self._places[submission])

    def missing(self, submission: str, numbers: Iterable[int]) -> tuple[int, ...]:
        """The votes that were not cast yet."""
        cast = self.passed.get(submission, {})
        return tuple(number for number in numbers if number not in cast)

    def keep_organised(self, one: Organised) -> None:
        """Keep what goes to the vote."""
        self._new_organised.append(one)
        if len(self._new_organised) >= _AT_ONCE:
            self._write_organised()

    def keep_vote(self, vote: Vote) -> None:
        """Keep a vote."""
        self.passed.setdefault(vote.submission, {})[vote.number] = vote.passed
        self._new_votes.append(vote)
        if len(self._new_votes) >= _AT_ONCE:
            self._votes.append(self._new_votes, durable=False)
            self._new_votes.clear()

    def flush(self) -> None:
        """Write all that is kept, durably."""
        self._write_organised()
        self._votes.append(self._new_votes)
        self._new_votes.clear()
        self._places = self._organised.places()

    def _write_organised(self) -> None:
        self._organised.append(self._new_organised)
        self._new_organised.clear()


def admitted(workspace: Workspace, judge: Judge) -> bool:
    """Whether the judge is entered under its name. Two judges under one name would mix in one column of a table."""
    known = judge_log(workspace).latest().get(judge.name)
    if known is not None and known.digest != judge.digest:
        changed = [
            name
            for name in ("models", "efforts", "prompts", "votes", "rules", "method")
            if getattr(known, name) != getattr(judge, name)
        ]
        raise BadInput(
            f"The judge {judge.name!r} of this workspace is another one ({', '.join(changed)} differ; its voter is "
            f"{known.models['scoring-voter']}). Use the same models and prompts, or put this judge over the same submissions "
            "with `rescore`, under a name of its own."
        )
    return known is not None
