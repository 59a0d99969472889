"""What a prover may read besides the problem: snippets of the library, and, where tools are allowed, what it looks up there."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

from tcsalgbench.library.model import Library
from tcsalgbench.library.retriever import Retriever
from tcsalgbench.library.settings import RetrievalSettings
from tcsalgbench.library.snippets import retrieve
from tcsalgbench.library.tools import ReadingRoom

_KEPT = 16


@dataclass(frozen=True, slots=True)
class Snippet:
    """A statement of a cited work: the label by which it is cited, and its words with what they need.

    What was looked up has no label of its own: statements in it are cited by the labels that stand in it in brackets.
    """

    label: str
    text: str


def same(one: Snippet, other: Snippet) -> bool:
    """Whether both are the same statement: one may have had less room for its definitions."""
    return one.label == other.label if one.label else one == other


class Shelf(Protocol):
    """Where snippets come from. The same query always brings the same ones."""

    def snippets(self, query: str) -> tuple[Snippet, ...]:
        """The snippets nearest to the query, best first."""
        ...

    def look_up(self, tool: str, arguments: Mapping[str, Any]) -> str:
        """What a read-only tool says, or its refusal."""
        ...


class EmptyShelf:
    """A library with nothing in it."""

    def snippets(self, query: str) -> tuple[Snippet, ...]:
        """Nothing."""
        return ()

    def look_up(self, tool: str, arguments: Mapping[str, Any]) -> str:
        """Nothing to look up."""
        return "The library is empty."


@dataclass
class LibraryShelf:
    """One run's way into the library of its challenge. The index is shared by all runs of the challenge."""

    index: "LibraryIndex"
    settings: RetrievalSettings
    room: ReadingRoom = field(init=False)

    def __post_init__(self) -> None:
        """Open the reading room, which counts what this run looks up."""
        self.room = ReadingRoom(self.index.retriever, self.settings)

    def snippets(self, query: str) -> tuple[Snippet, ...]:
        """The snippets nearest to the query."""
        found = self.index.found.get((self.settings, query))
        if found is None:
            retrieved = retrieve(self.index.retriever, query, self.settings)
            found = tuple(Snippet(one.reference, one.text) for one in retrieved)
            if len(self.index.found) < _KEPT:
                self.index.found[self.settings, query] = found
        return found

    def look_up(self, tool: str, arguments: Mapping[str, Any]) -> str:
        """What the tool says."""
        return self.room.use(tool, arguments).text


@dataclass
class LibraryIndex:
    """A library, gathered and scanned when it is first wanted, with its index and what searches for goals brought."""

    gather: Callable[[], Library]
    found: dict[tuple[RetrievalSettings, str], tuple[Snippet, ...]] = field(default_factory=dict)

    @cached_property
    def library(self) -> Library:
        """The library."""
        return self.gather()

    @cached_property
    def retriever(self) -> Retriever:
        """The index."""
        return Retriever(self.library)


def snippets_text(snippets: tuple[Snippet, ...]) -> str:
    """Snippets as a prompt shows them."""
    return "\n\n".join(one.text for one in snippets)
