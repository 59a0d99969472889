"""How a challenge looks in a terminal: its pieces in the order of the anatomy, on request with source and changes."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from tcsalgbench.challenges.model import CHALLENGE, Challenge, Piece
from tcsalgbench.challenges.reviews import Standing
from tcsalgbench.challenges.sections import ORIGINS, SECTIONS, source_line
from tcsalgbench.challenges.sources import Passage
from tcsalgbench.cli.output import console, printable

_WIDEST = 110  # longer lines are hard to read
_STATUS = {"ready": "green", "review": "yellow", "held": "red"}
_CHANGE = {"kept": "", "removed": "red strike", "added": "green underline"}
Passages = tuple[Passage | None, ...] | None


def fields(challenge: Challenge, passages: Passages, standing: Standing) -> dict[str, Any]:
    """A challenge for machines: as it lies on disk, with the state of its reviews, on request with its passages."""
    made: dict[str, Any] = {"schema": CHALLENGE.version, **challenge.model_dump(mode="json")}
    made["reviews"] = _standing_fields(standing)
    if passages is not None:
        made["passages"] = [None if passage is None else asdict(passage) for passage in passages]
    return made


def standing_fields(challenges: Sequence[Challenge], standing: Mapping[str, Standing]) -> list[dict[str, Any]]:
    """Where challenges stand with their reviewers, for machines."""
    return [{"challenge": one.id, "status": one.status, **_standing_fields(standing[one.id])} for one in challenges]


def print_standings(rows: Sequence[Mapping[str, Any]]) -> None:
    """The same for a person."""
    table = Table("challenge", "checks", "reviews", "by", box=None, pad_edge=False)
    for row in rows:
        names = ", ".join(verdict["reviewer"] for verdict in row["verdicts"])
        outdated = f" ({row['outdated']} of an earlier text)" if row["outdated"] else ""
        table.add_row(*(Text(printable(text)) for text in (row["challenge"], row["status"], row["state"], names + outdated)))
    console().print(table)


def _standing_fields(standing: Standing) -> dict[str, Any]:
    verdicts = [review.model_dump(mode="json") for review in standing.reviews]
    return {"state": standing.state, "outdated": standing.outdated, "verdicts": verdicts}


def print_challenge(challenge: Challenge, passages: Passages, standing: Standing) -> None:
    """A challenge for a person."""
    screen = console()
    screen.width = min(screen.width, _WIDEST)
    title = " ".join(challenge.texts("title")) or challenge.id
    screen.print(Text(printable(title), "bold"))
    screen.print(Text(printable(source_line(challenge)), "dim"))
    state = Text.assemble(printable(challenge.id), "   ", (challenge.status, _STATUS[challenge.status]), f"   {standing.state}")
    screen.print(state)
    _print_findings(screen, challenge)
    origins = dict(zip(map(id, challenge.pieces), passages or (), strict=False))
    for heading, slots in SECTIONS:
        pieces = [piece for piece in challenge.pieces if piece.slot in slots]
        if pieces:
            screen.print()
            if heading is not None:
                screen.print(Text(heading, "bold"))
        for piece in pieces:
            _print_piece(screen, piece, heading, origins.get(id(piece)) if passages is not None else None, passages is not None)
    if challenge.intuition:
        screen.print()
        screen.print(Text("Intuition (for people only: provers and judges never see it)", "bold"))
        screen.print(_indented(Text(printable(challenge.intuition), "italic")))
    _print_reviews(screen, standing)


def _print_piece(screen: Console, piece: Piece, heading: str | None, passage: Passage | None, with_source: bool) -> None:
    text = Text(printable(piece.text))
    if heading == "Hypotheses":
        text = Text("• ") + text
    if piece.slot != "notation" or with_source:
        kind = ORIGINS[piece.origin.kind] + (f", of {piece.node}" if piece.node else "")
        if piece.origin.kind != "editorial":
            screen.print(_indented(Text(printable(f"[{kind}]"), "dim cyan")))
    screen.print(_indented(text))
    if not with_source or piece.origin.span is None:
        return
    if passage is None:
        span = piece.origin.span
        where = f"{span.file}, bytes {span.start}–{span.end}: this text of the paper is not in the workspace."
        screen.print(_indented(Text(printable(where), "yellow"), 4))
        return
    _print_passage(screen, piece, passage)


def _print_passage(screen: Console, piece: Piece, passage: Passage) -> None:
    screen.print(_indented(Text(printable(f"↳ {passage.place}"), "cyan"), 4))
    if not passage.true:
        screen.print(_indented(Text("NOT what the source with its edits says", "bold red"), 4))
    if piece.origin.kind == "rewritten":
        marked = Text()
        plain = screen.no_color or not screen.is_terminal
        for change in passage.changes:
            written = {"kept": "{}", "removed": "[-{}-]", "added": "{{+{}+}}"}[change.kind] if plain else "{}"
            marked.append(printable(written.format(change.text)), _CHANGE[change.kind])
        screen.print(_indented(marked, 4))
        for edit in piece.origin.edits:
            screen.print(_indented(Text(printable(f"· {edit.reason}"), "dim"), 4))
    elif passage.text.strip() != piece.text.strip():
        screen.print(_indented(Text(printable(passage.text), "dim"), 4))


def _print_findings(screen: Console, challenge: Challenge) -> None:
    for finding in challenge.findings:
        mark = Text("holds it: ", "red") if finding.blocking else Text("to look at: ", "yellow")
        screen.print(_indented(mark + Text(printable(f"{finding.detail} ({finding.check})"))))
    for gap in challenge.gaps:
        screen.print(_indented(Text("open: ", "yellow") + Text(printable(gap))))


def _print_reviews(screen: Console, standing: Standing) -> None:
    if not standing.reviews and not standing.outdated:
        return
    screen.print()
    screen.print(Text("Reviews", "bold"))
    for review in standing.reviews:
        said = f"{review.reviewer}, {review.at:%Y-%m-%d}: faithful {review.faithful}, self-contained {review.self_contained}."
        screen.print(_indented(Text(printable(f"{said} {review.notes}".strip()))))
    if standing.outdated:
        screen.print(_indented(Text(f"{standing.outdated} on an earlier text of it.", "dim")))


def _indented(text: Text, by: int = 2) -> Padding:
    return Padding(text, (0, 0, 0, by), expand=False)


def counted(number: int) -> str:
    """The word that follows a number of challenges."""
    return "challenge" if number == 1 else "challenges"
