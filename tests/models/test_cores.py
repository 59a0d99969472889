"""How many cores are idle: at most all of them, and fewer while somebody works."""

import os
import subprocess
import sys

from tcsalgbench.models.cores import idle_cores


def test_no_more_cores_are_idle_than_there_are() -> None:
    assert 0 <= idle_cores() <= 1.2 * (os.cpu_count() or 1)


def test_cores_that_work_are_not_idle() -> None:
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(os.cpu_count() or 1)]
    try:
        assert min(idle_cores() for _ in range(20)) < 0.5 * (os.cpu_count() or 1)
    finally:
        for process in busy:
            process.kill()
            process.wait()
