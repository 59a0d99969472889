"""Find what a proof cites in the library, and compare the words: exact, else small differences shown, else a question to a model."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from tcsalgbench.judging.clauses import is_formula_token
from tcsalgbench.judging.fidelity import CONNECTING
from tcsalgbench.judging.model import Checked, ComparedBy, Outcome
from tcsalgbench.judging.shelf import Shelf, label_of
from tcsalgbench.library.model import CitedText, Statement
from tcsalgbench.tex.words import words

_NEAR = 0.75  # so alike that the words are meant as a quotation
_MOST_DIFFERENCES = 8
_SHORTEST_QUOTE = 4  # items

_RELATIONS = frozenset(
    f"${one}" for one in words(r"< > = \leq \geq \neq \approx \sim \ll \gg \subset \subseteq \in \notin + - \cdot")
)
# Changing, adding or dropping one of these makes a sentence say something else.
_DECISIVE = frozenset(
    words(
        "not no never without every each all some exists least most any only unless except strictly independent finite infinite "
        "convex bounded positive nonnegative negative one two three four five six seven eight nine ten twice half"
    )
)


@dataclass(frozen=True, slots=True)
class Cited:
    """A citation as the proof has it: the words that cite, the work and label they name, what they say it says."""

    written: str
    work: str
    label: str | None
    quote: str | None


@dataclass(frozen=True, slots=True)
class Open:
    """A comparison that code cannot decide: it goes to the citation checker."""

    quote: str
    source: str
    difference: str


def check(id_: str, cited: Cited, shelf: Shelf) -> tuple[Checked, Open | None]:
    """What code can say of a citation, and what is left to ask."""
    work = shelf.find_work(cited.work) or shelf.find_work(cited.written)
    if work is None:
        return _nowhere(id_, cited, shelf), None
    label = label_of(cited.label or "") or label_of(cited.written)
    if label is not None:
        found = shelf.labelled(work, label)
        if found is None:
            return _wrong_label(id_, cited, shelf, work), None
        statement, right_kind = found
        note = "" if right_kind else f"The source prints it as {statement.node.printed}."
        return _compared(id_, cited, shelf, work, statement, note)
    statement_by_words = _most_alike(cited, shelf, work)
    if statement_by_words is None:
        return _checked(
            id_, cited, "not checkable", note="It does not say which statement of the work it means.", work=work
        ), None
    note = f"The citation gives no label; its words are nearest to {statement_by_words.node.printed}."
    return _compared(id_, cited, shelf, work, statement_by_words, note)


def _compared(
    id_: str, cited: Cited, shelf: Shelf, work: CitedText, statement: Statement, note: str
) -> tuple[Checked, Open | None]:
    quote = shelf.quoted_items(work, cited.quote or "")
    source = shelf.source_items(work, statement)
    if len(quote) < _SHORTEST_QUOTE and quote != source:
        note = f"{note} The proof does not say what it states, so there is nothing to compare.".strip()
        return _checked(id_, cited, "not checkable", note=note, work=work, statement=statement), None
    if _same(quote, source):
        return _checked(id_, cited, "matches", "exact", note=note, work=work, statement=statement), None
    if _within(quote, source):
        note = f"{note} The proof quotes a part of it, word for word.".strip()
        return _checked(id_, cited, "matches", "exact", note=note, work=work, statement=statement), None
    bare_quote, bare_source = _bare(quote), _bare(source)
    difference = _difference(bare_quote, bare_source)
    if _same(bare_quote, bare_source) or _within(bare_quote, bare_source):
        return _checked(id_, cited, "matches", "fuzzy", difference, note, work, statement), None
    other = _said_elsewhere(quote, shelf, statement)
    if other is not None:
        note = f"{note} These are the words of {other.reference}.".strip()
        return _checked(id_, cited, "differs", "exact", difference, note, work, statement), None
    if _is_misquotation(bare_quote, bare_source):
        return _checked(id_, cited, "differs", "fuzzy", difference, note, work, statement), None
    checked = _checked(id_, cited, "not checkable", "model", difference, note, work, statement)
    return checked, Open(cited.quote or "", statement.node.statement, difference)


def _nowhere(id_: str, cited: Cited, shelf: Shelf) -> Checked:
    if not shelf.works:
        return _checked(id_, cited, "not checkable", note="There is no library to look it up in.")
    note = "The library has no such work. A standard textbook result is in no library."
    for work, statement in shelf.statements():
        quote = shelf.quoted_items(work, cited.quote or "")
        if len(quote) >= _SHORTEST_QUOTE and _same(quote, shelf.source_items(work, statement)):
            note = f"The library has no such work; these are the words of {statement.reference}."
            break
    return _checked(id_, cited, "not found", note=note)


def _wrong_label(id_: str, cited: Cited, shelf: Shelf, work: CitedText) -> Checked:
    quote = shelf.quoted_items(work, cited.quote or "")
    other = _said_elsewhere(quote, shelf, None) if len(quote) >= _SHORTEST_QUOTE else None
    if other is None:
        there = ", ".join(one.node.printed for one in work.statements[:12])
        return _checked(id_, cited, "not found", note=f"The work has no such statement; it has {there}.", work=work)
    holder = shelf.library.work(other.work) if shelf.library is not None else work
    note = f"The work has no statement of that label; these are the words of {other.reference}."
    return _checked(id_, cited, "differs", "exact", note=note, work=holder or work, statement=other)


def _said_elsewhere(quote: tuple[str, ...], shelf: Shelf, but: Statement | None) -> Statement | None:
    for work, statement in shelf.statements():
        if statement is not but and statement != but:
            source = shelf.source_items(work, statement)
            if _same(_bare(quote), _bare(source)) or (
                len(quote) > 2 * _SHORTEST_QUOTE and _within(_bare(quote), _bare(source))
            ):
                return statement
    return None


def _most_alike(cited: Cited, shelf: Shelf, work: CitedText) -> Statement | None:
    """By its own name in the citing words, else by the words quoted."""
    written = cited.written.casefold()
    named = [one for one in work.statements if one.node.name and one.node.name.casefold() in written]
    if len(named) == 1:
        return named[0]
    quote = _bare(shelf.quoted_items(work, cited.quote or ""))
    if len(quote) < _SHORTEST_QUOTE:
        return None
    scored = [(_ratio(quote, _bare(shelf.source_items(work, one))), one) for one in work.statements]
    best = max(scored, key=lambda pair: pair[0], default=(0.0, None))
    return best[1] if best[0] > 0.4 else None


def _same(quote: Sequence[str], source: Sequence[str]) -> bool:
    return bool(source) and tuple(quote) == tuple(source)


def _within(quote: tuple[str, ...], source: tuple[str, ...]) -> bool:
    """Whether the quotation is a stretch of the source that leaves out no condition that follows "if", and is not a crumb."""
    if len(quote) < max(_SHORTEST_QUOTE, len(source) // 3):
        return False
    return any(source[at : at + len(quote)] == quote for at in range(len(source) - len(quote) + 1))


def _bare(items: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(item for item in items if item not in CONNECTING)


def _ratio(one: Sequence[str], other: Sequence[str]) -> float:
    return SequenceMatcher(None, one, other, autojunk=False).ratio()


def _changes(quote: Sequence[str], source: Sequence[str]) -> list[tuple[Sequence[str], Sequence[str]]]:
    codes = SequenceMatcher(None, source, quote, autojunk=False).get_opcodes()
    return [(source[a:b], quote[c:d]) for kind, a, b, c, d in codes if kind != "equal"]


def _is_misquotation(quote: tuple[str, ...], source: tuple[str, ...]) -> bool:
    """Near the words of the source, and changed only where a change decides: numbers, relations, quantifiers, negations.

    A letter that became a number may be a special case, which is the citation checker's to judge.
    """
    changes = _changes(quote, source)
    if not changes or len(changes) > 4 or _ratio(quote, source) < _NEAR:
        return False
    return all(_decides(old) and _decides(new) and (old or new) for old, new in changes)


def _decides(items: Sequence[str]) -> bool:
    return all(_is_number(item) or item in _RELATIONS or item in _DECISIVE for item in items)


def _is_number(item: str) -> bool:
    return bool(re.fullmatch(r"\d+", item.removeprefix("$")))


def _difference(quote: Sequence[str], source: Sequence[str]) -> str:
    shown = [
        f"source «{_words(old) or '–'}», proof «{_words(new) or '–'}»"
        for old, new in _changes(quote, source)[:_MOST_DIFFERENCES]
    ]
    return "; ".join(shown)


def _words(items: Sequence[str]) -> str:
    return " ".join(item[1:] if is_formula_token(item) else item for item in items)


def _checked(
    id_: str,
    cited: Cited,
    outcome: Outcome,
    by: ComparedBy = "code",
    difference: str = "",
    note: str = "",
    work: CitedText | None = None,
    statement: Statement | None = None,
) -> Checked:
    return Checked(
        id=id_,
        written=cited.written,
        quote=cited.quote,
        outcome=outcome,
        by=by,
        work=None if work is None else work.key,
        reference=None if statement is None else statement.reference,
        source=None if statement is None else statement.node.statement,
        difference=difference or None,
        note=note,
    )
