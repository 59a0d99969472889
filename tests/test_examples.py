"""The examples run, and do what they say."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tcsalgbench.models import open_model

EXAMPLES = Path(__file__).parent.parent / "examples"


def test_two_rounds_pays_once_and_then_for_nothing(tmp_path: Path) -> None:
    command = [sys.executable, str(EXAMPLES / "two_rounds.py"), str(tmp_path / "work")]
    first, second = (subprocess.run(command, capture_output=True, text=True, check=True).stdout for _ in range(2))
    assert "accepted in round 2" in first
    assert "'prover': (2, 0)" in first
    assert "'prover': (2, 2)" in second


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.toml")), ids=lambda path: path.name)
def test_every_model_file_opens(path: Path) -> None:
    kind = "scripted" if "reply" in tomllib.loads(path.read_text()) else "simulated"
    assert open_model(f"{kind}/{path}").model == f"{kind}/{path}"
