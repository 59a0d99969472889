"""What people say of challenges: a file a verdict, never written over, so that verdicts given at once are all kept."""

import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, StringConstraints

from tcsalgbench.challenges.model import Challenge
from tcsalgbench.challenges.store import file_name
from tcsalgbench.workspace import Schema, Workspace

ROOM = "reviews"
Verdict = Literal["yes", "no", "unsure"]
State = Literal["not reviewed", "accepted", "rejected", "unsure", "disputed"]
LONGEST_NOTES = 20_000


class Review(BaseModel):
    """A verdict. `text` is the digest of what was read: a challenge that changed has to be read again."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    challenge: str
    text: str
    faithful: Verdict
    self_contained: Verdict
    notes: Annotated[str, StringConstraints(max_length=LONGEST_NOTES)] = ""
    reviewer: Annotated[str, StringConstraints(min_length=1, max_length=200, strip_whitespace=True)]
    at: AwareDatetime

    @property
    def state(self) -> State:
        """What this verdict alone amounts to."""
        said = {self.faithful, self.self_contained}
        return "rejected" if "no" in said else "unsure" if "unsure" in said else "accepted"


REVIEW = Schema(Review, version=1)


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a challenge stands: the last verdict of each reviewer on its present text; `outdated` are on an earlier one."""

    state: State
    reviews: tuple[Review, ...]
    outdated: int


def text_digest(challenge: Challenge) -> str:
    """The digest of all that a reviewer reads in a challenge: its pieces, where they come from, its intuition."""
    read = [challenge.paper.digest, challenge.intuition, [piece.model_dump(mode="json") for piece in challenge.pieces]]
    return hashlib.sha256(json.dumps(read, sort_keys=True).encode()).hexdigest()


def save_review(workspace: Workspace, review: Review) -> Path:
    """Keep a verdict under a name that no other has."""
    folder = workspace.folder(ROOM, file_name(review.challenge))
    path = folder / f"{review.at.astimezone(UTC):%Y%m%dT%H%M%S%f}-{os.urandom(6).hex()}.json"
    REVIEW.write(path, review)
    return path


def load_reviews(workspace: Workspace) -> tuple[Review, ...]:
    """All verdicts of the workspace, in the order in which they were given."""
    read = (REVIEW.read(path) for path in (workspace.root / ROOM).glob("*/[!.]*.json"))
    return tuple(sorted(read, key=lambda review: (review.at, review.challenge, review.reviewer)))


def now() -> datetime:
    """The time of a verdict."""
    return datetime.now(UTC)


def standings(challenges: Iterable[Challenge], reviews: Iterable[Review]) -> Mapping[str, Standing]:
    """Where each challenge stands; `reviews` in the order in which they were given."""
    by_challenge: dict[str, list[Review]] = {}
    for review in reviews:
        by_challenge.setdefault(review.challenge, []).append(review)
    return {one.id: _standing(one, by_challenge.get(one.id, [])) for one in challenges}


def _standing(challenge: Challenge, reviews: list[Review]) -> Standing:
    digest = text_digest(challenge)
    last = {review.reviewer: review for review in reviews if review.text == digest}
    states = {review.state for review in last.values()}
    return Standing(_together(states), tuple(last.values()), sum(review.text != digest for review in reviews))


def _together(states: set[State]) -> State:
    if not states:
        return "not reviewed"
    if {"accepted", "rejected"} <= states:
        return "disputed"
    return next(state for state in ("rejected", "unsure", "accepted") if state in states)
