"""Shingles: runs of tokens as numbers, the same for texts that differ in the names of their variables only."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from tcsalgbench.library.normal import VARIABLE, Token

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LENGTH = 6  # tokens a shingle
ANCHORS = 2  # of them that are no variables: `x y z u v w` says nothing, and every formula has it
EMPTY = 0  # the hash of a shingle without enough of them
_FACTOR = 0x9E3779B97F4A7C15  # odd, so that multiplication loses nothing


@dataclass(frozen=True, slots=True)
class Shingled:
    """A text as shingles: `hashes[i]` is that of the tokens from `i` on, or EMPTY; `lines` has the line of every token."""

    hashes: "NDArray[np.uint64]"
    lines: "NDArray[np.int64]"
    tokens: int


def shingle(tokens: Sequence[Token], length: int = LENGTH) -> Shingled:
    """The shingles of a token stream. In each, a variable is told by where it came first in that shingle."""
    import numpy as np  # noqa: PLC0415 - a tenth of a second that most commands do not need

    lines = np.array([token.line for token in tokens], np.int64)
    if len(tokens) < length:
        return Shingled(np.zeros(0, np.uint64), lines, len(tokens))
    names = np.array([_number(token.text) for token in tokens], np.uint64)
    variable = np.array([token.text.startswith(VARIABLE) for token in tokens])
    rows = len(tokens) - length + 1
    hashes = np.zeros(rows, np.uint64)
    for place in range(length):
        column = names[place : place + rows].copy()
        # From the right, so that the first place where a variable came is the one that stays.
        first = np.full(rows, place, np.uint64)
        for before in range(place - 1, -1, -1):
            first[names[before : before + rows] == column] = before
        here = variable[place : place + rows]
        column[here] = first[here] + np.uint64(1)
        hashes = (hashes ^ column) * np.uint64(_FACTOR)
        hashes ^= hashes >> np.uint64(29)
    anchors = np.convolve(~variable, np.ones(length, np.int64), "valid")
    hashes[anchors < ANCHORS] = EMPTY
    return Shingled(hashes, lines, len(tokens))


@lru_cache(maxsize=200_000)
def _number(token: str) -> int:
    return int.from_bytes(hashlib.blake2b(token.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big")
