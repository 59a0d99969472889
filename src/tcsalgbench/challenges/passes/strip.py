"""Pass 9: lemma, proposition, claim and corollary blocks of the source leave the draft; what defines an object stays."""

import re
from collections.abc import Iterator
from dataclasses import replace

from tcsalgbench.calls import Steps
from tcsalgbench.challenges.case import INTERMEDIATE, Case
from tcsalgbench.challenges.draft import Draft, Log
from tcsalgbench.challenges.draft import in_order as ordered
from tcsalgbench.challenges.labels import with_labels
from tcsalgbench.challenges.model import Piece, SpanRecord
from tcsalgbench.challenges.origins import quoted
from tcsalgbench.tex.source import as_text

_DEFINES = re.compile(
    r"\\emph\{|\b(?:[Dd]enote|[Dd]efine|[Ww]rite|is called|are called|is defined|:=)"
    r"|(?:^|[.]\s+)(?:Let|Set|Put|Given)\b|\\coloneqq"
)
_CLAIMS = re.compile(
    r"(?i)\b(?:then|satisfies|satisfy|holds|there (?:is|are|exists?)|at most|at least)\b|\\le(?:q)?\b|\\ge(?:q)?\b"
)
_SENTENCE = re.compile(r"[.;](?=\s)|\.\Z")


def run(draft: Draft, case: Case) -> Steps[Draft]:
    """The draft without intermediate results, the target aside, whatever its kind."""
    yield from ()
    log = Log("strip")
    kept: list[Piece] = []
    removed: list[str] = []
    for piece in draft.pieces:
        node = case.nodes.get(piece.node or "")
        owner = None if piece.origin.span is None else case.overlaps(piece.origin.span, draft.target)
        stands_alone = piece.slot in ("statement", "hypothesis") and piece.node == draft.target
        if stands_alone or owner is None or (node is not None and node.kind == "algorithm"):
            kept.append(piece)
            continue
        if node is None or node.kind not in INTERMEDIATE:
            if piece.slot == "definition" and is_display(piece):
                kept.append(piece)  # an equation that the statement points at
                continue
            log.changes.append(f"a passage that lies in {owner} is taken out")
            removed.append(owner)
            continue
        parts = list(_defining_parts(piece, case))
        log.changes.append(f"{node.printed} is taken out" + (", what it defines is kept" if parts else ""))
        removed.append(node.id)
        kept += parts
    ids = tuple(id_ for id_ in draft.definition_ids if id_ not in removed or any(piece.node == id_ for piece in kept))
    pieces = ordered(kept, case.positions)
    return log.end(replace(draft, pieces=pieces, definition_ids=ids, removed=(*draft.removed, *removed)))


def defines_only(text: str) -> bool:
    """Whether a sentence gives names to things, and claims nothing of them."""
    return bool(_DEFINES.search(text.strip())) and not _CLAIMS.search(text)


def is_display(piece: Piece) -> bool:
    """Whether a piece is one displayed equation and nothing else."""
    return bool(re.fullmatch(r"\s*\\begin\{(\w+\*?)\}.*\\end\{\1\}\s*", piece.text, re.DOTALL))


def _defining_parts(piece: Piece, case: Case) -> Iterator[Piece]:
    """The sentences of a set-up result that define something and claim nothing."""
    span = piece.origin.span
    if span is None:
        return
    text = as_text(case.files[span.file])
    at = span.start
    for end in (*(match.end() for match in _SENTENCE.finditer(text, span.start, span.end)), span.end):
        said = text[at:end]
        if said.count("$") % 2:
            continue
        if defines_only(said):
            start = at + len(said) - len(said.lstrip())
            part = quoted(case.files, piece.slot, SpanRecord(file=span.file, start=start, end=end), piece.node)
            yield with_labels(part, case.files, case.printed)
        at = end
