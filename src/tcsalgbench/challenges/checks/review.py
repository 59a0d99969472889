"""For review: what a person should look at, and what does not hold a challenge by itself."""

from collections.abc import Iterator

from tcsalgbench.challenges.case import Case
from tcsalgbench.challenges.comparing import edits_of
from tcsalgbench.challenges.draft import Draft
from tcsalgbench.challenges.model import Challenge, Finding, Piece
from tcsalgbench.challenges.passes.notation import unexplained
from tcsalgbench.challenges.symbols import symbols_in
from tcsalgbench.graphs.model import Place


def check(challenge: Challenge, case: Case) -> Iterator[Finding]:
    """Symbols without a definition, open gaps, generated background, scoping clauses, words changed in the context."""
    draft = Draft(challenge.target, challenge.pieces)
    for symbol in unexplained(draft, case):
        yield _finding("symbol", f"nothing was found that says what {symbol} is")
    yield from _terms(challenge, case)
    for gap in challenge.gaps:
        yield _finding("gap", f"not explained: {gap}")
    for place, piece in enumerate(challenge.pieces):
        if piece.origin.kind == "background":
            stated = set(symbols_in(" ".join(challenge.texts("statement"))))
            shared = [one for one in symbols_in(piece.text) if one in stated]
            also = f", and speaks of symbols of the statement: {', '.join(shared)}" if shared else ""
            yield _finding("background", f"this definition was written by a model{also}", place)
        if piece.slot == "context" and edits_of(piece, "pass 1"):
            yield _finding("context", "the words of the context were changed", place)
    if challenge.existence.scoping_clause:
        where = next((at for at, piece in enumerate(challenge.pieces) if piece.slot == "statement"), None)
        yield _finding("scope", f"a clause was added to the statement: {challenge.existence.scoping_clause.strip(' ,')}", where)


def _terms(challenge: Challenge, case: Case) -> Iterator[Finding]:
    """Words of the glossary that the target uses while nothing in the challenge quotes what defines them."""
    for entry in case.graph.glossary:
        node = case.nodes.get(entry.node or "")
        algorithm = entry.kind == "algorithm" or (node is not None and node.kind == "algorithm")
        if challenge.target not in entry.nodes or algorithm or entry.term.startswith(("$", "\\")):
            continue  # symbols are looked for by themselves
        if not any(_holds(piece, entry.place) for piece in challenge.pieces):
            yield _finding("term", f"what defines {entry.term!r} in the source is not in the challenge")


def _holds(piece: Piece, place: Place) -> bool:
    span = piece.origin.span
    return span is not None and span.file == place.file and span.start <= place.start and place.end <= span.end


def _finding(check: str, detail: str, piece: int | None = None) -> Finding:
    return Finding(check=check, blocking=False, detail=detail, piece=piece)
