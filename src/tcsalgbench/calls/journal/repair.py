"""Mend a damaged shard: every sound record into a new file, the damaged one kept whole beside it."""

import os
import time
from pathlib import Path

from tcsalgbench.calls.journal import records
from tcsalgbench.calls.journal.check import sound_frames
from tcsalgbench.calls.journal.frames import Damage, frame
from tcsalgbench.calls.journal.shard import lock
from tcsalgbench.errors import BadInput, InUse
from tcsalgbench.workspace.files import open_file, sync_folder


def repair_shard(path: Path) -> Path | None:
    """Mend a shard, and say where the damaged file is kept; None if nothing is damaged. Nothing is ever deleted."""
    if not (path.name.startswith("shard-") and path.suffix == ".journal"):
        raise BadInput(f"{path} is not named like a shard of a journal (shard-0001.journal); it was left as it is.")
    handle = open_file(path, os.O_RDWR)
    try:
        if not lock(handle, path):
            raise InUse(f"{path} is being written by a running process. Stop it, then repair.")
        if not any(isinstance(one, Damage) for one in sound_frames(path, handle)):
            return None
        return _replace(path, handle)
    finally:
        os.close(handle)


def _replace(path: Path, handle: int) -> Path:
    mended, kept = path.with_suffix(".mending"), path.with_suffix(f".damaged-{time.time_ns()}")
    with mended.open("wb") as stream:
        stream.write(records.head_frame())
        for one in sound_frames(path, handle):
            if not isinstance(one, Damage) and one[1] != records.HEAD:
                stream.write(frame(one[1], one[2]))
        stream.flush()
        os.fsync(stream.fileno())
    os.link(path, kept)
    sync_folder(path.parent)
    mended.replace(path)
    sync_folder(path.parent)
    return kept
