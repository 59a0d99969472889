"""Labels by name, and which labels a reference names: lists, ranges, and names that contain commas."""

from collections.abc import Callable, Sequence

from tcsalgbench.tex.frames import Place
from tcsalgbench.tex.state import RawLabel

_LONGEST_RANGE = 200


class Labels:
    """The labels of a document. Of two with one name LaTeX prints the later one."""

    def __init__(self, labels: Sequence[RawLabel], warn: Callable[[Place | None, str], None]) -> None:
        self._labels: dict[str, RawLabel] = {}
        self._commas = False
        self._spaced: dict[str, str] = {}
        self._told: set[str] = set()
        self._warn = warn
        for label in labels:
            before = self._labels.get(label.name)
            if before is not None and before.place[0] != label.place[0]:
                where = f"{before.place[0][0].name}:{before.place[0][0].line(before.place[0][1])}"
                warn(
                    label.place[0],
                    f"the label {label.name} is defined twice, here and at {where}: the later one counts",
                )
            self._labels[label.name] = label
            if label.name != label.name.strip():
                self._spaced[label.name.strip()] = label.name
            self._commas = self._commas or "," in label.name

    def all(self) -> dict[str, RawLabel]:
        """Every label by its name."""
        return self._labels

    def raw(self, name: str) -> RawLabel | None:
        """The label of a name."""
        return self._labels.get(name)

    def names(self, written: str) -> list[str]:
        """The labels that a reference names, known or not."""
        if "\0" in written:
            first, _, last = written.partition("\0")
            return self._range(self._meant(first), self._meant(last))
        if "," not in written or written in self._labels:
            return [self._meant(written)]
        parts = written.split(",")
        if not self._commas:
            return [self._meant(part) for part in parts if part.strip()]
        return self._join(parts)

    def _meant(self, written: str) -> str:
        """The label that is meant: the very one, or the one that differs by spaces at its ends, which LaTeX keeps."""
        bare = written.strip()
        if written in self._labels or not self._spaced or bare in self._labels:
            return written if written in self._labels else bare
        spaced = self._spaced.get(bare)
        if spaced is None:
            return bare
        if bare not in self._told:
            self._told.add(bare)
            message = f"the label {bare} has spaces inside its braces, which LaTeX keeps: references without them print ??"
            self._warn(self._labels[spaced].place[0], message)
        return spaced

    def _join(self, parts: Sequence[str]) -> list[str]:
        """Parts that together are a label with commas in its name are one: the longest known name wins."""
        names: list[str] = []
        start = 0
        while start < len(parts):
            for end in range(min(len(parts), start + 8), start, -1):
                name = self._meant(",".join(parts[start:end]).strip().removeprefix("{").removesuffix("}"))
                if name in self._labels or end == start + 1:
                    names.append(name)
                    start = end
                    break
        return [name for name in names if name]

    def _range(self, first: str, last: str) -> list[str]:
        begin, end = self._labels.get(first), self._labels.get(last)
        if begin is None or end is None or begin.anchor.counter != end.anchor.counter:
            return [first, last]
        low, high = sorted((begin.order, end.order))
        counter = begin.anchor.counter
        between = [n for n, its in self._labels.items() if low < its.order < high and its.anchor.counter == counter]
        return [first, *between[:_LONGEST_RANGE], last]
