"""A proof graph for other tools: JSON as it is kept, GraphML for graph editors, DOT for Graphviz."""

import json
from collections.abc import Iterator
from typing import Literal
from xml.etree import ElementTree

from tcsalgbench.graphs.model import GRAPH, Edge, Node, ProofGraph

Format = Literal["json", "graphml", "dot"]
FORMATS: tuple[Format, ...] = ("json", "graphml", "dot")

_NAMESPACE = "http://graphml.graphdrawing.org/xmlns"
_NODE_KEYS = ("kind", "printed", "name", "statement", "file", "line")
_EDGE_KEYS = ("layer", "where", "via", "label", "quote", "term", "confidence")
_SHAPES = {"definition": "box", "assumption": "box", "notation": "box", "algorithm": "component"}


def exported(graph: ProofGraph, form: Format) -> str:
    """The text of the file."""
    if form == "graphml":
        return _graphml(graph)
    if form == "dot":
        return _dot(graph)
    fields = {"schema": GRAPH.version, **graph.model_dump(mode="json")}
    return json.dumps(fields, ensure_ascii=False, indent=2) + "\n"


def _node_fields(node: Node) -> dict[str, str]:
    place = node.whole
    values = (node.kind, node.printed, node.name or "", node.statement, place.file, str(place.line))
    return dict(zip(_NODE_KEYS, values, strict=True))


def _edges(graph: ProofGraph) -> Iterator[tuple[str, str, dict[str, str]]]:
    """All layers: what invokes what, and which statement uses which defined term."""
    for edge in graph.edges:
        yield edge.source, edge.target, _edge_fields(edge)
    for use in graph.terms:
        yield use.source, use.target, {"layer": "terms", "term": use.term, "confidence": f"{use.confidence:g}"}
    for node in graph.nodes:
        for formal in node.informal_of:
            yield node.id, formal, {"layer": "informal"}


def _edge_fields(edge: Edge) -> dict[str, str]:
    fields = {"layer": "words" if edge.via == "text" else "references", "where": edge.where, "via": edge.via}
    return fields | {name: value for name, value in (("label", edge.label), ("quote", edge.quote)) if value}


def _printable(text: str) -> str:
    """The text without the characters that XML has no place for."""
    return "".join(
        one if one in "\t\n\r" or (" " <= one < "\ud800") or ("\ue000" <= one < "\ufffe") or one > "\uffff" else "\ufffd"
        for one in text
    )


def _graphml(graph: ProofGraph) -> str:
    ElementTree.register_namespace("", _NAMESPACE)
    root = ElementTree.Element(f"{{{_NAMESPACE}}}graphml")
    for what, names in (("node", _NODE_KEYS), ("edge", _EDGE_KEYS)):
        for name in names:
            kind = "double" if name == "confidence" else "int" if name == "line" else "string"
            fields = {"id": f"{what}-{name}", "for": what, "attr.name": name, "attr.type": kind}
            ElementTree.SubElement(root, f"{{{_NAMESPACE}}}key", fields)
    inside = ElementTree.SubElement(root, f"{{{_NAMESPACE}}}graph", {"id": graph.work, "edgedefault": "directed"})
    for node in graph.nodes:
        element = ElementTree.SubElement(inside, f"{{{_NAMESPACE}}}node", {"id": _printable(node.id)})
        _data(element, "node", _node_fields(node))
    for source, target, fields in _edges(graph):
        ends = {"source": _printable(source), "target": _printable(target)}
        _data(ElementTree.SubElement(inside, f"{{{_NAMESPACE}}}edge", ends), "edge", fields)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _data(element: ElementTree.Element, what: str, fields: dict[str, str]) -> None:
    for name, value in fields.items():
        data = ElementTree.SubElement(element, f"{{{_NAMESPACE}}}data", {"key": f"{what}-{name}"})
        data.text = _printable(value)


def _dot(graph: ProofGraph) -> str:
    lines = [f"digraph {_quoted(graph.work + graph.version)} {{", "  rankdir=BT;", "  node [shape=ellipse];"]
    for node in graph.nodes:
        label = node.printed if node.name is None else f"{node.printed}\n{node.name}"
        shape = f", shape={_SHAPES[node.kind]}" if node.kind in _SHAPES else ""
        lines.append(f"  {_quoted(node.id)} [label={_quoted(label)}{shape}];")
    for source, target, fields in _edges(graph):
        style = {"references": "solid", "words": "dashed", "terms": "dotted", "informal": "bold"}[fields["layer"]]
        lines.append(f"  {_quoted(source)} -> {_quoted(target)} [style={style}];")
    return "\n".join([*lines, "}"]) + "\n"


def _quoted(text: str) -> str:
    # In a quoted string of DOT a backslash escapes, and only a quotation mark has to be escaped.
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
