"""Where things stand: spans of bytes with their lines, and the text at them."""

from bisect import bisect_left
from collections.abc import Mapping

from tcsalgbench.graphs.model import Place
from tcsalgbench.tex import Span
from tcsalgbench.tex.source import decode


class Places:
    """The files of one work, with the lines in which bytes stand."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self._files = files
        self._ends: dict[str, list[int]] = {}

    def at(self, file: str, start: int, end: int) -> Place:
        """The place `[start, end)` of a file, with its first and last line."""
        return Place(file=file, start=start, end=end, line=self._line(file, start), end_line=self._line(file, end))

    def of(self, span: Span) -> Place:
        """The place of a span."""
        return self.at(span.file, span.start, span.end)

    def text(self, place: Place | Span) -> str:
        """The source at a place, verbatim."""
        return decode(self._files[place.file][place.start : place.end])

    def whole_line(self, file: str, line: int) -> Place:
        """The place of a line, counted from one; an empty place at the end for a line that is not there."""
        if file not in self._files:
            return Place(file=file, start=0, end=0, line=line, end_line=line)
        ends = self._newlines(file)
        size = len(self._files[file])
        start = ends[line - 2] + 1 if 2 <= line <= len(ends) + 1 else 0 if line < 2 else size
        end = ends[line - 1] if 1 <= line <= len(ends) else size
        return Place(file=file, start=start, end=end, line=line, end_line=line)

    def _line(self, file: str, offset: int) -> int:
        return bisect_left(self._newlines(file), offset) + 1

    def _newlines(self, file: str) -> list[int]:
        found = self._ends.get(file)
        if found is None:
            data = self._files[file]
            found = self._ends[file] = [at for at, byte in enumerate(data) if byte == 10]
        return found
