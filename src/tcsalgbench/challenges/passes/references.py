"""Pass 4: equations, assumptions and algorithms that the statement points at are attached, verbatim."""

from dataclasses import replace

from tcsalgbench.calls import Steps
from tcsalgbench.challenges.adding import with_node, with_pieces, with_spans
from tcsalgbench.challenges.case import Case
from tcsalgbench.challenges.draft import Draft, Gap, Log
from tcsalgbench.challenges.labels import REFERENCE
from tcsalgbench.challenges.model import SpanRecord
from tcsalgbench.graphs.model import Node
from tcsalgbench.tex import Label

_ATTACHED = frozenset(("definition", "notation", "construction", "problem", "model", "setup", "condition", "setting"))


def run(draft: Draft, case: Case) -> Steps[Draft]:
    """The draft with what its statement and its hypotheses refer to."""
    yield from ()
    log = Log("references")
    seen: set[str] = set()
    while True:
        texts = draft.texts("statement", "hypothesis")
        new = [label for text in texts for label in labels_in(text) if label not in seen]
        if not new:
            return log.end(draft)
        for name in new:
            seen.add(name)
            draft = _attached(draft, case, name, log)


def labels_in(text: str) -> list[str]:
    """The labels that a text refers to."""
    written = (match["labels"] or match["link"] or "" for match in REFERENCE.finditer(text))
    return [label.strip() for labels in written for label in labels.split(",") if label.strip()]


def _attached(draft: Draft, case: Case, name: str, log: Log) -> Draft:
    label = case.document.labels.get(name)
    if label is None:
        return _gap(draft, log, f"the reference {name}", "the source does not define it")
    owner = next((node for node in case.graph.nodes if name in node.labels or name in node.inner_labels), None)
    if owner is not None and owner.id == draft.target:
        return draft
    if owner is not None and name in owner.labels:
        return _statement(draft, case, owner, log)
    if label.kind == "equation":
        return _equation(draft, case, label, owner, log)
    if label.kind in ("section", "float", "footnote", "line"):
        return draft
    return _gap(draft, log, f"the reference {name}", f"it is to {label.kind} {label.number} of the source")


def _statement(draft: Draft, case: Case, node: Node, log: Log) -> Draft:
    if any(piece.node == node.id for piece in draft.pieces):
        return draft
    if node.kind == "assumption":
        piece = case.node_piece(node, "hypothesis")
        log.changes.append(f"{node.printed} is attached as a hypothesis")
        return with_pieces(draft, case, [piece])
    if node.kind in _ATTACHED:
        log.changes.append(f"{node.printed} is attached")
        return with_node(draft, case, node)
    if node.kind == "algorithm":
        log.changes.append(f"{node.printed} is attached, as long as nobody takes it out")
        return with_pieces(draft, case, [case.node_piece(node, "definition")])
    return _gap(draft, log, node.printed, f"the statement refers to it, and a {node.kind} is not attached")


def _equation(draft: Draft, case: Case, label: Label, owner: Node | None, log: Log) -> Draft:
    if any(piece.node == owner.id for piece in draft.pieces) if owner is not None else False:
        return draft
    if owner is not None and owner.kind in _ATTACHED | {"assumption"}:
        return _statement(draft, case, owner, log)
    display = next((one for one in case.document.equations if label.name in one.labels), None)
    if display is None:
        return _gap(draft, log, f"equation ({label.number})", "its display was not found")
    span = SpanRecord(file=display.span.file, start=display.span.start, end=display.span.end)
    log.changes.append(f"equation ({label.number}) is attached")
    hidden = case.overlaps(span, draft.target)
    spans = (span,) if hidden or owner is not None else case.widened_span(span)
    draft = with_spans(draft, case, spans, "definition")
    if hidden:
        return draft.for_review("reference", f"equation ({label.number}), which the statement points at, stands in {hidden}")
    return draft


def _gap(draft: Draft, log: Log, term: str, why: str) -> Draft:
    log.notes.append(f"{term}: {why}")
    return replace(draft, open=(*draft.open, Gap(term, why)))
