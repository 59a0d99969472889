"""Is a quotation true? White space and comments aside, it must be a substring of the source; the answer is its span."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping

from tcsalgbench.tex.model import Document, Span
from tcsalgbench.tex.source import as_text, decode

_IGNORED = re.compile(r"(\\[\s\S])|%[^\n]*|\s+")
SHORTEST = 3


class Quotable:
    """Sources made ready for many questions: all white space and comments taken out, with the way back to the bytes."""

    def __init__(self, files: Mapping[str, bytes], order: Iterable[Span] | None = None) -> None:
        self._texts: list[tuple[str, str, list[int], list[int]]] = []
        spans = [Span(name, 0, len(data)) for name, data in files.items()] if order is None else list(order)
        for span in spans:
            text = as_text(files[span.file][span.start : span.end])
            dense, starts, offsets = _dense(text, span.start)
            self._texts.append((span.file, dense, starts, offsets))

    def find(self, quotation: str, within: Span | None = None) -> Span | None:
        """Where the source says this, or None: then it is no quotation."""
        wanted = _dense(as_text(quotation.encode("utf-8", "replace")), 0)[0]
        if len(wanted) < SHORTEST:
            return None
        for candidate in (wanted, _as_latin(quotation)):
            if candidate:
                found = self._find(candidate, within)
                if found is not None:
                    return found
        return None

    def _find(self, wanted: str, within: Span | None) -> Span | None:
        for file, dense, starts, offsets in self._texts:
            at = dense.find(wanted)
            while at >= 0:
                begin = _origin(starts, offsets, at)
                end = _origin(starts, offsets, at + len(wanted) - 1) + 1
                if within is None or (file == within.file and within.start <= begin and end <= within.end):
                    return Span(file, begin, end)
                at = dense.find(wanted, at + 1)
        return None


def find_quotation(document: Document, quotation: str, within: Span | None = None) -> Span | None:
    """The span of a quotation in what the document prints, or None where it is not there."""
    return Quotable(document.files, document.order).find(quotation, within)


def _as_latin(quotation: str) -> str:
    try:
        return _dense(as_text(quotation.encode("latin-1")), 0)[0]
    except UnicodeEncodeError:
        return ""


def _dense(text: str, base: int) -> tuple[str, list[int], list[int]]:
    """The text without white space and comments; where each remaining stretch begins there, and in the file."""
    pieces: list[str] = []
    starts, offsets = [0], [base]
    last = length = 0
    for match in _IGNORED.finditer(text):
        if match[1] is not None and not match[1][1].isspace():
            continue
        kept = text[last : match.start() + (match[1] is not None)]
        pieces.append(kept)
        length += len(kept)
        last = match.end()
        starts.append(length)
        offsets.append(base + last)
    pieces.append(text[last:])
    return "".join(pieces), starts, offsets


def _origin(starts: list[int], offsets: list[int], at: int) -> int:
    index = bisect_right(starts, at) - 1
    return offsets[index] + at - starts[index]


def same_text(first: str, second: str) -> bool:
    """Whether two texts say the same, white space and comments aside."""
    return _dense(first, 0)[0] == _dense(second, 0)[0]


def quoted_text(document: Document, span: Span) -> str:
    """The source text of a span, for people."""
    return decode(document.files[span.file][span.start : span.end])
