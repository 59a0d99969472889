r"""What a statement says, without what stands around it for LaTeX only: white space, its own label, a caption."""

import re
from collections.abc import Collection, Mapping

from tcsalgbench.tex import Span
from tcsalgbench.tex.frames import bracket_end, group_end
from tcsalgbench.tex.source import as_text, readable

# What a blueprint says to its tools, and an author to the layout.
_SILENT = r"\\(?:leanok|mathlibok|notready|centering|noindent|small|footnotesize|upshape|normalfont|itshape)(?![a-zA-Z])"
_SILENT_CALL = re.compile(r"\\(?:uses|lean|proves|discussion|vspace)\*?\s*\{[^{}]*\}")
_BLANK = re.compile(rf"\s+|(?<!\\)%[^\n]*(?:\n|$)|{_SILENT}")
_LABEL = re.compile(r"\\label\s*\{([^{}]*)\}")
_CAPTION = re.compile(r"\\caption\*?\s*(?=[\[{])")
_LAST_LABEL = re.compile(r"\\label\s*\{([^{}]*)\}\Z")
_LONGEST_LABEL = 300


def trimmed(files: Mapping[str, bytes], span: Span, own: Collection[str], *, caption: bool = False) -> Span:
    """The span of what is said: from after name, own labels and caption to before the white space at the end."""
    text = as_text(files[span.file][span.start : span.end])
    start = _head(text, own, caption=caption)
    end = _end(text, start, own)
    return Span(span.file, span.start + start, span.start + end)


def _head(text: str, own: Collection[str], *, caption: bool) -> int:
    at = 0
    while at < len(text):
        match = _BLANK.match(text, at) or _SILENT_CALL.match(text, at)
        label = _LABEL.match(text, at)
        if label is not None and readable(label[1]).strip() in own:
            match = label
        if match is None and caption and (found := _CAPTION.match(text, at)) is not None:
            end = _after_caption(text, found.end())
            if end > at:
                at = end
                continue
        if match is None or match.end() == at:
            break
        at = match.end()
    return at


def _after_caption(text: str, at: int) -> int:
    if text[at] == "[":
        end = bracket_end(text, at, len(text))
        if end < 0 or not text.startswith("{", end + 1):
            return -1
        at = end + 1
    return group_end(text, at, len(text)) + 1


def _end(text: str, start: int, own: Collection[str]) -> int:
    end = len(text)
    while True:
        end = start + len(text[start:end].rstrip())
        line = max(start, text.rfind("\n", start, end) + 1)
        if text[line:end].lstrip().startswith("%") and line > start:
            end = line
            continue
        label = _LAST_LABEL.search(text, max(start, end - _LONGEST_LABEL), end)
        if label is None or readable(label[1]).strip() not in own:
            return end
        end = label.start()
