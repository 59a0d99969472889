"""No statement may lean on itself: of a cycle, the edge that is trusted least is dropped, and the drop recorded."""

from collections.abc import Sequence

from tcsalgbench.graphs.model import Drop, Edge, Node

# What a reference says is there; words are a model's reading of them.
_TRUST = {"uses": 0, "ref": 1, "eqref": 2, "text": 3}
# These are spoken about more than they are leant on.
_TALK = frozenset(("remark", "example", "observation", "note", "question", "conjecture", "problem"))


def without_cycles(
    nodes: Sequence[Node], edges: Sequence[Edge], call: str | None = None
) -> tuple[tuple[Edge, ...], tuple[Drop, ...]]:
    """The edges without those that close a cycle of edges trusted more, in their order, and a drop for each."""
    looped = _on_cycles(nodes, edges)
    if not looped:
        return tuple(edges), ()
    return _broken(nodes, edges, looped, call)


def on_a_cycle(nodes: Sequence[Node], edges: Sequence[Edge]) -> frozenset[int]:
    """The positions of edges that lie on a cycle."""
    return frozenset(_on_cycles(nodes, edges))


def _on_cycles(nodes: Sequence[Node], edges: Sequence[Edge]) -> set[int]:
    import rustworkx  # noqa: PLC0415  # not needed to look at a graph

    place = {node.id: at for at, node in enumerate(nodes)}
    graph = rustworkx.PyDiGraph(multigraph=False)
    graph.add_nodes_from(range(len(nodes)))
    graph.add_edges_from_no_data([(place[edge.source], place[edge.target]) for edge in edges])
    component = {at: number for number, part in enumerate(rustworkx.strongly_connected_components(graph)) for at in part}
    return {
        number
        for number, edge in enumerate(edges)
        if edge.source == edge.target or component[place[edge.source]] == component[place[edge.target]]
    }


def _broken(
    nodes: Sequence[Node], edges: Sequence[Edge], looped: set[int], call: str | None
) -> tuple[tuple[Edge, ...], tuple[Drop, ...]]:
    import rustworkx  # noqa: PLC0415

    place = {node.id: at for at, node in enumerate(nodes)}
    known = {node.id: node for node in nodes}
    acyclic = rustworkx.PyDiGraph(multigraph=False)
    acyclic.add_nodes_from(range(len(nodes)))
    dropped: dict[int, Drop] = {}
    # What lies on no cycle at all is not looked at: only paths among the looped edges can close one.
    for number in sorted(looped, key=lambda one: (_distrust(known, place, edges[one]), one)):
        edge = edges[number]
        source, target = place[edge.source], place[edge.target]
        if source == target or rustworkx.has_path(acyclic, target, source):
            dropped[number] = Drop(what="edge", detail=said(edge), reason="it would close a cycle", call=call)
        else:
            acyclic.add_edge(source, target, None)
    return tuple(edge for number, edge in enumerate(edges) if number not in dropped), tuple(dropped[n] for n in sorted(dropped))


def said(edge: Edge) -> str:
    """An edge in a line, for the record of drops."""
    place = f"{edge.place.file}:{edge.place.line}"
    return f"{edge.source} -> {edge.target} ({edge.where}, {edge.via}{', ' + edge.label if edge.label else ''}, {place})"


def _distrust(known: dict[str, Node], place: dict[str, int], edge: Edge) -> tuple[bool, bool, int, bool, bool, int]:
    """Trusted most: what a proof refers back to. Least: words, and what points from formal to informal."""
    source, target = known[edge.source], known[edge.target]
    ahead = place[edge.target] > place[edge.source]
    to_informal = edge.source in target.informal_of
    distance = abs(place[edge.target] - place[edge.source])
    return to_informal, edge.via == "text", _TRUST[edge.via], source.kind in _TALK, ahead, distance
