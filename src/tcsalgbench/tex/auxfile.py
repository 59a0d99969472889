"""What LaTeX itself printed, where a project ships its .aux file, and how that differs from our own counting."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from tcsalgbench.tex.frames import group_end
from tcsalgbench.tex.source import decode

_NEW_LABEL = re.compile(r"\\newlabel\s*\{")
_INPUT = re.compile(r"\\@input\s*\{([^{}]*)\}")
_NOISE = re.compile(
    r"[{}\s~$]|\\(?:protect|relax|textbf|textit|textrm|textup|text|emph|mbox|normalfont|upshape|bfseries|itshape|,)"
)
_MOST_FILES = 200


@dataclass(frozen=True, slots=True)
class Difference:
    """A label for which the .aux file has another number than was counted here."""

    label: str
    counted: str
    recorded: str


def recorded_labels(files: Mapping[str, bytes], main: str) -> dict[str, str]:
    """Label to number, from the .aux file beside the main file and those that it reads; empty where there is none."""
    waiting, seen = [main.removesuffix(".tex") + ".aux"], set[str]()
    found: dict[str, str] = {}
    while waiting and len(seen) < _MOST_FILES:
        name = waiting.pop()
        data = files.get(name) if name not in seen else None
        if data is None:
            continue
        seen.add(name)
        text = decode(data)
        waiting += [match[1] for match in _INPUT.finditer(text)]
        found.update(_labels_in(text))
    return found


def _labels_in(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for match in _NEW_LABEL.finditer(text):
        end = group_end(text, match.end() - 1, min(len(text), match.end() + 2_000))
        name = text[match.end() : end] if end > 0 else ""
        inner = end + 2
        if not name or name.endswith("@cref") or text[end + 1 : inner + 1] != "{{":
            continue
        close = group_end(text, inner, min(len(text), inner + 2_000))
        if close > 0:
            found[name] = text[inner + 1 : close]
    return found


def normalized(number: str) -> str:
    """A printed number without what does not show: braces, spaces, fonts."""
    return _NOISE.sub("", number)


def differences(counted: Mapping[str, str], recorded: Mapping[str, str]) -> list[Difference]:
    """Where the two do not agree."""
    return [
        Difference(label, counted[label], number)
        for label, number in recorded.items()
        if label in counted and "\\" not in normalized(number) and normalized(counted[label]) != normalized(number)
    ]
