"""A short version of `bench/kill.py`, and proof that its ledger would notice."""

import random
import subprocess
import sys
from pathlib import Path

from bench.kill import Findings, kill_again_and_again, note_held, read_ledger


def test_a_job_killed_at_random_instants_repeats_nothing_and_ends_as_if_undisturbed() -> None:
    found = kill_again_and_again(kills=5, seed=random.randrange(2**32))
    assert found.kills == 5
    assert found.calls > 0
    assert found.answered >= found.calls
    assert (found.repeated, found.unreported, found.changed, found.damaged, found.different_ends) == (0, 0, 0, 0, 0)


def test_the_ledger_notices_a_journal_that_forgets(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "bench.kill", "--job", str(tmp_path), "--durability", "plain"]
    subprocess.run(command, check=True)
    for path in (tmp_path / "journal").glob("shard-*"):
        path.unlink()
    subprocess.run(command, check=True)
    findings = Findings()
    read_ledger(tmp_path, findings)
    assert findings.repeated > 0
    assert findings.unreported > 0


def test_the_ledger_notices_a_finished_call_made_again_that_nobody_was_told_of(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "bench.kill", "--job", str(tmp_path), "--durability", "plain"]
    subprocess.run(command, check=True)
    ledger = tmp_path / "ledger"
    lines = [line for line in ledger.read_text().splitlines() if not line.startswith("told")]
    ledger.write_text("".join(f"{line}\n" for line in lines))
    note_held(tmp_path)
    sound, noticed = Findings(), Findings()
    read_ledger(tmp_path, sound)
    assert sound.repeated == 0
    asked = next(line for line in lines if line.startswith("asked"))
    ledger.write_text(ledger.read_text() + f"{asked}\n")
    read_ledger(tmp_path, noticed)
    assert noticed.repeated == 1
