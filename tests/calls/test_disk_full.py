"""A disk that fills up under a journal: nothing acknowledged or paid for is lost, and the message says what to do."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

# A file system of its own, so small that it fills up: as root, or where users may make namespaces.
SMALL_DISK = [
    "unshare",
    "--mount",
    "--map-root-user",
    "sh",
    "-c",
    'mount -t tmpfs -o size="$1" tmpfs "$2" && shift 2 && exec "$@"',
    "sh",
]

JOB = """
import asyncio, sys
from functools import partial
from pathlib import Path
from tcsalgbench.calls import Errored, FileJournal, Finished, Job, drive_all
from tcsalgbench.calls.history import calls_of
from tests.support import Scripted, ask, channel, in_turn, said, worker

folder = Path(sys.argv[1])
produced = []

async def long_answer(request, draw):
    await asyncio.sleep(0.001)
    produced.append((request.name, draw))
    return said(f"{draw} " + "proof " * 15_000)

journal = FileJournal(folder, "fsync")
to = channel(Scripted(long_answer))
jobs = [Job(worker(journal, to, f"run {n}"), partial(in_turn, [ask(f"call {m}") for m in range(9)])) for n in range(30)]
outcomes = asyncio.run(drive_all(jobs))
errors = {outcome.error.slug: str(outcome.error) for outcome in outcomes.values() if isinstance(outcome, Errored)}
kept = sum(call.fate == "answered" for call in calls_of(journal.shards()))
assert set(errors) == {"disk-full"}, errors
assert kept == len(produced) > 30, (kept, len(produced))
journal.close()

(folder / "filler").unlink(missing_ok=True)
again = FileJournal(folder, "plain")
for n in range(30):
    for m in range(9):
        with again.scope(f"run {n}"):
            kept -= again.find(f"run {n}", ask(f"call {m}"), "test/model") is not None
assert kept == 0
print(errors["disk-full"])
"""


def on_small_disk(size: str, folder: Path, *command: str) -> "subprocess.CompletedProcess[str]":
    probe = subprocess.run([*SMALL_DISK, "1m", str(folder), "true"], capture_output=True, text=True, check=False)
    if probe.returncode != 0 and "CI" not in os.environ:
        pytest.skip(f"NO SMALL DISK CAN BE MADE HERE (needs root or user namespaces): {probe.stderr.strip()}")
    return subprocess.run([*SMALL_DISK, size, str(folder), *command], capture_output=True, text=True, check=False)


def test_when_the_disk_fills_up_every_answer_under_way_is_still_recorded(tmp_path: Path) -> None:
    ended = on_small_disk("14m", tmp_path, sys.executable, "-c", JOB, str(tmp_path))
    assert ended.returncode == 0, ended.stderr
    assert "The disk is full" in ended.stdout


def test_a_disk_with_no_room_for_the_ballast_is_refused_before_any_call(tmp_path: Path) -> None:
    open_journal = (
        f"from tcsalgbench.calls import FileJournal; from pathlib import Path; FileJournal(Path({str(tmp_path)!r}), 'fsync')"
    )
    ended = on_small_disk("4m", tmp_path, sys.executable, "-c", open_journal)
    assert "DiskFull: The disk is full" in ended.stderr


def test_the_command_line_says_that_the_disk_is_full(tmp_path: Path) -> None:
    ended = on_small_disk("48k", tmp_path, sys.executable, "-m", "tcsalgbench", "demo", "--out", str(tmp_path / "demo"))
    assert ended.returncode == 1
    assert "error (disk-full): The disk is full" in ended.stderr
    assert "Traceback" not in ended.stderr
