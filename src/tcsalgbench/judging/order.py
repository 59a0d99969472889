"""Did the organiser move sentences? Paragraphs may change places, the sentences of one stay together and in their order."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from tcsalgbench.judging.clauses import Clause

_REACH = 6  # items on each side of a border between two sentences

Border = tuple[str, ...]


def moved(before: Sequence[Clause], after: Sequence[Clause], optional: frozenset[str]) -> Iterator[tuple[Clause, Clause]]:
    """Neighbours in a paragraph of the submission that are none any more.

    Both texts are given without what was rightly left out or put in. `optional` words come and go.
    """
    said = [item for one in after for item in one.items if item not in optional]
    left: dict[int, Counter[Border]] = {}
    for one, other in pairwise(before):
        if one.paragraph != other.paragraph:
            continue
        border = (*_bare(one, optional)[-_REACH:], *_bare(other, optional)[:_REACH])
        length = len(border)
        if length not in left:
            left[length] = Counter(_runs(said, length))
        if left[length][border] <= 0:
            yield one, other
        left[length][border] -= 1


def _bare(clause: Clause, optional: frozenset[str]) -> tuple[str, ...]:
    return tuple(item for item in clause.items if item not in optional)


def _runs(items: Sequence[str], length: int) -> Iterable[Border]:
    return (tuple(items[at : at + length]) for at in range(len(items) - length + 1))
