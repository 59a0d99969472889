"""Reviewing in a real browser, by keys; and what other sites and other machines are refused."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tcsalgbench.challenges.reviewing import ReviewSession
from tcsalgbench.challenges.reviews import load_reviews, save_review, text_digest
from tcsalgbench.challenges.store import load_challenges, save_challenge
from tcsalgbench.pages.server import serving
from tcsalgbench.papers.store import keep_paper
from tcsalgbench.samples import sample_folder
from tcsalgbench.workspace import Workspace
from tests.browser import OpenPage
from tests.challenges.making import sample_challenges
from tests.challenges.test_reviews import review


@pytest.fixture
def session(tmp_path: Path) -> ReviewSession:
    workspace = Workspace.create(tmp_path / "w")
    keep_paper(workspace, sample_folder("private"))
    for one in sample_challenges().values():
        save_challenge(workspace, one)
    return ReviewSession(workspace, load_challenges(workspace), "Ada")


@pytest.fixture
def address(session: ReviewSession) -> Iterator[str]:
    with serving(session.routes()) as server:
        yield server.address


def body_of(session: ReviewSession, number: int = 0, **more: str) -> dict[str, str]:
    one = session.challenges[number]
    return {"challenge": one.id, "text": text_digest(one), "faithful": "yes", "self_contained": "no", "notes": "n", **more}


def post(address: str, values: object, path: str = "verdict", **headers: str) -> tuple[int, dict[str, object]]:
    where = urlsplit(address)
    connection = HTTPConnection(where.netloc, timeout=10)
    sent = {"Content-Type": "application/json", **{name.replace("_", "-"): value for name, value in headers.items()}}
    connection.request("POST", where.path + path, json.dumps(values), sent)
    answer = connection.getresponse()
    found: dict[str, object] = json.loads(answer.read())
    connection.close()
    return answer.status, found


def test_a_reviewer_goes_through_all_by_keys(session: ReviewSession, address: str, open_page: OpenPage) -> None:
    shown = open_page(address)
    assert "5 of 5 wait for a verdict of Ada" in shown.page.inner_text("main")
    shown.page.keyboard.press("g")
    for key, notes in (("y", ""), ("n", "a constant"), ("u", ""), ("y", ""), ("y", "")):
        shown.page.wait_for_selector("fieldset.rv-marked")
        heading = shown.page.inner_text("h1")
        shown.page.keyboard.press(key)
        shown.page.keyboard.press("y")
        if notes:
            shown.page.keyboard.press("e")
            shown.page.keyboard.type(notes + " jkn")
            shown.page.keyboard.press("Escape")
        shown.page.keyboard.press("Enter")
        shown.page.wait_for_function("was => document.querySelector('h1').innerText !== was", arg=heading)
    assert "0 of 5 wait" in shown.page.inner_text("main")
    given = load_reviews(session.workspace)
    assert [one.faithful for one in given] == ["yes", "no", "unsure", "yes", "yes"]
    assert {one.self_contained for one in given} == {"yes"}
    assert given[1].notes == "a constant jkn"
    assert {one.reviewer for one in given} == {"Ada"}
    assert [one.challenge for one in given] == [one.id for one in session.challenges]


def test_challenge_and_source_stand_side_by_side(address: str, open_page: OpenPage) -> None:
    shown = open_page(address + "challenge/0")
    shown.set_formulas()
    row = shown.page.locator(".rv-row", has=shown.page.locator(".ch-statement"))
    left, right = row.locator(".ch-piece").bounding_box(), row.locator(".rv-source").bounding_box()
    assert left is not None
    assert right is not None
    assert abs(left["y"] - right["y"]) < 5
    assert right["x"] >= left["x"] + left["width"]
    assert row.locator("del").first.is_visible()
    assert not row.locator("mark").is_visible()
    shown.page.keyboard.press("d")
    assert row.locator("mark").inner_text().startswith("Let Assumptions")
    assert shown.page.locator(".rv-row mark").first.is_visible()


def test_j_and_k_go_on_and_back_and_what_was_not_saved_is_still_there(address: str, open_page: OpenPage) -> None:
    shown = open_page(address + "challenge/0")
    first = shown.page.inner_text("h1")
    shown.page.keyboard.press("n")
    shown.page.get_by_label("Notes").fill("half a thought")
    shown.page.keyboard.press("Escape")
    shown.page.keyboard.press("j")
    shown.page.wait_for_url("**/challenge/1")
    assert shown.page.inner_text("h1") != first
    shown.page.keyboard.press("k")
    shown.page.wait_for_url("**/challenge/0")
    assert shown.page.get_by_label("Notes").input_value() == "half a thought"
    assert shown.page.locator("#rv-faithful input:checked").input_value() == "no"
    assert shown.page.get_by_role("status").inner_text() == "Not saved yet."


def test_nothing_is_saved_until_both_questions_are_answered(session: ReviewSession, address: str, open_page: OpenPage) -> None:
    shown = open_page(address + "challenge/0")
    shown.page.keyboard.press("y")
    shown.page.keyboard.press("Enter")
    assert shown.page.get_by_role("status").inner_text() == "Answer both questions first."
    assert load_reviews(session.workspace) == ()


def test_a_server_that_has_ended_loses_no_word(session: ReviewSession, open_page: OpenPage) -> None:
    with serving(session.routes()) as server:
        shown = open_page(server.address + "challenge/0")
    shown.allow("ERR_CONNECTION_REFUSED")
    for key in ("y", "y", "Enter"):
        shown.page.keyboard.press(key)
    shown.page.wait_for_function("document.getElementById('rv-said').innerText.startsWith('Not saved')")
    assert shown.page.locator("#rv-faithful input:checked").input_value() == "yes"


def test_an_earlier_verdict_of_the_same_person_is_shown_and_those_of_others_only_when_asked(
    session: ReviewSession, address: str, open_page: OpenPage
) -> None:
    one = session.challenges[0]
    for name, notes in (("Ada", "mine"), ("Bob", "his")):
        given = review(name, text=text_digest(one)).model_copy(update={"challenge": one.id, "notes": notes})
        save_review(session.workspace, given)
    shown = open_page(address + "challenge/0")
    assert shown.page.get_by_label("Notes").input_value() == "mine"
    assert not shown.page.get_by_text("his", exact=True).is_visible()
    shown.page.get_by_text("1 verdict of others").click()
    assert "Bob, 2026-03-01: faithful yes, self-contained yes. his" in shown.page.inner_text("main")


@pytest.mark.parametrize("dark", [False, True])
def test_a_phone_can_review_too(dark: bool, session: ReviewSession, address: str, open_page: OpenPage) -> None:
    shown = open_page(address + "challenge/0", width=390, height=844, phone=True, dark=dark)
    assert shown.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    for question in ("Faithful?", "Self-contained?"):
        shown.page.get_by_role("group", name=question).get_by_label("yes").tap()
    shown.page.get_by_role("button", name="Save").tap()
    shown.page.wait_for_url("**/challenge/1")
    assert len(load_reviews(session.workspace)) == 1


def test_posts_of_another_site_or_without_the_secret_are_refused(session: ReviewSession, address: str) -> None:
    body = body_of(session)
    secret = urlsplit(address).path.strip("/")
    assert post(address, body, Origin="https://evil.example")[0] == 403
    assert post(address, body, Origin="null")[0] == 403
    assert post(address, body, Host="evil.example")[0] == 403
    assert post(address.replace(secret, "guess"), body)[0] == 403
    assert post(address, body, Content_Type="text/plain")[0] == 415
    assert load_reviews(session.workspace) == ()
    assert post(address, body)[0] == 200
    assert len(load_reviews(session.workspace)) == 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"faithful": "maybe"},
        {"self_contained": ""},
        {"notes": "x" * 20_001},
        {"challenge": "none"},
        {"text": "of another text"},
    ],
)
def test_a_verdict_that_makes_no_sense_is_refused(wrong: dict[str, str], session: ReviewSession, address: str) -> None:
    status, answer = post(address, {**body_of(session), **wrong})
    assert status == 400
    assert "error" in answer
    assert load_reviews(session.workspace) == ()


@pytest.mark.parametrize(
    "rest", ["challenge/99", "challenge/-1", "challenge/", "challenge/%C2%B2", "challenge/../verdict", "verdict"]
)
def test_addresses_that_lead_nowhere_are_no_fault_of_the_server(rest: str, address: str) -> None:
    where = urlsplit(address)
    connection = HTTPConnection(where.netloc, timeout=10)
    connection.request("GET", where.path + rest)
    assert connection.getresponse().status == 400
    connection.close()


def test_verdicts_posted_at_once_are_all_kept(session: ReviewSession, address: str) -> None:
    bodies = [body_of(session, number % 5, notes=str(number)) for number in range(40)]
    with ThreadPoolExecutor(8) as pool:
        statuses = list(pool.map(lambda body: post(address, body)[0], bodies))
    assert statuses == [200] * 40
    assert {one.notes for one in load_reviews(session.workspace)} == {str(number) for number in range(40)}
