"""Pass 1: a model picks the main theorems and what each needs, by id; code assembles; a checker says what is missing."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from tcsalgbench.calls import Answer, Steps
from tcsalgbench.challenges import short_forms
from tcsalgbench.challenges.adding import formal, refusal, with_node, with_pieces, with_spans
from tcsalgbench.challenges.additions import title_refusal
from tcsalgbench.challenges.case import HEADLINE, Case
from tcsalgbench.challenges.draft import Draft, Gap, Log
from tcsalgbench.challenges.model import Origin, Piece, Slot, SpanRecord
from tcsalgbench.challenges.origins import BadEdit, quoted, rewritten
from tcsalgbench.challenges.passages import joined
from tcsalgbench.challenges.roles import CONTAINMENT, SELECTOR, Containment, Headline, Missing, Rewording, Selection
from tcsalgbench.challenges.showing import node_lines, sentence_lines, shown
from tcsalgbench.challenges.wording import rewording_refusal
from tcsalgbench.graphs.model import Hypothesis, Node
from tcsalgbench.prompts import Untrusted

TASK = "Prove the statement below."
CLOSING = "Prove the statement from what is given above. State every standard result that you use."
_TITLE_WORDS = 12
_BINDS = re.compile(r"(?i)^\s*(?:every|each|any|some)\b")
_INTRODUCING = re.compile(
    r"(?i)\b(?:let|put|set|fix|define|given|take|suppose(?: that)?|assume(?: that)?"
    r"|for (?:all|every|any|each|some)|for|if|when|where)\s+$"
)


def choose(case: Case) -> Steps[tuple[tuple[Headline, ...], tuple[str, ...]]]:
    """The main theorems as the model chose them, as far as they are some; and what was not taken, with the reason."""
    room = case.room(SELECTOR.name)
    listed = [node for node in case.graph.nodes if node.kind != "algorithm" and node.restates is None]
    if case.small(SELECTOR.name):  # what could be chosen first: there is no room for all
        listed.sort(key=lambda node: (node.kind not in HEADLINE, bool(node.informal_of)))
    values = {
        "paper": Untrusted("title of the paper", case.paper.title),
        "statements": shown("statements of the paper", node_lines(listed), room),
        "sentences": shown("sentences of the paper", sentence_lines(case.sentences), room // 3),
    }
    answer: Answer[Selection] = yield case.request(SELECTOR, "select", values, lambda: _short_selection(case, listed))
    if answer.value is None:
        return (), (f"the selector gave no answer that can be used: {answer.why}",)
    chosen: dict[str, Headline] = {}
    notes: list[str] = []
    for one in answer.value.main_theorems:
        node, why = _headline(case, one.theorem_id)
        if node is None:
            notes.append(f"{one.theorem_id!r} was not taken: {why}")
        elif node.id in chosen:
            notes.append(f"{one.theorem_id!r} was not taken: it is chosen already")
        elif len(chosen) == case.bounds.targets:
            notes.append(f"{one.theorem_id!r} was not taken: {case.bounds.targets} are the most")
        else:
            chosen[node.id] = one.model_copy(update={"theorem_id": node.id})
    return tuple(chosen.values()), tuple(notes)


def _short_selection(case: Case, listed: Sequence[Node]) -> type[Selection]:
    """What a small model may choose from: theorems with a proof before all else, and definitions."""
    headlines = [node for node in listed if node.kind in HEADLINE and not node.informal_of]
    proved = [node for node in headlines if node.proof is not None]
    theorems = [node for node in proved if node.kind == "theorem"]
    return short_forms.selection(
        [node.id for node in theorems or proved or headlines],
        [node.id for node in listed if node.kind == "definition"],
        [one.id for one in case.sentences],
    )


def _headline(case: Case, id_: str) -> tuple[Node | None, str]:
    node = case.nodes.get(id_)
    if node is None:
        return None, "the paper has no statement of this id"
    node = formal(case, node)
    if node.kind not in HEADLINE:
        return None, f"a {node.kind} is no main theorem"
    if node.informal_of:
        return None, "it is informal, and has no single formal version"
    return node, ""


def run(case: Case, headline: Headline) -> Steps[Draft]:
    """The draft of one challenge, assembled from the source and made self-contained as far as the paper's statements go."""
    log = Log("select", calls=["select"])
    draft, waiting = _assembled(case, headline, log)
    draft = yield from _contained(draft, case, log)
    # What only another definition needs is known to be needed when that one is there.
    draft, refused = _with_chosen(draft, case, waiting, log)
    for id_ in refused:
        found = case.nodes.get(id_)
        why = "there is no such id" if found is None else refusal(case, draft, formal(case, found))
        log.notes.append(f"{id_!r} was not included: {why}")
    return log.end(draft)


