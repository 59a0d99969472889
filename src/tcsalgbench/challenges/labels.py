r"""What references print: `\ref` and its kin become the labels of the source, and equations keep their numbers."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tcsalgbench.challenges.model import Piece
from tcsalgbench.challenges.origins import rewritten
from tcsalgbench.tex import Document

REFERENCE = re.compile(
    r"\\(?P<command>ref|eqref|cref|Cref|autoref|Autoref|nameref|namecref|nameCref|labelcref|vref|Vref|pageref|refeq|prettyref"
    r"|fref|Fref|thref|subref|zcref)\*?\s*\{(?P<labels>[^{}]*)\}"
    r"|\\hyperref\[(?P<link>[^\]]*)\]\{(?P<text>(?:[^{}]|\{[^{}]*\})*)\}"
)
# A label, with the white space that would be left on a line of its own.
LABEL = re.compile(r"\\label\s*\{(?P<label>[^{}]*)\}")
RAW = re.compile(r"\\(?:label|ref|eqref|[cC]ref|autoref|nameref|vref|pageref|hyperref|crefrange|Crefrange)\b")
SAYS_LABEL = "pass 5: a reference becomes the printed label"
SAYS_NUMBER = "pass 5: the equation keeps its printed number"
SAYS_DROPPED = "pass 5: an internal label is dropped"
_NAMING = frozenset(("cref", "Cref", "autoref", "Autoref", "vref", "Vref", "thref", "fref", "Fref", "zcref"))
_TITLES = {"equation": "Equation", "item": "Item", "section": "Section", "float": "Figure", "footnote": "Footnote"}
_PLURAL = {"Corollary": "Corollaries", "Property": "Properties"}
_DISPLAY = re.compile(
    r"\\begin\{(equation|align|gather|multline|eqnarray|flalign|alignat|IEEEeqnarray|dmath|subequations)\*?\}|\\\[|\$\$"
)


@dataclass(frozen=True, slots=True)
class Printed:
    """What the labels of a paper print."""

    numbers: Mapping[str, str]
    titles: Mapping[str, str]
    kinds: Mapping[str, str]

    @classmethod
    def of(cls, document: Document) -> "Printed":
        """From the labels as they were read."""
        blocks = {block.id: block for block in document.blocks}
        numbers, titles, kinds = {}, {}, {}
        for name, label in document.labels.items():
            block = blocks.get(label.block or "")
            numbers[name], kinds[name] = label.number, label.kind
            own = block is not None and label.own
            titles[name] = block.title if own and block is not None else _TITLES.get(label.kind, "")
        return cls(numbers, titles, kinds)

    def text(self, command: str, labels: str) -> str | None:
        """What the reference prints; None where a label is not known, or has no number."""
        names = [name.strip() for name in labels.split(",")] if command.lower().endswith("cref") else [labels.strip()]
        if command in ("pageref", "nameref", "namecref", "nameCref") or not all(self.numbers.get(name) for name in names):
            return None
        if command not in _NAMING:
            numbers = _listed([self.numbers[name] for name in names])
            return f"({numbers})" if command in ("eqref", "refeq") else numbers
        return _listed([self._group(list(group)) for group in _grouped(names, self.titles)])

    def _group(self, names: Sequence[str]) -> str:
        title = self.titles[names[0]]
        shown = [f"({self.numbers[name]})" if self.kinds[name] == "equation" else self.numbers[name] for name in names]
        if len(names) > 1:
            title = _PLURAL.get(title, f"{title}s") if title else title
        return f"{title} {_listed(shown)}".strip()


def _grouped(names: Sequence[str], titles: Mapping[str, str]) -> Iterator[list[str]]:
    groups: dict[str, list[str]] = {}
    for name in names:
        groups.setdefault(titles[name], []).append(name)
    yield from groups.values()


def _listed(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


@dataclass(frozen=True, slots=True)
class Change:
    """A stretch of characters, what comes in its place, and why."""

    start: int
    end: int
    text: str
    reason: str


def label_changes(text: str, printed: Printed) -> list[Change]:
    """What pass 5 changes in a text, last first, so that places stay true while they are applied."""
    found = []
    for match in REFERENCE.finditer(text):
        if match["link"] is not None:
            found.append(Change(match.start(), match.end(), match["text"], SAYS_LABEL))
        elif (shown := printed.text(match["command"], match["labels"])) is not None:
            found.append(Change(match.start(), match.end(), shown, SAYS_LABEL))
    for match in LABEL.finditer(text):
        number = printed.numbers.get(match["label"].strip())
        is_equation = printed.kinds.get(match["label"].strip()) == "equation" and _in_display(text, match.start())
        tag = f"\\tag{{{number}}}" if number and is_equation and not _tagged(text, match.end()) else ""
        found.append(Change(match.start(), match.end(), tag, SAYS_NUMBER if tag else SAYS_DROPPED))
    return sorted(found, key=lambda change: change.start, reverse=True)


def with_labels(piece: Piece, files: Mapping[str, bytes], printed: Printed) -> Piece:
    """The piece with its references printed."""
    for change in label_changes(piece.text, printed) if piece.origin.span is not None else ():
        piece = rewritten(piece, files, change.start, change.end, change.text, change.reason)
    return piece


def printed_text(text: str, printed: Printed) -> str:
    """The same for a text that is not a piece: what the source would say with its references printed."""
    for change in label_changes(text, printed):
        text = text[: change.start] + change.text + text[change.end :]
    return text


def _in_display(text: str, at: int) -> bool:
    last = None
    for match in _DISPLAY.finditer(text, 0, at):
        last = match
    if last is None:
        return False
    if last[0] in ("\\[", "$$"):
        return False
    return text.find(f"\\end{{{last[1]}", last.end(), at) < 0


def _tagged(text: str, at: int) -> bool:
    """Whether the row has a tag of its own already."""
    row = re.split(r"\\\\|\\end\{", text[at : at + 2000], maxsplit=1)[0]
    return "\\tag" in row
