"""The explicit graph of a document: statements, which of them refer to which, and all that could not be placed."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from tcsalgbench.tex.model import Block, Document, Label, Proof, Span
from tcsalgbench.tex.source import decode

SCHEMA = 1
Where = Literal["statement", "proof"]
Via = Literal["ref", "eqref", "uses"]
# These print where something is, not what is invoked.
_NOT_INVOKING = frozenset(("pageref", "cpageref", "Cpageref", "vpageref", "labelcpageref", "cpagerefrange", "zcpageref"))


@dataclass(frozen=True, slots=True)
class Edge:
    """The statement or the proof of one block refers to another block."""

    source: str
    target: str
    where: Where
    via: Via
    label: str
    file: str
    line: int


@dataclass(frozen=True, slots=True)
class Unresolved:
    """A reference to a label that nothing defines."""

    label: str
    file: str
    line: int


@dataclass(frozen=True, slots=True)
class Graph:
    """A document with the edges that its explicit references give."""

    document: Document
    edges: tuple[Edge, ...]
    unresolved: tuple[Unresolved, ...]

    def proof_of(self, block: str) -> Proof | None:
        """The proof of a statement."""
        return next((proof for proof in self.document.proofs if proof.primary and block in _proved_by(proof)), None)


def _proved_by(proof: Proof) -> tuple[str, ...]:
    return (proof.block, *proof.also) if proof.block is not None else ()


def build_graph(document: Document, *, ignore_uses: bool = False) -> Graph:
    """The edges of a document: by reference, through an equation or item, and by `\\uses` unless it is ignored."""
    originals = {block.id: block.restates for block in document.blocks if block.restates is not None}
    found = [*_by_reference(document), *([] if ignore_uses else _by_uses(document))]
    edges: dict[tuple[str, str, str, str, str], Edge] = {}
    for edge in found:
        source, target = originals.get(edge.source, edge.source), originals.get(edge.target, edge.target)
        if source != target:
            moved = Edge(source, target, edge.where, edge.via, edge.label, edge.file, edge.line)
            edges.setdefault((source, target, edge.where, edge.via, edge.label), moved)
    unresolved = [
        Unresolved(label, reference.span.file, reference.line)
        for reference in document.references
        for label in reference.labels
        if label not in document.labels
    ]
    if not ignore_uses:
        unresolved += list(_missing_uses(document))
    return Graph(document, tuple(edges.values()), tuple(unresolved))


def _by_reference(document: Document) -> Iterator[Edge]:
    for reference in document.references:
        if reference.in_heading or reference.command in _NOT_INVOKING:
            continue
        where: Where = "statement" if reference.block is not None else "proof"
        for name in reference.labels:
            label = document.labels.get(name)
            if label is None or label.block is None:
                continue
            via: Via = "ref" if label.own else "eqref"
            for source in _sources(document, reference.block, reference.proof):
                yield Edge(source, label.block, where, via, name, reference.span.file, reference.line)


def _sources(document: Document, block: str | None, proof: int | None) -> tuple[str, ...]:
    if block is not None:
        return (block,)
    return _proved_by(document.proofs[proof]) if proof is not None else ()


def _by_uses(document: Document) -> Iterator[Edge]:
    for block in document.blocks:
        yield from _uses_of(document.labels, (block.id,), "statement", block.uses, block.span, block.line)
    for proof in document.proofs:
        yield from _uses_of(document.labels, _proved_by(proof), "proof", proof.uses, proof.span, proof.line)


def _uses_of(
    labels: Mapping[str, Label], sources: tuple[str, ...], where: Where, uses: tuple[str, ...], span: Span, line: int
) -> Iterator[Edge]:
    for name in uses:
        label = labels.get(name)
        if label is not None and label.block is not None:
            for source in sources:
                yield Edge(source, label.block, where, "uses", name, span.file, line)


def _missing_uses(document: Document) -> Iterator[Unresolved]:
    users: list[Block | Proof] = [*document.blocks, *document.proofs]
    for user in users:
        for name in user.uses:
            if name not in document.labels:
                yield Unresolved(name, user.span.file, user.line)


def text_at(document: Document, span: Span) -> str:
    """The source text of a span, verbatim."""
    return decode(document.files[span.file][span.start : span.end])


def graph_to_json(graph: Graph) -> dict[str, Any]:
    """The graph as the JSON document that `tcsalgbench tex graph --json` prints, schema 1."""
    document = graph.document
    proofs = {block: proof for proof in document.proofs if proof.primary for block in _proved_by(proof)}
    return {
        "schema": SCHEMA,
        "main": document.main,
        "nodes": [_node(document, block, proofs.get(block.id)) for block in document.blocks],
        "edges": [
            {
                "from": e.source,
                "to": e.target,
                "where": e.where,
                "via": e.via,
                "label": e.label,
                "file": e.file,
                "line": e.line,
            }
            for e in graph.edges
        ],
        "other_proofs": [
            {
                **_stretch(document, proof.body, proof),
                "reason": proof.reason,
                "of": proof.block,
                "linked_by": proof.method,
                "confidence": proof.confidence,
            }
            for proof in document.proofs
            if not proof.primary
        ],
        "unresolved": [{"label": u.label, "file": u.file, "line": u.line} for u in graph.unresolved],
        "warnings": [{"file": w.file, "line": w.line, "message": w.message} for w in document.warnings],
    }


def _node(document: Document, block: Block, proof: Proof | None) -> dict[str, Any]:
    return {
        "id": block.id,
        "kind": block.kind,
        "env": block.env,
        "printed": block.printed,
        "number": block.number,
        "labels": list(block.labels),
        "name": block.name,
        "file": block.span.file,
        "line": block.line,
        "end_line": block.end_line,
        "statement": text_at(document, block.body),
        "span": [block.body.start, block.body.end],
        "proof": None if proof is None else _proof(document, proof),
        "restates": block.restates,
    }


def _proof(document: Document, proof: Proof) -> dict[str, Any]:
    return {**_stretch(document, proof.body, proof), "linked_by": proof.method, "confidence": proof.confidence}


def _stretch(document: Document, span: Span, proof: Proof) -> dict[str, Any]:
    return {
        "file": span.file,
        "line": proof.line,
        "end_line": proof.end_line,
        "text": text_at(document, span),
        "span": [span.start, span.end],
    }