def _assembled(case: Case, headline: Headline, log: Log) -> tuple[Draft, list[str]]:
    node = case.nodes[headline.theorem_id]
    title = headline.title.strip()
    why = "it names a construction" if case.constructions.mentions(title) else title_refusal(title)
    if not title or len(title.split()) > _TITLE_WORDS:
        why = "it is too long or empty"
    if why is not None:
        log.notes.append(f"the title {title!r} was not taken: {why}; the printed label stands instead")
        title = node.printed
    draft = Draft(target=node.id, intuition=headline.intuition.strip())
    draft = with_pieces(
        draft,
        case,
        [
            editorial("title", title, "select"),
            editorial("task", TASK),
            case.node_piece(node, "statement", "select"),
            *_hypotheses(case, node),
            *([editorial("free_variables", ", ".join(node.free_variables))] if node.free_variables else []),
            editorial("closing", CLOSING),
        ],
    )
    draft, waiting = _with_chosen(draft, case, list(dict.fromkeys(headline.definition_ids)), log)
    return _with_context(draft, case, headline, log), waiting


def _with_chosen(draft: Draft, case: Case, waiting: list[str], log: Log) -> tuple[Draft, list[str]]:
    """The draft with those of the chosen definitions that may come in; one that came in may let another in."""
    left = list(waiting)
    for _ in range(len(waiting)):
        for id_ in tuple(left):
            found = case.nodes.get(id_)
            if found is not None and refusal(case, draft, formal(case, found)) is None:
                draft = with_node(draft, case, formal(case, found), "definition", "select")
                log.changes.append(f"{formal(case, found).printed} is included")
                left.remove(id_)
    return draft, left


def editorial(slot: Slot, text: str, call: str | None = None) -> Piece:
    """A piece that is ours, or a model's: no mathematics that a proof could lean on."""
    return Piece(slot=slot, text=text, origin=Origin(kind="editorial", call=call))


def _hypotheses(case: Case, node: Node) -> Iterator[Piece]:
    for one in node.hypotheses:
        supposed = case.nodes.get(one.node or "")
        if supposed is not None:
            yield case.node_piece(supposed, "hypothesis")
        elif one.place is not None and not _BINDS.match(one.quote or ""):
            yield quoted(case.files, "hypothesis", _introduced(case, node, one), node.id)


def _introduced(case: Case, node: Node, one: Hypothesis) -> SpanRecord:
    """The quotation with the words that suppose it: `let`, `for all`."""
    place = one.place
    if place is None:
        raise BadEdit("a hypothesis without a place")
    data = case.files[place.file]
    words = _INTRODUCING.search(data[max(node.body.start, place.start - 24) : place.start].decode("utf-8", "replace"))
    start = place.start - len(words[0].encode()) if words else place.start
    return SpanRecord(file=place.file, start=start, end=place.end)


def _with_context(draft: Draft, case: Case, headline: Headline, log: Log) -> Draft:
    sentences = []
    for id_ in dict.fromkeys(headline.context_ids):
        if id_ in case.sentence_of:
            sentences.append(case.sentence_of[id_])
        else:
            log.notes.append(f"{id_!r} is no sentence of the paper that may be context")
    draft = with_spans(draft, case, joined(sentences), "context", "select")
    for rewording in headline.context_rewordings:
        draft = _reworded(draft, case, rewording, log)
    return draft


def _reworded(draft: Draft, case: Case, rewording: Rewording, log: Log) -> Draft:
    """Context may be reworded where it points at what is left out; formulas, numbers, and words such as quantifiers stay."""
    words, replacement = rewording.words, rewording.replacement
    touched = rewording_refusal(words, replacement) is not None
    places = [place for place, piece in enumerate(draft.pieces) if piece.slot == "context" and piece.text.count(words) == 1]
    if not words or touched or len(places) != 1 or len(replacement.split()) > _TITLE_WORDS:
        log.notes.append(f"the rewording of {words!r} was not made: only plain words that stand once can be reworded")
        return draft
    piece = draft.pieces[places[0]]
    at = piece.text.index(words)
    changed = rewritten(piece, case.files, at, at + len(words), replacement, f"pass 1: {rewording.why}")
    log.changes.append(f"in the context, {words!r} became {replacement!r}")
    return draft.with_piece(places[0], changed)


