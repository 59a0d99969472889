"""Claims: which process is at work on what. They end with the process, however it ends, and need no cleaning up."""

import fcntl
import hashlib
import os
from pathlib import Path

from tcsalgbench.errors import InUse
from tcsalgbench.workspace.files import open_file

# The kernel knows such locks by process and file: a second handle on the same file would share them, and closing it would
# drop them all. So one process opens a file of claims once, and has to remember which it has open.
_OPEN: set[tuple[int, int]] = set()


class Claims:
    """Any number of named claims over one file: each is the lock of one byte, whose place is the hash of the name.

    A file a claim would need a descriptor each, and a study holds thousands of runs at once.
    """

    def __init__(self, path: Path) -> None:
        """Open the file of claims, which stays empty."""
        self._handle = open_file(path, os.O_RDWR | os.O_CREAT)
        status = os.fstat(self._handle)
        self._identity = (status.st_dev, status.st_ino)
        self._held: set[str] = set()
        if self._identity in _OPEN:
            raise InUse(f"{path.parent} is open in this process already (pid {os.getpid()}); close it first.")
        _OPEN.add(self._identity)

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

    def close(self) -> None:
        """Give every claim back."""
        self._held.clear()
        _OPEN.discard(self._identity)
        os.close(self._handle)


def _place(name: str) -> int:
    return int.from_bytes(hashlib.sha256(name.encode("utf-8", "surrogatepass")).digest()[:7], "big")
