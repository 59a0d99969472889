"""What is in a project, for a reader at a terminal: each statement with its text, its proof and what it uses."""

import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from tcsalgbench.tex.graph import Graph, text_at
from tcsalgbench.tex.model import Block

# What a statement says to LaTeX or to a blueprint, and not to its reader.
_NOT_SHOWN = re.compile(
    r"(?m:^[ \t]*\\(?:label|uses|lean|proves)\s*\{[^{}]*\}[ \t]*\n)"
    r"|[ \t]*\\(?:(?:label|uses|lean|proves)\s*\{[^{}]*\}|leanok\b|mathlibok\b)|(?<!\\)%[^\n]*(?:\n[ \t]*)?"
)
_LINKED_BY = {
    "proves": "by \\proves",
    "optional-argument": "named in its heading",
    "restated": "the statement is restated before it",
    "enclosing": "inside the statement",
    "appendix-proof": "put off to the appendix",
    "section-title": "named in the title of its section",
    "nearness": "the nearest statement before it",
}
_SURE = 0.6  # below it a link is called a guess


@dataclass(frozen=True, slots=True)
class Line:
    """A line, and what it is: the name of a statement, where it stands, or what it says."""

    kind: Literal["heading", "place", "text"]
    text: str


def outline(found: Graph, width: int) -> Iterator[Line]:
    """Every statement in reading order, with a blank line after each."""
    names = {block.id: block for block in found.document.blocks}
    uses: dict[str, list[str]] = {}
    for edge in found.edges:
        shown = _called(names[edge.target])
        if shown not in uses.setdefault(edge.source, []):
            uses[edge.source].append(shown)
    for block in found.document.blocks:
        yield from _head(block)
        if block.restates is not None:
            yield Line("text", f"  restates {_called(names[block.restates])}")
        yield from (Line("text", f"    {line}") for line in readable(text_at(found.document, block.body), width))
        yield from _proof(found, block)
        if block.id in uses:
            yield Line("text", f"  uses   {', '.join(uses[block.id])}")
        yield Line("text", "")


def readable(text: str, width: int) -> list[str]:
    """A statement without its comments and labels, wrapped."""
    lines: list[str] = []
    for paragraph in textwrap.dedent(_NOT_SHOWN.sub("", text).strip("\n")).strip().splitlines():
        lines += textwrap.wrap(paragraph, width - 4, break_long_words=False, subsequent_indent="  ") or [""]
    return lines


def _head(block: Block) -> Iterator[Line]:
    yield Line("heading", f"{block.printed} ({block.name})" if block.name else block.printed)
    labels = f"  {', '.join(block.labels)}" if block.labels else ""
    yield Line("place", f"  {block.kind}  {block.span.file}:{block.line}{labels}")


def _proof(found: Graph, block: Block) -> Iterator[Line]:
    proof = found.proof_of(block.id)
    if proof is not None:
        how = _LINKED_BY.get(proof.method, proof.method)
        doubt = "" if proof.confidence >= _SURE else ", a guess"
        yield Line("text", f"  proof  {proof.span.file}:{proof.line}-{proof.end_line} ({how}{doubt})")


def _called(block: Block) -> str:
    return block.printed if block.number else f"{block.printed} ({block.id})"
