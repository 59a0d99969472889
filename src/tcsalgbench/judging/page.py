"""A verdict as a page: the proof on the left, what voters and citation checks said of it on the right."""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files

from markupsafe import Markup, escape

from tcsalgbench.errors import TcsalgbenchError
from tcsalgbench.judging.ballot import PHASES
from tcsalgbench.judging.text import plain
from tcsalgbench.judging.verdict import Note, Paragraph, Verdict, paragraphs
from tcsalgbench.pages import Page, template
from tcsalgbench.tex.html import katex_macros, tex_html

# Beyond that, a browser is slow for no reader's good.
MOST_SHOWN = 200_000


@dataclass(frozen=True, slots=True)
class _ShownNote:
    head: str
    text: str
    kind: str
    quote: str
    source: Markup | str


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
    source = as_html(plain(note.source), macros) if note.source else ""
    return _ShownNote(note.head, note.text, note.kind, note.quote, source)


def _macros(notation: str) -> dict[str, str]:
    try:
        return katex_macros(notation)
    except TcsalgbenchError:
        return {}
