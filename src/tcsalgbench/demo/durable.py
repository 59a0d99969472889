"""First stage of the demonstration: a job of model calls is killed half-way, run again, and repeats nothing."""

import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from tcsalgbench.calls import Errored, FileJournal, Meter, Stop
from tcsalgbench.calls.history import calls_of
from tcsalgbench.calls.journal.reading import journal_files, reading
from tcsalgbench.demo.talks import Talk, talk_all
from tcsalgbench.errors import BadInput
from tcsalgbench.models import open_model
from tcsalgbench.workspace import Workspace

MODEL = "simulated/stormy"
_ENOUGH_TO_KILL = 20_000  # bytes of journal: some answers, not all
_PATIENCE = 60.0


@dataclass(frozen=True, slots=True)
class Survival:
    """What the killed process had finished, and what the second one still had to ask."""

    was_killed: bool
    kept: int
    replayed: int
    asked: int
    talks: int
    accepted: int

    def lines(self) -> list[str]:
        """What happened to the job."""
        if self.was_killed:
            first = f"A process was killed with SIGKILL in the middle of its work; its journal holds {self.kept} answers."
        else:
            first = f"The journal in this folder already holds {self.kept} answers, from an earlier demonstration."
        return [
            first,
            f"The same work, started again: {self.replayed} answers found, {self.asked} calls made.",
            f"{self.talks} talks of prover and verifier came to their end, {self.accepted} with an acceptance.",
        ]

    def fields(self) -> dict[str, object]:
        """All counts."""
        return {"model": MODEL, **asdict(self)}


def survive(workspace: Workspace, stop: Stop, progress: Callable[[int], None]) -> Survival:
    """Kill the job, run it again to its end, and count."""
    was_killed = kill_half_way(workspace)
    kept = answers_in(workspace)
    meter, talks = run_talks(workspace, stop, progress)
    calls = sum(tally.calls for tally in meter.roles.values())
    replayed = sum(tally.replayed for tally in meter.roles.values())
    return Survival(was_killed, kept, replayed, calls - replayed, len(talks), sum(one.accepted for one in talks))


def run_talks(workspace: Workspace, stop: Stop, progress: Callable[[int], None]) -> tuple[Meter, list[Talk]]:
    """Run the talks, or what is left of them."""
    journal, meter, talks = FileJournal(workspace.journal, "plain"), Meter(), []
    try:
        outcomes = talk_all(journal, open_model(MODEL), meter, stop, progress)
    finally:
        journal.close()
    for outcome in outcomes.values():
        if isinstance(outcome, Errored):
            raise outcome.error
        talks.append(outcome.value)
    return meter, talks


def answers_in(workspace: Workspace) -> int:
    """How many answers the journal holds."""
    try:
        with reading(workspace.root) as shards:
            return sum(call.fate == "answered" for call in calls_of(shards))
    except BadInput:  # there is no journal yet
        return 0


def kill_half_way(workspace: Workspace) -> bool:
    """Start the talks in a process of their own and kill it once it has some answers; False if it had ended before."""
    before = _journal_size(workspace)
    command = [sys.executable, "-m", "tcsalgbench.demo.durable", str(workspace.root)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:  # noqa: S603
        until = time.monotonic() + _PATIENCE
        while process.poll() is None and time.monotonic() < until and _journal_size(workspace) < before + _ENOUGH_TO_KILL:
            time.sleep(0.002)
        ended = process.poll() is not None
        process.kill()
    return not ended


def _journal_size(workspace: Workspace) -> int:
    try:
        return sum(path.stat().st_size for path in journal_files(workspace.root))
    except BadInput:
        return 0


if __name__ == "__main__":
    run_talks(Workspace.create(Path(sys.argv[1])), Stop(), lambda done: None)
