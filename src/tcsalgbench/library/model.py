"""The works of a library and the statements in them."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from tcsalgbench.graphs.model import Node, ProofGraph


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement of a cited work, verbatim, under the name by which it is cited."""

    work: str
    node: Node

    @property
    def reference(self) -> str:
        """How it is cited: `template, Theorem 2`."""
        return f"{self.work}, {self.node.printed}"


@dataclass(frozen=True)
class CitedText:
    """One allowed work: its key in the library, what is known of it, its graph and its TeX files."""

    key: str
    title: str
    authors: tuple[str, ...]
    version: str | None
    source_url: str | None
    digest: str
    graph: ProofGraph
    files: Mapping[str, bytes]

    @cached_property
    def statements(self) -> tuple[Statement, ...]:
        """Its statements in reading order."""
        return tuple(Statement(self.key, node) for node in self.graph.nodes)


@dataclass(frozen=True)
class Library:
    """The explicit list of works that the provers of one challenge may read."""

    challenge: str
    works: tuple[CitedText, ...]

    def work(self, key: str) -> CitedText | None:
        """The work of this key; None is not allowed or not there, which callers say."""
        return next((work for work in self.works if work.key == key), None)
