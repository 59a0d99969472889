"""Put another judge over identical submissions, and say what changes: labels, coverage, the order of systems."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

from tcsalgbench.challenges.problem import problem_text
from tcsalgbench.challenges.store import load_challenges
from tcsalgbench.errors import BadInput
from tcsalgbench.judging.docket import Docket
from tcsalgbench.judging.entries import Entry
from tcsalgbench.judging.model import MAJORITY, Score
from tcsalgbench.judging.panel import Case
from tcsalgbench.judging.score import Scored
from tcsalgbench.judging.session import Session
from tcsalgbench.judging.store import judge_log, load_scores
from tcsalgbench.judging.text import plain
from tcsalgbench.provers.store import load_runs
from tcsalgbench.workspace import Workspace


@dataclass(frozen=True, slots=True)
class SystemChange:
    """One system under both judges: challenges accepted with seed 1, and with any seed; over what both have scored."""

    system: str
    submissions: int
    first_seed1: int
    second_seed1: int
    first_coverage: int
    second_coverage: int
    gained: int
    lost: int


@dataclass(frozen=True, slots=True)
class Rescoring:
    """What another judge changes."""

    first: str
    second: str
    compared: int
    both_accept: int
    only_first: int
    only_second: int
    both_reject: int
    unscored: int
    systems: tuple[SystemChange, ...]
    swapped: tuple[tuple[str, str], ...]  # pairs of systems whose order by coverage turns round
    changes: tuple[tuple[str, str, int, bool], ...]  # challenge, system, seed, the second judge's label

    def fields(self) -> dict[str, Any]:
        """For machines."""
        return asdict(self)


def rescore(session: Session, first: str = MAJORITY) -> tuple[Scored, Rescoring]:
    """Judge again what `first` has judged: the same organised proofs, other voters."""
    entries = entries_to_rescore(session, first)
    with session.panel() as panel:
        scored = panel.score(entries)
    return scored, compare(load_scores(session.workspace), first, session.terms.name)


def entries_to_rescore(session: Session, first: str = MAJORITY) -> tuple[Entry, ...]:
    """What the second judge is put over; a judge cannot be put over its own name."""
    if session.terms.name == first:
        raise BadInput(f"The second judge needs a name of its own, not {first!r}.")
    return judged_entries(session.workspace, first)


def judged_entries(workspace: Workspace, judge: str = MAJORITY) -> tuple[Entry, ...]:
    """Every submission that a judge has scored, with the proof as it went to the vote."""
    challenges = {challenge.id: challenge for challenge in load_challenges(workspace)}
    known = judge_log(workspace).latest().get(judge)
    scores = [score for score in load_scores(workspace) if score.judge == judge and score.label is not None]
    if known is None or not scores:
        raise BadInput(f"Nothing in {workspace.root} was scored by {judge!r} yet. Run `tcsalgbench score` first.")
    docket = Docket.read(workspace, known)
    runs = {(run.challenge_id, run.system, run.seed, run.purpose): run.model for run in load_runs(workspace)}
    entries = []
    for score in scores:
        challenge = challenges.get(score.challenge_id)
        problem = "" if challenge is None else plain(problem_text(challenge))
        if docket.is_organised(score.submission):
            case = Case(score.submission, problem, docket.organised(score.submission).document)
        else:
            case = Case(score.submission, problem, "", refused=score.why or "it was not put to the vote")
        model = runs.get((score.challenge_id, score.system, score.seed, score.purpose))
        entries.append(Entry(case, score.challenge_id, score.system, score.seed, score.purpose, model, external=model is None))
    return tuple(entries)


def compare(scores: Iterable[Score], first: str, second: str) -> Rescoring:
    """Two judges side by side, over what both have scored."""
    by_run: dict[tuple[str, str, int], dict[str, Score]] = {}
    for score in scores:
        if score.purpose == "comparison" and score.judge in (first, second):
            by_run.setdefault((score.system, score.challenge_id, score.seed), {})[score.judge] = score
    pairs = [(both[first], both[second]) for both in by_run.values() if len(both) == 2]
    scored = [(one, other) for one, other in pairs if one.label is not None and other.label is not None]
    table = {
        (a, b): sum((one.label, other.label) == (a, b) for one, other in scored) for a in (True, False) for b in (True, False)
    }
    systems = tuple(sorted((_system(name, scored) for name in {one.system for one, _ in scored}), key=lambda row: row.system))
    return Rescoring(
        first,
        second,
        compared=len(scored),
        both_accept=table[True, True],
        only_first=table[True, False],
        only_second=table[False, True],
        both_reject=table[False, False],
        unscored=len(pairs) - len(scored),
        systems=systems,
        swapped=tuple(_swapped(systems)),
        changes=tuple(
            (one.challenge_id, one.system, one.seed, bool(other.label)) for one, other in scored if one.label != other.label
        ),
    )


def _system(name: str, scored: Sequence[tuple[Score, Score]]) -> SystemChange:
    mine = [pair for pair in scored if pair[0].system == name]
    covered = [{pair[judge].challenge_id for pair in mine if pair[judge].label} for judge in (0, 1)]
    seed1 = [sum(bool(pair[judge].label) for pair in mine if pair[judge].seed == 1) for judge in (0, 1)]
    return SystemChange(
        name,
        len(mine),
        seed1[0],
        seed1[1],
        len(covered[0]),
        len(covered[1]),
        gained=len(covered[1] - covered[0]),
        lost=len(covered[0] - covered[1]),
    )


def _swapped(systems: Sequence[SystemChange]) -> Iterable[tuple[str, str]]:
    """Pairs in which the one that leads under the first judge trails under the second."""
    for one, other in combinations(systems, 2):
        before, after = one.first_coverage - other.first_coverage, one.second_coverage - other.second_coverage
        if before * after < 0:
            yield (one.system, other.system) if before > 0 else (other.system, one.system)
