"""A study of scripted voters over as many submissions as the paper has, for the measurements of judging.

`python -m bench.judging_study --job FOLDER` scores it, in a process that can be killed.
"""

import argparse
import hashlib
import json
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from bench.kill import acknowledged, note
from tcsalgbench.calls import Channel, Gate, Reply, Request, Retry, Steps, Usage
from tcsalgbench.challenges.model import Challenge, Withheld
from tcsalgbench.challenges.store import save_challenge
from tcsalgbench.errors import ServerFault
from tcsalgbench.judging.entries import entries_of
from tcsalgbench.judging.score import Panel, Scored
from tcsalgbench.judging.session import Session, Terms
from tcsalgbench.papers.store import keep_paper
from tcsalgbench.samples import sample_folder, sample_names
from tcsalgbench.samples.challenges import expected_challenges
from tcsalgbench.workspace import Workspace
from tests.judging.panelists import ballot, cast, fenced, organised

CHALLENGES, SEEDS = 398, 5
MODEL = "test/panel"


def build_study(folder: Path, challenges: int = CHALLENGES, seeds: int = SEEDS) -> None:
    """A workspace with copies of the bundled challenges, and a file of submissions: the hidden proofs, varied."""
    workspace = Workspace.create(folder / "w")
    workspace.secret()  # made now, so that copies of the study have the same prompts
    known: list[tuple[Challenge, Withheld]] = []
    for name in sample_names():
        keep_paper(workspace, sample_folder(name))
        known += expected_challenges(name)
    lines = []
    for number, (challenge, withheld) in enumerate(islice(cycle(known), challenges)):
        copy = _copied(challenge, number)
        save_challenge(workspace, copy, withheld.model_copy(update={"challenge": copy.id}))
        for seed in range(1, seeds + 1):
            proof = f"{withheld.proof}\n\nThis is version {seed} of proof {number}."
            lines.append(json.dumps({"challenge_id": copy.id, "system": "scripted", "seed": seed, "proof": proof}))
    (folder / "submissions.jsonl").write_text("\n".join(lines) + "\n")


def _copied(challenge: Challenge, number: int) -> Challenge:
    title = next(piece for piece in challenge.pieces if piece.slot == "title")
    pieces = tuple(
        piece.model_copy(update={"text": f"{piece.text} ({number})"}) if piece is title else piece for piece in challenge.pieces
    )
    return challenge.model_copy(update={"id": f"{challenge.id}/{number}", "pieces": pieces})


@dataclass
class Scripted:
    """Voters by rule: proofs differ in quality, votes in luck; some are refused, cut off or malformed, some fail first."""

    ledger: int
    failed: set[int]

    async def generate(self, request: Request[Any], draw: int) -> Reply:
        """The answer, which depends on the request's draw alone; a fault the first time for one call in fifty."""
        note(self.ledger, "asked", str(draw))
        if draw % 50 == 0 and draw not in self.failed:
            self.failed.add(draw)
            raise ServerFault("the scripted server is down")
        if request.role == "scoring-voter":
            return self._vote(request, draw)
        text = organised(request) if request.role == "proof-organiser" else '{"reason": "r", "outcome": "matches"}'
        return Reply("complete", text, Usage(request.prompt_bytes // 4, 0, len(text) // 4, 0))

    def _vote(self, request: Request[Any], draw: int) -> Reply:
        used = Usage(request.prompt_bytes // 4, 0, 6_000, 5_000)
        luck = draw % 1000
        if luck < 10:
            return Reply("refused", "", used)
        if luck < 20:
            return Reply("truncated", "", used)
        if luck < 30 or request.name.endswith("#repair"):
            return Reply("complete", "PASS", used)
        quality = int(hashlib.sha256(fenced(request)["proof to verify"].encode()).hexdigest()[:8], 16) % 1000
        aside = [{"citation": f"C{n}", "needed": False, "standard": True, "status": "PASS", "reason": ""} for n in range(1, 9)]
        return Reply("complete", ballot("PASS" if (draw >> 12) % 1000 < quality else "FAIL", citations=aside), used)


class Watched(Panel):
    """A panel that writes into the ledger what its steps were told."""

    ledger: int = -1

    def _run(self, jobs: Mapping[str, Callable[[], Steps[None]]], result: Scored) -> None:
        super()._run({scope: self._watched(scope, steps) for scope, steps in jobs.items()}, result)

    def _watched(self, scope: str, steps: Callable[[], Steps[None]]) -> Callable[[], Steps[None]]:
        return lambda: acknowledged(steps(), scope, self.ledger)  # type: ignore[arg-type,return-value]


def score_study(folder: Path, *, early: bool = False) -> Scored:
    """Score the study, going on with what an earlier process left."""
    workspace = Workspace.open(folder / "w")
    ledger = os.open(folder / "ledger", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    retry = Retry(attempts=4, first_wait=0.001, longest_wait=0.01)
    channel = Channel(MODEL, Scripted(ledger, set()), Gate(64, 1024), retry=retry, costs_money=False)
    session = Session(workspace, cast(MODEL), Terms(early=early), channels={MODEL: channel})
    with session.panel() as panel:
        watched = Watched(*(getattr(panel, one.name) for one in fields(Panel)))
        watched.ledger = ledger
        return watched.score(entries_of(workspace, folder / "submissions.jsonl"))


def told(folder: Path) -> Iterator[list[str]]:
    """The lines of the ledger."""
    for line in (folder / "ledger").read_text().splitlines():
        yield line.split("\t")


def main() -> None:
    """Score the study in this process, and write what it came to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--job", type=Path, required=True)
    parser.add_argument("--early", action="store_true")
    options = parser.parse_args()
    done = score_study(options.job, early=options.early)
    labels = {f"{one.challenge_id} {one.seed}": one.label for one in done.scores}
    told_of = {"labels": labels, "votes": done.new_votes, "skipped": done.skipped_votes, "tokens": done.skipped_tokens}
    (options.job / "result.json").write_text(json.dumps(told_of))


if __name__ == "__main__":
    main()
