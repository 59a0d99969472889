"""The file one process appends to: records go in whole or not at all, and are durable when it says so."""

import asyncio
import contextlib
import errno
import fcntl
import os
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tcsalgbench import __version__
from tcsalgbench.calls.journal import records
from tcsalgbench.calls.journal.frames import frame
from tcsalgbench.calls.journal.index import ShardIndex
from tcsalgbench.errors import DiskFull, JournalUnwritable
from tcsalgbench.workspace.files import sync_folder

BALLAST_BYTES = 8 << 20
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class Shard:
    """A shard open for appending, locked for as long as the process lives.

    A shard that is fsynced (its model costs money) keeps a ballast file beside it: when the disk fills up, the ballast is
    given back, so that the answers under way, which are paid for, still find room. No new call is begun after that.
    """

    def __init__(self, path: Path, handle: int, durability: records.Durability) -> None:
        """Take over a locked handle; use `open_shard`."""
        self.path = path
        self.durability = durability
        self.full = False
        self._handle = handle
        self.index = ShardIndex(path, handle)
        self.index.refresh()
        self.size = self.index.end
        if os.fstat(handle).st_size > self.size:
            os.ftruncate(handle, self.size)  # a write that a kill has cut: no one was told of it
        self._waiting: list[asyncio.Future[None]] = []
        self._syncing: asyncio.Task[None] | None = None
        self._executor = ThreadPoolExecutor(1, "journal-fsync") if durability == "fsync" else None
        self._ballast = path.with_suffix(".ballast")
        self._open_records()

    def _open_records(self) -> None:
        opening = {"pid": os.getpid(), "host": socket.gethostname(), "durability": self.durability, "at": time.time()}
        head = b""
        if self.size == 0:
            head = frame(records.HEAD, records.pack_json({"schema": records.SCHEMA, "made_by": f"tcsalgbench {__version__}"}))
        if self.durability == "fsync":
            self._reserve_ballast()
        self.write(head + frame(records.OPENED, records.pack_json(opening)))
        if self.durability == "fsync":
            os.fsync(self._handle)
            sync_folder(self.path.parent)

    def _reserve_ballast(self) -> None:
        try:  # random bytes: a file system that compresses would keep no room for zeros
            self._ballast.write_bytes(os.urandom(BALLAST_BYTES))
        except OSError as error:
            self._ballast.unlink(missing_ok=True)
            raise self._unwritable(error) from None

    def write(self, data: bytes) -> int:
        """Append, and say where it was put. When it cannot be written whole, nothing of it stays."""
        view = memoryview(data)
        try:
            while view:
                view = view[os.write(self._handle, view) :]
        except OSError as error:
            with contextlib.suppress(OSError):
                os.ftruncate(self._handle, self.size)
            raise self._unwritable(error) from None
        place = self.size
        self.size += len(data)
        return place

    def write_paid(self, data: bytes) -> int:
        """Append what must not be lost: on a full disk the ballast makes room for it."""
        try:
            return self.write(data)
        except DiskFull:
            self.full = True
            if not self._ballast.exists():
                raise
            self._ballast.unlink()
            return self.write(data)

    def _unwritable(self, error: OSError) -> JournalUnwritable:
        if error.errno in _NO_ROOM:
            self.full = True
            return DiskFull(
                f"The disk is full: {self.path} cannot grow ({error.strerror}). No further call is made; every answer that "
                "was acknowledged is kept. Free some space, then run the same command again: it goes on from here."
            )
        return JournalUnwritable(f"{self.path} cannot be written: {error.strerror}.")

    async def durable(self) -> None:
        """Return when all that was written is safe from what `durability` names. Many waiters share one fsync."""
        if self._executor is None:
            return
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(waiter)
        if self._syncing is None or self._syncing.done():
            self._syncing = asyncio.create_task(self._sync(self._executor))
        await waiter

    async def _sync(self, executor: ThreadPoolExecutor) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            group, self._waiting = self._waiting, []
            try:
                await loop.run_in_executor(executor, os.fsync, self._handle)
            except OSError as error:
                for waiter in group:
                    if not waiter.done():
                        waiter.set_exception(self._unwritable(error))
                continue
            for waiter in group:
                if not waiter.done():
                    waiter.set_result(None)

    def close(self) -> None:
        """Give the shard back, and the ballast with it."""
        if self._executor is not None:
            self._executor.shutdown()
            os.fsync(self._handle)
            self._ballast.unlink(missing_ok=True)
        os.close(self._handle)


def open_shard(folder: Path, durability: records.Durability) -> Shard:
    """Lock and open the first shard that no living process has, or a new one."""
    number = 1
    while True:
        path = folder / f"shard-{number:04d}.journal"
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o644)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(handle)
            number += 1
            continue
        try:
            return Shard(path, handle, durability)
        except BaseException:
            os.close(handle)
            raise


def shard_paths(folder: Path) -> list[Path]:
    """The shards of a journal, oldest first."""
    return sorted(folder.glob("shard-*.journal"))
