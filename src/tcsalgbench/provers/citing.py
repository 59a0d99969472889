"""What an argument cites, checked by code: that the thing is there, that it is proved, that its words are its words."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from tcsalgbench.provers.forms import Argument, Cite, Objection
from tcsalgbench.provers.goal import Claim, Goal
from tcsalgbench.provers.shelf import Snippet
from tcsalgbench.tex.compare import Quotable

_BRACKETS = re.compile(r"^\[([^\]\n]+)\]", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class CiteCheck:
    """What code found: objections reject an argument, doubts are put before the verifier."""

    objections: tuple[Objection, ...] = ()
    doubts: tuple[str, ...] = ()


def check_cites(argument: Argument, goal: Goal, snippets: Sequence[Snippet]) -> CiteCheck:
    """Check every cite, and that no claim of the search that is not proved is named anywhere in the text."""
    objections: list[Objection] = []
    doubts: list[str] = []
    for number, cite in enumerate(argument.cites, 1):
        if cite.kind == "snippet":
            objections += _of_snippet(cite, snippets)
        elif cite.kind in ("sibling", "child"):
            objections += _of_claim(cite, goal.siblings if cite.kind == "sibling" else goal.children)
        elif cite.kind == "hypothesis" and not _quotes(cite.quote, goal.own_words):
            doubts.append(
                f"Cite {number} is given as a hypothesis or definition of the goal, but its words do not stand in the goal."
            )
    objections += _leaned_on(argument, goal)
    return CiteCheck(tuple(objections), tuple(doubts))


def cited_snippets(argument: Argument, snippets: Sequence[Snippet]) -> list[Snippet]:
    """The snippets that an argument cites."""
    return [one for one in snippets if any(cite.kind == "snippet" and _names(one, cite.name) for cite in argument.cites)]


def _of_snippet(cite: Cite, snippets: Sequence[Snippet]) -> list[Objection]:
    named = [one for one in snippets if _names(one, cite.name)]
    if not named:
        known = "; ".join(one.label for one in snippets if one.label) or "none was given"
        return [_objection(cite, "No snippet of that name was shown.", f"Cite one of the snippets by its label ({known}).")]
    if not any(_quotes(cite.quote, one.text) for one in named):
        return [_objection(cite, "The snippet does not hold these words.", "Quote what it says, character by character.")]
    return []


def _of_claim(cite: Cite, claims: Sequence[Claim]) -> list[Objection]:
    claim = next((one for one in claims if one.key == cite.name.strip()), None)
    if claim is None:
        return [_objection(cite, f"There is no {cite.kind} of that key.", "Cite only claims that are listed, by their keys.")]
    if claim.status != "proved":
        return [_objection(cite, f"This {cite.kind} is {claim.status}, not proved.", "Prove what is needed of it in place.")]
    return []


def _leaned_on(argument: Argument, goal: Goal) -> list[Objection]:
    """Claims that are not proved and that the text itself names, whatever its list of cites says."""
    found = []
    for claim in (*goal.siblings, *goal.children):
        named = re.search(rf"(?<![\w-]){re.escape(claim.key)}(?![\w-])", argument.argument)
        if claim.status != "proved" and named:
            found.append(
                Objection(
                    step=f"The text names {claim.key}.",
                    error=f"{claim.key} is {claim.status}, not proved; an argument cannot lean on it.",
                    repair="Prove what is needed of it in place, and do not name it.",
                    about="citation",
                )
            )
    return found


def _quotes(quote: str, text: str) -> bool:
    return bool(quote.strip()) and _quotable(text).find(quote) is not None


@lru_cache(maxsize=64)
def _quotable(text: str) -> Quotable:
    """The text made ready to be searched: the same statement and snippets are quoted from in every round."""
    return Quotable({"": text.encode("utf-8", "replace")})


def _names(snippet: Snippet, written: str) -> bool:
    """Whether this is what the cite names: by its label, or, in what was looked up, by a label in brackets."""
    return _plain(written) in _names_of(snippet)


@lru_cache(maxsize=1024)
def _names_of(snippet: Snippet) -> frozenset[str]:
    return frozenset(map(_plain, [snippet.label] if snippet.label else _BRACKETS.findall(snippet.text)))


@lru_cache(maxsize=1024)
def _plain(name: str) -> str:
    return re.sub(r"[\s\[\]()~]+", " ", name).strip().casefold()


def _objection(cite: Cite, error: str, repair: str) -> Objection:
    return Objection(
        step=f"The cite of {cite.kind} {cite.name!r}: {cite.quote!r}", error=error, repair=repair, about="citation"
    )
