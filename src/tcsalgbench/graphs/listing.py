"""How statements and text are put before a model: in pieces of bounded size, however long the paper is."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from tcsalgbench.graphs.material import Material
from tcsalgbench.graphs.model import Node
from tcsalgbench.tex.macros import strip_comments

HEADER = "=== id: "
_GLIMPSE = 110
_PARAGRAPH = re.compile(r"\n\s*\n")
CUT = "[… cut here …]"


@dataclass(frozen=True, slots=True)
class Sizes:
    """How much a call is shown, in characters: of text to work on, and of the list of statements beside it."""

    chunk: int = 24_000
    catalogue: int = 30_000


# The embedded model reads some 300 tokens a second.
SMALL = Sizes(chunk=1_000, catalogue=600)


@dataclass(frozen=True, slots=True)
class Chunk:
    """What one call works on: a text, the statements shown in it, and the list of others."""

    text: str
    shown: tuple[str, ...]
    catalogue: str = ""


def header(node: Node, part: str = "") -> str:
    """The line that opens a statement."""
    name = f" | {_short(node.name, _GLIMPSE)}" if node.name else ""
    return f"{HEADER}{node.id} | {node.printed} | {node.kind}{name}{part}"


def catalogue_line(node: Node) -> str:
    """A statement in one line."""
    name = f" | {_short(node.name, 60)}" if node.name else ""
    return f"{node.id} | {node.printed} | {node.kind}{name} | {_short(node.statement, _GLIMPSE)}"


def _short(text: str, length: int) -> str:
    plain = " ".join(strip_comments(text).split())
    return plain if len(plain) <= length else plain[: length - 1] + "…"


def catalogue(material: Material, around: Collection[str], limit: int, kinds: Collection[str] | None = None) -> str:
    """The statements nearest to some, those before them first, one a line in reading order, within a limit."""
    here = [material.position[one] for one in around]
    first, last = (min(here), max(here)) if here else (0, 0)

    def distance(node: Node) -> tuple[int, int]:
        at = material.position[node.id]
        return (max(0, first - at) if at < first else max(0, at - last) * 3), at

    chosen: list[Node] = []
    used = 0
    for node in sorted(material.graph.nodes, key=distance):
        if (kinds is None or node.kind in kinds) and node.restates is None:
            used += len(catalogue_line(node)) + 1
            if used > limit:
                break
            chosen.append(node)
    return "\n".join(catalogue_line(node) for node in sorted(chosen, key=lambda node: material.position[node.id]))


def statements_in_chunks(nodes: Iterable[Node], size: int, *, proofs: bool) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Statements, with their proofs if wanted, in texts of bounded size; a long proof is continued in the next."""
    text = ""
    shown: list[str] = []
    for node in nodes:
        for piece in _pieces(node, size, proofs=proofs):
            if text and len(text) + len(piece) > size:
                yield text, tuple(dict.fromkeys(shown))
                text, shown = "", []
            text += piece
            shown.append(node.id)
    if text:
        yield text, tuple(dict.fromkeys(shown))


def _pieces(node: Node, size: int, *, proofs: bool) -> Iterator[str]:
    statement = _bounded(strip_comments(node.statement).strip(), size)
    if not proofs or node.proof is None:
        yield f"{header(node)}\n{statement}\n\n"
        return
    parts = list(paragraphs_in_chunks(strip_comments(node.proof.text), max(size - len(statement), size // 2)))
    yield f"{header(node)}\n{statement}\n-- proof\n{parts[0] if parts else ''}\n\n"
    for number, part in enumerate(parts[1:], 2):
        yield f"{header(node, f' | part {number} of its proof')}\n{part}\n\n"


def _bounded(text: str, size: int) -> str:
    return text if len(text) <= size else f"{text[:size]} {CUT}"


def paragraphs_in_chunks(text: str, size: int) -> Iterator[str]:
    """A text cut between paragraphs, else between lines, else anywhere, into pieces of bounded size."""
    held = ""
    for paragraph in _PARAGRAPH.split(text):
        for piece in _fitting(paragraph.strip("\n"), size):
            if held and len(held) + len(piece) + 2 > size:
                yield held
                held = ""
            held = f"{held}\n\n{piece}" if held else piece
    if held.strip():
        yield held


def _fitting(paragraph: str, size: int) -> Iterator[str]:
    while len(paragraph) > size:
        cut = max(paragraph.rfind("\n", 1, size), paragraph.rfind(". ", 1, size) + 1)
        cut = cut if cut > size // 4 else size
        yield paragraph[:cut]
        paragraph = paragraph[cut:]
    if paragraph.strip():
        yield paragraph


def text_in_chunks(material: Material, size: int) -> Sequence[str]:
    """The text of the paper in pieces of bounded size."""
    return tuple(paragraphs_in_chunks(material.prose, size))
