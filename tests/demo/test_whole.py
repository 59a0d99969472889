"""The stages from challenges to the start page, with a simulated model in the place of the small one."""

import re
from pathlib import Path

import pytest

from tcsalgbench.calls import Stop
from tcsalgbench.challenges.store import load_challenges, save_challenge
from tcsalgbench.demo.challenges import make_challenges, take_in, to_prove
from tcsalgbench.demo.report import make_report
from tcsalgbench.demo.runs import WORKFLOWS, run_systems
from tcsalgbench.demo.scores import score_runs
from tcsalgbench.samples import expected_challenges, sample_names
from tcsalgbench.workspace import Workspace
from tests.browser import OpenPage

SIMULATED = "simulated"


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A demonstration that went through all of these stages; the second time it finds everything done."""
    workspace = Workspace.create(tmp_path_factory.mktemp("demo"))
    for _ in range(2):
        make_challenges(workspace, Stop(), lambda done: None, SIMULATED)
        proving = run_systems(workspace, Stop(), lambda done: None, SIMULATED)
        scores = score_runs(workspace, Stop(), lambda done: None, SIMULATED)
        made = make_report(workspace, Stop(), lambda done: None)
    assert len(proving.runs) == len(WORKFLOWS) * len(sample_names())
    assert scores.scored.new_votes == 0, "what was judged in the first round is not judged again"
    assert {shelf.key: len(shelf.links) for shelf in made.shelves} == {
        "challenges": len(load_challenges(workspace)),
        "graphs": len(sample_names()),
        "runs": len(proving.runs),
        "verdicts": len(scores.scored.scores),
    }
    return workspace.root


def test_every_page_that_the_start_page_names_is_there(whole: Path) -> None:
    named = re.findall(r'href="([^"#:]+)"', (whole / "index.html").read_text())
    assert "report/index.html" in named
    assert len(named) > 12
    assert [one for one in named if not (whole / one).is_file()] == []


def test_the_start_page_and_a_page_of_each_kind_open_without_a_complaint(whole: Path, open_page: OpenPage) -> None:
    shown = open_page(whole / "index.html", width=390, dark=True)
    assert shown.page.get_by_role("heading", level=2).all_inner_texts() == ["Challenges", "Proof graphs", "Runs", "Verdicts"]
    for shelf in ("challenges", "graphs", "runs"):
        shown.page.goto((whole / "index.html").as_uri())
        shown.page.locator(f"section:has(#{shelf}) a").first.click()
        shown.page.wait_for_load_state()
        assert shown.page.locator("h1").first.inner_text()


def test_a_paper_without_a_challenge_gets_a_hand_written_one_and_none_is_held(tmp_path: Path) -> None:
    workspace = Workspace.create(tmp_path)
    first, withheld = expected_challenges("regret")[0]
    save_challenge(workspace, first.model_copy(update={"status": "held"}), withheld)
    taken = take_in(workspace)
    assert [one.paper.id for one in taken] == ["sample-private", "sample-regret", "sample-sketching"]
    held = next(one for one in load_challenges(workspace) if one.id == first.id)
    assert held.status == "held", "a challenge that is held stays as it is"
    assert [one.paper.id for one in to_prove(workspace)] == ["sample-private", "sample-regret", "sample-sketching"]
    assert take_in(workspace) == ()
