"""Is a graph true to its source? Ids, labels, ends of edges, cycles, and every quotation, checked by code."""

from collections.abc import Iterator
from dataclasses import dataclass

from tcsalgbench.errors import BadInput
from tcsalgbench.graphs.attaching import holds
from tcsalgbench.graphs.cycles import on_a_cycle, said
from tcsalgbench.graphs.model import Edge, Node, Place, ProofGraph
from tcsalgbench.graphs.places import Places
from tcsalgbench.graphs.store import read_source
from tcsalgbench.papers.record import Source
from tcsalgbench.tex import Document
from tcsalgbench.tex.source import as_bytes


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in a graph that does not hold."""

    check: str
    what: str


def check_graph(graph: ProofGraph, document: Document) -> tuple[Problem, ...]:
    """Everything in a graph that does not hold in its document; nothing where it is sound."""
    places = Places(document.files)
    return (
        *_labels(graph),
        *_ends(graph),
        *_cycles(graph),
        *_nodes(graph, places),
        *_edges(graph, places),
        *_glossary(graph, places),
    )


def checked(graph: ProofGraph, source: Source) -> tuple[Problem, ...]:
    """The same against the text on disk, which must be the very one the graph was built from."""
    if graph.digest != source.digest():
        raise BadInput(f"The graph of {graph.work}{graph.version} was built from another text. Build it again: graph build.")
    return check_graph(graph, read_source(source))


def _labels(graph: ProofGraph) -> Iterator[Problem]:
    owners: dict[str, str] = {}
    ids: set[str] = set()
    for node in graph.nodes:
        if node.id in ids:
            yield Problem("unique ids", f"{node.id} stands for two statements")
        ids.add(node.id)
        for label in (*node.labels, *node.inner_labels):
            other = owners.setdefault(label, node.id)
            if other != node.id:
                yield Problem("unique labels", f"{label} labels {other} and {node.id}")
        if node.number is not None and not node.printed.endswith(node.number):
            yield Problem("printed labels", f"{node.id} prints {node.printed}, and has the number {node.number}")


def _ends(graph: ProofGraph) -> Iterator[Problem]:
    ids = {node.id for node in graph.nodes}
    named = [(f"the edge {said(edge)}", end) for edge in graph.edges for end in (edge.source, edge.target)]
    named += [(f"the use of {use.term} by {use.source}", end) for use in graph.terms for end in (use.source, use.target)]
    named += [(f"the entry {one.term}", end) for one in graph.glossary for end in (*one.nodes, one.node) if end is not None]
    named += [(f"the flag of {flag.node}", flag.node) for flag in graph.flags if flag.node is not None]
    named += [(f"the citation of {one.key}", one.source) for one in graph.citations if one.source is not None]
    for node in graph.nodes:
        named += [(f"a hypothesis of {node.id}", one.node) for one in node.hypotheses if one.node is not None]
        named += [(f"the informal {node.id}", one) for one in node.informal_of]
        named += [(f"the restatement {node.id}", node.restates)] if node.restates is not None else []
    for what, end in named:
        if end not in ids:
            yield Problem("nothing dangles", f"{what} names {end}, which is no statement")


def _cycles(graph: ProofGraph) -> Iterator[Problem]:
    ids = {node.id for node in graph.nodes}
    edges = [edge for edge in graph.edges if edge.source in ids and edge.target in ids]
    for number in sorted(on_a_cycle(graph.nodes, edges)):
        yield Problem("no cycle", f"{said(edges[number])} lies on a cycle")
    seen: set[tuple[object, ...]] = set()
    for edge in edges:
        key = (edge.source, edge.target, edge.where, edge.via, edge.label)
        if key in seen:
            yield Problem("edges once", f"{said(edge)} is there twice")
        seen.add(key)


def _says(places: Places, place: Place, text: str) -> bool:
    try:
        return places.text(place) == text and places.at(place.file, place.start, place.end) == place
    except KeyError:
        return False


def _nodes(graph: ProofGraph, places: Places) -> Iterator[Problem]:
    for node in graph.nodes:
        if not _says(places, node.body, node.statement):
            yield Problem("quotations", f"the statement of {node.id} is not what stands at {_at(node.body)}")
        if node.proof is not None and not _says(places, node.proof.place, node.proof.text):
            yield Problem("quotations", f"the proof of {node.id} is not what stands at {_at(node.proof.place)}")
        for one in node.hypotheses:
            if one.node is None and (
                one.quote is None
                or one.place is None
                or not _says(places, one.place, one.quote)
                or not holds(node.body, one.place)
            ):
                yield Problem("quotations", f"a hypothesis of {node.id} is not what the statement says")


def _edges(graph: ProofGraph, places: Places) -> Iterator[Problem]:
    nodes = {node.id: node for node in graph.nodes}
    for edge in graph.edges:
        if edge.via == "text":
            if edge.quote is None or not _says(places, edge.place, edge.quote):
                yield Problem("quotations", f"{said(edge)} quotes what does not stand there")
            elif edge.source in nodes and not _inside(nodes[edge.source], edge):
                yield Problem("quotations", f"{said(edge)} quotes another statement than its source")
        elif edge.label is None or as_bytes(edge.label) not in as_bytes(places.text(edge.place)):
            yield Problem("quotations", f"{said(edge)}: no such reference stands there")


def _inside(source: Node, edge: Edge) -> bool:
    outer = source.body if edge.where == "statement" else None if source.proof is None else source.proof.place
    return outer is not None and holds(outer, edge.place)


def _glossary(graph: ProofGraph, places: Places) -> Iterator[Problem]:
    terms: set[str] = set()
    for entry in graph.glossary:
        if entry.term in terms:
            yield Problem("terms once", f"{entry.term} has two entries")
        terms.add(entry.term)
        if not _says(places, entry.place, entry.definition):
            yield Problem("quotations", f"the definition of {entry.term} is not what stands at {_at(entry.place)}")


def _at(place: Place) -> str:
    return f"{place.file}:{place.line}"
