"""What a reading builds up while it goes: records that are still open, and what has been found so far."""

from collections.abc import Callable
from dataclasses import dataclass, field

from tcsalgbench.tex.frames import Place
from tcsalgbench.tex.model import AnchorKind


@dataclass(slots=True, eq=False)
class RawBlock:
    """A statement being read. `tentative` until an environment of an author turns out to be one."""

    env: str
    title: str
    kind: str
    start: Place
    body_start: Place
    depth: int
    counter: str = ""
    number: str | None = None
    name: str | None = None
    names_label: str | None = None
    labels: list[str] = field(default_factory=list)
    uses: list[str] = field(default_factory=list)
    end: Place | None = None
    body_end: Place | None = None
    parent: "RawBlock | None" = None
    in_proof: "RawProof | None" = None
    section: int = 0
    order: int = 0
    tentative: bool = False
    boxed: bool = False
    index: int = -1
    frame_id: int = 0
    anchor: "Anchor | None" = None


@dataclass(slots=True, eq=False)
class RawProof:
    """A proof being read."""

    env: str
    start: Place
    body_start: Place
    depth: int
    heading: str | None = None
    heading_labels: list[str] = field(default_factory=list)
    proves: list[str] = field(default_factory=list)
    uses: list[str] = field(default_factory=list)
    end: Place | None = None
    body_end: Place | None = None
    parent: "RawProof | None" = None
    in_block: RawBlock | None = None
    section: int = 0
    order: int = 0
    index: int = -1
    appendix: bool = False
    by_command: bool = False
    by_hand: bool = False
    end_marked: bool = False
    tentative: bool = False
    frame_id: int = 0


@dataclass(slots=True, eq=False)
class Anchor:
    """What a label points at: LaTeX's `\\@currentlabel`, and whose it is."""

    kind: AnchorKind = "none"
    counter: str = ""
    number: str = ""
    block: RawBlock | None = None


@dataclass(slots=True, eq=False)
class RawLabel:
    """A label; its anchor gets its number when the row, the tag or the caption is known."""

    name: str
    anchor: Anchor
    place: tuple[Place, int]
    block: RawBlock | None
    proof: RawProof | None
    order: int


@dataclass(slots=True, eq=False)
class RawReference:
    """A referring command and where it stands."""

    command: str
    written: str
    place: tuple[Place, int]
    block: RawBlock | None
    proof: RawProof | None
    heading: bool
    order: int


@dataclass(slots=True, eq=False)
class RawSection:
    """A sectioning command; titles like `Proof of Theorem 2` link proofs."""

    level: int
    number: str
    title: str
    labels: list[str]
    place: tuple[Place, int]
    order: int


@dataclass(slots=True, eq=False)
class RawEquation:
    """A display with numbers: one anchor a row."""

    env: str
    start: Place
    end: Place | None
    block: RawBlock | None
    anchors: list[Anchor]


@dataclass(slots=True, eq=False)
class Environment:
    """An open environment or group: what it must restore when it ends."""

    name: str
    current: Anchor
    undo: list[Callable[[], None]] = field(default_factory=list)
    at_end: list[Callable[[], None]] = field(default_factory=list)
    line_at: Place | None = None
    frame_id: int = 0
    offset: int = 0


@dataclass(slots=True, eq=False)
class Found:
    """Everything found so far, in reading order."""

    blocks: list[RawBlock] = field(default_factory=list)
    proofs: list[RawProof] = field(default_factory=list)
    labels: list[RawLabel] = field(default_factory=list)
    references: list[RawReference] = field(default_factory=list)
    sections: list[RawSection] = field(default_factory=list)
    equations: list[RawEquation] = field(default_factory=list)
    restatements: list[tuple[int, RawBlock]] = field(default_factory=list)
    citations: list[tuple[tuple[str, ...], str | None, tuple[Place, int]]] = field(default_factory=list)
    bibliographies: list[str] = field(default_factory=list)
    inline_bibliographies: list[tuple[Place, Place]] = field(default_factory=list)
