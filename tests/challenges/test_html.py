"""Pages of challenges, opened in a real browser."""

from pathlib import Path

import pytest

from tcsalgbench.challenges.exporting import export
from tcsalgbench.challenges.model import Finding, Origin, Piece, SpanRecord
from tcsalgbench.challenges.store import file_name, load_challenges, save_challenge
from tcsalgbench.papers.store import keep_paper
from tcsalgbench.samples import sample_folder
from tcsalgbench.workspace import Workspace
from tests.browser import OpenPage
from tests.challenges.making import challenge, piece, sample_challenges

DOES = "document.title='PWNED'"
HOSTILE = f'</script><script>{DOES}</script><img src=x onerror="{DOES}"> \\href{{javascript:alert(1)}}{{x}}'
MAIN = f"{file_name('sample-private/thm:main')}.html"


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All bundled challenges, one that is held, one that is hostile; the source of one paper is at hand."""
    workspace = Workspace.create(tmp_path_factory.mktemp("pages") / "w")
    keep_paper(workspace, sample_folder("private"))
    for one in sample_challenges().values():
        save_challenge(workspace, one)
    held = challenge(piece("title", "A held one"), piece("statement", "$x<1$", "imported"), id_="held/one")
    findings = (
        Finding(check="formulas", blocking=True, detail="A constant of the target changed.", piece=1),
        Finding(check="scope", blocking=False, detail=f"a clause on $\\alpha$ was added {HOSTILE}", piece=1),
    )
    save_challenge(workspace, held.model_copy(update={"status": "held", "findings": findings, "gaps": ("what x is",)}))
    claimed = Origin(kind="quoted", span=SpanRecord(file=HOSTILE, start=0, end=3))
    bad = [piece(slot, HOSTILE, "editorial") for slot in ("title", "source", "free_variables")]
    bad += [Piece(slot="notation", text="\\newcommand{\\x}{" + HOSTILE + "}", origin=claimed)]
    bad += [Piece(slot="statement", node=HOSTILE, text=f"$\\x$ {HOSTILE}", origin=claimed)]
    save_challenge(workspace, challenge(*bad, id_=HOSTILE, intuition=HOSTILE, models=(HOSTILE,), imported_from=HOSTILE))
    export(workspace, load_challenges(workspace), "html", workspace.root / "out")
    return workspace.root / "out"


def test_the_index_leads_to_every_challenge_and_can_be_searched(pages: Path, open_page: OpenPage) -> None:
    shown = open_page(pages / "index.html")
    assert shown.page.locator(".ch-list > li").count() == 7
    shown.page.get_by_label("Find").fill("regret lower")
    assert shown.page.locator(".ch-list > li:visible").count() == 1
    assert shown.page.get_by_role("status").inner_text() == "1 of 7"
    shown.page.get_by_role("link", name="Regret with late reports: lower bound").click()
    assert shown.page.get_by_role("heading", level=1).inner_text() == "Regret with late reports: lower bound"


def test_mathematics_is_set_and_source_and_changes_are_shown_when_asked(pages: Path, open_page: OpenPage) -> None:
    shown = open_page(pages / MAIN)
    shown.set_formulas()
    assert shown.unset_formulas() == []
    statement = shown.page.locator(".ch-statement")
    assert not statement.locator("pre").first.is_visible()
    statement.locator("summary").click()
    mark = statement.locator("mark").inner_text()
    assert mark.startswith(r"Let Assumptions~\ref{ass:solver} and~\ref{ass:coins} hold")
    assert "sections/mechanism.tex, lines 17–21" in statement.inner_text()
    assert statement.locator("del").all_inner_texts()[:2] == [r"\ref{ass:solver}", r"\ref{ass:coins}"]
    assert "pass 10: scoping clause" in statement.inner_text()
    shown.page.get_by_role("button", name="Show all sources").click()
    assert shown.page.locator("details.ch-origin:not([open])").count() == 0


def test_intuition_is_marked_as_for_people_only(pages: Path, open_page: OpenPage) -> None:
    aside = open_page(pages / MAIN).page.get_by_role("complementary")
    assert aside.inner_text().startswith("For people only")
    assert "Provers and judges never see this." in aside.inner_text()


def test_findings_say_what_holds_a_challenge_and_where(pages: Path, open_page: OpenPage) -> None:
    shown = open_page(pages / f"{file_name('held/one')}.html")
    found = shown.page.get_by_role("region", name="What checks found")
    assert "Held: it is not used until this is mended" in found.inner_text()
    assert "A constant of the target changed. (formulas)" in found.inner_text()
    assert "what x is" in found.inner_text()
    found.get_by_role("link", name="where").first.click()
    assert shown.page.locator(":target").get_attribute("data-kind") == "imported"


def test_a_hostile_challenge_is_text(pages: Path, open_page: OpenPage) -> None:
    shown = open_page(pages / f"{file_name(HOSTILE)}.html")
    shown.set_formulas()
    assert "PWNED" not in shown.page.title().replace(HOSTILE, "")
    assert shown.page.locator("img").count() == 0
    assert shown.page.locator("main script").count() == 0
    assert shown.page.locator("a[href^=javascript]").count() == 0
    assert "this text of the paper is not at hand" in shown.page.content()


@pytest.mark.parametrize("name", [MAIN, "index.html", f"{file_name(HOSTILE)}.html"])
def test_pages_fit_a_phone(name: str, pages: Path, open_page: OpenPage) -> None:
    shown = open_page(pages / name, width=390, height=844, phone=True, dark=True)
    for details in shown.page.locator("details").all():
        details.evaluate("one => { one.open = true; }")
    shown.set_formulas()
    assert shown.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_formulas_are_set_in_what_checks_found_and_the_rest_is_text(pages: Path, open_page: OpenPage) -> None:
    shown = open_page(pages / f"{file_name('held/one')}.html")
    shown.set_formulas()
    found = shown.page.locator(".ch-findings li").nth(1)
    assert found.locator(".katex").count() == 1
    assert DOES in found.inner_text()
    assert shown.page.title() != "PWNED"
