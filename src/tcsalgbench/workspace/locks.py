"""Claims: which process is at work on what. They end with the process, however it ends, and need no cleaning up."""

import fcntl
import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tcsalgbench.errors import InUse


class Claims:
    """Any number of named claims over one file: each is the lock of one byte, whose place is the hash of the name.

    A file per claim would need a descriptor each, and a study holds thousands of runs at once. The kernel drops such locks
    when the process ends. They hold between processes; within one, `_held` does. No second `Claims` may be opened on the
    same file within a process: closing it would drop the locks of the first.
    """

    def __init__(self, path: Path) -> None:
        """Open the file of claims, which stays empty."""
        self._handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        self._held: set[str] = set()

    def take(self, name: str, what: str) -> None:
        """Claim `name`, or say that `what` is in use."""
        if name in self._held:
            raise InUse(f"{what} is already being worked on by this process (pid {os.getpid()}).")
        try:
            fcntl.lockf(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, _place(name))
        except (BlockingIOError, PermissionError):
            raise InUse(
                f"{what} is being worked on by another process. Wait for it to end, or stop it; "
                "then run the same command again: it goes on where that one stopped."
            ) from None
        self._held.add(name)

    def release(self, name: str) -> None:
        """Give a claim back."""
        self._held.discard(name)
        fcntl.lockf(self._handle, fcntl.LOCK_UN, 1, _place(name))

    @contextmanager
    def holding(self, name: str, what: str) -> Iterator[None]:
        """Claim for as long as the block lasts."""
        self.take(name, what)
        try:
            yield
        finally:
            self.release(name)

    def close(self) -> None:
        """Give every claim back."""
        self._held.clear()
        os.close(self._handle)


def _place(name: str) -> int:
    return int.from_bytes(hashlib.sha256(name.encode("utf-8", "surrogatepass")).digest()[:7], "big")
