"""Which statements use a glossary entry: by its term, an alias, or a reference to the statement that defines it."""

from collections.abc import Iterable, Mapping, Sequence

from tcsalgbench.graphs.matching import Matcher, Text
from tcsalgbench.graphs.model import Edge, GlossaryEntry, Node, Place, TermUse

# A reader chose the entry, and code found the term.
BY_GLOSSARY = 0.9
_MOST_OF_IT = 0.5


def texts_of(matcher: Matcher, nodes: Sequence[Node]) -> dict[str, Text]:
    """The statements made ready, by node."""
    return {node.id: matcher.text(node.statement) for node in nodes}


def attached(
    entries: Iterable[GlossaryEntry],
    matcher: Matcher,
    nodes: Sequence[Node],
    edges: Sequence[Edge],
    texts: Mapping[str, Text] | None = None,
) -> tuple[GlossaryEntry, ...]:
    """The entries with the statements that use them, in reading order."""
    ready = texts or texts_of(matcher, nodes)
    return tuple(_attach(entry, matcher, nodes, _pointing(nodes, edges), ready) for entry in entries)


def _attach(
    entry: GlossaryEntry,
    matcher: Matcher,
    nodes: Sequence[Node],
    pointing: Mapping[str, set[str]],
    texts: Mapping[str, Text],
) -> GlossaryEntry:
    terms = [term for term in map(matcher.term, (entry.term, *entry.aliases)) if not term.empty]
    pointed = pointing.get(entry.node, set()) if entry.node is not None else set()
    users = (node.id for node in nodes if node.id in pointed or any(texts[node.id].has(term) for term in terms))
    return entry.model_copy(update={"nodes": tuple(users)})


def _pointing(nodes: Sequence[Node], edges: Sequence[Edge]) -> dict[str, set[str]]:
    """Who refers to a statement from the text of its own, names left out."""
    bodies = {node.id: node.body for node in nodes}
    pointing: dict[str, set[str]] = {}
    for edge in edges:
        if edge.via == "ref" and edge.where == "statement" and holds(bodies[edge.source], edge.place):
            pointing.setdefault(edge.target, set()).add(edge.source)
    return pointing


def holds(outer: Place, inner: Place) -> bool:
    """Whether one place lies in another."""
    return outer.file == inner.file and outer.start <= inner.start and inner.end <= outer.end


def defining_node(nodes: Sequence[Node], place: Place) -> str | None:
    """The innermost statement that holds a definition. A line of an algorithm is a step of it, and defines nothing outside."""
    inside = [node for node in nodes if holds(node.whole, place)]
    if not inside:
        return None
    found = max(inside, key=lambda node: node.whole.start)
    part = (place.end - place.start) / max(1, found.whole.end - found.whole.start)
    return found.id if found.kind != "algorithm" or part >= _MOST_OF_IT else None


def uses_of_glossary(entries: Iterable[GlossaryEntry]) -> tuple[TermUse, ...]:
    """The definition layer that a glossary gives."""
    return tuple(
        TermUse(source=user, target=entry.node, term=entry.term, confidence=BY_GLOSSARY)
        for entry in entries
        if entry.node is not None
        for user in entry.nodes
        if user != entry.node
    )
