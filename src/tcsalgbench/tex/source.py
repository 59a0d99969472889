"""One source file as characters that are bytes: offsets in `text` are byte offsets in the file."""

import codecs
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath

BYTE_ORDER_MARKS_NOT_READ = (b"\xff\xfe", b"\xfe\xff")
LARGEST_FILE = 64_000_000
_STRIDE = 2048  # lines are counted from the last of these on: an index of every line would be as large as the text


# Each byte is one character, so that offsets are offsets of bytes. Latin-1 would do, were not two of its upper half
# white space to Python: they are parts of letters in UTF-8, and `strip` would cut them off.
_CHARACTERS = "".join(chr(byte if byte < 0x80 else 0x100 + byte) for byte in range(256))
_BYTES = codecs.charmap_build(_CHARACTERS)


def as_text(data: bytes) -> str:
    """Bytes as characters, one for one."""
    return data.decode("ascii") if data.isascii() else codecs.charmap_decode(data, "strict", _CHARACTERS)[0]


def as_bytes(text: str) -> bytes:
    """The way back; characters that stand for no byte are written as UTF-8."""
    if text.isascii():
        return text.encode("ascii")
    try:
        encoded: bytes = codecs.charmap_encode(text, "strict", _BYTES)[0]
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace")
    return encoded


class SourceFile:
    """A file of the project. `text` holds each byte as one character, so no offset ever needs a map."""

    __slots__ = ("_lines", "encoding", "name", "text")

    def __init__(self, name: str, data: bytes) -> None:
        self.name = name
        self.text = as_text(data)
        self.encoding = guess_encoding(data)
        self._lines: list[int] | None = None

    def line(self, offset: int) -> int:
        """The line, from 1, in which a byte stands."""
        if self._lines is None:
            self._lines = [0]
            for start in range(0, len(self.text), _STRIDE):
                self._lines.append(self._lines[-1] + self.text.count("\n", start, start + _STRIDE))
        stride = min(max(offset, 0), len(self.text)) // _STRIDE
        return self._lines[stride] + self.text.count("\n", stride * _STRIDE, offset) + 1


def guess_encoding(data: bytes) -> str:
    """UTF-8 where it is valid or nearly so, otherwise Latin-1; never fails."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        readable = data.decode("utf-8", "ignore")
        broken = len(data) - len(readable.encode())
        several_bytes = sum(1 for character in readable if character > "\x7f")
        return "utf-8" if several_bytes > broken else "latin-1"
    return "utf-8"


def decode(data: bytes) -> str:
    """The text of a stretch of source, for people: valid UTF-8 as such, anything else byte by byte."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("utf-8", "replace") if guess_encoding(data) == "utf-8" else data.decode("latin-1")


def readable(text: str) -> str:
    """The same for a text whose characters are bytes."""
    return text if text.isascii() else decode(as_bytes(text))


def is_binary(data: bytes) -> bool:
    """Whether a file is no text: TeX has no use for NUL bytes, and UTF-16 is full of them."""
    return data.startswith(BYTE_ORDER_MARKS_NOT_READ) or b"\0" in data[:65536] or data.startswith(b"%PDF-")


class Folder(Mapping[str, bytes]):
    """The files of a folder, read when they are asked for; nothing outside the folder is ever read."""

    def __init__(self, root: Path) -> None:
        self._root = root.resolve()

    def __getitem__(self, name: str) -> bytes:
        path = self._path(name)
        if path is None:
            raise KeyError(name)
        try:
            if path.stat().st_size > LARGEST_FILE:
                raise KeyError(name)
            return path.read_bytes()
        except OSError as error:
            raise KeyError(name) from error

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self._path(name) is not None

    def __iter__(self) -> Iterator[str]:
        return (path.relative_to(self._root).as_posix() for path in sorted(self._root.rglob("*")) if path.is_file())

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _path(self, name: str) -> Path | None:
        if not name or "\0" in name or PurePosixPath(name).is_absolute():
            return None
        try:
            path = (self._root / name).resolve()
            inside = path.is_relative_to(self._root) and path.is_file()
        except (OSError, RuntimeError, ValueError):  # too long a name, links that lead round in a ring, no name at all
            return None
        return path if inside else None
