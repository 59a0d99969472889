"""A model pass: invocations in words, each with the sentence that makes it, which must be in the source."""

from collections.abc import Iterator

from pydantic import Field

from tcsalgbench.calls import Steps
from tcsalgbench.graphs.asking import Checked, Found, Said, asked, drop
from tcsalgbench.graphs.listing import Chunk, Sizes, catalogue, statements_in_chunks
from tcsalgbench.graphs.material import Material
from tcsalgbench.graphs.model import Drop, Edge, Node, Place, Where
from tcsalgbench.jobs import Desk
from tcsalgbench.prompts import Role, Untrusted
from tcsalgbench.tex.words import words

_NOT_ARGUING = frozenset(words("definition notation convention assumption algorithm axiom"))
# Fewer words show that something was quoted, not that anything was invoked.
_FEWEST_WORDS = 3


class SaidEdge(Said):
    """One invocation."""

    source: str
    target: str
    quote: str = Field(max_length=2000)


class Invocations(Said):
    """The edge finder's answer."""

    edges: tuple[SaidEdge, ...] = Field(max_length=400)


EDGE_FINDER = Role(
    "edge_finder", "construction", Invocations, frozenset({"statements", "catalogue", "problems"}), max_output=16_000
)


def chunks(material: Material, sizes: Sizes) -> Iterator[Chunk]:
    """Statements with their proofs, a bounded number at a time; definitions and algorithms argue nothing."""
    arguing = [node for node in material.graph.nodes if node.proof is not None or node.kind not in _NOT_ARGUING]
    for text, shown in statements_in_chunks(arguing, sizes.chunk, proofs=True):
        yield Chunk(text, shown, catalogue(material, shown, sizes.catalogue))


def find_edges(desk: Desk, material: Material, chunk: Chunk, name: str, again: int, problems: str = "") -> Steps[Found]:
    """Ask about one chunk; `problems` are what the graph as a whole found wrong in an earlier answer."""
    values = {
        "statements": Untrusted("statements of a paper, with proofs", chunk.text),
        "catalogue": Untrusted("statements of the paper, one a line", chunk.catalogue),
    }
    return asked(desk, EDGE_FINDER, name, values, lambda answer: check(material, chunk, answer), again, problems)


def check(material: Material, chunk: Chunk, answer: Invocations) -> Checked:
    """Keep edges between known statements whose sentence is in the text of the source statement, each once."""
    # A reference to an equation of the target says less than that the target is invoked.
    explicit = {(edge.source, edge.target, edge.where) for edge in material.graph.edges if edge.via != "eqref"}
    edges: dict[tuple[str, str, Where], Edge] = {}
    wrong: list[Drop] = []
    idle: list[Drop] = []
    for said in answer.edges:
        shown = f"{said.source} -> {said.target}: {said.quote}"
        source = material.nodes.get(said.source) if said.source in chunk.shown else None
        if source is None:
            wrong.append(drop("edge", shown, "no statement with the id of its source was shown"))
        elif said.target not in material.nodes:
            wrong.append(drop("edge", shown, "no statement of the paper has the id of its target"))
        elif said.target == said.source:
            wrong.append(drop("edge", shown, "a statement does not invoke itself"))
        elif len([word for word in said.quote.split() if any(map(str.isalpha, word))]) < _FEWEST_WORDS:
            wrong.append(drop("edge", shown, "quote the whole sentence that invokes the target"))
        elif (standing := _standing(material, source, said.quote)) is None:
            wrong.append(drop("edge", shown, "neither statement nor proof of the source says this; quote it letter by letter"))
        else:
            where, place = standing
            key = (said.source, said.target, where)
            if key in explicit:
                idle.append(drop("edge", shown, "a reference says it already"))
            elif key in edges:
                idle.append(drop("edge", shown, "it is there already"))
            else:
                edges[key] = _edge(material, said, where, place)
    return Checked(Found(edges=tuple(edges.values())), tuple(wrong), tuple(idle))


def _standing(material: Material, source: Node, quotation: str) -> tuple[Where, Place] | None:
    place = material.quoted(quotation, source.body)
    if place is not None:
        return "statement", place
    place = None if source.proof is None else material.quoted(quotation, source.proof.place)
    return None if place is None else ("proof", place)


def _edge(material: Material, said: SaidEdge, where: Where, place: Place) -> Edge:
    quote = material.places.text(place)
    return Edge(source=said.source, target=said.target, where=where, via="text", quote=quote, place=place)
