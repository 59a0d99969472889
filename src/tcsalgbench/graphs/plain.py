"""The graph that code alone can read: statements, explicit references, citations; no model is asked."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tcsalgbench.graphs.cycles import without_cycles
from tcsalgbench.graphs.informal import informal_links
from tcsalgbench.graphs.keys import tree_digest
from tcsalgbench.graphs.model import CitationUse, Edge, Flag, Node, ProofGraph, ProofText, Via, Where
from tcsalgbench.graphs.places import Places
from tcsalgbench.graphs.trimming import trimmed
from tcsalgbench.tex import Block, Document, Proof, Reference, Span

# These print where something is, not what is invoked.
_NOT_INVOKING = frozenset(("pageref", "cpageref", "Cpageref", "vpageref", "labelcpageref", "cpagerefrange", "zcpageref"))
_DOUBTFUL_LINK = 0.6
_NOT_IN_IDS = re.compile(r"[^A-Za-z0-9.:_+-]+")


def plain_graph(document: Document, work: str, version: str, digest: str | None = None) -> ProofGraph:
    """The graph of a document by code: nodes, explicit edges (a cycle loses its least trusted), citations, flags.

    `digest` is that of the whole TeX tree; where it is not given, that of the files which were read stands in.
    """
    reading = Reading.of(document)
    nodes = tuple(reading.nodes())
    nodes = tuple(node.model_copy(update={"informal_of": links}) for node, links in informal_links(document, nodes))
    edges, drops = without_cycles(nodes, tuple(_edges(reading)))
    return ProofGraph(
        work=work,
        version=version,
        digest=digest or tree_digest(document.files),
        main=document.main,
        nodes=nodes,
        edges=edges,
        citations=tuple(_citations(reading)),
        drops=drops,
        flags=tuple(_flags(reading)),
    )


@dataclass(frozen=True, slots=True)
class Reading:
    """A document with the id that each block has as a node."""

    document: Document
    places: Places
    ids: Mapping[str, str]

    @classmethod
    def of(cls, document: Document) -> "Reading":
        """Give every block its id."""
        return cls(document, Places(document.files), _ids(document.blocks))

    def nodes(self) -> Iterator[Node]:
        """A node per block, in reading order."""
        proofs = {block: proof for proof in reversed(self.document.proofs) if proof.primary for block in proved_by(proof)}
        inner: dict[str, list[str]] = {}
        for label in sorted(self.document.labels.values(), key=lambda label: label.order):
            if label.block is not None and label.proof is None and not label.own:
                inner.setdefault(label.block, []).append(label.name)
        for block in self.document.blocks:
            yield self._node(block, proofs.get(block.id), tuple(inner.get(block.id, ())))

    def _node(self, block: Block, proof: Proof | None, inner: tuple[str, ...]) -> Node:
        body = trimmed(self.document.files, block.body, block.labels, caption=block.kind == "algorithm")
        return Node(
            id=self.ids[block.id],
            kind=block.kind,
            env=block.env,
            printed=block.printed,
            number=block.number,
            labels=block.labels,
            inner_labels=inner,
            name=block.name,
            statement=self.places.text(body),
            whole=self.places.of(block.span),
            body=self.places.of(body),
            proof=None if proof is None else self._proof(proof),
            restates=None if block.restates is None else self.ids[block.restates],
        )

    def _proof(self, proof: Proof) -> ProofText:
        body = trimmed(self.document.files, proof.body, ())
        return ProofText(
            text=self.places.text(body),
            place=self.places.of(body),
            linked_by=proof.method,
            confidence=proof.confidence,
        )


def proved_by(proof: Proof) -> tuple[str, ...]:
    """The blocks that a proof proves."""
    return (proof.block, *proof.also) if proof.block is not None else ()


def _ids(blocks: Sequence[Block]) -> dict[str, str]:
    """The first label, else kind and number; what would stand twice is counted."""
    ids: dict[str, str] = {}
    taken: set[str] = set()
    unnumbered: dict[str, int] = {}
    for block in blocks:
        if block.labels:
            wanted = block.labels[0]
        elif block.number:
            wanted = f"{block.kind}-{_NOT_IN_IDS.sub('-', block.number).strip('-')}"
        else:
            unnumbered[block.kind] = unnumbered.get(block.kind, 0) + 1
            wanted = f"{block.kind}-unnumbered-{unnumbered[block.kind]}"
        chosen, again = wanted, 2
        while chosen in taken:
            chosen, again = f"{wanted}~{again}", again + 1
        taken.add(chosen)
        ids[block.id] = chosen
    return ids


def _edges(reading: Reading) -> Iterator[Edge]:
    """Every reference of one statement to another, at its first place; `\\uses` after the references."""
    originals = {block.id: block.restates for block in reading.document.blocks if block.restates is not None}
    seen: set[tuple[str, str, Where, Via, str]] = set()
    for source, target, where, via, label, span in (*_by_reference(reading.document), *_by_uses(reading.document)):
        first, second = originals.get(source, source), originals.get(target, target)
        key = (first, second, where, via, label)
        if first == second or key in seen:
            continue
        seen.add(key)
        ids, place = reading.ids, reading.places.of(span)
        yield Edge(source=ids[first], target=ids[second], where=where, via=via, label=label, place=place)


_Found = tuple[str, str, Where, Via, str, Span]


def _by_reference(document: Document) -> Iterator[_Found]:
    for reference in document.references:
        if reference.in_heading or reference.command in _NOT_INVOKING:
            continue
        where: Where = "statement" if reference.block is not None else "proof"
        for name in reference.labels:
            label = document.labels.get(name)
            if label is None or label.block is None:
                continue
            for source in _sources(document, reference):
                yield source, label.block, where, "ref" if label.own else "eqref", name, reference.span


def _sources(document: Document, reference: Reference) -> tuple[str, ...]:
    if reference.block is not None:
        return (reference.block,)
    return proved_by(document.proofs[reference.proof]) if reference.proof is not None else ()


def _by_uses(document: Document) -> Iterator[_Found]:
    for block in document.blocks:
        yield from _uses_of(document, (block.id,), "statement", block.uses, block.span)
    for proof in document.proofs:
        yield from _uses_of(document, proved_by(proof), "proof", proof.uses, proof.span)


def _uses_of(document: Document, sources: tuple[str, ...], where: Where, uses: tuple[str, ...], span: Span) -> Iterator[_Found]:
    for name in uses:
        label = document.labels.get(name)
        if label is not None and label.block is not None:
            for source in sources:
                yield source, label.block, where, "uses", name, span


def _citations(reading: Reading) -> Iterator[CitationUse]:
    document = reading.document
    for citation in document.citations:
        inside = [block for block in document.blocks if _holds(block.span, citation.span)]
        proofs = [proof for proof in document.proofs if _holds(proof.span, citation.span)]
        # The innermost counts: a claim inside a proof, or the proof of a claim inside a proof.
        block = max(inside, key=lambda one: one.span.start, default=None)
        proof = max(proofs, key=lambda one: one.span.start, default=None)
        in_block = block is not None and (proof is None or block.span.start > proof.span.start)
        users: list[str | None] = []
        if in_block and block is not None:
            users = [block.id]
        elif proof is not None:
            users = list(proved_by(proof))
        where: Where | None = None if not users else "statement" if in_block else "proof"
        for key in citation.keys:
            for user in users or (None,):
                source = None if user is None else reading.ids[user]
                place = reading.places.of(citation.span)
                yield CitationUse(source=source, where=where, key=key, note=citation.note, place=place)


def _holds(outer: Span, inner: Span) -> bool:
    return outer.file == inner.file and outer.start <= inner.start and inner.end <= outer.end


def _flags(reading: Reading) -> Iterator[Flag]:
    document, places = reading.document, reading.places
    for warning in document.warnings:
        place = places.whole_line(warning.file, warning.line)
        yield Flag(kind="reading", detail=warning.message, place=place)
    known = document.labels
    for reference in document.references:
        for name in reference.labels:
            if name not in known:
                node = None if reference.block is None else reading.ids[reference.block]
                detail = f"refers to {name}, which nothing in the source defines"
                yield Flag(kind="reading", node=node, detail=detail, place=places.of(reference.span))
    for proof in document.proofs:
        if proof.block is None:
            yield Flag(kind="reading", detail=f"a proof of nothing: {proof.reason}", place=places.of(proof.span))
        elif proof.primary and proof.confidence < _DOUBTFUL_LINK:
            detail = f"its proof was linked by {proof.method}, which is a guess"
            yield Flag(kind="reading", node=reading.ids[proof.block], detail=detail, place=places.of(proof.span))
