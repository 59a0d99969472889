"""The print of a work: its shingles by file, and MinHash sketches of overlapping windows to find copies in long texts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tcsalgbench.library.normal import normal_tokens
from tcsalgbench.library.shingles import EMPTY, Shingled, shingle
from tcsalgbench.tex.macros import Macro
from tcsalgbench.tex.source import decode

if TYPE_CHECKING:
    import numpy as np
    from datasketch import MinHash
    from numpy.typing import NDArray

SEED = 20_260  # of the permutations: two prints can be compared only where it is the same


@dataclass(frozen=True, slots=True)
class Sketching:
    """How texts are cut and sketched. Windows overlap by half, so that a copy lies nearly whole in one of them."""

    shingle: int = 6  # tokens a shingle
    window: int = 64  # shingles a window
    # A window and a stretch of the withheld text that have a similarity of (1/bands)^(1/rows), 0.18, are likely to be compared.
    bands: int = 32
    rows: int = 2

    @property
    def permutations(self) -> int:
        """The length of a sketch."""
        return self.bands * self.rows


@dataclass(frozen=True)
class Print:
    """A work as shingles. `files` are in the order of their names; `hashes` are theirs, one after the other."""

    files: tuple[str, ...]
    starts: tuple[int, ...]  # where in `hashes` each file begins
    hashes: "NDArray[np.uint64]"
    lines: "NDArray[np.int64]"
    sketching: Sketching
    _windows: Any  # the LSH index: window → its place in `hashes`

    def near(self, stretches: "Sequence[MinHash]") -> "NDArray[np.bool_]":
        """Which shingles of the work lie in or beside a window that looks like one of these stretches of a text."""
        import numpy as np  # noqa: PLC0415 - a tenth of a second that most commands do not need

        width = self.sketching.window
        near = np.zeros(len(self.hashes), bool)
        for place in {place for stretch in stretches for place in self._windows.query(stretch)}:
            near[max(place - width, 0) : place + 2 * width] = True
        return near

    def place(self, at: int) -> tuple[str, int]:
        """The file and the line in which a shingle begins."""
        import numpy as np  # noqa: PLC0415

        index = int(np.searchsorted(np.array(self.starts), at, "right")) - 1
        return self.files[index], int(self.lines[at])


def print_of(files: Mapping[str, bytes], macros: Mapping[str, Macro], sketching: Sketching) -> Print:
    """The print of a work; every text file counts, whether LaTeX would read it or not."""
    import numpy as np  # noqa: PLC0415

    names = tuple(sorted(files))
    texts = [text_shingles(decode(files[name]), macros, sketching) for name in names]
    lengths = [len(text.hashes) for text in texts]
    starts = tuple(int(start) for start in np.cumsum([0, *lengths])[: len(names)])
    hashes = np.concatenate([np.zeros(0, np.uint64), *(text.hashes for text in texts)])
    lines = np.concatenate([np.zeros(0, np.int64), *(text.lines[: len(text.hashes)] for text in texts)])
    return Print(names, starts, hashes, lines, sketching, _index(hashes, sketching))


def text_shingles(text: str, macros: Mapping[str, Macro], sketching: Sketching) -> Shingled:
    """The shingles of one text."""
    return shingle(normal_tokens(text, macros), sketching.shingle)


def stretches_of(text: Shingled, sketching: Sketching) -> "tuple[MinHash, ...]":
    """The sketches of a text that is looked for. They lie closer than windows do, so that some pair lies nearly alike."""
    step = sketching.window // 4
    last = max(len(text.hashes) - sketching.window + step, 1)
    return tuple(_sketches([text.hashes[at : at + sketching.window] for at in range(0, last, step)], sketching))


def _index(hashes: "NDArray[np.uint64]", sketching: Sketching) -> Any:  # noqa: ANN401 - the library has no types
    from datasketch import MinHashLSH  # noqa: PLC0415 - half a second

    places = range(0, len(hashes), sketching.window // 2)
    index = MinHashLSH(params=(sketching.bands, sketching.rows), num_perm=sketching.permutations)
    sketches = _sketches([hashes[place : place + sketching.window] for place in places], sketching)
    with index.insertion_session() as session:
        for place, sketch in zip(places, sketches, strict=True):
            session.insert(place, sketch, check_duplication=False)
    return index


def _sketches(blocks: "Sequence[NDArray[np.uint64]]", sketching: Sketching) -> "list[MinHash]":
    import numpy as np  # noqa: PLC0415
    from datasketch import MinHash  # noqa: PLC0415

    model = MinHash(sketching.permutations, seed=SEED, hashfunc=_same)
    made = []
    for block in blocks:
        sketch = MinHash(
            sketching.permutations, seed=SEED, hashfunc=_same, permutations=model.permutations, scheme=model.scheme
        )
        sketch.update_batch((block[block != EMPTY] & np.uint64(0xFFFFFFFF)).tolist())
        made.append(sketch)
    return made


def _same(number: int) -> int:
    """Shingles are hashed already."""
    return number
