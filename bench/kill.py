"""Kill a running job with SIGKILL at random instants: nothing finished is repeated or lost, the end is as if undisturbed.

    python -m bench.kill [--kills 200]

Each round starts a job of discussions in a process of its own, kills it again and again until it has come to its end, and
compares. The simulated provider writes a line to a ledger for every request it gets, the job one for every answer it was
given: a request for a name that was already acknowledged is a finished call made again.
"""

import argparse
import asyncio
import hashlib
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.printing import heading, table
from tcsalgbench.calls import (
    Answer,
    Caller,
    Channel,
    FileJournal,
    Gate,
    Job,
    Meter,
    Reply,
    Request,
    Retry,
    Secrets,
    Steps,
    drive_all,
)
from tcsalgbench.calls.journal.check import check_shard
from tcsalgbench.calls.journal.shard import shard_paths
from tcsalgbench.calls.request import draw_of
from tcsalgbench.demo.talks import Talk, talk
from tcsalgbench.models.simulated import SimulatedModel
from tcsalgbench.models.world import load_world
from tcsalgbench.workspace import atomic_write

JOBS = 40
SEED = 1
WAITS = Retry(first_wait=0.002, longest_wait=0.02)


def note(handle: int, *fields: str) -> None:
    os.write(handle, ("\t".join(fields) + "\n").encode())


class Watched:
    """The simulated provider, with a ledger of what it was asked."""

    def __init__(self, ledger: int) -> None:
        self._inner = SimulatedModel(load_world("stormy"))
        self._ledger = ledger

    async def generate(self, request: Request[Any], draw: int) -> Reply:
        note(self._ledger, "asked", str(draw))
        return await self._inner.generate(request, draw)


def acknowledged(steps: Steps[Talk], scope: str, ledger: int) -> Generator[Request[Any], Answer[Any], Talk]:
    """The steps, with a line in the ledger for every answer they are given."""
    request = next(steps)
    while True:
        answer = yield request
        digest = hashlib.sha256(repr(answer).encode()).hexdigest()[:12]
        note(ledger, "told", scope, request.name, digest)
        try:
            request = steps.send(answer)
        except StopIteration as end:
            result: Talk = end.value
            return result


def run_job(folder: Path, durability: str) -> None:
    """The job itself: many talks, then one result file."""
    ledger = os.open(folder / "ledger", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    journal = FileJournal(folder / "journal", "fsync" if durability == "fsync" else "plain")
    channel = Channel("simulated/stormy", Watched(ledger), Gate(64, 1024), retry=WAITS, costs_money=False)
    meter = Meter()

    def job(number: int) -> Job[Talk]:
        scope = f"talk/{number}"
        caller = Caller(scope, SEED, journal, lambda role: channel, Secrets(()), meter=meter)
        return Job(caller, lambda: acknowledged(talk(f"goal {number} holds"), scope, ledger))

    outcomes = asyncio.run(drive_all(map(job, range(JOBS))))
    journal.close()
    result = {scope: repr(outcome) for scope, outcome in sorted(outcomes.items())}
    atomic_write(folder / "result.json", json.dumps(result, indent=1).encode())


@dataclass
class Findings:
    kills: int = 0
    rounds: int = 0
    repeated: int = 0
    changed: int = 0
    damaged: int = 0
    different_ends: int = 0
    calls: int = 0

    @property
    def sound(self) -> bool:
        return self.repeated + self.changed + self.damaged + self.different_ends == 0


def read_ledger(folder: Path, findings: Findings) -> None:
    """Hold the ledger against the rules."""
    told: dict[tuple[str, str], str] = {}
    done: set[str] = set()
    asked: dict[str, int] = {}
    for line in (folder / "ledger").read_text().splitlines():
        kind, *fields = line.split("\t")
        if kind == "asked":
            findings.repeated += fields[0] in done
            asked[fields[0]] = asked.get(fields[0], 0) + 1
        elif len(fields) == 3:
            scope, name, digest = fields
            findings.changed += told.setdefault((scope, name), digest) != digest
            done.add(str(draw_of(SEED, scope, name)))
    findings.calls += len(asked)


def one_round(folder: Path, durability: str, chance: random.Random, findings: Findings, kills: int, expected: bytes) -> None:
    """Kill until the job has ended, or as often as is wanted; then let it end."""
    command = [sys.executable, "-m", "bench.kill", "--job", str(folder), "--durability", durability]
    while not (folder / "result.json").exists():
        process = subprocess.Popen(command)
        if findings.kills < kills:
            try:
                process.wait(chance.uniform(0.15, 1.0))
            except subprocess.TimeoutExpired:
                process.kill()
                findings.kills += 1
        process.wait()
    findings.rounds += 1
    findings.different_ends += (folder / "result.json").read_bytes() != expected
    read_ledger(folder, findings)
    findings.damaged += sum(len(check_shard(path)) for path in shard_paths(folder / "journal"))


def kill_again_and_again(kills: int, seed: int = 1) -> Findings:
    findings, chance = Findings(), random.Random(seed)
    with tempfile.TemporaryDirectory() as top:
        undisturbed = Path(top) / "undisturbed"
        undisturbed.mkdir()
        subprocess.run([sys.executable, "-m", "bench.kill", "--job", str(undisturbed), "--durability", "plain"], check=True)
        expected = (undisturbed / "result.json").read_bytes()
        while findings.kills < kills:
            folder = Path(top) / f"round{findings.rounds}"
            folder.mkdir()
            one_round(folder, ("fsync", "plain")[findings.rounds % 2], chance, findings, kills, expected)
    return findings


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--job", type=Path)
    parser.add_argument("--durability", default="plain")
    options = parser.parse_args()
    if options.job is not None:
        run_job(options.job, options.durability)
        return
    began = time.monotonic()
    found = kill_again_and_again(options.kills)
    rows = [
        ["kills with SIGKILL", f"{found.kills}"],
        [f"jobs of {JOBS} talks", f"{found.rounds}, {found.calls:,} calls, {time.monotonic() - began:.0f} s"],
        ["finished calls made again", f"{found.repeated}"],
        ["acknowledged answers lost or changed", f"{found.changed}"],
        ["damaged records", f"{found.damaged}"],
        ["end results that differ from the undisturbed run", f"{found.different_ends}"],
    ]
    print(heading("Killed at random instants", f"python -m bench.kill --kills {options.kills}"))
    print(table(["simulated provider, half the jobs with fsync", ""], rows, numbers=True))
    sys.exit(0 if found.sound else 1)


if __name__ == "__main__":
    main()
