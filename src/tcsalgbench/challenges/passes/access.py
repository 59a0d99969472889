"""Pass 7: who sees what and when, which queries and actions are allowed, in what order: quoted from the source."""

import re
from dataclasses import replace

from tcsalgbench.calls import Answer, Steps
from tcsalgbench.challenges import short_forms
from tcsalgbench.challenges.adding import with_entry, with_pieces, with_spans
from tcsalgbench.challenges.case import Case
from tcsalgbench.challenges.draft import Draft, Gap, Log
from tcsalgbench.challenges.draft import in_order as ordered
from tcsalgbench.challenges.model import Piece
from tcsalgbench.challenges.passages import joined
from tcsalgbench.challenges.passes.glossary import offered
from tcsalgbench.challenges.roles import ACCESS, Access
from tcsalgbench.challenges.showing import draft_lines, entry_lines, sentence_lines, shown

SETTING = re.compile(
    r"(?i)\b(?:online|oracle|quer(?:y|ies)|stream(?:ing|s)?|rounds?|adversary|adversarial|adaptive(?:ly)?|environment|feedback|reveal(?:s|ed)?"
    r"|observes?|announces?|sees|protocol|interactive|bandit|learner|sketch|one pass|communication)\b"
)
_RULES = re.compile(
    r"(?i)\b(?:sees?|seen|observes?|shown|told|announces?|chooses?|reveals?|revealed|receives?|query|queries|oracle|access|round|rounds"
    r"|order|first|then|next|finally|stream|pass|hidden|knows|allowed|may|feedback|protocol)\b"
)


def run(draft: Draft, case: Case) -> Steps[Draft]:
    """The draft with its protocol, where its setting has one."""
    log = Log("access")
    given = " ".join(draft.texts("statement", "hypothesis", "definition"))
    sentences = {one.id: one for one in case.sentences if len(_RULES.findall(one.text)) >= 2}
    entries = {index: entry for index, entry in offered(case, draft).items() if entry.kind == "interaction rule"}
    included = {piece.node: piece for piece in draft.pieces if piece.slot == "definition" and piece.node is not None}
    if not SETTING.search(given) and not entries:
        log.notes.append("nothing in the challenge speaks of queries, rounds, oracles or streams; no model was asked")
        return log.end(draft)
    name = f"{draft.target}/access"
    log.calls.append(name)
    room = case.room(ACCESS.name)
    lines = [*(f"[g{line[1:]}" for line in entry_lines(entries.items())), *sentence_lines(sentences.values())]
    shown_draft = [f"[{node}] {piece.text}" for node, piece in included.items()]
    values = {
        "draft": shown("the challenge so far", [*draft_lines(replace(draft, pieces=_unnamed(draft))), *shown_draft], room // 2),
        "candidates": shown("passages and entries of the paper", lines, room // 2),
    }
    ids = [*included, *sentences, *(f"g{index}" for index in entries)]
    answer: Answer[Access] = yield case.request(ACCESS, name, values, lambda: short_forms.access(ids))
    if answer.value is None:
        held = draft.holding("information access", f"who sees what is not known: no answer that can be used ({answer.why})")
        return log.end(held)
    if not answer.value.interactive:
        log.notes.append(f"not interactive: {answer.value.reason}")
        told = SETTING.search(" ".join(draft.texts("statement", "definition")))
        if told is not None:
            doubt = f"the challenge speaks of {told[0]!r}, and was judged to have no protocol: {answer.value.reason}"
            draft = draft.for_review("information access", doubt)
        return log.end(draft)
    chosen = []
    for id_ in dict.fromkeys(answer.value.ids):
        index = id_.removeprefix("g")
        if id_ in included:
            draft = _as_protocol(draft, case, id_)
        elif id_ in sentences:
            chosen.append(sentences[id_])
        elif id_.startswith("g") and index.isdigit() and int(index) in entries:
            draft = with_entry(draft, case, entries[int(index)], name, "protocol")
        else:
            log.notes.append(f"{id_!r} was not attached: there is no such id")
            continue
        log.changes.append(f"{id_} is part of the protocol")
    draft = with_spans(draft, case, joined(chosen), "protocol", name)
    if not draft.texts("protocol"):
        gap = Gap("the interaction protocol", "the setting is interactive, and no rule of it was found")
        draft = replace(draft, open=(*draft.open, gap))
    return log.end(draft)


def _unnamed(draft: Draft) -> tuple[Piece, ...]:
    """The pieces that have no id of their own to be named by."""
    return tuple(piece for piece in draft.pieces if piece.slot != "definition" or piece.node is None)


def _as_protocol(draft: Draft, case: Case, node: str) -> Draft:
    """A definition that is the protocol stands where the protocol stands."""
    pieces = [
        piece.model_copy(update={"slot": "protocol"}) if piece.node == node and piece.slot == "definition" else piece
        for piece in draft.pieces
    ]
    return with_pieces(replace(draft, pieces=ordered(pieces, case.positions)), case, [])
