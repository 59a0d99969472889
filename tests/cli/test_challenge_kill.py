"""`challenges build`, killed with SIGKILL in the middle and started again: no answer is asked for twice."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tcsalgbench.challenges.store import load_challenges
from tcsalgbench.cli.main import run
from tcsalgbench.demo.durable import answers_in
from tcsalgbench.graphs.store import save_graph
from tcsalgbench.samples.graphs import expected_graph
from tcsalgbench.workspace import Workspace
from tests.challenges.expert import write_script

STOPS_AT = "thm:main/existence"


def answered(folder: Path) -> int:
    return answers_in(Workspace.open(folder)) if any((folder / "journal").glob("shard-*")) else 0


def test_a_killed_build_goes_on_and_repeats_no_answer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    workspace, script = Workspace.create(tmp_path / "w"), tmp_path / "expert.toml"
    save_graph(workspace, expected_graph("private"))
    calls = write_script(script, "private")
    before = calls.index(STOPS_AT)
    calm = script.read_text()
    name = f"name = {json.dumps(STOPS_AT)}\n"
    script.write_text(calm.replace(name, f'{name}fault = "overloaded"\ntimes = 30\n'))  # it waits, and tries again
    at = [
        "challenges",
        "build",
        "sample:private",
        "--model",
        f"scripted/{script}",
        "--json",
        "--workspace",
        str(workspace.root),
    ]
    line = [sys.executable, "-m", "tcsalgbench", *at]
    with subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=os.environ) as process:
        until = time.monotonic() + 60
        while time.monotonic() < until and process.poll() is None and answered(workspace.root) < before:
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
    assert answered(workspace.root) == before
    assert load_challenges(workspace) == ()
    script.write_text(calm)
    assert run(at) == 0
    passes = json.loads(capsys.readouterr().out)["passes"]
    assert sum(one["replayed"] for one in passes) == before
    assert sum(one["calls"] for one in passes) == len(calls)
    assert answered(workspace.root) == len(calls)
    assert [one.target for one in load_challenges(workspace)] == ["thm:main", "thm:packing"]
