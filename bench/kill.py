"""Kill a running job with SIGKILL at random instants: nothing finished is repeated or lost, the end is as if undisturbed.

    python -m bench.kill [--kills 200]

Each round starts a job of discussions in a process of its own, kills it again and again until it has come to its end, and
compares. The count is kept on the provider's side, not by the journal: the simulated provider writes a line to a ledger for
every request it gets and every answer it gives, the job one for every answer it was told, and after each kill a line is added
for every answer that the journal then holds. A request for an answer that was told or held before is a finished call made
again. What the provider answered, and billed, and the journal does not hold, must be among the calls it reports as lost.
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
from collections import Counter
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
from tcsalgbench.calls.history import calls_of
from tcsalgbench.calls.journal.check import check_shard
from tcsalgbench.calls.journal.reading import reading
from tcsalgbench.calls.journal.shard import shard_paths
from tcsalgbench.calls.request import draw_of
from tcsalgbench.demo.talks import Talk, talk
from tcsalgbench.models.simulated import SimulatedModel
from tcsalgbench.models.world import load_world
from tcsalgbench.workspace import atomic_write

JOBS = 40
SEED = 1
AT_WORK = 0.8  # the share of kills that wait for the first call of a process; the others also hit its start
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
        reply = await self._inner.generate(request, draw)
        note(self._ledger, "answered", str(draw))
        return reply


def acknowledged(steps: Steps[Talk], scope: str, ledger: int) -> Generator[Request[Any], Answer[Any], Talk]:
    """The steps, with a line in the ledger for every answer they are given."""
    request = next(steps)
    while True:
        answer = yield request
        digest = hashlib.sha256(repr(answer).encode()).hexdigest()[:12]
        note(ledger, "told", scope, request.name, digest, str(len(answer.replies)))
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
    kills_at_work: int = 0
    rounds: int = 0
    answered: int = 0
    lost: int = 0
    unreported: int = 0
    repeated: int = 0
    changed: int = 0
    damaged: int = 0
    different_ends: int = 0
    calls: int = 0

    @property
    def sound(self) -> bool:
        return self.repeated + self.unreported + self.changed + self.damaged + self.different_ends == 0


def read_ledger(folder: Path, findings: Findings) -> None:
    """Hold the ledger against the rules, and against the account that the journal gives at the end."""
    told: dict[tuple[str, str], str] = {}
    done: set[str] = set()
    asked: set[str] = set()
    answers = 0
    for line in (folder / "ledger").read_text().splitlines():
        kind, *fields = line.split("\t")
        if kind == "asked":
            findings.repeated += fields[0] in done
            asked.add(fields[0])
        elif kind == "answered":
            answers += 1
        elif kind == "held":
            done.add(fields[0])
        elif len(fields) == 4:
            scope, name, digest, replies = fields
            findings.changed += told.setdefault((scope, name), digest) != digest
            done |= {str(draw_of(SEED, scope, one)) for one in (name, f"{name}#repair")[: int(replies)]}
    findings.calls += len(asked)
    findings.answered += answers
    with reading(folder / "journal") as shards:
        fates = Counter(call.fate for call in calls_of(shards))
    lost = answers - fates["answered"]
    findings.lost += fates["under way"]
    findings.unreported += max(0, lost - fates["under way"])


def size_of(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def note_held(folder: Path) -> None:
    """After a kill: which answers the journal holds now."""
    ledger = os.open(folder / "ledger", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    if shard_paths(folder / "journal"):
        with reading(folder / "journal") as shards:
            for call in calls_of(shards):
                if call.fate == "answered":
                    note(ledger, "held", str(call.begun.draw))
    os.close(ledger)


def one_round(folder: Path, durability: str, chance: random.Random, findings: Findings, kills: int, expected: bytes) -> None:
    """Kill until the job has ended, or as often as is wanted; then let it end."""
    command = [sys.executable, "-m", "bench.kill", "--job", str(folder), "--durability", durability]
    while not (folder / "result.json").exists():
        before = size_of(folder / "ledger")
        process = subprocess.Popen(command)
        if findings.kills < kills:
            if chance.random() < AT_WORK:
                while process.poll() is None and size_of(folder / "ledger") == before:
                    time.sleep(0.001)
            try:
                process.wait(chance.uniform(0, 0.5))
            except subprocess.TimeoutExpired:
                process.kill()
                findings.kills += 1
                findings.kills_at_work += size_of(folder / "ledger") > before
        process.wait()
        note_held(folder)
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
        ["of these, while calls were being made", f"{found.kills_at_work}"],
        [f"jobs of {JOBS} talks", f"{found.rounds}, {found.calls:,} calls, {time.monotonic() - began:.0f} s"],
        ["answers that the provider gave, and billed", f"{found.answered:,}"],
        ["calls under way at a kill, as the journal reports them", f"{found.lost:,}"],
        ["billed answers neither held nor reported as lost", f"{found.unreported}"],
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
