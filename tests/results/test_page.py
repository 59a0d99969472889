"""The page of a report, looked at in a real browser: light and dark, on a desktop and on a phone."""

from pathlib import Path

import pytest

from tests.browser import OpenPage
from tests.results.making import a_run, challenges, report

MODELS = (("M", "m", "high"), ("M", "m", "max"), ("N", "simulated/n", "high"))


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report with a figure of every kind, of runs some of which are simulated."""
    folder: Path = tmp_path_factory.mktemp("page")
    rows = []
    for number, (family, model, effort) in enumerate(MODELS):
        who = {"family": family, "model": model, "effort": effort}
        for workflow in ("direct", "discussion-10", "planning"):
            name = {**who, "workflow": workflow, "system": f"{model}-{effort}/{workflow}"}
            for place in range(90):
                for seed in (1, 2):
                    usage = {"calls": 2, "input_tokens": 30_000, "output_tokens": 1_000}
                    accepted = (place * 7 + seed * number) % 5 < number
                    rows.append(a_run(f"c{place}", seed, accepted, **name, usage=usage))
        for place in range(90):
            name = {**who, "system": f"{model}-{effort}/stated", "purpose": "calibration"}
            rows.append(a_run(f"c{place}", 1, place % 3 == 0, **name, confidence=place / 89))
    of = challenges(90, first_version_date="2026-01-01")
    for place, row in enumerate(of):
        row["area"] = ("AF", "DP", "LT", "Opt", "Samp", "Other")[place % 6]
        row["first_version_date"] = f"2026-0{1 + place % 6}-01"
    families = [{"family": "M", "cutoff": "2026-03-01"}, {"family": "N", "cutoff": "2026-05-01"}]
    assert report(folder, rows, of, families=families) == 0
    return folder / "out" / "index.html"


@pytest.mark.parametrize(("width", "dark"), [(1200, False), (1200, True), (390, False), (390, True)])
def test_the_page_fits_its_screen_and_shows_every_figure(page: Path, width: int, dark: bool, open_page: OpenPage) -> None:
    shown = open_page(page, width=width, dark=dark, phone=width < 500).page
    assert shown.evaluate("document.documentElement.scrollWidth") <= width
    figures = shown.locator(".rep-figure img")
    assert figures.count() == 6
    for number in range(figures.count()):
        figure = figures.nth(number)
        figure.scroll_into_view_if_needed()
        assert figure.evaluate("image => image.complete && image.naturalWidth > 0")
        assert figure.get_attribute("alt")
        taken = figure.evaluate("image => atob(image.currentSrc.split(',')[1])")
        assert ("#16181c" in taken) == dark  # the paper of the dark variant
        box = figure.bounding_box()
        assert box is not None and box["width"] <= width
    assert shown.evaluate("getComputedStyle(document.documentElement).backgroundColor") == (
        "rgb(22, 24, 28)" if dark else "rgb(252, 252, 250)"
    )


def test_text_in_figures_is_large_enough_to_read_on_a_phone(page: Path, open_page: OpenPage) -> None:
    shown = open_page(page, width=390, phone=True).page
    smallest = shown.evaluate(
        r"""() => Math.min(...[...document.querySelectorAll('.rep-figure img')].map(image => {
            const svg = atob(image.currentSrc.split(',')[1]);
            const width = parseFloat(/viewBox="0 0 ([\d.]+) /.exec(svg)[1]);
            const sizes = [...svg.matchAll(/font-size: ([\d.]+)px/g)].map(found => parseFloat(found[1]));
            return image.clientWidth / width * Math.min(...sizes);
        }))"""
    )
    assert smallest >= 6.5


def test_runs_that_are_not_real_are_marked_in_every_table_and_figure(page: Path, open_page: OpenPage) -> None:
    shown = open_page(page).page
    mark = "simulated: no finding about real models"
    assert mark in shown.locator(".rep-mark").inner_text()
    for caption in shown.locator(".rep-figure figcaption").all_inner_texts():
        assert mark in caption
    for title in shown.locator("section[id^=table-] h2").all_inner_texts():
        assert mark in title
    for file in (*page.parent.glob("tables/*.md"), *page.parent.glob("tables/*.tex"), *page.parent.glob("figures/*.svg")):
        assert "simulated" in file.read_text(), file.name
    for file in page.parent.glob("figures/*.svg"):
        assert mark in file.read_text()


def test_every_table_says_what_it_was_made_from(page: Path) -> None:
    for file in (*page.parent.glob("tables/*.md"), *page.parent.glob("tables/*.tex")):
        text = file.read_text()
        assert "tcsalgbench report --results" in text.replace("\\-", "-"), file.name
        assert "SHA-256" in text


def test_what_is_missing_is_said_with_its_reason(page: Path, open_page: OpenPage) -> None:
    shown = open_page(page).page
    missing = shown.locator("#missing").inner_text()
    assert "verifiers: no run has a verdict besides 'majority'" in missing
    assert "lean: " in missing
    assert "figure context: " in missing


def test_links_lead_to_files_that_are_there(page: Path, open_page: OpenPage) -> None:
    shown = open_page(page).page
    targets = shown.evaluate("[...document.querySelectorAll('main a')].map(a => a.getAttribute('href'))")
    assert len(targets) > 50
    for target in targets:
        if target.startswith("#"):
            assert shown.locator(target).count() == 1
        else:
            assert (page.parent / target).stat().st_size > 0
