"""Pass 3: what is genuinely textbook gets a short definition, labelled as added; what the paper defines itself does not."""

import re
from dataclasses import replace

from tcsalgbench.calls import Answer, Steps
from tcsalgbench.challenges.adding import with_pieces
from tcsalgbench.challenges.additions import Addition, steering
from tcsalgbench.challenges.case import Case
from tcsalgbench.challenges.draft import Draft, Gap, Log
from tcsalgbench.challenges.labels import RAW
from tcsalgbench.challenges.macros import control_words, known_commands
from tcsalgbench.challenges.model import Origin, Piece
from tcsalgbench.challenges.roles import BACKGROUND, Backgrounds
from tcsalgbench.challenges.showing import draft_lines, numbered, shown
from tcsalgbench.challenges.symbols import content_words, formula_spans, stem, symbols_in, terms_of
from tcsalgbench.challenges.wellformed import flaws
from tcsalgbench.prompts import Untrusted
from tcsalgbench.tex.formulas import formulas, tokens

MOST_WORDS = 120
_LONG_FORMULA = 12
_RELATES = re.compile(r"[=<>]|\\(?:leq?|geq?|neq?|ll|gg|approx|equiv|to|in)(?![a-zA-Z])")
_CLAIMS = re.compile(
    r"(?i)\b(?:theorem|lemma|proposition|corollary|proof|prove[sd]?|it follows|we show|hence|therefore|hint|such as"
    r"|for (?:instance|example)|e\.g\.|(?:may|can) (?:use|assume)|we (?:assume|suppose)"
    r"|(?:assume|suppose|recall|note|observe) that)(?![A-Za-z])"
)


def run(draft: Draft, case: Case) -> Steps[Draft]:
    """The draft with textbook definitions for those of its open terms that are textbook."""
    log = Log("background")
    if not draft.open:
        return log.end(draft)
    name = f"{draft.target}/background"
    log.calls.append(name)
    values = {
        "terms": Untrusted("terms that nothing explains", numbered([f"{gap.term}: {gap.why}" for gap in draft.open])),
        "draft": shown("the challenge so far", draft_lines(draft), case.room(BACKGROUND.name)),
    }
    answer: Answer[Backgrounds] = yield case.request(BACKGROUND, name, values)
    if answer.value is None:
        log.notes.append(f"no answer that can be used: {answer.why}; the terms stay open")
        return log.end(draft)
    opened, done = draft.open, set[int]()
    for entry in answer.value.entries:
        if not 0 <= entry.term < len(opened) or entry.term in done:
            log.notes.append(f"there is no open term {entry.term}")
        elif entry.standard:
            gap, text = opened[entry.term], entry.definition.strip()
            why = refusal(case, draft, gap, text)
            if why is not None:
                log.notes.append(f"the definition of {gap.term!r} was refused: {why}")
                continue
            done.add(entry.term)
            piece = Piece(slot="definition", text=text, origin=Origin(kind="background", call=name))
            draft = with_pieces(draft, case, [piece])
            log.changes.append(f"{gap.term!r} is explained as standard background")
    return log.end(replace(draft, open=tuple(gap for place, gap in enumerate(opened) if place not in done)))


def refusal(case: Case, draft: Draft, gap: Gap, text: str) -> str | None:
    """Why a text is no background definition of a term; None where nothing speaks against it."""
    if not text or len(text.split()) > MOST_WORDS:
        return f"it is empty, or longer than {MOST_WORDS} words"
    words = {stem(word) for word in content_words(text)}
    wanted = {stem(word) for word in content_words(gap.term)}
    if wanted and not wanted & words:
        return "it does not speak of the term"
    own = _own_definition(case, gap.term)
    if own is not None:
        return f"the paper defines it itself ({own})"
    return content_refusal(case, draft, text)


def content_refusal(case: Case, draft: Draft, text: str) -> str | None:
    """What a text of a model must not hold, whatever term it explains."""
    if case.constructions.mentions(text):
        return "it names a construction of the paper"
    if RAW.search(text) or "\\cite" in text or _CLAIMS.search(text):
        return "it refers to a result, or argues"
    unknown = sorted(control_words(text) - known_commands() - case.macros.definitions.keys())
    if unknown:
        return f"it uses \\{unknown[0]}, which is not defined"
    hidden = steering(Addition(text, None, "the added background"))
    if hidden is not None:
        return f"it holds {hidden}"
    told = case.secrets(draft.target, draft.pieces, frozenset(draft.definition_ids)).found_in(text)
    reasons = [*flaws(text), *(f"it {one}" for one in told)]
    if _claims_target(case, draft, text):
        reasons.append("it holds a formula of the statement that is to be proved")
    condition = _condition(case, draft, text)
    if condition is not None:
        reasons.append(f"it sets a condition on symbols of the statement: {condition!r}")
    return reasons[0] if reasons else None


def _claims_target(case: Case, draft: Draft, text: str) -> bool:
    macros = case.document.macros
    claimed = {tokens(formula, macros) for formula in formulas(case.nodes[draft.target].statement)}
    said = [tokens(one, macros) for one in formulas(text)]
    return any(len(found) >= _LONG_FORMULA and found in claimed for found in said)


def _condition(case: Case, draft: Draft, text: str) -> str | None:
    """A formula that holds a relation, a number, and no symbol but those of the statement."""
    stated = set(symbols_in(" ".join((case.nodes[draft.target].statement, *draft.texts("hypothesis")))))
    for _, body in formula_spans(text):
        used = set(symbols_in(f"${body}$"))
        if used and used <= stated and _RELATES.search(body) and re.search(r"\d|\\[td]?frac", body):
            return body
    return None


def _own_definition(case: Case, term: str) -> str | None:
    """Where the paper itself defines a term of this name."""
    wanted = _plain(term)
    for entry in case.graph.glossary:
        if wanted and wanted in {_plain(name) for name in (entry.term, *entry.aliases)}:
            return f"its glossary has {entry.term!r}"
    for node in case.graph.nodes:
        if node.kind == "definition" and wanted and wanted in {_plain(name) for name in terms_of(node, case.graph)}:
            return node.printed
    return None


def _plain(term: str) -> str:
    return " ".join(stem(word) for word in content_words(re.sub(r"\$[^$]*\$", " ", term)))
