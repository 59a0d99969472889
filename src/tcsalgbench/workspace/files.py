"""Write a file so that a reader sees the old content or the new, whole, whatever happens in between."""

import contextlib
import hashlib
import os
import re
import tempfile
from pathlib import Path

from tcsalgbench.errors import BadInput


def atomic_write(path: Path, content: bytes) -> None:
    """Replace `path` by `content`: a temporary file beside it, fsync, rename, fsync of the folder."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".tmp")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.replace(path)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            temporary.unlink()
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable, not only the content of its files."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def open_file(path: Path, flags: int) -> int:
    """A handle to a file of ours; what keeps us from it is said in a sentence."""
    try:
        return os.open(path, flags | os.O_CLOEXEC, 0o644)
    except OSError as error:
        raise BadInput(f"{path} cannot be opened: {error.strerror}.") from None


def file_name(identifier: str) -> str:
    """A name for a file or folder that people recognise and that no other identifier has."""
    readable = re.sub(r"[^A-Za-z0-9._-]+", "-", identifier).strip("-.")[:80]
    if readable == identifier:
        return readable
    return f"{readable}-{hashlib.sha256(identifier.encode('utf-8', 'surrogatepass')).hexdigest()[:6]}"
