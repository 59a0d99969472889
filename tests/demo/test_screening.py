"""The second stage of the demonstration, with the embedded model, for real."""

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tcsalgbench.calls import Stop
from tcsalgbench.demo.durable import answers_in
from tcsalgbench.demo.screening import RESULT, screen_samples
from tcsalgbench.models.embedded import missing
from tcsalgbench.workspace import Workspace

pytestmark = pytest.mark.skipif(missing() is not None, reason=f"THE EMBEDDED MODEL IS NOT INSTALLED: {missing()}")

SCREEN = """
import sys
from pathlib import Path
from tcsalgbench.calls import Stop
from tcsalgbench.demo.screening import screen_samples
from tcsalgbench.workspace import Workspace
screen_samples(Workspace.create(Path(sys.argv[1])), Stop(), lambda done: None)
"""


def test_screening_killed_after_its_first_answer_goes_on_and_says_what_told_the_model(tmp_path: Path) -> None:
    workspace = Workspace.create(tmp_path)
    with subprocess.Popen([sys.executable, "-c", SCREEN, str(tmp_path)]) as process:
        until = time.monotonic() + 120
        while time.monotonic() < until and answers_in(workspace) < 1:
            time.sleep(0.05)
        process.kill()
    kept = answers_in(workspace)
    screenings = screen_samples(workspace, Stop(), lambda done: None)
    assert screenings.replayed == kept >= 1
    assert {one.answer.end for one in screenings.papers} <= {"answered", "truncated"}
    result = json.loads((tmp_path / RESULT).read_text())
    assert list(result["prompts"]) == ["screener"]
    assert [paper["paper"] for paper in result["papers"]] == ["sample-private", "sample-regret", "sample-sketching"]
