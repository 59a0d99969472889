"""Blocking: the challenge is whole TeX by itself: nothing undefined, nothing unclosed, no raw reference."""

import re
from collections.abc import Iterator

from tcsalgbench.challenges.case import Case
from tcsalgbench.challenges.labels import RAW
from tcsalgbench.challenges.macros import control_words, known_commands
from tcsalgbench.challenges.model import Challenge, Finding
from tcsalgbench.challenges.wellformed import flaws
from tcsalgbench.tex.macros import strip_comments
from tcsalgbench.tex.words import words

_BEGINS = re.compile(r"\\begin\s*\{([^{}]*)\}")
_ENVIRONMENTS = frozenset(
    words(
        "equation align gather multline eqnarray flalign alignat math displaymath subequations cases dcases rcases array split "
        "aligned alignedat gathered multlined matrix pmatrix bmatrix Bmatrix vmatrix Vmatrix smallmatrix psmallmatrix "
        "bsmallmatrix subarray CD enumerate itemize description center flushleft flushright quote quotation tabular minipage "
        "algorithm algorithmic algorithm2e"
    )
)


def check(challenge: Challenge, case: Case) -> Iterator[Finding]:
    """Flaws of each piece, notation apart: a macro may hold half a group."""
    supplied = {
        name
        for name, definition in case.macros.definitions.items()
        if any(piece.slot == "notation" and piece.origin.span == definition.span for piece in challenge.pieces)
    }
    known = known_commands() | supplied
    for place, piece in enumerate(challenge.pieces):
        if piece.slot == "notation":
            continue
        name = f"the {piece.slot.replace('_', ' ')}"
        for flaw in flaws(piece.text):
            yield Finding(check="tex", blocking=True, detail=f"in {name}, {flaw}", piece=place)
        if piece.slot in ("source", "title"):
            continue  # text with the names of people and papers
        for command in sorted(control_words(piece.text) - known):
            yield Finding(check="tex", blocking=True, detail=f"in {name}, \\{command} is not defined", piece=place)
        for environment in dict.fromkeys(_BEGINS.findall(strip_comments(piece.text))):
            if environment.removesuffix("*") not in _ENVIRONMENTS:
                detail = f"in {name}, the environment {environment} is not defined"
                yield Finding(check="tex", blocking=True, detail=detail, piece=place)
        raw = RAW.search(piece.text)
        if raw is not None:
            yield Finding(check="tex", blocking=True, detail=f"in {name}, a raw {raw[0]} is left", piece=place)
