"""Small papers written for one test each, as cases that passes can be run on."""

from collections.abc import Callable
from typing import Any

from tcsalgbench.calls import Request
from tcsalgbench.challenges.build import Built
from tcsalgbench.challenges.case import Case
from tcsalgbench.challenges.model import Challenge, Piece
from tcsalgbench.tex import read_document
from tests.challenges.silent import case_of_document, silent

PREAMBLE = r"""\documentclass{article}
\usepackage{amsmath,amsthm,algorithm,hyperref,cleveref}
\newtheorem{theorem}{Theorem}
\newtheorem{lemma}[theorem]{Lemma}
\newtheorem{corollary}[theorem]{Corollary}
\newtheorem{definition}[theorem]{Definition}
\newtheorem{assumption}{Assumption}
"""


def paper(body: str, macros: str = "") -> Case:
    """A paper with this body."""
    source = f"{PREAMBLE}{macros}\n\\begin{{document}}\n{body}\n\\end{{document}}\n"
    return case_of_document("small", read_document({"main.tex": source.encode()}, "main.tex"))


def made(case: Case, change: Callable[[Request[Any], dict[str, Any]], Any] | None = None) -> Built:
    """Its challenges, with a model that selects, and may say more by `change`."""
    return silent(case, change)


def only(built: Built) -> Challenge:
    """The one challenge of a small paper."""
    ((challenge, _),) = built.challenges
    return challenge


def piece(challenge: Challenge, slot: str) -> Piece:
    """The one piece of a slot."""
    (found,) = (one for one in challenge.pieces if one.slot == slot)
    return found
