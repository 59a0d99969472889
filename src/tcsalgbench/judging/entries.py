"""What there is to score: the submissions of this workspace's runs, or those that others wrote into a file."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from tcsalgbench.challenges.model import Challenge
from tcsalgbench.challenges.store import load_challenges
from tcsalgbench.errors import BadInput
from tcsalgbench.judging.model import Purpose
from tcsalgbench.judging.panel import Case, sources_of
from tcsalgbench.judging.sources import Sources
from tcsalgbench.library.allowing import library_of
from tcsalgbench.library.shelf import Shelf
from tcsalgbench.provers.store import load_runs, numbered_submissions
from tcsalgbench.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Entry:
    """One submission by whomever. Access to sources of an `external` one is not verified."""

    case: Case
    challenge_id: str
    system: str
    seed: int
    purpose: Purpose = "comparison"
    model: str | None = None
    external: bool = False


def entries_of(workspace: Workspace, submissions: Path | None = None) -> tuple[Entry, ...]:
    """The submissions of the runs of a workspace, or of a file; runs without a submission have nothing to score."""
    challenges = {challenge.id: challenge for challenge in load_challenges(workspace)}
    if submissions is not None:
        made = (
            Entry(
                _case(challenges, one.challenge_id, one.proof, f"{submissions}, line {number},"),
                one.challenge_id,
                one.system,
                one.seed,
                external=True,
            )
            for number, one in numbered_submissions(submissions)
        )
    else:
        made = (
            Entry(
                _case(challenges, run.challenge_id, run.proof, "A run"),
                run.challenge_id,
                run.system,
                run.seed,
                run.purpose,
                run.model,
            )
            for run in load_runs(workspace)
            if run.end == "submitted" and run.proof is not None
        )
    return tuple(made)


def _case(challenges: Mapping[str, Challenge], challenge_id: str, proof: str, where: str) -> Case:
    challenge = challenges.get(challenge_id)
    if challenge is None:
        known = ", ".join(list(challenges)[:4]) or "none at all"
        raise BadInput(f"{where} speaks of the challenge {challenge_id!r}, which is not in this workspace; there are {known}.")
    return Case.of(challenge, proof)


def sources_in(workspace: Workspace) -> Callable[[Entry], Sources]:
    """What the citations of an entry are checked against: the library of its challenge, where the workspace has it."""
    challenges = {challenge.id: challenge for challenge in load_challenges(workspace)}
    shelf = Shelf(workspace)

    @lru_cache(maxsize=1024)
    def sources(challenge_id: str) -> Sources:
        challenge = challenges.get(challenge_id)
        try:
            library = None if challenge is None else library_of(workspace, challenge, shelf)
        except BadInput:
            library = None  # a challenge that came without its paper
        return sources_of(library, challenge)

    return lambda entry: sources(entry.challenge_id)


def distinct(entries: Iterable[Entry]) -> dict[str, Entry]:
    """One entry for each submission digest: equal proofs of one problem are judged once."""
    return {entry.case.submission: entry for entry in reversed(tuple(entries))}
