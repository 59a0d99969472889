"""Claims between processes and within one."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tcsalgbench.errors import InUse
from tcsalgbench.workspace import Claims

HOLDER = """
import sys, time
from pathlib import Path
from tcsalgbench.workspace import Claims
Claims(Path(sys.argv[1])).take("run-1", "run 1")
print("held", flush=True)
time.sleep(60)
"""


@pytest.fixture
def holder(tmp_path: Path) -> "subprocess.Popen[bytes]":
    process = subprocess.Popen([sys.executable, "-c", HOLDER, str(tmp_path / "claims")], stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline() == b"held\n"
    return process


def test_a_claim_of_another_process_is_refused_and_ends_with_that_process(
    tmp_path: Path, holder: "subprocess.Popen[bytes]"
) -> None:
    claims = Claims(tmp_path / "claims")
    with pytest.raises(InUse, match=r"run 1 is being worked on by another process\. Wait"):
        claims.take("run-1", "run 1")
    claims.take("run-2", "run 2")  # another name is free
    holder.send_signal(signal.SIGKILL)
    holder.communicate()
    claims.take("run-1", "run 1")
    claims.close()


def test_a_claim_holds_within_one_process_too(tmp_path: Path) -> None:
    claims = Claims(tmp_path / "claims")
    claims.take("run", "the run")
    with pytest.raises(InUse, match="already being worked on by this process"):
        claims.take("run", "the run")
    claims.release("run")
    claims.take("run", "the run")
    claims.close()


def test_a_second_opening_in_one_process_is_refused_since_it_would_drop_the_claims_of_the_first(tmp_path: Path) -> None:
    claims = Claims(tmp_path / "claims")
    with pytest.raises(InUse, match="is open in this process already"):
        Claims(tmp_path / "claims")
    claims.close()
    Claims(tmp_path / "claims").close()
