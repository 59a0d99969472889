"""Blocking: the existence rewrite replaced references and added its clause, and nothing else."""

from collections.abc import Iterator

from tcsalgbench.challenges.case import Case
from tcsalgbench.challenges.comparing import edits_of
from tcsalgbench.challenges.labels import printed_text
from tcsalgbench.challenges.model import Challenge, Finding
from tcsalgbench.challenges.origins import BadEdit, source_of
from tcsalgbench.challenges.passes.existence import SAYS_SCOPE
from tcsalgbench.challenges.rewriting import clause_refusal, reference_refusal
from tcsalgbench.tex.source import decode

_BY_HAND = ("pass 1", "pass 5", "pass 8", "pass 10")


def check(challenge: Challenge, case: Case) -> Iterator[Finding]:
    """Judge every edit of the statement again, from the final text alone."""
    told = challenge.existence
    for place, piece in enumerate(challenge.pieces):
        strange = [edit for edit in piece.origin.edits if not edit.reason.startswith(_BY_HAND)]
        if strange:
            yield _finding(f"an edit of no pass: {strange[0].reason!r}", place)
        if piece.slot != "statement" or piece.origin.span is None:
            continue
        clauses = edits_of(piece, SAYS_SCOPE)
        rewrites = [edit for edit in edits_of(piece, "pass 10") if edit not in clauses]
        if told.changed != bool(rewrites):
            yield _finding("what is said of the rewriting is not what the statement shows", place)
        if bool(clauses) != bool(told.scoping_clause):
            yield _finding("a scoping clause is claimed and not there, or there and not claimed", place)
        try:
            source = source_of(case.files, piece.origin.span)
        except BadEdit:
            continue  # the check of quotations says it
        stated = [decode(source), *challenge.texts("hypothesis", "definition", "protocol")]
        for number, edit in enumerate(rewrites):
            reference = printed_text(decode(source[edit.start : edit.end]), case.printed)
            why = reference_refusal(case, reference, edit.text, stated, first=number == 0)
            if why is not None:
                yield _finding(why, place)
        said = [*challenge.texts("hypothesis", "definition", "protocol"), decode(source), *(edit.text for edit in rewrites)]
        for edit in clauses:
            why = "it replaces words of the source" if edit.start != edit.end else clause_refusal(case, edit.text, said)
            if why is not None:
                yield _finding(f"the scoping clause: {why}", place)


def _finding(detail: str, piece: int) -> Finding:
    return Finding(check="existence", blocking=True, detail=detail, piece=piece)
