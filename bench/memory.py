"""How large a process has been at most, counted from its own beginning."""

import re
import resource
import sys
from pathlib import Path

_STATUS = Path("/proc/self/status")


def peak_megabytes() -> float:
    """The most memory this process has held.

    Linux hands `ru_maxrss` down to a process that is started by another, so that a small child of a large parent looks
    large; the high-water mark in `/proc` begins anew.
    """
    if _STATUS.is_file():
        mark = re.search(r"VmHWM:\s*(\d+)", _STATUS.read_text())
        if mark is not None:
            return int(mark[1]) / 1024
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (1024 * 1024 if sys.platform == "darwin" else 1024)
