"""Verdicts of people are kept, all of them, and count for the text they were given on."""

import multiprocessing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tcsalgbench.challenges.reviews import Review, State, Verdict, load_reviews, save_review, standings, text_digest
from tcsalgbench.errors import BadInput
from tcsalgbench.workspace import Workspace
from tests.challenges.making import challenge, piece

ONE = challenge(piece("statement", "$x>0$", "imported"))


def review(
    reviewer: str = "Ada", faithful: Verdict = "yes", contained: Verdict = "yes", minute: int = 0, text: str = ""
) -> Review:
    return Review(
        challenge=ONE.id,
        text=text or text_digest(ONE),
        faithful=faithful,
        self_contained=contained,
        reviewer=reviewer,
        at=datetime(2026, 3, 1, 12, minute, tzinfo=UTC),
    )


@pytest.mark.parametrize(
    ("given", "state"),
    [
        ([], "not reviewed"),
        ([review()], "accepted"),
        ([review(), review("Bob", faithful="no")], "disputed"),
        ([review(contained="no"), review("Bob", "unsure")], "rejected"),
        ([review(), review("Bob", contained="unsure")], "unsure"),
        ([review(faithful="no"), review(minute=1)], "accepted"),
        ([review(text="of another text")], "not reviewed"),
    ],
)
def test_the_last_verdict_of_each_reviewer_on_the_present_text_counts(given: list[Review], state: State) -> None:
    assert standings([ONE], given)[ONE.id].state == state


def test_verdicts_on_an_earlier_text_are_counted_apart() -> None:
    assert standings([ONE], [review(text="earlier"), review()])[ONE.id].outdated == 1


def test_the_digest_follows_what_is_read_and_not_the_findings() -> None:
    assert text_digest(ONE) == text_digest(ONE.model_copy(update={"status": "held", "models": ("m",)}))
    assert text_digest(ONE) != text_digest(ONE.model_copy(update={"intuition": "Because."}))


def give(root: Path, reviewer: str) -> None:
    for minute in range(10):
        save_review(Workspace.open(root), review(reviewer, minute=minute))


def test_verdicts_given_at_once_by_several_processes_are_all_kept(tmp_path: Path) -> None:
    workspace = Workspace.create(tmp_path / "w")
    context = multiprocessing.get_context("fork")
    processes = [context.Process(target=give, args=(workspace.root, name)) for name in "abcd"]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    kept = load_reviews(workspace)
    assert len(kept) == 40
    assert [one.at for one in kept] == sorted(one.at for one in kept)


def test_a_damaged_verdict_is_named(tmp_path: Path) -> None:
    workspace = Workspace.create(tmp_path / "w")
    save_review(workspace, review()).write_text("{")
    with pytest.raises(BadInput, match="is not JSON"):
        load_reviews(workspace)
