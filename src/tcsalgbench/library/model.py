"""The works of a library and the statements in them, and what was kept out of it."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from tcsalgbench.graphs.model import Node, ProofGraph
from tcsalgbench.tex.macros import Macro

# `statement`: it states what is to be proved, in nearly the same words, without the proof.
RefusalKind = Literal["source paper", "leak", "statement", "unreadable"]


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
    macros: Mapping[str, Macro] = field(default_factory=dict)  # as declared in it: its statements are written in them

    @cached_property
    def statements(self) -> tuple[Statement, ...]:
        """Its statements in reading order."""
        return tuple(Statement(self.key, node) for node in self.graph.nodes)


@dataclass(frozen=True, slots=True)
class Refusal:
    """A cited work that provers do not get to see, or that a person should look at, and why."""

    work: str
    kind: RefusalKind
    reason: str


@dataclass(frozen=True)
class Library:
    """The explicit list of works that the provers of one challenge may read.

    `refused` were cited and are kept out, `review` are in, but something about them is for a person to look at.
    """

    challenge: str
    works: tuple[CitedText, ...]
    refused: tuple[Refusal, ...] = ()
    review: tuple[Refusal, ...] = ()

    def work(self, key: str) -> CitedText | None:
        """The work of this key; None is not allowed or not there, which callers say."""
        return next((work for work in self.works if work.key == key), None)

    @cached_property
    def digest(self) -> str:
        """What all its texts come to: two libraries of the same digest let a prover read the same."""
        told = "\n".join(f"{work.key}\t{work.digest}" for work in self.works)
        return hashlib.sha256(told.encode()).hexdigest()[:16]
