"""Citations of library works that code itself finds in a proof: what an organiser may not lose."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tcsalgbench.judging.sources import LABEL, Sources, label_of, surnames
from tcsalgbench.library.model import CitedText

_CITE = re.compile(r"\\[cC]ite[a-zA-Z]*\*?\s*(?P<notes>(?:\[[^\[\]]{0,200}\]\s*){0,2})\{(?P<keys>[^{}]{1,400})\}")
_BRACKET = re.compile(r"\[(?P<inside>[^\[\]\n]{1,200})\]")
_REACH = 60  # characters between a label and the name of its work


@dataclass(frozen=True, slots=True)
class Mention:
    """A place that cites a work of the library, and the label it gives."""

    work: str
    label: str | None
    start: int
    end: int
    written: str


def mentions(text: str, sources: Sources) -> tuple[Mention, ...]:
    r"""Every `\cite{key}`, `[key, Theorem 2]`, `key, Theorem 2`, `Theorem 2 of Author`, and title of a library work."""
    found: dict[tuple[int, str], Mention] = {}
    for one in sorted(_all(text, sources), key=lambda one: (one.start, -(one.end - one.start))):
        if not any(other.work == one.work and other.start <= one.start < other.end for other in found.values()):
            found[one.start, one.work] = one
    return tuple(found.values())


def _all(text: str, sources: Sources) -> Iterator[Mention]:
    for match in _CITE.finditer(text):
        keys = [key.strip() for key in match["keys"].split(",")]
        for work in sources.works:
            if work.key in keys:
                yield _mention(text, work, match.start(), match.end())
    for match in _BRACKET.finditer(text):
        for work in sources.works:
            if re.search(rf"(?<![\w-]){re.escape(work.key)}(?![\w-])", match["inside"], re.IGNORECASE):
                yield _mention(text, work, match.start(), match.end())
    for work in sources.works:
        yield from _named(text, work)


def _named(text: str, work: CitedText) -> Iterator[Mention]:
    """By title anywhere; by key or author next to a label only, since keys and names can be ordinary words."""
    title = r"\s+".join(map(re.escape, work.title.split()))
    if title:
        yield from (_mention(text, work, one.start(), one.end()) for one in re.finditer(title, text, re.IGNORECASE))
    names = "|".join(sorted({re.escape(name) for name in (work.key, *surnames(work)) if len(name) > 2}))
    if not names:
        return
    after = rf"(?<![\w-])(?:{names})(?:'s|’s)?[\s,~(]{{1,3}}{LABEL.pattern}"
    before = rf"{LABEL.pattern}[\s~(,]{{0,3}}(?:(?:of|in|from|by)\s)?(?:the\s)?[\[(]?(?:{names})(?![\w-])"
    for pattern in (after, before):
        yield from (_mention(text, work, one.start(), one.end()) for one in re.finditer(pattern, text, re.IGNORECASE))


def _mention(text: str, work: CitedText, start: int, end: int) -> Mention:
    label = label_of(text[start:end])
    if label is None:  # a label just before or after, in the same line
        left, right = text[max(0, start - _REACH) : start], text[end : end + _REACH // 2]
        near = [one for one in LABEL.finditer(left) if re.fullmatch(r"[\s~,(]*(?:(?:of|in|from|by)\s+)?", left[one.end() :])]
        if near:
            start = max(0, start - _REACH) + near[-1].start()
        elif (next_one := LABEL.match(right.lstrip(" ,~("))) is not None:
            end += len(right) - len(right.lstrip(" ,~(")) + next_one.end()
        label = label_of(text[start:end])
    printed = None if label is None else f"{label[0].capitalize()} {label[1]}"
    return Mention(work.key, printed, start, end, text[start:end])
