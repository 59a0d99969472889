"""Pass 10: references to the paper's own construction become an existence claim, with a clause where a black box is at risk."""

import re
from dataclasses import replace
from itertools import pairwise

from tcsalgbench.calls import Answer, Steps
from tcsalgbench.challenges import short_forms
from tcsalgbench.challenges.adding import with_pieces
from tcsalgbench.challenges.case import Case
from tcsalgbench.challenges.draft import Draft, Log
from tcsalgbench.challenges.mentions import pseudocode
from tcsalgbench.challenges.model import Existence, Piece
from tcsalgbench.challenges.origins import BadEdit, rewritten
from tcsalgbench.challenges.passes.notation import with_macros
from tcsalgbench.challenges.passes.select import editorial
from tcsalgbench.challenges.rewriting import clause_refusal, note, reference_refusal
from tcsalgbench.challenges.roles import EXISTENCE, Rewrite
from tcsalgbench.challenges.showing import NOTHING, shown
from tcsalgbench.prompts import Untrusted

SAYS_EXISTS = "pass 10: the named algorithm becomes an existence claim"
SAYS_SCOPE = "pass 10: scoping clause"
_WORD = re.compile(r"^[A-Za-z][A-Za-z -]{1,38}$")


class _Refused(Exception):
    """An answer cannot be applied; the reason goes back to the model."""


def run(draft: Draft, case: Case) -> Steps[Draft]:
    """The draft with its statement as an existence claim, where it names a construction; the pseudocode is taken out."""
    log = Log("existence")
    complaint = ""
    for attempt in range(1, case.bounds.tries + 1):
        name = f"{draft.target}/existence" + (f"/{attempt}" if attempt > 1 else "")
        log.calls.append(name)
        answer: Answer[Rewrite] = yield case.request(
            EXISTENCE, name, _values(draft, case, complaint), lambda: short_forms.rewrite(_references(draft, case))
        )
        if answer.value is None:
            why = f"no answer that can be used: {answer.why}"
            held = replace(draft, existence=Existence(changed=False, reason=why)).holding("rewriting", why)
            return log.end(_without_pseudocode(held, case, log))
        try:
            done = _applied(draft, case, answer.value, log, name)
        except _Refused as refused:
            complaint = str(refused)
            log.notes.append(f"answer {attempt} was refused: {complaint}")
            continue
        return log.end(with_macros(_without_pseudocode(done, case, log), case))
    why = f"no rewriting could be applied: {complaint}"
    held = replace(draft, existence=Existence(changed=False, reason=why)).holding("rewriting", why)
    return log.end(with_macros(_without_pseudocode(held, case, log), case))


def _references(draft: Draft, case: Case) -> list[str]:
    """What of the statement may name a construction."""
    text = draft.statement.text
    return [text[start:end] for start, end in case.constructions.possible(text)]


def _values(draft: Draft, case: Case, complaint: str) -> dict[str, str | Untrusted]:
    names = [f"{key}: {', '.join(found)}" for key, found in case.constructions.names.items() if found]
    room = case.room(EXISTENCE.name)
    told = Untrusted("what was wrong with the last answer", complaint) if complaint else NOTHING
    return {
        "statement": Untrusted("the statement", draft.statement.text[:room]),
        "hypotheses": shown(
            "what it supposes and what it speaks of", [*draft.texts("hypothesis", "definition", "protocol")], room
        ),
        "constructions": Untrusted("algorithms of the paper, and how it calls them", "\n".join(names)[:room] or NOTHING),
        "complaint": told,
    }


