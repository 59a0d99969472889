"""The source passage of every piece of a challenge, verbatim with its lines, and word by word what was changed in it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

from tcsalgbench.challenges.model import Challenge, Edit, Piece
from tcsalgbench.errors import BadInput
from tcsalgbench.papers.store import kept_paper
from tcsalgbench.tex.source import SourceFile, decode
from tcsalgbench.workspace import Workspace

_AROUND = 3  # lines of the source shown before and after a passage
_ALIKE = 0.5
_VERSION_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_WORD = re.compile(r"\\[a-zA-Z@]+|\\.|\w+|\s+|.", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Change:
    """A stretch of a piece: as the source has it, taken out of it, or put in; `reason` is that of the edit."""

    kind: Literal["kept", "removed", "added"]
    text: str
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Passage:
    """What a piece was made from. `true` says that the source with the edits applied is the piece, byte for byte."""

    file: str
    line: int
    end_line: int
    before: str
    text: str
    after: str
    changes: tuple[Change, ...]
    true: bool

    @property
    def place(self) -> str:
        """File and lines, as people write them."""
        lines = f"line {self.line}" if self.line == self.end_line else f"lines {self.line}–{self.end_line}"
        return f"{self.file}, {lines}"


def source_of(workspace: Workspace, challenge: Challenge) -> Mapping[str, bytes] | None:
    """The TeX that a challenge was made from, if the workspace holds that very text."""
    version_id = f"{challenge.paper.id}{challenge.paper.version}"
    if not _VERSION_ID.fullmatch(version_id):  # a challenge from elsewhere may say anything; this becomes a path
        return None
    try:
        source = kept_paper(workspace, version_id).source
    except BadInput:
        return None
    return source.files if source.digest() == challenge.paper.digest else None


def passages(challenge: Challenge, source: Mapping[str, bytes] | None) -> tuple[Passage | None, ...]:
    """For every piece, in order, what it was made from; None where it comes from no source, or that is not at hand."""
    if source is None:
        return (None,) * len(challenge.pieces)
    return tuple(_passage(piece, source) for piece in challenge.pieces)


def _passage(piece: Piece, source: Mapping[str, bytes]) -> Passage | None:
    span = piece.origin.span
    if span is None or span.file not in source:
        return None
    data = source[span.file]
    cut = data[span.start : span.end]
    file = SourceFile(span.file, data)
    edits = sorted(piece.origin.edits, key=lambda edit: (edit.start, edit.end))
    return Passage(
        span.file,
        file.line(span.start),
        file.line(max(span.start, span.end - 1)),
        _lines_before(data, span.start),
        decode(cut),
        _lines_after(data, span.end),
        tuple(_changes(cut, edits)),
        _applied(cut, edits) == piece.text.encode(),
    )


def _lines_before(data: bytes, start: int) -> str:
    at = start
    for _ in range(_AROUND + 1):
        at = data.rfind(b"\n", 0, max(at, 0))
    return decode(data[at + 1 : start])


def _lines_after(data: bytes, end: int) -> str:
    at = end
    for _ in range(_AROUND + 1):
        found = data.find(b"\n", at)
        at = len(data) if found < 0 else found + 1
    return decode(data[end:at]).rstrip("\n")


def _applied(cut: bytes, edits: Sequence[Edit]) -> bytes:
    done, at = b"", 0
    for edit in edits:
        done += cut[at : edit.start] + edit.text.encode()
        at = edit.end
    return done + cut[at:]


def _changes(cut: bytes, edits: Sequence[Edit]) -> Iterator[Change]:
    at = 0
    for edit in edits:
        if edit.start > at:
            yield Change("kept", decode(cut[at : edit.start]))
        yield from _edited(decode(cut[edit.start : edit.end]), edit)
        at = max(at, edit.end)
    if at < len(cut):
        yield Change("kept", decode(cut[at:]))


def _edited(before: str, edit: Edit) -> Iterator[Change]:
    old, new = _WORD.findall(before), _WORD.findall(edit.text)
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    steps: list[tuple[str, int, int, int, int]] = list(matcher.get_opcodes())
    if matcher.ratio() < _ALIKE:  # another text altogether: a difference word by word would be confetti
        steps = [("replace", 0, len(old), 0, len(new))]
    for kind, a, b, c, d in steps:
        if kind == "equal":
            yield Change("kept", "".join(old[a:b]))
            continue
        if b > a:
            yield Change("removed", "".join(old[a:b]), edit.reason)
        if d > c:
            yield Change("added", "".join(new[c:d]), edit.reason)
