"""Is what stands there needed, and is it whole? Definitions that nothing uses, hypotheses that nobody names, cut quotations."""

import re
from collections.abc import Iterator

from tcsalgbench.challenges.case import INTERMEDIATE, Case
from tcsalgbench.challenges.model import Challenge, Finding, Piece
from tcsalgbench.challenges.passes.strip import defines_only, is_display
from tcsalgbench.challenges.symbols import stem, terms_of
from tcsalgbench.graphs.model import Node

# Kinds that may define something and mostly claim something.
_TALK = frozenset(("remark", "example", "fact", "observation", "conjecture", "question", "note", "exercise", "problem"))


def blocking(challenge: Challenge, case: Case) -> Iterator[Finding]:
    """Statements of the source that are cut short, or that claim something where only definitions may stand."""
    for place, piece in enumerate(challenge.pieces):
        node = case.nodes.get(piece.node or "")
        if node is None or node.id == challenge.target or piece.origin.span is None:
            continue
        if node.kind in _TALK and piece.slot == "definition" and not defines_only(piece.text):
            detail = f"{node.printed} is no definition: it claims something"
            yield Finding(check="needed", blocking=True, detail=detail, piece=place)
        if piece.slot in ("definition", "hypothesis") and not _is_whole(piece, node):
            yield Finding(check="whole", blocking=True, detail=f"only a part of {node.printed} is quoted", piece=place)


def for_review(challenge: Challenge, case: Case) -> Iterator[Finding]:
    """What a model brought in without need: it may give the proof away, or make the claim weaker."""
    target = case.nodes.get(challenge.target)
    if target is None:
        return
    here = {challenge.target, *(piece.node for piece in challenge.pieces if piece.node is not None)}
    named = {edge.target for edge in case.graph.edges if edge.where == "statement" and edge.source in here}
    used = named | {use.target for use in case.graph.terms if use.source in here - {use.target}}
    for place, piece in enumerate(challenge.pieces):
        node = case.nodes.get(piece.node or "")
        if node is None or node.id == target.id:
            continue
        if piece.slot == "hypothesis" and node.id not in named:  # the graph may suppose it: models wrote that too
            detail = f"the statement does not name {node.printed}: does the source suppose it here?"
            yield Finding(check="needed", blocking=False, detail=detail, piece=place)
        elif piece.slot == "definition" and node.id not in used and not _is_spoken_of(node, place, challenge, case):
            detail = f"nothing in the challenge uses {node.printed}: it may belong to the proof"
            yield Finding(check="needed", blocking=False, detail=detail, piece=place)


def _is_whole(piece: Piece, node: Node) -> bool:
    span = piece.origin.span
    if node.kind in INTERMEDIATE | _TALK or is_display(piece) or span is None:
        return True
    return (span.file, span.start, span.end) == (node.body.file, node.body.start, node.body.end)


def _is_spoken_of(node: Node, place: int, challenge: Challenge, case: Case) -> bool:
    """Whether another piece says a whole name of what it defines, or uses a command of it."""
    others = " ".join(piece.text for at, piece in enumerate(challenge.pieces) if at != place and piece.slot != "context")
    words = f" {_plain(others)} "
    for term in terms_of(node, case.graph):
        commands = [name for name in re.findall(r"\\[a-zA-Z]+", term) if name[1:] in case.macros.definitions]
        if any(re.search(re.escape(name) + r"(?![a-zA-Z])", others) for name in commands):
            return True
        plain = _plain(term)
        if plain and f" {plain} " in words:
            return True
    return False


def _plain(text: str) -> str:
    return " ".join(stem(word) for word in re.findall(r"[A-Za-z]+", re.sub(r"\$[^$]*\$|\\[a-zA-Z]+", " ", text)))
