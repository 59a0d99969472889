"""A model pass that only flags: missed statements, wrong labels, informal restatements, edges that look wrong."""

from collections.abc import Iterator
from typing import Literal

from pydantic import Field

from tcsalgbench.calls import Steps
from tcsalgbench.graphs.asking import Checked, Found, Said, asked, drop
from tcsalgbench.graphs.listing import Chunk, Sizes, catalogue_line, text_in_chunks
from tcsalgbench.graphs.material import Material
from tcsalgbench.graphs.model import Drop, Flag, ProofGraph
from tcsalgbench.jobs import Desk
from tcsalgbench.prompts import Role, Untrusted

FlagKind = Literal["missed statement", "mislabelled", "informal restatement", "suspicious edge", "other"]


class SaidFlag(Said):
    """One thing for a person to look at."""

    kind: FlagKind
    node: str | None = None
    detail: str = Field(max_length=600)
    quote: str | None = Field(default=None, max_length=2000)


class Audit(Said):
    """The auditor's answer."""

    flags: tuple[SaidFlag, ...] = Field(max_length=60)


GRAPH_AUDITOR = Role(
    "graph_auditor", "construction", Audit, frozenset({"text", "nodes", "edges", "problems"}), max_output=8_000
)


def chunks(material: Material, graph: ProofGraph, sizes: Sizes) -> Iterator[tuple[Chunk, str]]:
    """The text a piece at a time, with the statements read from it and their edges."""
    for text in text_in_chunks(material, sizes.chunk):
        dense = "".join(text.split())
        here = [node for node in graph.nodes if "".join(node.statement.split())[:80] in dense]
        ids = {node.id for node in here}
        nodes = "\n".join(map(catalogue_line, here))[: sizes.catalogue]
        edges = "\n".join(
            f"{edge.source} -> {edge.target} ({edge.where}, {edge.via})" for edge in graph.edges if edge.source in ids
        )[: sizes.catalogue]
        yield Chunk(text, tuple(ids), nodes), edges


def audit(desk: Desk, material: Material, chunk: Chunk, edges: str, name: str) -> Steps[Found]:
    """Ask about one chunk, once: what is flagged wrongly costs a look, and changes nothing."""
    values = {
        "text": Untrusted("text of a paper", chunk.text),
        "nodes": Untrusted("statements that were read from it", chunk.catalogue or "(none)"),
        "edges": Untrusted("what they invoke", edges or "(none)"),
    }
    return asked(desk, GRAPH_AUDITOR, name, values, lambda answer: check(material, answer), 0)


def check(material: Material, answer: Audit) -> Checked:
    """Keep flags that speak of known statements and quote what is there."""
    flags: list[Flag] = []
    idle: list[Drop] = []
    for said in answer.flags:
        shown = f"{said.kind}, {said.node or said.quote or '(nowhere)'}: {said.detail}"
        place = None if said.quote is None else material.quoted(said.quote)
        if said.node is not None and said.node not in material.nodes:
            idle.append(drop("flag", shown, "no statement of the paper has this id"))
        elif said.quote is not None and place is None:
            idle.append(drop("flag", shown, "the paper does not say what it quotes"))
        elif said.node is None and place is None:
            idle.append(drop("flag", shown, "it names neither a statement nor a passage"))
        else:
            flag = Flag(kind=said.kind, node=said.node, detail=" ".join(said.detail.split()), place=place)
            if flag not in flags:
                flags.append(flag)
    return Checked(Found(flags=tuple(flags)), idle=tuple(idle))