def _applied(draft: Draft, case: Case, said: Rewrite, log: Log, call: str) -> Draft:
    """The draft as the answer has it, each edit applied by code; an answer that goes too far is refused as a whole."""
    clause = (said.scoping_clause or "").strip("\n")
    if not said.changed:
        if said.edits or clause.strip():
            raise _Refused("it says that nothing changes, and brings edits or a clause all the same")
        existence = Existence(changed=False, reason=said.reason)
        return replace(draft, existence=existence)
    if not said.edits:
        raise _Refused("it says that the statement changes, and brings no edit")
    if said.unsafe != bool(clause.strip()):
        raise _Refused("a clause is wanted exactly where a black box could be misused (unsafe)")
    piece = draft.statement
    stated = [piece.text, *draft.texts("hypothesis", "definition", "protocol")]
    for place, (_, reference, replacement) in enumerate(_in_reading_order(piece.text, said)):
        why = reference_refusal(case, reference, replacement, stated, first=place == 0)
        if why is not None:
            raise _Refused(why)
    for start, reference, replacement in reversed(_in_reading_order(piece.text, said)):
        piece = _edited(piece, case, start, start + len(reference), replacement, SAYS_EXISTS)
    left = case.constructions.mentions(piece.text)
    if left:
        raise _Refused(f"the statement still names a construction: {piece.text[left[0][0] : left[0][1]]!r}")
    if clause.strip():
        piece = _with_clause(piece, case, draft, clause)
    log.changes += [f"{edit.reference!r} became {edit.replacement!r}" for edit in said.edits]
    existence = Existence(
        changed=True,
        reason=said.reason,
        unsafe=said.unsafe,
        unsafe_reason=said.unsafe_reason if said.unsafe else None,
        scoping_clause=clause or None,
    )
    origin = piece.origin.model_copy(update={"call": call})
    draft = replace(draft, existence=existence).with_statement(piece.model_copy(update={"origin": origin}))
    told = note(_plain(said.designed, "algorithm"), _plain(said.black_box, "supplied object"), clause=bool(clause))
    draft = with_pieces(draft, case, [editorial("existence_note", told, call)])
    if not said.unsafe:
        draft = draft.for_review("safety", "the rewriting was judged safe, so no clause says how what is supplied may be used")
    return draft


def _in_reading_order(text: str, said: Rewrite) -> list[tuple[int, str, str]]:
    """Where each reference stands; one that does not stand there, or reaches into another, is refused."""
    found = []
    for edit in said.edits:
        at = -1
        for _ in range(edit.occurrence):
            at = text.find(edit.reference, at + 1)
            if at < 0 or not edit.reference.strip():
                raise _Refused(f"{edit.reference!r} does not stand {edit.occurrence} time(s) in the statement")
        found.append((at, edit.reference, edit.replacement))
    found.sort()
    for (start, reference, _), (after, _, _) in pairwise(found):
        if after < start + len(reference):
            raise _Refused("two edits reach into each other")
    return found


def _with_clause(piece: Piece, case: Case, draft: Draft, clause: str) -> Piece:
    said = [piece.text, *draft.texts("hypothesis", "definition", "protocol")]
    why = clause_refusal(case, clause, said)
    told = case.secrets(draft.target, draft.pieces, frozenset(draft.definition_ids)).found_in(clause)
    if why is not None or told:
        raise _Refused(f"the scoping clause: {told[0] if told else why}")
    text = piece.text.rstrip()
    at = len(text) - 1 if text.endswith((".", ";")) else len(text)
    lead = "" if clause.startswith((",", ";", " ", "(")) else " "
    return _edited(piece, case, at, at, f"{lead}{clause.rstrip().rstrip('.')}", SAYS_SCOPE)


def _edited(piece: Piece, case: Case, start: int, end: int, text: str, reason: str) -> Piece:
    try:
        return rewritten(piece, case.files, start, end, text, reason)
    except BadEdit as error:
        raise _Refused(str(error)) from None


def _without_pseudocode(draft: Draft, case: Case, log: Log) -> Draft:
    """Algorithms leave the draft, also those that the statement still names: a challenge shows no construction."""
    gone = []
    for piece in draft.pieces:
        node = case.nodes.get(piece.node or "")
        if piece.slot != "statement" and ((node is not None and node.kind == "algorithm") or pseudocode(piece.text)):
            gone.append(piece)
            log.changes.append(f"the pseudocode of {node.printed if node else 'an algorithm'} is taken out")
    removed = tuple(piece.node for piece in gone if piece.node is not None)
    pieces = tuple(piece for piece in draft.pieces if piece not in gone)
    return replace(draft, pieces=pieces, removed=(*draft.removed, *removed))


def _plain(word: str | None, otherwise: str) -> str:
    """A word of a model in a sentence of ours: letters only, and short."""
    return word.strip() if word is not None and _WORD.match(word.strip()) else otherwise
