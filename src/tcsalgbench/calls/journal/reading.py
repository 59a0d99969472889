"""Open a journal for looking at it only: nothing is locked, cut or written, also while its processes are at work."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tcsalgbench.calls.journal.index import ShardIndex
from tcsalgbench.calls.journal.shard import shard_paths
from tcsalgbench.errors import BadInput
from tcsalgbench.workspace.files import open_file


def journal_files(place: Path) -> list[Path]:
    """The shards at a place: a shard itself, a journal folder, or a workspace that has one."""
    if place.is_file():
        return [place]
    for folder in (place / "journal", place):
        paths = shard_paths(folder)
        if paths:
            return paths
    raise BadInput(f"There is no journal at {place}: name a workspace, its journal folder, or one shard-….journal file.")


@contextmanager
def reading(place: Path) -> Iterator[list[ShardIndex]]:
    """The indexed shards at a place."""
    shards: list[ShardIndex] = []
    try:
        for path in journal_files(place):
            shards.append(ShardIndex(path))
            shards[-1].refresh()
        yield shards
    finally:
        for shard in shards:
            shard.close()


def is_being_written(path: Path) -> bool:
    """Whether a living process has the shard."""
    handle = open_file(path, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(handle)
    return False
