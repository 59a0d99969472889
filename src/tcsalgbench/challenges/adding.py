"""Putting parts of the source into a draft: by code, verbatim, once, in the order of the anatomy."""

from collections.abc import Iterable
from dataclasses import replace

from tcsalgbench.challenges.case import HEADLINE, INTERMEDIATE, Case
from tcsalgbench.challenges.draft import Draft, in_order
from tcsalgbench.challenges.labels import with_labels
from tcsalgbench.challenges.model import Piece, Slot, SpanRecord
from tcsalgbench.challenges.origins import quoted
from tcsalgbench.challenges.symbols import names_in, terms_of
from tcsalgbench.graphs.model import GlossaryEntry, Node


def with_pieces(draft: Draft, case: Case, pieces: Iterable[Piece]) -> Draft:
    """The draft with more pieces, labels printed where pass 5 is over; what stands there already is left out."""
    kept = list(draft.pieces)
    for piece in pieces:
        if piece.origin.span is None or not _covered(kept, piece):
            kept.append(with_labels(piece, case.files, case.printed) if "labels" in draft.passed else piece)
    return replace(draft, pieces=_merged(in_order(kept, case.positions), case))


def with_node(draft: Draft, case: Case, node: Node, slot: Slot = "definition", call: str | None = None) -> Draft:
    """The draft with a statement of the source; definitions are remembered by their ids."""
    if any(piece.node == node.id and piece.slot == slot for piece in draft.pieces):
        return draft
    slot = "hypothesis" if node.kind == "assumption" and slot == "definition" else slot
    ids = draft.definition_ids
    if slot == "definition" and node.id not in ids:
        ids = tuple(sorted((*ids, node.id), key=lambda one: case.positions.of(_file(case, one), case.nodes[one].body.start)))
    return with_pieces(replace(draft, definition_ids=ids), case, [case.node_piece(node, slot, call)])


def with_entry(draft: Draft, case: Case, entry: GlossaryEntry, call: str | None = None, slot: Slot = "definition") -> Draft:
    """The draft with what defines an entry of the glossary: the definition it is in, or its sentences."""
    node = case.nodes.get(entry.node or "")
    if node is not None and node.kind not in INTERMEDIATE | HEADLINE | {"algorithm"}:
        return with_node(draft, case, node, slot, call)
    return with_spans(draft, case, case.widened(entry.place), slot, call)


def with_spans(draft: Draft, case: Case, spans: Iterable[SpanRecord], slot: Slot, call: str | None = None) -> Draft:
    """The draft with passages of the source."""
    return with_pieces(draft, case, [quoted(case.files, slot, span, None, call) for span in spans])


def refusal(case: Case, draft: Draft, node: Node) -> str | None:
    """Why a statement cannot come in as context; None if it can."""
    if node.id == draft.target:
        return "it is the target itself"
    if node.kind == "algorithm":
        return "an algorithm of the paper is not context"
    if node.kind in HEADLINE - INTERMEDIATE or node.kind == "corollary":
        return "a result of the paper is not context"
    if _only_in_proofs(case, draft, node):
        return "it is used in proofs only"
    return None


def formal(case: Case, node: Node) -> Node:
    """The formal version of an informal statement, where there is exactly one; restatements lead to their original."""
    if node.restates is not None and node.restates in case.nodes:
        node = case.nodes[node.restates]
    if len(node.informal_of) == 1 and node.informal_of[0] in case.nodes:
        return case.nodes[node.informal_of[0]]
    return node


def _only_in_proofs(case: Case, draft: Draft, node: Node) -> bool:
    """Whether the proofs invoke it, while nothing that the draft says uses a word, a symbol or a label of it."""
    if not any(edge.target == node.id and edge.where == "proof" for edge in case.graph.edges):
        return False
    here = {draft.target, *draft.definition_ids, *(piece.node for piece in draft.pieces if piece.node)}
    if any(edge.target == node.id and edge.where == "statement" and edge.source in here for edge in case.graph.edges):
        return False
    said = " ".join(piece.text for piece in draft.pieces)
    return not names_in(terms_of(node, case.graph), said)


def _covered(kept: Iterable[Piece], piece: Piece) -> bool:
    span = piece.origin.span
    for other in kept:
        there = other.origin.span
        if span is None or there is None or there.file != span.file or other.slot in ("notation", "context"):
            continue
        same_slot = other.slot == piece.slot or piece.slot in ("definition", "protocol")
        if same_slot and there.start <= span.start and span.end <= there.end and other.slot != "statement":
            return True
    return False


def _merged(pieces: tuple[Piece, ...], case: Case) -> tuple[Piece, ...]:
    """Quoted neighbours of the prose become one piece: two sentences in a row are read as they were written."""
    merged: list[Piece] = []
    for piece in pieces:
        union = _union(merged[-1], piece, case) if merged else None
        if union is not None:
            merged[-1] = union
        else:
            merged.append(piece)
    return tuple(merged)


def _union(before: Piece, after: Piece, case: Case) -> Piece | None:
    first, second = before.origin.span, after.origin.span
    if (
        first is None
        or second is None
        or before.slot != after.slot
        or before.slot not in ("definition", "protocol", "context")
        or before.node is not None
        or after.node is not None
        or before.origin.edits
        or after.origin.edits
        or first.file != second.file
        or not first.end <= second.start
    ):
        return None
    between = case.files[first.file][first.end : second.start]
    if between.strip() or between.count(b"\n") > 1:
        return None
    return quoted(case.files, before.slot, first.model_copy(update={"end": second.end}), None, after.origin.call)


def _file(case: Case, node: str) -> str:
    return case.nodes[node].body.file
