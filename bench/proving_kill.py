"""Kill the real command with SIGKILL again and again: nothing finished is repeated, changed or lost, and the end is the same.

    python -m bench.proving_kill [--kills 200]

Most kills fall where the journal has grown to a share drawn at random, so that they are spread over the whole study on any
machine; every fourth falls at a random instant of the start: import, opening of the journal, replay.
"""

import argparse
import random
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from bench.printing import heading, table
from bench.proving import command, environment, scratch
from bench.proving_cast import NAME, install
from bench.proving_works import made_workspace
from tcsalgbench.calls.history import calls_of
from tcsalgbench.calls.journal.check import check_shard
from tcsalgbench.calls.journal.reading import journal_files, reading
from tcsalgbench.provers.store import load_runs
from tcsalgbench.workspace import Workspace

A_STUDY = 25  # kills
POLL = 0.001
CHALLENGES = 5
LONGEST_START = 2.0
OPTIONS = ("--model", f"{NAME}/10@0.01", "--set", "history_tokens=6000", "--set", "iterations=3", "--seeds", "3")


@dataclass(slots=True)
class Found:
    """What went wrong, which should be nothing, and how much there was."""

    kills: int = 0
    studies: int = 0
    calls: int = 0
    in_flight: int = 0
    repeated: int = 0
    changed: int = 0
    damaged: int = 0
    different: int = 0

    @property
    def sound(self) -> bool:
        """Whether nothing went wrong."""
        return self.repeated + self.changed + self.damaged + self.different == 0


def size_of(workspace: Workspace) -> int:
    """The size of the journal."""
    return sum(path.stat().st_size for path in workspace.journal.glob("*.journal"))


def answered(workspace: Workspace) -> tuple[dict[tuple[str, str], str], int, int]:
    """Every answer under its name, how many were answered twice, how many calls were begun and never answered."""
    answers: dict[tuple[str, str], str] = {}
    twice = lost = 0
    with reading(workspace.root) as shards:
        for call in calls_of(shards):
            if call.replied is None:
                lost += 1
                continue
            key = (call.scope, call.begun.name)
            twice += key in answers
            answers[key] = call.replied.reply.text
    return answers, twice, lost


def kill(workspace: Workspace, plugin: Path, *, size: float | None, seconds: float) -> bool:
    """Start the study and kill it: when the journal has this size, or after so long. False if it ended before."""
    process = subprocess.Popen(
        command(workspace, *OPTIONS), env=environment(plugin), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    began = time.monotonic()
    while process.poll() is None and (size_of(workspace) < size if size is not None else time.monotonic() - began < seconds):
        time.sleep(POLL)
    process.kill()
    return process.wait() == -9


def one_study(
    top: Path, plugin: Path, expected: list[str], whole: int, chance: random.Random, found: Found, kills: int
) -> None:
    """One study, killed on its way, and compared in the end."""
    workspace = made_workspace(top / f"study{found.studies}", CHALLENGES)
    known: dict[tuple[str, str], str] = {}
    for number in range(kills):
        at_start = number % 4 == 3
        size = None if at_start else chance.uniform(number, number + 1) / (kills + 1) * whole
        found.kills += kill(workspace, plugin, size=size, seconds=chance.uniform(0.0, LONGEST_START))
        if workspace.journal.is_dir() and size_of(workspace):
            answers, _, _ = answered(workspace)
            found.changed += sum(answers.get(key) != text for key, text in known.items())
            known = answers
    subprocess.run(command(workspace, *OPTIONS), env=environment(plugin), check=True, capture_output=True)
    answers, twice, lost = answered(workspace)
    found.changed += sum(answers.get(key) != text for key, text in known.items())
    found.repeated += twice
    found.in_flight += lost
    found.calls += len(answers)
    found.damaged += sum(len(check_shard(path)) for path in journal_files(workspace.root))
    found.different += [run.model_dump_json() for run in load_runs(workspace)] != expected
    found.studies += 1


def kill_again_and_again(kills: int) -> Found:
    """Study after study, until there were as many kills."""
    found, chance = Found(), random.Random(1)
    with scratch() as folder:
        top = Path(folder)
        plugin, undisturbed = install(top / "plugin"), made_workspace(top / "undisturbed", CHALLENGES)
        subprocess.run(command(undisturbed, *OPTIONS), env=environment(plugin), check=True, capture_output=True)
        expected = [run.model_dump_json() for run in load_runs(undisturbed)]
        while found.kills < kills:
            one_study(top, plugin, expected, size_of(undisturbed), chance, found, min(A_STUDY, kills - found.kills))
    return found


def main() -> None:
    """Kill, and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=200)
    kills = parser.parse_args().kills
    began = time.monotonic()
    found = kill_again_and_again(kills)
    rows = [
        ["kills with SIGKILL", f"{found.kills}"],
        ["studies of 15 runs of `discussion`", f"{found.studies}, {found.calls:,} calls, {time.monotonic() - began:.0f} s"],
        ["calls in flight at a kill, made again", f"{found.in_flight:,}"],
        ["finished calls made again", f"{found.repeated}"],
        ["answers lost or changed", f"{found.changed}"],
        ["damaged records", f"{found.damaged}"],
        ["studies whose runs differ from the undisturbed ones", f"{found.different}"],
    ]
    print(heading("`run` killed again and again", f"python -m bench.proving_kill --kills {kills}"))
    print(table(["rehearsed, plain writes", ""], rows, numbers=True))
    sys.exit(0 if found.sound else 1)


if __name__ == "__main__":
    main()
