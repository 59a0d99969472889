"""Pass 6: the paper's notation is inserted: macros by code, what symbols stand for by a model that points at the passage."""

import re
from dataclasses import replace

from tcsalgbench.calls import Answer, Steps
from tcsalgbench.challenges import short_forms
from tcsalgbench.challenges.adding import with_entry, with_spans
from tcsalgbench.challenges.case import Case
from tcsalgbench.challenges.draft import Draft, Log
from tcsalgbench.challenges.draft import in_order as ordered
from tcsalgbench.challenges.origins import quoted
from tcsalgbench.challenges.passages import Sentence, joined
from tcsalgbench.challenges.passes.glossary import offered
from tcsalgbench.challenges.roles import NOTATION, SymbolMatches
from tcsalgbench.challenges.showing import draft_lines, entry_lines, numbered, sentence_lines, shown
from tcsalgbench.challenges.symbols import author_symbols, introduced, symbols_in
from tcsalgbench.graphs.model import GlossaryEntry
from tcsalgbench.prompts import Untrusted

_MOST_SYMBOLS = 30
_DEFINES = re.compile(
    r"(?i)\b(?:let|write|writes|denote[sd]?|define[sd]?|defined|put|set|where|call(?:ed)?|stands? for|abbreviate"
    r"|use the notation|comes? from|is an?|are|fix|throughout)\b|:=|\\coloneqq|="
)


def run(draft: Draft, case: Case) -> Steps[Draft]:
    """The draft with what its symbols stand for, and with the macros it needs."""
    log = Log("notation")
    draft = yield from _symbols(draft, case, log)
    after = with_macros(draft, case)
    log.changes += [f"supplied: {piece.text}" for piece in after.pieces if piece.slot == "notation"]
    return log.end(after)


def unexplained(draft: Draft, case: Case) -> list[str]:
    """The symbols of the statement, its hypotheses and its definitions that nothing in the draft introduces."""
    used = draft.texts("statement", "hypothesis", "definition", "protocol")
    found = [symbol for text in used for symbol in author_symbols(text, case.document.macros)]
    return [one for one in dict.fromkeys(found) if not introduced(one, used)]


def _symbols(draft: Draft, case: Case, log: Log) -> Steps[Draft]:
    given = draft.texts("definition", "protocol", "hypothesis", "statement")
    wanted = dict.fromkeys(one for text in given for one in author_symbols(text, case.document.macros))
    symbols = [one for one in wanted if not introduced(one, given)]
    sentences, entries = _candidates(case, draft, symbols)
    if not symbols or not (sentences or entries):
        return draft
    name = f"{draft.target}/notation"
    log.calls.append(name)
    symbols = symbols[:_MOST_SYMBOLS]
    room = case.room(NOTATION.name)
    lines = [*sentence_lines(sentences), *(f"[g{line[1:]}" for line in entry_lines(entries.items()))]
    values = {
        "symbols": Untrusted("symbols that nothing introduces", numbered(symbols)),
        "draft": shown("the challenge so far", draft_lines(draft), room // 2),
        "candidates": shown("passages and entries of the paper", lines, room // 2),
    }
    answer: Answer[SymbolMatches] = yield case.request(
        NOTATION, name, values, lambda: short_forms.symbols([one.id for one in sentences] + [f"g{index}" for index in entries])
    )
    if answer.value is None:
        log.notes.append(f"no answer that can be used: {answer.why}; the symbols stay as they are")
        return draft
    by_id = {one.id: one for one in sentences}
    chosen: list[Sentence] = []
    for match in answer.value.matches:
        if match.id is None:
            continue
        index = match.id.removeprefix("g")
        if not 0 <= match.symbol < len(symbols):
            log.notes.append(f"there is no symbol {match.symbol}")
        elif match.id in by_id and symbols[match.symbol] not in symbols_in(by_id[match.id].text):
            log.notes.append(f"{match.id!r} was not inserted for {symbols[match.symbol]}: it does not speak of it")
        elif match.id in by_id:
            chosen.append(by_id[match.id])
            log.changes.append(f"{symbols[match.symbol]} is explained by the sentence {match.id}")
        elif match.id.startswith("g") and index.isdigit() and int(index) in entries:
            draft = with_entry(draft, case, entries[int(index)], name)
            log.changes.append(f"{symbols[match.symbol]} is explained by the glossary's {entries[int(index)].term!r}")
        else:
            log.notes.append(f"{match.id!r} was not inserted for {symbols[match.symbol]}: there is no such id")
    return with_spans(draft, case, joined(chosen), "definition", name)


def _candidates(case: Case, draft: Draft, symbols: list[str]) -> tuple[list[Sentence], dict[int, GlossaryEntry]]:
    """What may define one of the symbols: prose before or about it with a word that defines, and entries that hold it."""
    wanted = set(symbols)
    there = [piece.origin.span for piece in draft.pieces if piece.origin.span is not None]
    sentences = [
        one
        for one in case.sentences
        if wanted & set(symbols_in(one.text))
        and _DEFINES.search(one.text)
        and not any(span.file == one.span.file and span.start <= one.span.start and one.span.end <= span.end for span in there)
    ]
    entries = {
        index: entry
        for index, entry in offered(case, draft).items()
        if wanted & set(symbols_in(f"{entry.term} {' '.join(entry.aliases)}"))
        or any(one in entry.term for one in symbols if "\\" in one)
    }
    return sentences, entries


def with_macros(draft: Draft, case: Case) -> Draft:
    """The draft with the macros that its texts need, in the order of the source, and with no others."""
    others = [piece for piece in draft.pieces if piece.slot != "notation"]
    needed = case.macros.needed(
        piece.text for piece in others if piece.origin.kind != "editorial" or piece.slot == "free_variables"
    )
    pieces = [quoted(case.files, "notation", definition.span) for definition in needed]
    return replace(draft, pieces=ordered([*others, *pieces], case.positions))
