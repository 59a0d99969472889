"""A stage of the demonstration: challenges of the bundled papers, by the embedded model in ten passes, or written by hand."""

from collections.abc import Callable
from dataclasses import dataclass

from tcsalgbench.calls import Stop
from tcsalgbench.challenges.build import Built
from tcsalgbench.challenges.case import BRIEF
from tcsalgbench.challenges.making import Made, Making
from tcsalgbench.challenges.model import Challenge, Status
from tcsalgbench.challenges.store import load_challenges, save_challenge
from tcsalgbench.jobs import cast_of
from tcsalgbench.papers.record import load_paper
from tcsalgbench.samples import expected_challenges, sample_folder, sample_names
from tcsalgbench.workspace import Workspace

PRESET = "embedded"
BY_HAND = "/by-hand"
_ORDER: tuple[Status, ...] = ("ready", "review", "held")


@dataclass(frozen=True, slots=True)
class Challenges:
    """What the small model made, and the challenges written by hand that were put beside it for the stages that follow."""

    made: Made
    by_hand: tuple[Challenge, ...]

    def lines(self) -> list[str]:
        """Each challenge with its outcome and its reasons; then what stands in for what is held or missing."""
        told: list[str] = []
        for built in self.made.built:
            told += _told(built)
        for version, why in self.made.failed.items():
            told.append(f"{version}: could not be built: {why}")
        calls = sum(one.calls for one in self.made.spent)
        tokens = sum(one.input_tokens + one.output_tokens for one in self.made.spent)
        told += [
            "",
            f"{calls} calls, {tokens:,} tokens: one theorem a paper. Every piece is cut from the source by code, and what",
            "a check does not like is held: a small model cannot spoil a challenge, it can only fail to make one.",
        ]
        if self.by_hand:
            told.append("Written by hand, and used from here on so that there is something to prove:")
            told += [f"  {one.id}: {_title(one)}" for one in self.by_hand]
        return told

    def fields(self) -> dict[str, object]:
        """The same for machines."""
        made = [one for built in self.made.built for one, _ in built.challenges]
        return {
            "made": {one.id: one.status for one in made},
            "not_taken": {built.paper.id: list(built.notes) for built in self.made.built},
            "failed": dict(self.made.failed),
            "by_hand": [one.id for one in self.by_hand],
            "passes": {one.name: {"calls": one.calls, "replayed": one.replayed} for one in self.made.spent},
        }


def make_challenges(workspace: Workspace, stop: Stop, progress: Callable[[int], None], preset: str = PRESET) -> Challenges:
    """Have the small model make them; a paper that is left without one that can be run on gets one that was written by hand."""
    papers = [load_paper(sample_folder(name)) for name in sample_names()]
    making = Making(workspace, cast_of("construction", preset=preset), stop=stop, bounds=BRIEF)
    return Challenges(making.run(papers, progress), take_in(workspace))


def take_in(workspace: Workspace) -> tuple[Challenge, ...]:
    """Put a hand-written challenge into the workspace for each paper that is left without one that can be run on."""
    taken: list[Challenge] = []
    for name in sample_names():
        there = {one.id: one for one in load_challenges(workspace)}
        challenge, withheld = expected_challenges(name)[0]
        if any(one.paper.id == challenge.paper.id and one.status != "held" for one in there.values()):
            continue
        if challenge.id in there:  # what a check holds stays, to be looked at
            own = f"{challenge.id}{BY_HAND}"
            challenge, withheld = challenge.model_copy(update={"id": own}), withheld.model_copy(update={"challenge": own})
        save_challenge(workspace, challenge, withheld)
        taken.append(challenge)
    return tuple(taken)


def to_prove(workspace: Workspace) -> tuple[Challenge, ...]:
    """One challenge of each paper: one that is ready, else one that waits for a review; never one that is held."""
    chosen: dict[str, Challenge] = {}
    for challenge in sorted(load_challenges(workspace), key=lambda one: _ORDER.index(one.status)):
        if challenge.status != "held":
            chosen.setdefault(challenge.paper.id, challenge)
    return tuple(sorted(chosen.values(), key=lambda one: one.id))


def _told(built: Built) -> list[str]:
    told = [f"{built.paper.id}: {built.paper.title}"]
    for challenge, _ in built.challenges:
        found = [one for one in challenge.findings if one.blocking] or list(challenge.findings)
        told.append(f"  {challenge.printed}, “{_title(challenge)}”, {len(challenge.pieces)} pieces: {challenge.status}")
        told += [f"    {one.check}: {one.detail[:100]}" for one in found[:2]]
    return [*told, *(f"  not taken: {note[:110]}" for note in built.notes)]


def _title(challenge: Challenge) -> str:
    return " ".join(challenge.texts("title")) or challenge.id
