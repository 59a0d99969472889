"""The text files of a folder or an archive, by name: hostile input, so bounded, and nothing outside it is ever read."""

import gzip
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import IO

from tcsalgbench.errors import BadInput

MOST_FILES = 20_000
MOST_BYTES = 200_000_000
LARGEST_UNPACKED = 4_000_000_000  # with what is passed over: to pass over it, it must be unpacked
# What TeX reads. Figures and papers that are printed already are no source, and neither is what an editor leaves behind.
TEXT = frozenset(
    (
        ".tex",
        ".ltx",
        ".sty",
        ".cls",
        ".clo",
        ".def",
        ".cfg",
        ".fd",
        ".bib",
        ".bbl",
        ".bst",
        ".tikz",
        ".pgf",
        ".aux",
        ".toml",
        ".txt",
    )
)
ARCHIVES = (".tar.gz", ".tgz", ".tar", ".zip", ".gz")


def is_archive(path: Path) -> bool:
    """Whether a path is named like something that can be unpacked."""
    return path.is_file() and path.name.lower().endswith(ARCHIVES)


def text_of(path: Path) -> dict[str, bytes]:
    """The files that TeX reads, by their names in a folder or an archive; a folder that holds all others is left out."""
    found = _folder(path) if path.is_dir() else _archive(path)
    files: dict[str, bytes] = {}
    left = MOST_BYTES
    for name, data in found:
        left -= len(data)
        if len(files) == MOST_FILES or left < 0:
            raise BadInput(
                f"{path} holds more than {MOST_FILES:,} files or {MOST_BYTES // 1_000_000} MB of text. Give the paper alone."
            )
        files[name] = data
    return _without_top(files)


def _folder(folder: Path) -> Iterator[tuple[str, bytes]]:
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        linked = any((folder / part).is_symlink() for part in (inside, *inside.parents[:-1]))
        hidden = any(part.startswith(".") for part in inside.parts)
        if linked or hidden or path.suffix.lower() not in TEXT or not path.is_file():
            continue
        if path.stat().st_size > MOST_BYTES:
            raise BadInput(f"{path} is larger than {MOST_BYTES // 1_000_000} MB. Give the paper alone.")
        yield inside.as_posix(), path.read_bytes()


def _archive(path: Path) -> Iterator[tuple[str, bytes]]:
    try:
        if zipfile.is_zipfile(path):
            yield from _zip(path)
        elif tarfile.is_tarfile(path):
            yield from _tar(path)
        elif path.name.lower().endswith(".gz"):
            with gzip.open(path) as packed:
                yield f"{path.name.removesuffix('.gz').removesuffix('.tex')}.tex", _bounded(packed, path)
        else:
            raise BadInput(f"{path} is no archive: .tar.gz, .tar, .zip, and TeX packed with gzip can be read.")
    except (
        tarfile.TarError,
        zipfile.BadZipFile,
        gzip.BadGzipFile,
        zlib.error,
        EOFError,
        RuntimeError,
        NotImplementedError,
    ) as error:
        raise BadInput(f"{path} cannot be unpacked: {error}.") from None


def _tar(path: Path) -> Iterator[tuple[str, bytes]]:
    with tarfile.open(path) as packed:
        whole = 0
        for count, member in enumerate(packed):
            _refuse_many(count, path)
            whole += member.size
            if whole > LARGEST_UNPACKED:
                raise BadInput(f"{path} unpacks to more than {LARGEST_UNPACKED // 1_000_000_000} GB. Give the paper alone.")
            _refuse_outside(member.name, path)
            if not (member.isfile() or member.isdir()):
                raise BadInput(f"{path} holds {member.name!r}, which is a link or a device. Pack the files themselves.")
            if member.isfile() and _wanted(member.name):
                opened = packed.extractfile(member)
                if opened is not None:
                    yield member.name.removeprefix("./"), _bounded(opened, path)


def _zip(path: Path) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(path) as packed:
        for count, member in enumerate(packed.infolist()):
            _refuse_many(count, path)
            _refuse_outside(member.filename, path)
            if not member.is_dir() and _wanted(member.filename):
                with packed.open(member) as opened:
                    yield member.filename, _bounded(opened, path)


def _bounded(opened: IO[bytes] | gzip.GzipFile, path: Path) -> bytes:
    data = opened.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise BadInput(f"{path} holds a file of more than {MOST_BYTES // 1_000_000} MB, packed or not. Give the paper alone.")
    return data


def _wanted(name: str) -> bool:
    path = PurePosixPath(name)
    hidden = any(part.startswith(".") and part != "." for part in path.parts) or "__MACOSX" in path.parts
    return not hidden and path.suffix.lower() in TEXT


def _refuse_many(count: int, path: Path) -> None:
    if count >= MOST_FILES:
        raise BadInput(f"{path} holds more than {MOST_FILES:,} files. Give the paper alone.")


def _refuse_outside(name: str, path: Path) -> None:
    parts = PurePosixPath(name.replace("\\", "/"))
    if parts.is_absolute() or ".." in parts.parts or "\0" in name or ":" in name.split("/", maxsplit=1)[0]:
        raise BadInput(f"{path} holds {name!r}, which would lie outside of its folder. Nothing was unpacked.")


def _without_top(files: dict[str, bytes]) -> dict[str, bytes]:
    """Archives often hold one folder with everything in it."""
    tops = {name.split("/", 1)[0] for name in files}
    if len(tops) == 1 and all("/" in name for name in files):
        return {name.split("/", 1)[1]: data for name, data in files.items()}
    return files
