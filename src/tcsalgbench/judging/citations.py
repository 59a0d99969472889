"""Find what a proof cites in the library and compare the words: exact, else differences shown, else a question to a model."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from tcsalgbench.judging.clauses import is_formula_token
from tcsalgbench.judging.mentions import mentions
from tcsalgbench.judging.model import Checked, ComparedBy, Outcome
from tcsalgbench.judging.sources import Sources, label_of
from tcsalgbench.library.model import CitedText, Statement
from tcsalgbench.tex.words import words

_NEAR = 0.75  # so alike that the words are meant as a quotation
_MOST_DIFFERENCES = 8
_SHORTEST_QUOTE = 4  # items

# Words in which a quotation may differ from its source and still say the same.
_OPTIONAL = frozenset(
    words(
        "the a an thus hence so therefore then now next finally moreover furthermore also indeed consequently we have get "
        "obtain note that this gives and"
    )
)
_RELATIONS = frozenset(
    f"${one}" for one in words(r"< > = \leq \geq \neq \approx \sim \ll \gg \subset \subseteq \in \notin + - \cdot")
)
_BRACES = frozenset(("${", "$}"))
# Changing, adding or dropping one of these makes a sentence say something else.
_DECISIVE = frozenset(
    words(
        "not no never without every each all some exists least most any only unless except strictly independent finite "
        "infinite convex bounded positive nonnegative negative one two three four five six seven eight nine ten twice half"
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


def check(id_: str, cited: Cited, sources: Sources) -> tuple[Checked, Open | None]:
    """What code can say of a citation, and what is left to ask."""
    work = sources.find_work(cited.work) or _named_in(cited.written, sources)
    if work is None:
        return _nowhere(id_, cited, sources), None
    label = label_of(cited.label or "") or label_of(cited.written)
    if label is not None:
        found = sources.labelled(work, label)
        if found is None:
            return _wrong_label(id_, cited, sources, work), None
        statement, right_kind = found
        note = "" if right_kind else f"The source prints it as {statement.node.printed}."
        return _compared(id_, cited, sources, work, statement, note)
    statement_by_words = _most_alike(cited, sources, work)
    if statement_by_words is None:
        return _checked(
            id_, cited, "not checkable", note="It does not say which statement of the work it means.", work=work
        ), None
    note = f"The citation gives no label; its words are nearest to {statement_by_words.node.printed}."
    return _compared(id_, cited, sources, work, statement_by_words, note)


def _named_in(written: str, sources: Sources) -> CitedText | None:
    """The one work that the citing words cite; a key or a surname among other words can be an ordinary word."""
    keys = {one.work for one in mentions(written, sources)}
    return next((work for work in sources.works if {work.key} == keys), None)


def _compared(
    id_: str, cited: Cited, sources: Sources, work: CitedText, statement: Statement, note: str
) -> tuple[Checked, Open | None]:
    """The outcome of comparing a quotation with the statement it is said to be."""
    quote, source = sources.quoted_items(work, cited.quote or ""), sources.source_items(work, statement)
    difference = ""
    if len(quote) < _SHORTEST_QUOTE and quote != source:
        told = _Told("not checkable", "code", "The proof does not say what it states, so there is nothing to compare.")
    else:
        difference = _difference(_bare(quote), _bare(source))
        told = _told(quote, source) or _told_elsewhere(cited.quote or "", quote, source, sources, statement)
    notes = " ".join(one for one in (note, told.note) if one)
    checked = _checked(id_, cited, told.outcome, told.by, difference, notes, work, statement)
    return checked, Open(cited.quote or "", statement.node.statement, difference) if told.by == "model" else None


@dataclass(frozen=True, slots=True)
class _Told:
    outcome: Outcome
    by: ComparedBy
    note: str = ""


def _told(quote: tuple[str, ...], source: tuple[str, ...]) -> _Told | None:
    """What the two texts alone say, where they agree but for connecting words."""
    by: ComparedBy = "exact"
    for one, other in ((quote, source), (_bare(quote), _bare(source))):
        if _same(one, other):
            return _Told("matches", by)
        if _within(one, other):
            return _Told("matches", by, "The proof quotes a part of it, word for word.")
        by = "fuzzy"
    return None


def _told_elsewhere(
    text: str, quote: tuple[str, ...], source: tuple[str, ...], sources: Sources, statement: Statement
) -> _Told:
    other = _said_elsewhere(text, sources, statement)
    if other is not None:
        return _Told("differs", "exact", f"These are the words of {other.reference}.")
    if _is_misquotation(_bare(quote), _bare(source)):
        return _Told("differs", "fuzzy")
    return _Told("not checkable", "model")


def _nowhere(id_: str, cited: Cited, sources: Sources) -> Checked:
    if not sources.works:
        return _checked(id_, cited, "not checkable", note="There is no library to look it up in.")
    note = "The library has no such work. A standard textbook result is in no library."
    other = _said_elsewhere(cited.quote or "", sources, None)
    if other is not None:
        note = f"The library has no such work; these are the words of {other.reference}."
    return _checked(id_, cited, "not found", note=note)


def _wrong_label(id_: str, cited: Cited, sources: Sources, work: CitedText) -> Checked:
    other = _said_elsewhere(cited.quote or "", sources, None)
    if other is None:
        there = ", ".join(one.node.printed for one in work.statements[:12])
        return _checked(id_, cited, "not found", note=f"The work has no such statement; it has {there}.", work=work)
    holder = sources.library.work(other.work) if sources.library is not None else work
    note = f"The work has no statement of that label; these are the words of {other.reference}."
    return _checked(id_, cited, "differs", "exact", note=note, work=holder or work, statement=other)


def _said_elsewhere(text: str, sources: Sources, but: Statement | None) -> Statement | None:
    """Another statement of the library whose words these are, each work read with its own macros."""
    for work in sources.works:
        quote = _bare(sources.quoted_items(work, text))
        if len(quote) < _SHORTEST_QUOTE:
            continue
        for statement in work.statements:
            if statement != but:
                source = _bare(sources.source_items(work, statement))
                if _same(quote, source) or (len(quote) > 2 * _SHORTEST_QUOTE and _within(quote, source)):
                    return statement
    return None


def _most_alike(cited: Cited, sources: Sources, work: CitedText) -> Statement | None:
    """By its own name in the citing words, else by the words quoted."""
    written = cited.written.casefold()
    named = [one for one in work.statements if one.node.name and one.node.name.casefold() in written]
    if len(named) == 1:
        return named[0]
    quote = _bare(sources.quoted_items(work, cited.quote or ""))
    if len(quote) < _SHORTEST_QUOTE:
        return None
    scored = [(_ratio(quote, _bare(sources.source_items(work, one))), one) for one in work.statements]
    best = max(scored, key=lambda pair: pair[0], default=(0.0, None))
    return best[1] if best[0] > 0.4 else None


def _same(quote: Sequence[str], source: Sequence[str]) -> bool:
    return bool(source) and tuple(quote) == tuple(source)


def _within(quote: tuple[str, ...], source: tuple[str, ...]) -> bool:
    """Whether the quotation is a stretch of the source, and no crumb. What it leaves out, voters see beside it."""
    if len(quote) < max(_SHORTEST_QUOTE, len(source) // 3):
        return False
    return any(source[at : at + len(quote)] == quote for at in range(len(source) - len(quote) + 1))


def _bare(items: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(item for item in items if item not in _OPTIONAL)


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
    return all(_is_number(item) or item in _RELATIONS or item in _DECISIVE or item in _BRACES for item in items)


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
