"""Score submissions with a panel: what is judged already is not judged again, what failed on the way is asked again alone."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

from tcsalgbench.calls import Errored, Outcome, Steps
from tcsalgbench.jobs import Desk, Work
from tcsalgbench.judging.ballot import label_of_votes
from tcsalgbench.judging.docket import Docket
from tcsalgbench.judging.entries import Entry, distinct
from tcsalgbench.judging.model import Judge, Organised, Score, Vote
from tcsalgbench.judging.panel import VOTER, Case, prepare, vote
from tcsalgbench.judging.sources import Sources
from tcsalgbench.judging.store import save_scores, score_log
from tcsalgbench.judging.text import LARGEST_PROOF
from tcsalgbench.workspace import Workspace

R = TypeVar("R")


@dataclass(slots=True)
class Scored:
    """What a scoring came to."""

    judge: Judge
    scores: tuple[Score, ...] = ()
    new_votes: int = 0
    skipped_votes: int = 0  # third votes that could not change the label
    skipped_tokens: int = 0  # what they would have taken, at the mean of the votes made now
    errors: dict[str, str] = field(default_factory=dict)  # by scope: asked again next time

    @property
    def accepted(self) -> int:
        """Submissions that the judge accepts."""
        return sum(score.label is True for score in self.scores)

    @property
    def unscored(self) -> tuple[Score, ...]:
        """Submissions of which votes are missing."""
        return tuple(score for score in self.scores if score.label is None)


@dataclass(slots=True)
class Panel:
    """A judge at work over a workspace."""

    workspace: Workspace
    work: Work
    desk: Desk
    judge: Judge
    sources: Callable[[Entry], Sources]  # what the citations of an entry are checked against
    early: bool = False
    progress: Callable[[int], None] = lambda done: None
    _done: int = 0

    def score(self, entries: Sequence[Entry]) -> Scored:
        """Judge what is not judged yet, and write the score of every entry."""
        result = self.examine(entries, Docket.open(self.workspace, self.judge))
        known = score_log(self.workspace)
        held = known.latest()
        save_scores(self.workspace, [score for score in result.scores if held.get(known.key(score)) != score])
        return result

    def examine(self, entries: Sequence[Entry], docket: Docket) -> Scored:
        """Judge what is not judged yet; votes are kept, scores are not."""
        result = Scored(self.judge)
        unjudgeable = {key: why for key, one in distinct(entries).items() if (why := why_not_judged(one.case)) is not None}
        cases = {key: one for key, one in distinct(entries).items() if key not in unjudgeable}
        try:
            for jobs in self._waves(docket, cases):
                self._run(jobs, result)
                docket.flush()
        finally:
            docket.flush()
        if result.errors:
            docket.refresh()  # what another process is at cannot be judged here, and may be judged by now
        self._account(docket, cases, result)
        result.scores = tuple(self._score(entry, docket, unjudgeable, result) for entry in entries)
        return result

    def _waves(self, docket: Docket, cases: Mapping[str, Entry]) -> Iterator[dict[str, Callable[[], Steps[None]]]]:
        """First what goes to the vote; then the votes, the last one apart where it may be spared."""
        yield {
            self._scope(key, "organise"): partial(self._prepare, docket, entry)
            for key, entry in cases.items()
            if not docket.is_organised(key)
        }
        numbers = tuple(range(1, self.judge.votes + 1))
        majority = self.judge.votes // 2 + 1
        for wave in (numbers[:majority], numbers[majority:]) if self.early else (numbers,):
            yield {
                self._scope(key, f"vote{number}"): partial(self._vote, docket, entry.case, number)
                for key, entry in cases.items()
                if docket.is_organised(key) and not self._is_decided(docket, key)
                for number in docket.missing(key, wave)
            }

    def _is_decided(self, docket: Docket, key: str) -> bool:
        return label_of_votes(docket.passed.get(key, {}), self.judge.votes, early=self.early)[0] is not None

    def _scope(self, submission: str, what: str) -> str:
        return f"score/{self.judge.digest}/{submission}/{what}"

    def _prepare(self, docket: Docket, entry: Entry) -> Steps[None]:
        sources = self.sources(entry)
        made: Organised = yield from prepare(self.desk, entry.case, sources, self._scope(entry.case.submission, "organise"))
        docket.keep_organised(made)

    def _vote(self, docket: Docket, case: Case, number: int) -> Steps[None]:
        scope = self._scope(case.submission, f"vote{number}")
        made: Vote = yield from vote(self.desk, case, docket.organised(case.submission), self.judge, number, scope)
        docket.keep_vote(made)

    def _run(self, jobs: Mapping[str, Callable[[], Steps[None]]], result: Scored) -> None:
        def ended(scope: str, outcome: Outcome[None]) -> None:
            self._done += 1
            self.progress(self._done)
            if isinstance(outcome, Errored):
                result.errors[scope] = str(outcome.error)
            elif "/vote" in scope:
                result.new_votes += 1

        outcomes = self.work.run(jobs, ended=ended)
        stopped = [one.error for one in outcomes.values() if isinstance(one, Errored) and one.error.slug == "stopped"]
        if stopped:
            raise stopped[0]

    def _account(self, docket: Docket, cases: Mapping[str, Entry], result: Scored) -> None:
        if not self.early:
            return
        wanted = range(1, self.judge.votes + 1)
        result.skipped_votes = sum(len(docket.missing(key, wanted)) for key in cases if self._is_decided(docket, key))
        tally = self.work.meter.of(VOTER.name)
        made = tally.calls or 1
        result.skipped_tokens = result.skipped_votes * (tally.input + tally.output) // made

    def _score(self, entry: Entry, docket: Docket, unjudgeable: Mapping[str, str], result: Scored) -> Score:
        key = entry.case.submission
        if key in unjudgeable:
            verdict: tuple[bool | None, str | None] = (False, unjudgeable[key])
        else:
            verdict = label_of_votes(docket.passed.get(key, {}), self.judge.votes, early=self.early)
        label, why = verdict
        if label is None:
            why = self._why_missing(key, why, result)
        return Score(
            submission=key,
            challenge_id=entry.challenge_id,
            system=entry.system,
            seed=entry.seed,
            purpose=entry.purpose,
            judge=self.judge.name,
            label=label,
            why=why,
        )

    def _why_missing(self, key: str, why: str | None, result: Scored) -> str | None:
        for what in ("organise", *(f"vote{number}" for number in range(1, self.judge.votes + 1))):
            error = result.errors.get(self._scope(key, what))
            if error is not None:
                return f"{why}: {error}"
        return why


def why_not_judged(case: Case) -> str | None:
    """Why a submission is rejected without a vote."""
    if case.refused is not None:
        return case.refused
    if not case.proof.strip():
        return "the proof is empty"
    if len(case.proof) > LARGEST_PROOF:
        return f"the proof has {len(case.proof):,} characters; a proof of more than {LARGEST_PROOF:,} is not put to the vote"
    return None


def left_to_judge(docket: Docket, entries: Iterable[Entry]) -> tuple[tuple[Entry, bool, int], ...]:
    """What is left of a scoring: entries, whether they must be organised, and how many votes are missing."""
    numbers = range(1, docket.judge.votes + 1)
    left = []
    for key, entry in distinct(entries).items():
        missing = len(docket.missing(key, numbers))
        if why_not_judged(entry.case) is None and missing:
            left.append((entry, not docket.is_organised(key), missing))
    return tuple(left)
