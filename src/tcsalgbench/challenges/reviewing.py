"""The pages on which a person reviews challenges: each beside its source, verdicts by keys, every verdict kept at once."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from threading import Event

from markupsafe import Markup
from pydantic import ValidationError

from tcsalgbench.challenges.model import Challenge
from tcsalgbench.challenges.render_html import PACKAGE, part, verdict_view, view_of
from tcsalgbench.challenges.reviews import Review, Standing, load_reviews, now, save_review, standings, text_digest
from tcsalgbench.challenges.sources import passages, source_of
from tcsalgbench.errors import BadInput
from tcsalgbench.pages import Page, template
from tcsalgbench.pages.server import Asked, Handler, serve
from tcsalgbench.tex.html import tex_html
from tcsalgbench.workspace import Workspace

_QUESTIONS = (
    {"name": "faithful", "words": "Faithful?", "key": "f"},
    {"name": "self_contained", "words": "Self-contained?", "key": "c"},
)


@dataclass(frozen=True, slots=True)
class ReviewSession:
    """What one reviewer looks through. Verdicts are read from disk each time: others may review at the same time."""

    workspace: Workspace
    challenges: Sequence[Challenge]
    reviewer: str

    def routes(self) -> Mapping[str, Handler]:
        """What the server answers to."""
        return {"": self.overview, "challenge": self.one, "verdict": self.verdict}

    def overview(self, asked: Asked) -> Page:
        """The list of all, with what was said of each."""
        standing = self._standings()
        rows = [
            {
                "title": tex_html(" ".join(one.texts("title")) or one.id).striptags(),
                "id": one.id,
                "status": one.status,
                "findings": len(one.findings) + len(one.gaps),
                "mine": mine.state if (mine := self._mine(standing[one.id])) else None,
                "state": standing[one.id].state,
            }
            for one in self.challenges
        ]
        waiting = self._waiting(standing)
        body = template(PACKAGE, "templates/reviews.html").render(
            rows=rows, waiting=len(waiting), first=waiting[0] if waiting else None, reviewer=self.reviewer
        )
        return _page("Review challenges", body, {}, {})

    def one(self, asked: Asked) -> Page:
        """One challenge beside its source, with the form for a verdict."""
        if not asked.rest.isascii() or not asked.rest.isdigit() or int(asked.rest) >= len(self.challenges):
            raise BadInput("There is no such challenge.")
        number = int(asked.rest)
        challenge = self.challenges[number]
        standing = self._standings()
        here = standing[challenge.id]
        mine = self._mine(here)
        view = view_of(challenge, passages(challenge, source_of(self.workspace, challenge)), here)
        waiting = self._waiting(standing)
        body = template(PACKAGE, "templates/review.html").render(
            view=view,
            number=number,
            total=len(self.challenges),
            waiting=len(waiting),
            before=number - 1 if number > 0 else None,
            after=number + 1 if number + 1 < len(self.challenges) else None,
            unread=_following(waiting, number),
            questions=_QUESTIONS,
            others=[verdict_view(one) for one in here.reviews if one.reviewer != self.reviewer],
            reviewer=self.reviewer,
        )
        data = {
            "challenge": challenge.id,
            "text": text_digest(challenge),
            "mine": None if mine is None else mine.model_dump(mode="json", include={"faithful", "self_contained", "notes"}),
        }
        return _page(view.plain_title, body, view.macros, data)

    def verdict(self, asked: Asked) -> Mapping[str, object]:
        """Keep a verdict, and say which challenge comes next."""
        number = next((at for at, one in enumerate(self.challenges) if one.id == asked.values.get("challenge")), None)
        if asked.method != "POST" or number is None:
            raise BadInput("A verdict is sent for a challenge of this session.")
        if asked.values.get("text") != text_digest(self.challenges[number]):
            raise BadInput("This verdict is on another text of the challenge. Load the page again and read what it says now.")
        save_review(self.workspace, self._review(asked.values))
        return {"saved": True, "next": _following(self._waiting(self._standings()), number)}

    def _review(self, values: Mapping[str, object]) -> Review:
        sent = {name: values.get(name) for name in ("challenge", "text", "faithful", "self_contained", "notes")}
        try:
            return Review.model_validate({**sent, "reviewer": self.reviewer, "at": now()})
        except ValidationError as error:
            first = error.errors()[0]
            raise BadInput(f"{'.'.join(map(str, first['loc']))}: {first['msg']}.") from None

    def _standings(self) -> Mapping[str, Standing]:
        return standings(self.challenges, load_reviews(self.workspace))

    def _mine(self, standing: Standing) -> Review | None:
        return next((one for one in standing.reviews if one.reviewer == self.reviewer), None)

    def _waiting(self, standing: Mapping[str, Standing]) -> list[int]:
        return [at for at, one in enumerate(self.challenges) if self._mine(standing[one.id]) is None]


def review(
    session: ReviewSession, announce: Callable[[str], None], port: int = 0, finished: Event | None = None
) -> tuple[Review, ...]:
    """Serve the pages until the reviewer ends it; the verdicts that were given meanwhile."""
    before = len(_by(session))
    serve(session.routes(), announce, port, finished)
    return _by(session)[before:]


def _by(session: ReviewSession) -> tuple[Review, ...]:
    return tuple(one for one in load_reviews(session.workspace) if one.reviewer == session.reviewer)


def _following(waiting: Sequence[int], number: int) -> int | None:
    """The next one that waits: after this one, or else from the start; never this one."""
    others = [at for at in waiting if at != number]
    return next((at for at in others if at > number), others[0] if others else None)


def _page(title: str, body: Markup, macros: Mapping[str, str], data: Mapping[str, object]) -> Page:
    styles = (part("challenge.css"), part("review.css"))
    return Page(title, body, macros, data, styles=styles, scripts=(part("review.js"),))
