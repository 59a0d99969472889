"""Blocking: formulas have the tokens of the source, and the words between them on which a claim turns are the same."""

from collections.abc import Iterator

from tcsalgbench.challenges.case import Case
from tcsalgbench.challenges.comparing import Compared, compared
from tcsalgbench.challenges.model import Challenge, Finding
from tcsalgbench.challenges.origins import BadEdit
from tcsalgbench.challenges.wording import differences
from tcsalgbench.tex.formulas import changed_formulas


def check(challenge: Challenge, case: Case) -> Iterator[Finding]:
    """Every piece that was edited is compared, the target among them; in pass 10 only what it may replace is left out."""
    for place, piece in enumerate(challenge.pieces):
        if piece.origin.kind != "rewritten":
            continue
        try:
            sides = compared(piece, case)
        except BadEdit as error:
            yield Finding(check="quotation", blocking=True, detail=str(error), piece=place)
            continue
        name = f"the {piece.slot.replace('_', ' ')}"
        for detail in _formulas(sides, case):
            yield Finding(check="formula", blocking=True, detail=f"in {name}, {detail}", piece=place)
        if piece.slot != "context":
            for detail in differences(sides.before, sides.after):
                yield Finding(check="wording", blocking=True, detail=f"in {name}, {detail}", piece=place)


def _formulas(sides: Compared, case: Case) -> Iterator[str]:
    for old, new in changed_formulas(sides.before, sides.after, case.document.macros):
        if new is None:
            yield f"the formula {old!r} is gone"
        elif old is None:
            yield f"the formula {new!r} is new"
        else:
            yield f"the formula {old!r} became {new!r}"
