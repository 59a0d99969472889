"""The command itself, killed with SIGKILL at random instants and resumed: nothing finished is repeated, the end is the same."""

import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

from tcsalgbench.calls.history import calls_of
from tcsalgbench.calls.journal.check import check_shard
from tcsalgbench.calls.journal.reading import journal_files, reading
from tcsalgbench.provers.model import Run
from tcsalgbench.provers.store import load_runs
from tcsalgbench.workspace import Workspace
from tests.provers.workspaces import sample_workspace, world

KILLS = 3


def command(workspace: Workspace, model: str, *more: str) -> list[str]:
    words = ["run", "--workflow", "discussion", "--name", "d", "--model", model, "--seeds", "20", "--set", "iterations=3"]
    return [sys.executable, "-m", "tcsalgbench", *words, "--workspace", str(workspace.root), *more]


def runs_of(workspace: Workspace) -> list[dict[str, object]]:
    return [_plain(run) for run in load_runs(workspace)]


def _plain(run: Run) -> dict[str, object]:
    return run.model_dump(mode="json")


def test_a_study_that_is_killed_again_and_again_ends_as_if_undisturbed(tmp_path: Path) -> None:
    model = world(tmp_path, "slow", 0.01)
    ends = []
    for name in ("undisturbed", "killed"):
        workspace = sample_workspace(tmp_path / name)
        (workspace.root / "secret").write_text("00" * 32)
        chance, kills = random.Random(7), 0
        while name == "killed" and kills < KILLS:
            process = subprocess.Popen(command(workspace, model, "--resume"), stderr=subprocess.DEVNULL)
            try:
                process.wait(chance.uniform(0.8, 2.5))
                break
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
                kills += 1
        subprocess.run(command(workspace, model, "--resume"), check=True, capture_output=True)
        assert kills == (KILLS if name == "killed" else 0)
        ends.append(runs_of(workspace))
        with reading(workspace.root) as shards:
            answered = Counter((call.scope, call.begun.name) for call in calls_of(shards) if call.replied is not None)
        assert set(answered.values()) == {1}, "a finished call was made again"
        assert not [problem for path in journal_files(workspace.root) for problem in check_shard(path)]
    assert len(ends[0]) == 40
    assert ends[0] == ends[1]
