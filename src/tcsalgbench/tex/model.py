"""What a reading yields: a document of blocks, proofs, labels and references, every text with its span."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from tcsalgbench.tex.macros import Macro

LinkMethod = Literal[
    "proves", "optional-argument", "restated", "enclosing", "appendix-proof", "section-title", "nearness", "none"
]
AnchorKind = Literal["block", "equation", "item", "section", "float", "footnote", "line", "custom", "none"]


@dataclass(frozen=True, slots=True)
class Span:
    """A range of bytes in one file of the project."""

    file: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class ReadingWarning:
    """Something the reader had to guess or could not read, and where."""

    file: str
    line: int
    message: str


@dataclass(frozen=True, slots=True)
class Block:
    """A theorem-like statement or an algorithm: `span` is the whole environment, `body` the statement inside."""

    id: str
    kind: str
    env: str
    title: str
    number: str | None
    name: str | None
    labels: tuple[str, ...]
    span: Span
    body: Span
    line: int
    end_line: int
    restates: str | None = None
    uses: tuple[str, ...] = ()

    @property
    def printed(self) -> str:
        """What the paper prints as its label, such as `Lemma 3.2`."""
        return f"{self.title} {self.number}" if self.number else self.title


@dataclass(frozen=True, slots=True)
class Proof:
    """A proof, and how it was linked to the statement it proves (`block` is None where no statement was found)."""

    span: Span
    body: Span
    line: int
    end_line: int
    heading: str | None
    block: str | None
    method: LinkMethod
    confidence: float
    primary: bool
    reason: str
    uses: tuple[str, ...] = ()
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Label:
    """A `\\label`: the number LaTeX prints for it, and the block or the proof it stands in."""

    name: str
    number: str
    kind: AnchorKind
    counter: str
    span: Span
    line: int
    block: str | None
    proof: int | None
    own: bool
    order: int


@dataclass(frozen=True, slots=True)
class Reference:
    """One referring command, with the labels as written and the labels it was resolved to."""

    command: str
    written: str
    labels: tuple[str, ...]
    span: Span
    line: int
    block: str | None
    proof: int | None
    in_heading: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """A sectioning command."""

    level: int
    number: str
    title: str
    span: Span
    line: int


@dataclass(frozen=True, slots=True)
class Equation:
    """A numbered row of a display: `span` is the whole display."""

    number: str
    labels: tuple[str, ...]
    env: str
    span: Span
    line: int
    block: str | None


@dataclass(frozen=True, slots=True)
class Citation:
    """A citing command and its keys."""

    keys: tuple[str, ...]
    note: str | None
    span: Span
    line: int


@dataclass(frozen=True, slots=True)
class Document:
    """All that was read. `order` lists the stretches of source in the order in which they are content."""

    main: str
    files: Mapping[str, bytes]
    order: tuple[Span, ...]
    document_class: str | None
    packages: tuple[str, ...]
    blocks: tuple[Block, ...]
    proofs: tuple[Proof, ...]
    labels: Mapping[str, Label]
    references: tuple[Reference, ...]
    sections: tuple[Section, ...]
    equations: tuple[Equation, ...]
    citations: tuple[Citation, ...]
    bibliographies: tuple[str, ...]
    inline_bibliographies: tuple[Span, ...]
    macros: Mapping[str, Macro]
    warnings: tuple[ReadingWarning, ...]
    tried: tuple[str, ...] = field(default=())
