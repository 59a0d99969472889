"""No attack breaks a page or a report that shows it; seen in a real browser."""

import re
from pathlib import Path

import pytest

from tcsalgbench.cli.output import printable
from tcsalgbench.judging.beside import proof_lines
from tcsalgbench.judging.model import Checked, Judge, Objection, Organised, Ruling, Score, Vote
from tcsalgbench.judging.page import verdict_page
from tcsalgbench.judging.text import plain
from tcsalgbench.judging.verdict import Verdict, lines, markdown, paragraphs
from tcsalgbench.pages import write_page
from tests.browser import OpenPage
from tests.judging.attacks import Attack, attacks

ATTACKS = attacks()
BATCH = 12


def verdict(*attacked: Attack) -> Verdict:
    """A verdict in which the attacks stand everywhere where others' words stand."""
    texts = [plain(one.text) for one in attacked]
    document = "First step.\n\n" + "\n\n".join(texts) + "\n\nLast step."
    citations = tuple(
        Checked(
            id=f"C{number}",
            written=text[:2000],
            quote=text[:2000],
            outcome="differs",
            by="model",
            work="w",
            reference=text[:80],
            source=text[:4000],
            difference=text[:300],
            note=text[:300],
        )
        for number, text in enumerate(texts, 1)
    )
    votes = tuple(
        Vote(
            submission="s",
            judge="d",
            number=number,
            passed=False,
            said="PASS",
            end="answered",
            phases={"1": "PASS", "6a": "FAIL"},
            rulings=(Ruling(citation=text[:100], needed=True, standard=False, status="FAIL", reason=text[:300]),),
            objections=(Objection(phase="6a", quote=text[:500], why=text[:300], verbatim=True),),
            rationale=text[:1000],
            overruled=(text[:100],),
            why=text[:100],
            scope="s",
            name="vote/1",
        )
        for number, text in enumerate(texts, 1)
    )
    score = Score(
        submission="s", challenge_id="c", system=texts[0][:80], seed=1, judge="majority", label=False, why=texts[0][:300]
    )
    organised = Organised(submission="s", text=document, document=document, raw=True, faults=tuple(texts), citations=citations)
    judge = Judge(name="majority", digest="d", votes=3, models={})
    return Verdict(
        attacked[0].text[:200],
        "\n\n".join(texts),
        "\\newcommand{\\eps}{\\varepsilon}",
        score,
        judge,
        organised,
        votes,
        (texts[0][:200],),
    )


@pytest.mark.parametrize("begin", range(0, len(ATTACKS), BATCH))
def test_no_attack_breaks_the_page_of_a_verdict(begin: int, open_page: OpenPage, tmp_path: Path) -> None:
    batch = ATTACKS[begin : begin + BATCH]
    shown = open_page(write_page(tmp_path / "verdict.html", verdict_page(verdict(*batch))))
    page = shown.page
    assert page.get_by_role("heading", name="Votes", exact=True).is_visible()
    assert page.get_by_role("heading", name="Rulings on citations").count() == 1
    assert page.locator("iframe, object, embed, form, main script, main img, main style, main link, main meta").count() == 0
    assert page.locator("[onerror], [onload], [onclick], main [href^='javascript'], main [src]").count() == 0
    assert page.locator("table.votes > tbody").count() == len(batch)
    assert not page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth + 1")


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda one: one.id)
def test_no_attack_breaks_a_report_or_a_terminal(attack: Attack) -> None:
    shown = verdict(attack)
    report = markdown(shown)
    headings = [line for line in outside_blocks(report) if line.startswith("#")]
    assert [line for line in headings if line.startswith("## ")] == ["## The problem", "## The proof", "## Vote 1: no PASS"]
    for number, line in enumerate(lines(shown)):
        assert not re.search(r"[\x00-\x08\x0a-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", printable(line))
        assert number == 0 or not line or line.startswith("  ")
    for line in proof_lines(shown):
        assert not re.search(r"[\x00-\x08\x0a-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", printable(line))
        assert not line or line.startswith("  ")


def outside_blocks(report: str) -> list[str]:
    """The lines of a report that are no code."""
    found, fence = [], ""
    for line in report.split("\n"):
        if fence:
            fence = "" if line == fence else fence
        elif re.match(r"`{3,}text$", line):
            fence = line.removesuffix("text")
        else:
            found.append(line)
    assert fence == ""
    return found


def test_objections_stand_at_the_paragraph_that_holds_their_words() -> None:
    document = "Let $x=1$.\n\n\\begin{proof}\nFirst.\n\nThen $x>2$.\n\\end{proof}\n\nDone."
    objection = Objection(phase="6a", quote="Then  $x>2$", why="one is not more than two", verbatim=True)
    vote = Vote(
        submission="s",
        judge="d",
        number=2,
        passed=False,
        said="FAIL",
        end="answered",
        objections=(objection,),
        scope="s",
        name="n",
    )
    found = paragraphs(Organised(submission="s", text="", document=document, raw=False), [vote])
    assert [len(one.notes) for one in found] == [0, 1, 0]
    assert found[1].notes[0].head == "Vote 2, phase 6a"


def test_a_page_of_an_enormous_proof_says_what_it_leaves_out(tmp_path: Path) -> None:
    document = "\n\n".join(f"Step {number} of the proof." for number in range(20_000))
    shown = Verdict(
        "t",
        "p",
        "",
        Score(submission="s", challenge_id="c", system="s", seed=1, judge="majority", label=None, why="vote 1 missing"),
        Judge(name="majority", digest="d", votes=3, models={}),
        Organised(submission="s", text="", document=document, raw=False),
        (),
    )
    assert "longer than this page shows" in verdict_page(shown).body
