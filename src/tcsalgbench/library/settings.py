"""What of the library a prover is shown: settings that are recorded with a run and equal within a comparison."""

from dataclasses import asdict, dataclass
from typing import Literal

BYTES_A_TOKEN = 4  # of English and TeX, roughly: a cap must not depend on whose tokenizer reads the text


@dataclass(frozen=True, slots=True)
class RetrievalSettings:
    """How many snippets, how long all of them together may be, and what ranks them besides BM25."""

    snippets: int = 8
    tokens: int = 6000
    candidates: int = 40  # how far down the ranking is looked for statements that still fit
    embedder: str | None = None

    def recorded(self) -> dict[str, int | str | None]:
        """The settings as a run records them."""
        return {f"retrieval_{name}": value for name, value in asdict(self).items()}


LibraryUse = Literal["snippets", "tools"]


def tokens_of(text: str) -> int:
    """About how many tokens a text takes."""
    return -(-len(text.encode("utf-8", "replace")) // BYTES_A_TOKEN)
