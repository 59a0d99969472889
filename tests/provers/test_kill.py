"""The command itself, killed with SIGKILL at points of its progress and resumed: nothing finished is repeated, same end."""

import random
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

from tcsalgbench.calls.history import calls_of
from tcsalgbench.calls.journal.check import check_shard
from tcsalgbench.calls.journal.reading import journal_files, reading
from tcsalgbench.provers.store import load_runs
from tcsalgbench.workspace import Workspace
from tests.provers.workspaces import sample_workspace, world

# Shares of the undisturbed journal between which each kill falls: a slow machine and a fast one are killed at the same places.
KILLED_WITHIN = ((0.05, 0.2), (0.25, 0.4), (0.45, 0.6))
POLL = 0.001


def command(workspace: Workspace, model: str) -> list[str]:
    words = ["run", "--workflow", "discussion", "--name", "d", "--model", model, "--seeds", "20", "--set", "iterations=3"]
    return [sys.executable, "-m", "tcsalgbench", *words, "--workspace", str(workspace.root), "--resume"]


def runs_of(workspace: Workspace) -> list[dict[str, object]]:
    return [run.model_dump(mode="json") for run in load_runs(workspace)]


def journal_size(workspace: Workspace) -> int:
    return sum(path.stat().st_size for path in workspace.journal.glob("*.journal"))


def kill_at(workspace: Workspace, model: str, size: float) -> None:
    """Start the study and kill it as soon as its journal has grown to this size; it must not have ended before."""
    process = subprocess.Popen(command(workspace, model), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while process.poll() is None and journal_size(workspace) < size:
        time.sleep(POLL)
    process.kill()
    assert process.wait() == -9, "the study ended before it was killed"


def check_journal(workspace: Workspace) -> None:
    with reading(workspace.root) as shards:
        answered = Counter((call.scope, call.begun.name) for call in calls_of(shards) if call.replied is not None)
    assert set(answered.values()) == {1}, "a finished call was made again"
    assert not [problem for path in journal_files(workspace.root) for problem in check_shard(path)]


def test_a_study_that_is_killed_again_and_again_ends_as_if_undisturbed(tmp_path: Path) -> None:
    model, chance = world(tmp_path, "slow", 0.02), random.Random(7)
    undisturbed, killed = (sample_workspace(tmp_path / name) for name in ("undisturbed", "killed"))
    for workspace in (undisturbed, killed):
        (workspace.root / "secret").write_text("00" * 32)
    subprocess.run(command(undisturbed, model), check=True, capture_output=True)
    whole = journal_size(undisturbed)
    for low, high in KILLED_WITHIN:
        kill_at(killed, model, chance.uniform(low, high) * whole)
        assert len(runs_of(killed)) < 40
    subprocess.run(command(killed, model), check=True, capture_output=True)
    for workspace in (undisturbed, killed):
        check_journal(workspace)
    assert len(runs_of(undisturbed)) == 40
    assert runs_of(killed) == runs_of(undisturbed)