def ask(draft: Draft, case: Case, name: str) -> Steps[Answer[Containment]]:
    """Ask what the draft relies on and does not explain."""
    room = case.room(CONTAINMENT.name)
    here = {draft.target, *(piece.node for piece in draft.pieces)}
    others = [node for node in case.graph.nodes if node.id not in here and node.kind != "algorithm"]
    values = {
        "target": shown("the statement, and what it supposes", [draft.statement.text, *draft.texts("hypothesis")], room),
        "included": shown("what the challenge includes", _included(draft), room),
        "catalogue": shown("other statements of the paper", node_lines(others), room // 2),
    }
    answer: Answer[Containment] = yield case.request(
        CONTAINMENT, name, values, lambda: short_forms.containment(node.id for node in others if node.kind == "definition")
    )
    return answer


def _included(draft: Draft) -> list[str]:
    return [
        f"[{piece.node}] {piece.text}" if piece.node else piece.text
        for piece in draft.pieces
        if piece.slot in ("definition", "protocol")
    ]


def _contained(draft: Draft, case: Case, log: Log) -> Steps[Draft]:
    for round_ in range(1, case.bounds.rounds + 1):
        name = f"{draft.target}/contain/{round_}"
        log.calls.append(name)
        answer = yield from ask(draft, case, name)
        if answer.value is None:
            return draft.holding("self-containment", f"the check gave no answer that can be used: {answer.why}")
        missing = answer.value.missing
        added = draft
        gaps: dict[str, Gap] = {}
        for one in missing:
            after = _supplied(added, case, one, log)
            if after is added and one.term.strip():
                gaps[one.term] = Gap(one.term.strip(), one.why_needed)
            added = after
        grown = added is not draft
        draft = replace(added, open=tuple(gaps.values()))
        if not grown:
            return draft
    late = f"the check still found something to add after {case.bounds.rounds} rounds"
    log.notes.append(late)
    return draft.for_review("self-containment", late)


def _supplied(draft: Draft, case: Case, one: Missing, log: Log) -> Draft:
    """The draft with the statement that supplies a term; the same draft where none does."""
    if not one.add_id:
        return draft
    found = case.nodes.get(one.add_id)
    if found is None:
        log.notes.append(f"{one.add_id!r} was not added for {one.term!r}: there is no such id")
        return draft
    node = formal(case, found)
    why = refusal(case, draft, node)
    if why is not None or any(piece.node == node.id for piece in draft.pieces):
        log.notes.append(f"{node.id!r} was not added for {one.term!r}: {why or 'it is there already'}")
        return draft
    informal = case.nodes.get(one.replaces or "")
    if informal is not None and node.id in informal.informal_of:
        pieces = tuple(piece for piece in draft.pieces if piece.node != informal.id or piece.slot == "statement")
        ids = tuple(id_ for id_ in draft.definition_ids if id_ != informal.id)
        draft = replace(draft, pieces=pieces, definition_ids=ids)
        log.changes.append(f"{informal.printed} gives way to its formal version")
    log.changes.append(f"{node.printed} is included for {one.term!r}")
    return with_node(draft, case, node, "definition", log.calls[-1])


def contain_again(draft: Draft, case: Case) -> Steps[Draft]:
    """The check once more, after the last pass: nothing is added now, what is missing stays on record."""
    log = Log("self-containment", calls=[f"{draft.target}/contain/final"])
    answer = yield from ask(draft, case, log.calls[0])
    if answer.value is None:
        held = draft.holding("self-containment", f"the last check gave no answer that can be used: {answer.why}")
        return log.end(held)
    known = {gap.term.lower() for gap in draft.open}
    new = [Gap(one.term.strip(), one.why_needed) for one in answer.value.missing if one.term.strip()]
    fresh = {gap.term: gap for gap in new if gap.term.lower() not in known}
    log.notes += [f"{gap.term!r} is still missing" for gap in fresh.values()]
    return log.end(replace(draft, open=(*draft.open, *fresh.values())))
