"""How many processor cores have nothing to do at this moment."""

import os
import time
from pathlib import Path

_STAT = Path("/proc/stat")
_LOOK = 0.1  # seconds


def idle_cores() -> float:
    """Cores left idle in a short look; where the system does not tell, those that the load of the last minute leaves.

    The load is a poor guide right after work of our own: it remembers that for a minute.
    """
    before = _idle_ticks()
    if before is None:
        return max(0.0, (os.cpu_count() or 1) - os.getloadavg()[0])
    began = time.monotonic()
    time.sleep(_LOOK)
    after, seconds = _idle_ticks(), time.monotonic() - began
    return ((after or before) - before) / os.sysconf("SC_CLK_TCK") / seconds


def _idle_ticks() -> int | None:
    """Idle time of all cores since the start of the system, in ticks."""
    try:
        words = _STAT.read_text().split("\n", 1)[0].split()
    except OSError:
        return None
    return int(words[4]) if words[0] == "cpu" and len(words) > 4 else None
