"""An embedder of the user's own, named as MODULE:NAME, and a small one that needs no model: hashed character trigrams."""

import hashlib
import importlib
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, cast

from tcsalgbench.errors import BadInput
from tcsalgbench.library.retriever import Embedder

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

DIMENSIONS = 1024
_GRAM = 3


def open_embedder(written: str) -> Embedder:
    """The embedder that `MODULE:NAME` makes: NAME is a class or a function without arguments that gives one."""
    module, _, name = written.partition(":")
    try:
        made = getattr(importlib.import_module(module), name)()
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        raise BadInput(f"{written} makes no embedder: {error}. Write MODULE:NAME, where NAME() gives one.") from None
    if not callable(getattr(made, "embed", None)):
        raise BadInput(f"What {written} makes has no method `embed(texts)` that gives a row of numbers for each text.")
    return cast("Embedder", made)


class Trigrams:
    """Texts as counts of their character trigrams, hashed into a fixed number of places: finds other forms of a word.

    It knows nothing of meaning; it is there so that fusion can be used, and tested, without any model.
    """

    name = "trigrams"

    def embed(self, texts: Sequence[str]) -> "NDArray[np.float32]":
        """One row of length one a text."""
        import numpy as np  # noqa: PLC0415 - a tenth of a second that most commands do not need

        rows = np.zeros((len(texts), DIMENSIONS), np.float32)
        for row, text in zip(rows, texts, strict=True):
            plain = f"  {' '.join(text.lower().split())}  "
            for start in range(len(plain) - _GRAM + 1):
                row[_place(plain[start : start + _GRAM])] += 1
        np.log1p(rows, out=rows)
        rows /= np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)
        return rows


@lru_cache(maxsize=100_000)
def _place(gram: str) -> int:
    return int.from_bytes(hashlib.blake2b(gram.encode("utf-8", "surrogatepass"), digest_size=4).digest(), "big") % DIMENSIONS
