"""A challenge as a page for people: mathematics set, and on request where each piece comes from and what was changed."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files

from markupsafe import Markup, escape

from tcsalgbench.challenges.model import Challenge, Edit, Existence, OriginKind, PassRecord, Piece
from tcsalgbench.challenges.reviews import Review, Standing
from tcsalgbench.challenges.sections import ORIGINS, SECTIONS, source_line
from tcsalgbench.challenges.sources import Passage
from tcsalgbench.challenges.store import file_name
from tcsalgbench.pages import Page, template
from tcsalgbench.tex.html import katex_macros, phrase_html, tex_html

PACKAGE = "tcsalgbench.challenges"
_INLINE = re.compile(r"\$(?:\\.|[^$\\])+\$")
_WITHOUT_SOURCE: Mapping[OriginKind, str] = {
    "background": "Standard background, added for the reader; it is not in the source.",
    "editorial": "Written for the challenge; no mathematics that a proof could lean on.",
    "imported": "Taken as it stands from where it was imported; there is no source to compare it with.",
    "quoted": "",
    "rewritten": "",
}


@dataclass(frozen=True, slots=True)
class PieceView:
    """A piece as a template needs it. `missing` says which bytes it claims where the source is not at hand."""

    number: int
    text: str
    html: Markup
    kind: OriginKind
    kind_words: str
    without_source: str
    node: str | None
    passage: Passage | None
    missing: str | None
    edits: tuple[Edit, ...]


@dataclass(frozen=True, slots=True)
class SectionView:
    """A section of the anatomy with its pieces."""

    heading: str | None
    pieces: tuple[PieceView, ...]
    is_notation: bool
    is_statement: bool


@dataclass(frozen=True, slots=True)
class VerdictView:
    """A review in a line."""

    reviewer: str
    day: str
    faithful: str
    self_contained: str
    notes: str


@dataclass(frozen=True, slots=True)
class FindingView:
    """What a check found, ready for a template."""

    check: str
    blocking: bool
    detail: Markup
    piece: int | None


@dataclass(frozen=True, slots=True)
class ChallengeView:
    """All that templates show of a challenge."""

    id: str
    file: str
    title: Markup
    plain_title: str
    source_line: Markup
    status: str
    reviewed: str
    printed: str
    target: str
    work: str
    url: str | None
    area: str | None
    imported_from: str | None
    sections: tuple[SectionView, ...]
    intuition: Markup
    findings: tuple[FindingView, ...]
    gaps: tuple[Markup, ...]
    existence: Existence
    unsafe_reason: Markup
    withheld: tuple[str, ...]
    models: tuple[str, ...]
    records: tuple[PassRecord, ...]
    verdicts: tuple[VerdictView, ...]
    macros: Mapping[str, str]

    @property
    def find(self) -> str:
        """What the field above the index looks through."""
        return " ".join((self.plain_title, self.id, self.work, self.area or "", self.status, self.reviewed)).lower()


def _said(text: str, macros: Mapping[str, str]) -> Markup:
    """What is said about a challenge: text, in which formulas between dollar signs are set."""
    done, at = Markup(), 0
    for match in _INLINE.finditer(text):
        done += escape(text[at : match.start()]) + phrase_html(match[0], macros)
        at = match.end()
    return done + escape(text[at:])


def view_of(challenge: Challenge, found: Sequence[Passage | None], standing: Standing) -> ChallengeView:
    """A challenge made ready for a template; `found` are the passages of its pieces."""
    macros = katex_macros("\n".join(challenge.texts("notation")))
    pieces = [_piece(number, piece, found[number], macros) for number, piece in enumerate(challenge.pieces)]
    title = " ".join(challenge.texts("title")) or challenge.id
    paper = challenge.paper
    return ChallengeView(
        id=challenge.id,
        file=f"{file_name(challenge.id)}.html",
        title=_inline(tex_html(title, macros)),
        plain_title=title,
        source_line=tex_html(source_line(challenge), macros),
        status=challenge.status,
        reviewed=standing.state,
        printed=challenge.printed,
        target=challenge.target,
        work=f"{paper.id} {paper.version}".strip(),
        url=paper.source_url if (paper.source_url or "").startswith(("https://", "http://")) else None,
        area=paper.area,
        imported_from=challenge.imported_from,
        sections=tuple(_sections(challenge, pieces)),
        intuition=tex_html(challenge.intuition, macros),
        findings=tuple(
            FindingView(one.check, one.blocking, _said(one.detail, macros), one.piece) for one in challenge.findings
        ),
        gaps=tuple(_said(gap, macros) for gap in challenge.gaps),
        existence=challenge.existence,
        unsafe_reason=_inline(tex_html(challenge.existence.unsafe_reason or "", macros)),
        withheld=challenge.withheld,
        models=challenge.models,
        records=challenge.records,
        verdicts=tuple(verdict_view(one) for one in standing.reviews),
        macros=macros,
    )


def verdict_view(review: Review) -> VerdictView:
    """A review made ready for a template."""
    return VerdictView(review.reviewer, f"{review.at:%Y-%m-%d}", review.faithful, review.self_contained, review.notes)


def challenge_page(view: ChallengeView) -> Page:
    """The page of one challenge."""
    body = template(PACKAGE, "templates/challenge.html").render(view=view)
    return Page(view.plain_title, body, view.macros, styles=(part("challenge.css"),), scripts=(part("challenge.js"),))


def index_page(views: Sequence[ChallengeView]) -> Page:
    """The page that lists them all."""
    counts = [{"number": number, "what": what} for what, number in sorted(Counter(one.status for one in views).items())]
    body = template(PACKAGE, "templates/index.html").render(views=views, counts=counts)
    return Page("Challenges", body, styles=(part("challenge.css"),), scripts=(part("index.js"),))


def part(name: str) -> str:
    """A style or script that lies beside the templates."""
    return files(PACKAGE).joinpath("templates", name).read_text("utf-8")


def _sections(challenge: Challenge, pieces: Sequence[PieceView]) -> list[SectionView]:
    made = []
    for heading, slots in SECTIONS:
        chosen = tuple(view for view, piece in zip(pieces, challenge.pieces, strict=True) if piece.slot in slots)
        if chosen:
            made.append(SectionView(heading, chosen, "notation" in slots, "statement" in slots))
    return made


def _piece(number: int, piece: Piece, passage: Passage | None, macros: Mapping[str, str]) -> PieceView:
    span = piece.origin.span
    missing = f"{span.file}, bytes {span.start}–{span.end}" if span is not None and passage is None else None
    kind = piece.origin.kind
    return PieceView(
        number=number,
        text=piece.text,
        html=Markup() if piece.slot == "notation" else tex_html(piece.text, macros),
        kind=kind,
        kind_words=ORIGINS[kind],
        without_source=_WITHOUT_SOURCE[kind],
        node=piece.node,
        passage=passage,
        missing=missing,
        edits=piece.origin.edits,
    )


def _inline(html: Markup) -> Markup:
    """Without the paragraph around it, where there is one only: a heading holds none."""
    start, end = "<p>", "</p>"
    if html.startswith(start) and html.endswith(end) and html.count(start) == 1:
        return html[len(start) : -len(end)]
    return html
