"""The file one process appends to: records go in whole or not at all, and are durable when it says so."""

import asyncio
import errno
import fcntl
import os
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tcsalgbench.calls.journal import records
from tcsalgbench.calls.journal.frames import frame
from tcsalgbench.calls.journal.index import ShardIndex
from tcsalgbench.errors import DiskFull, JournalUnwritable
from tcsalgbench.workspace.files import open_file, sync_folder

BALLAST_BYTES = 8 << 20
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class Shard:
    """A shard open for appending, locked for as long as the process lives.

    A shard that is fsynced (its model costs money) keeps a ballast file beside it: when the disk fills up, the ballast is
    given back, so that the answers under way, which are paid for, still find room. No new call is begun after that. A shard
    that has failed in a way that leaves its content in doubt is `broken` and takes nothing more.
    """

    def __init__(self, path: Path, handle: int, durability: records.Durability) -> None:
        """Take over a locked handle; use `open_shard`."""
        self.path = path
        self.durability = durability
        self.broken: JournalUnwritable | None = None
        self.full: DiskFull | None = None
        self._handle = handle
        self.index = ShardIndex(path, handle)
        self.index.refresh()
        self.size = self.index.end
        if os.fstat(handle).st_size > self.size:
            os.ftruncate(handle, self.size)  # a write that a kill has cut: no one was told of it
        self.synced = 0  # everything before is safe, where the shard is fsynced
        self._waiting: list[asyncio.Future[None]] = []
        self._syncing: asyncio.Task[None] | None = None
        self._executor = ThreadPoolExecutor(1, "journal-fsync") if durability == "fsync" else None
        self._ballast = path.with_suffix(".ballast")
        self._open_records()
        self.index.refresh()

    def _open_records(self) -> None:
        opening = {"pid": os.getpid(), "host": socket.gethostname(), "durability": self.durability, "at": time.time()}
        head = records.head_frame() if self.size == 0 else b""
        if self._executor is not None:
            self._reserve_ballast()
        self.write(head + frame(records.OPENED, records.pack_json(opening)))
        if self._executor is not None:
            self.sync()
            sync_folder(self.path.parent)
            sync_folder(self.path.parent.parent)  # the folder itself may be new

    def _reserve_ballast(self) -> None:
        try:  # random bytes: a file system that compresses would keep no room for zeros
            self._ballast.write_bytes(os.urandom(BALLAST_BYTES))
        except OSError as error:
            self._ballast.unlink(missing_ok=True)
            raise self._unwritable(error) from None

    def check(self) -> None:
        """Raise if no further call may be begun."""
        for failure in (self.broken, self.full):
            if failure is not None:
                raise failure

    def write(self, data: bytes) -> int:
        """Append, and say where it was put. When it cannot be written whole, nothing of it stays."""
        if self.broken is not None:
            raise self.broken
        view = memoryview(data)
        try:
            while view:
                view = view[os.write(self._handle, view) :]
        except OSError as error:
            failure = self._unwritable(error)
            try:
                os.ftruncate(self._handle, self.size)
            except OSError:
                self.broken = failure
            raise failure from None
        place = self.size
        self.size += len(data)
        return place

    def write_paid(self, data: bytes) -> int:
        """Append what must not be lost: on a full disk the ballast makes room for it."""
        try:
            return self.write(data)
        except DiskFull as error:
            self.full = error
            if not self._ballast.exists():
                raise
            self._ballast.unlink()
            return self.write(data)

    def _unwritable(self, error: OSError) -> JournalUnwritable:
        if error.errno in _NO_ROOM:
            return DiskFull(
                f"The disk is full: {self.path} cannot grow ({error.strerror}). No further call is made; every answer that "
                "was acknowledged is kept. Free some space, then run the same command again: it goes on from here."
            )
        return JournalUnwritable(
            f"{self.path} cannot be written ({error.strerror}). No further call is made. See to the disk, then run the same "
            "command again: every answer that was acknowledged is kept."
        )

    def sync(self) -> None:
        """Make all that was written safe, now."""
        if self.broken is not None:
            raise self.broken
        size = self.size
        try:
            os.fsync(self._handle)
        except OSError as error:
            # After a failed fsync a later one may succeed without the pages that failed: nothing can be believed.
            self.broken = self._unwritable(error)
            raise self.broken from None
        self.synced = size

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
            failure: Exception | None = None
            try:
                await loop.run_in_executor(executor, self.sync)
            except Exception as error:  # noqa: BLE001  # each waiter raises it; without an answer they would wait for ever
                failure = error
            for waiter in group:
                if waiter.done():
                    continue
                if failure is not None:
                    waiter.set_exception(failure)
                else:
                    waiter.set_result(None)

    def close(self) -> None:
        """Give the shard back, and the ballast with it."""
        if self._executor is not None:
            self._executor.shutdown()
            self._ballast.unlink(missing_ok=True)
        os.close(self._handle)


def open_shard(folder: Path, durability: records.Durability) -> Shard:
    """Lock and open the first shard that no living process has, or a new one."""
    number = 1
    while True:
        path = folder / f"shard-{number:04d}.journal"
        handle = open_file(path, os.O_RDWR | os.O_CREAT | os.O_APPEND)
        try:
            if lock(handle, path):
                return Shard(path, handle, durability)
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)
        number += 1


def lock(handle: int, path: Path) -> bool:
    """Lock a shard for writing, unless a living process has it or a repair has just put another file in its place."""
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    try:
        return os.fstat(handle).st_ino == path.stat().st_ino
    except FileNotFoundError:
        return False


def shard_paths(folder: Path) -> list[Path]:
    """The shards of a journal, oldest first."""
    return sorted(folder.glob("shard-*.journal"))
