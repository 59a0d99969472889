"""The first stage of the demonstration."""

import signal
import subprocess
import sys
import time
from pathlib import Path

from tcsalgbench.calls import FileJournal, Stop
from tcsalgbench.demo.durable import survive
from tcsalgbench.demo.talks import GOALS
from tcsalgbench.workspace import Workspace


def test_a_killed_job_goes_on_where_it_stopped_and_a_second_demo_pays_for_nothing(tmp_path: Path) -> None:
    workspace = Workspace.create(tmp_path)
    first = survive(workspace, Stop(), lambda done: None)
    assert first.was_killed
    assert first.kept == first.replayed > 0
    assert first.asked > 0
    assert first.talks == len(GOALS)
    second = survive(workspace, Stop(), lambda done: None)
    assert (second.asked, second.accepted) == (0, first.accepted)
    assert second.replayed == first.replayed + first.asked


def test_two_demos_in_one_folder_are_told_apart_with_a_sentence(tmp_path: Path) -> None:
    journal = FileJournal(Workspace.create(tmp_path).journal, "plain")
    code = "import sys; from tcsalgbench.cli.main import run; sys.exit(run(['demo', '--out', sys.argv[1]]))"
    with journal.scope("talk/01"):
        other = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=False)
    journal.close()
    assert other.returncode == 2
    assert "error (in-use): The run 'talk/01' is being worked on by another process" in other.stderr
    assert "Traceback" not in other.stderr


def test_ctrl_c_ends_with_130_and_the_next_demo_goes_on(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tcsalgbench", "demo", "--out", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True) as demo:
        until = time.monotonic() + 30
        while not (tmp_path / "journal" / "shard-0001.journal").exists() and time.monotonic() < until:
            time.sleep(0.005)
        demo.send_signal(signal.SIGINT)
        _, errors = demo.communicate(timeout=30)
    assert demo.returncode == 130, errors
    assert "Stopping: calls under way may end" in errors
    assert "Traceback" not in errors
    assert survive(Workspace.open(tmp_path), Stop(), lambda done: None).talks == len(GOALS)
