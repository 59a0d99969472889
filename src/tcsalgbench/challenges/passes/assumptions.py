"""Pass 8: one name for one assumption; a model says which mention means which, code writes the name."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tcsalgbench.calls import Answer, Steps
from tcsalgbench.challenges import short_forms
from tcsalgbench.challenges.case import Case
from tcsalgbench.challenges.draft import Draft, Log
from tcsalgbench.challenges.origins import BadEdit, rewritten
from tcsalgbench.challenges.roles import NAMES, NameMatches
from tcsalgbench.challenges.showing import node_lines, numbered, shown
from tcsalgbench.graphs.model import Node
from tcsalgbench.prompts import Untrusted

SAYS = "pass 8: one name for one assumption"
_STOP = "under|let|by|suppose|assume|if|that|and|or|with|the|this|these|any|an?|all|our|its?|no|on|of|in|for|as|from|which|each"
_MENTION = re.compile(
    rf"\b(?:the\s+)?(?:(?!(?:{_STOP})\b)[a-z]+(?:-[a-z]+)?\s+){{0,2}}(?:[Aa]ssumptions?|[Cc]onditions?|[Hh]ypothes[ie]s)\b"
    r"(?:[~\s]+\(?[A-Z]?\d+(?:\.\d+)*\)?|[~\s]*\([A-Z]+\d*\))?|\((?:A|H|C)\d+\)"
)
_GENERAL = frozenset(("condition", "conditions", "hypothesis", "hypotheses", "following", "above", "same", "such", "other"))
_SAYS_ASSUMPTION = re.compile(r"(?i)\bassumptions?\b")
_CANONICAL = re.compile(r"(?:Assumptions?|Conditions?)[~\s]+\(?[A-Z]?\d")


@dataclass(frozen=True, slots=True)
class Mention:
    """Words of a piece that speak of an assumption."""

    piece: int
    start: int
    end: int
    text: str


def mentions(draft: Draft) -> Iterator[Mention]:
    """What speaks of an assumption otherwise than by its printed name."""
    for place, piece in enumerate(draft.pieces):
        if piece.slot not in ("statement", "hypothesis", "definition", "protocol", "context") or piece.origin.span is None:
            continue
        for match in _MENTION.finditer(piece.text):
            if not _CANONICAL.search(match[0]):
                yield Mention(place, match.start(), match.end(), match[0])


def run(draft: Draft, case: Case) -> Steps[Draft]:
    """The draft with every assumption under its printed name."""
    log = Log("assumptions")
    supposed = [node for node in case.graph.nodes if node.kind == "assumption" and node.number]
    found = list(mentions(draft))
    if not found or not supposed:
        return log.end(draft)
    name = f"{draft.target}/assumptions"
    log.calls.append(name)
    said = [f"{one.text!r} in: …{_around(draft, one)}…" for one in found]
    values = {
        "mentions": Untrusted("words that may mean an assumption", numbered(said)),
        "assumptions": shown("assumptions of the paper", node_lines(supposed), case.room(NAMES.name)),
    }
    answer: Answer[NameMatches] = yield case.request(
        NAMES, name, values, lambda: short_forms.names(node.id for node in supposed)
    )
    if answer.value is None:
        log.notes.append(f"no answer that can be used: {answer.why}; the names stay as they are")
        return log.end(draft)
    by_id = {node.id: node for node in supposed}
    meant: dict[int, Node] = {}
    for match in answer.value.matches:
        if match.assumption is None:
            continue
        if not 0 <= match.mention < len(found) or match.assumption not in by_id:
            log.notes.append(f"mention {match.mention} as {match.assumption!r} was not taken: there is no such pair")
            continue
        node = by_id[match.assumption]
        why = _refusal(found[match.mention], node, alone=len(supposed) == 1)
        if why is not None:
            log.notes.append(f"{found[match.mention].text!r} was not renamed: {why}")
            continue
        meant[match.mention] = node
    for index in sorted(meant, reverse=True):  # from the end, so that places stay true
        draft = _renamed(draft, case, found[index], meant[index], log)
    return log.end(draft)


def _refusal(mention: Mention, node: Node, *, alone: bool) -> str | None:
    """A mention that carries another number means another assumption; one that shares no word with it is a guess."""
    number = re.search(r"\d+(?:\.\d+)*", mention.text)
    if number is not None and number[0] != node.number:
        return f"it carries the number {number[0]}, and {node.printed} does not"
    named = {word.lower() for word in re.findall(r"[A-Za-z]{4,}", node.name or "")}
    said = {word.lower() for word in re.findall(r"[A-Za-z]{4,}", mention.text)} - {"assumption", "assumptions"} - _GENERAL
    if number is None and said and not named & said:
        return f"it shares no word with the name of {node.printed}"
    if number is None and not said and not (alone and _SAYS_ASSUMPTION.search(mention.text)):
        return "it may mean anything that was said before"
    return None


def _renamed(draft: Draft, case: Case, mention: Mention, node: Node, log: Log) -> Draft:
    piece = draft.pieces[mention.piece]
    try:
        changed = rewritten(piece, case.files, mention.start, mention.end, node.printed, SAYS)
    except BadEdit as error:
        log.notes.append(f"{mention.text!r} was not renamed: {error}")
        return draft
    log.changes.append(f"{mention.text!r} became {node.printed!r}")
    draft = draft.with_piece(mention.piece, changed)
    if node.number and node.number in mention.text:
        return draft
    return draft.for_review("assumption", f"{mention.text!r} became {node.printed!r}: does the source mean this one?")


def _around(draft: Draft, mention: Mention) -> str:
    text = draft.pieces[mention.piece].text
    return text[max(0, mention.start - 80) : mention.end + 80]
