"""A verdict as a page: the proof on the left, what voters and citation checks said of it on the right."""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files

from markupsafe import Markup, escape

from tcsalgbench.errors import TcsalgbenchError
from tcsalgbench.judging.ballot import PHASES
from tcsalgbench.judging.model import Vote
from tcsalgbench.judging.text import plain
from tcsalgbench.judging.verdict import Note, Paragraph, Verdict, paragraphs
from tcsalgbench.pages import Page, template
from tcsalgbench.tex.html import katex_macros, tex_html

# Beyond that, a browser is slow for no reader's good.
MOST_SHOWN = 200_000


# How a verdict on a phase is shown: a mark that a narrow screen has room for, and the style of its colour.
_MARKS = {"PASS": ("✓", "tcs-good"), "FAIL": ("✗", "tcs-bad"), "UNCERTAIN": ("?", "tcs-bad"), "SKIPPED": ("·", "tcs-quiet")}


@dataclass(frozen=True, slots=True)
class _ShownNote:
    head: str
    text: Markup | str
    kind: str
    quote: Markup | str
    source: Markup | str


@dataclass(frozen=True, slots=True)
class _ShownPhase:
    mark: str
    style: str
    word: str


@dataclass(frozen=True, slots=True)
class _ShownRuling:
    citation: str
    status: str
    needed: bool
    standard: bool
    reason: Markup


@dataclass(frozen=True, slots=True)
class _ShownVote:
    number: int
    passed: bool
    phases: tuple[_ShownPhase, ...]
    rationale: Markup | str
    why: str
    overruled: tuple[str, ...]
    rulings: tuple[_ShownRuling, ...]


@dataclass(frozen=True, slots=True)
class _Row:
    html: Markup
    notes: tuple[_ShownNote, ...]


def verdict_page(verdict: Verdict) -> Page:
    """The page of one verdict."""
    macros = _macros(verdict.notation)
    rows, left, cut = [], MOST_SHOWN, 0
    for paragraph in paragraphs(verdict.organised, verdict.votes) if verdict.organised is not None else ():
        shown = paragraph.text[: max(left, 0)]
        cut += len(paragraph.text) - len(shown)
        left -= len(shown)
        if shown or paragraph.notes:
            rows.append(_row(Paragraph(shown, paragraph.notes), macros))
    body = template("tcsalgbench.judging", "verdict.html").render(
        verdict=verdict,
        problem=as_html(plain(verdict.problem)[:MOST_SHOWN], macros),
        phases=dict(PHASES),
        votes=[_vote(vote, macros) for vote in verdict.votes],
        rows=rows,
        cut=f"{cut:,}" if cut else "",
    )
    style = files("tcsalgbench.judging").joinpath("verdict.css").read_text("utf-8")
    return Page(f"{verdict.outcome}: {verdict.title}"[:200], body, macros=macros, styles=(style,))


def as_html(text: str, macros: Mapping[str, str]) -> Markup:
    """TeX or prose as safe HTML; what cannot be read as TeX is shown as it stands."""
    try:
        return tex_html(text, macros)
    except (TcsalgbenchError, RecursionError):
        return Markup("<pre>{}</pre>").format(escape(text))


def _row(paragraph: Paragraph, macros: Mapping[str, str]) -> _Row:
    return _Row(as_html(paragraph.text, macros), tuple(_note(note, macros) for note in paragraph.notes))


def _note(note: Note, macros: Mapping[str, str]) -> _ShownNote:
    text, quote, source = (as_html(plain(one), macros) if one else "" for one in (note.text, note.quote, note.source))
    return _ShownNote(note.head, text, note.kind, quote, source)


def _vote(vote: Vote, macros: Mapping[str, str]) -> _ShownVote:
    rulings = (
        _ShownRuling(one.citation, one.status, one.needed, one.standard, as_html(plain(one.reason), macros))
        for one in vote.rulings
    )
    return _ShownVote(
        vote.number,
        vote.passed,
        tuple(
            _ShownPhase(*_MARKS.get(said, ("–", "tcs-quiet")), said) for said in (vote.phases.get(one, "") for one in PHASES)
        ),
        as_html(plain(vote.rationale), macros) if vote.rationale else "",
        "" if vote.end == "answered" else f"The answer was {vote.end}: {vote.why}",
        vote.overruled,
        tuple(rulings),
    )


def _macros(notation: str) -> dict[str, str]:
    try:
        return katex_macros(notation)
    except TcsalgbenchError:
        return {}
