"""One submission before its judges: organised, its citations checked, then one call a vote; logic without I/O."""

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from tcsalgbench.calls import Answer, Steps
from tcsalgbench.challenges.model import Challenge
from tcsalgbench.challenges.problem import problem_text
from tcsalgbench.jobs import Cast, Desk
from tcsalgbench.jobs.desk import SMALL_MODELS
from tcsalgbench.judging.annotate import annotated
from tcsalgbench.judging.ballot import Ballot, ShortBallot, vote_of
from tcsalgbench.judging.checker import CHECKER, check_citations
from tcsalgbench.judging.judges import PHASES, ROLE, Seat, find_judge, judge
from tcsalgbench.judging.model import Judge, Organised, Vote
from tcsalgbench.judging.organise import ORGANISER, organise
from tcsalgbench.judging.sources import Sources, problem_macros
from tcsalgbench.judging.text import plain, submission_digest
from tcsalgbench.library.model import Library
from tcsalgbench.prompts import PromptBook, Role, Untrusted

_VARIABLES = frozenset({"problem", "rules", "proof", "checks"})
VOTER: Role[Ballot] = Role(ROLE, "scoring", Ballot, _VARIABLES, max_output=64_000)
_SHORT_VOTER: Role[Ballot] = Role(VOTER.name, "scoring", ShortBallot, _VARIABLES, max_output=1_000)
ROLES = (ORGANISER.name, CHECKER.name, VOTER.name)
NO_RULES = "There are no additional rules: phase 5 is PASS."


@dataclass(frozen=True, slots=True)
class Case:
    """A submission as the panel gets it. Who made it is not part of it: voters do not know the system."""

    submission: str
    problem: str
    proof: str
    refused: str | None = None  # why an earlier judge did not put it to the vote

    @classmethod
    def of(cls, challenge: Challenge, proof: str) -> "Case":
        """The case of a proof of a challenge."""
        return cls(submission_digest(challenge, proof), plain(problem_text(challenge)), plain(proof))


def sources_of(library: Library | None, challenge: Challenge | None) -> Sources:
    """What citations are checked against, read with the notation of the problem."""
    notation = "\n".join(challenge.texts("notation")) if challenge is not None else ""
    return Sources(library, problem_macros(notation))


def judge_of(name: str, book: PromptBook, cast: Cast, votes: int, rules: str = "", method: str = PHASES) -> Judge:
    """The judge that a cast makes. Another model, effort, template, rule or method is another judge."""
    desk = Desk(book, cast)
    models, efforts, prompts = {}, {}, {}
    roles: tuple[Role[Any], ...] = (ORGANISER, CHECKER, VOTER)
    for role in roles:
        choice = cast.choice(role.name)
        models[role.name], efforts[role.name] = choice.model, choice.effort
        prompts[role.name] = desk.book.template(role, short=choice.model.startswith(SMALL_MODELS)).digest
    how = method if method == PHASES else f"{method} {find_judge(method).version}"
    told = json.dumps([models, efforts, prompts, votes, rules, *([] if how == PHASES else [how])], sort_keys=True)
    digest = hashlib.sha256(told.encode()).hexdigest()[:16]
    return Judge(
        name=name, digest=digest, votes=votes, models=models, efforts=efforts, prompts=prompts, rules=rules, method=how
    )


def prepare(desk: Desk, case: Case, sources: Sources, scope: str) -> Steps[Organised]:
    """What goes to the vote: the organised proof, or the raw one, with the checks beside its citations."""
    ordered = yield from organise(desk, case.proof, case.problem, sources)
    citations = yield from check_citations(desk, ordered.cited, sources)
    return Organised(
        submission=case.submission,
        text=annotated(ordered.document, citations, desk.book.fence).text,
        document=ordered.document,
        raw=ordered.raw,
        faults=ordered.faults,
        citations=citations,
        attempts=ordered.attempts,
        scope=scope,
    )


@judge(PHASES)
def vote_by_phases(seat: Seat) -> Steps[Vote]:
    """One vote: one call, and its repair. The voter sees the problem, the organised proof with its checks, and no more."""
    short = seat.desk.cast.choice(VOTER.name).model.startswith(SMALL_MODELS)
    checks = seat.annotated()
    values: dict[str, str | Untrusted] = {
        "problem": Untrusted("original problem", seat.problem),
        "rules": seat.judge.rules or NO_RULES,
        "proof": Untrusted("proof to verify", checks.text),
        "checks": "\n".join(checks.codes) or "none",
    }
    answer: Answer[Ballot] = yield seat.desk.request(_SHORT_VOTER if short else VOTER, seat.name, values)
    return vote_of(answer, seat.organised.document, seat.organised.citations, seat.place)


def vote(desk: Desk, case: Case, organised: Organised, judge: Judge, number: int, scope: str) -> Steps[Vote]:
    """One vote of a judge, by its method."""
    method = find_judge(judge.method.partition(" ")[0])
    return method.cast(Seat(desk, case.problem, organised, judge, number, scope))
