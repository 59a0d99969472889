from collections.abc import Callable
from pathlib import Path

import pytest

from bench.tex import CORPORA
from tcsalgbench.graphs.draw import graph_page, look_of
from tcsalgbench.graphs.draw_svg import draw_graph
from tcsalgbench.graphs.plain import plain_graph
from tcsalgbench.graphs.store import read_source
from tcsalgbench.pages import write_page
from tcsalgbench.pages.katex import find_katex
from tcsalgbench.papers.record import load_paper
from tcsalgbench.samples import sample_folder
from tcsalgbench.samples.graphs import expected_graph
from tcsalgbench.tex import Folder, read_document
from tests.browser import OpenPage, Shown
from tests.graphs.test_draw import hostile_graph

SIZES = {"desktop": (1400, 900), "phone": (390, 844)}


@pytest.fixture(scope="module")
def regret(tmp_path_factory: pytest.TempPathFactory) -> Path:
    look = look_of(read_source(load_paper(sample_folder("regret")).source))
    return write_page(tmp_path_factory.mktemp("graphs") / "regret.html", graph_page(expected_graph("regret"), look))


@pytest.fixture(scope="module")
def largest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not (CORPORA / "stacks").is_dir():
        pytest.skip("THE LARGEST GRAPH IS NOT OPENED: the corpora of real TeX are not beside the project")
    document = read_document(Folder(CORPORA / "stacks"), "algebra.tex")
    page = graph_page(plain_graph(document, "stacks-algebra", "v1"), look_of(document))
    return write_page(tmp_path_factory.mktemp("graphs") / "largest.html", page)


@pytest.fixture
def picture(tmp_path: Path) -> Callable[[Shown, str], None]:
    """Keep a picture of what is shown, for people to look at."""

    def keep(shown: Shown, name: str) -> None:
        shown.page.screenshot(path=tmp_path / f"{name}.png")

    return keep


def inked(shown: Shown) -> float:
    """The share of the drawing that is not paper, once it is at rest: a canvas is empty between a new size and its frame."""
    shown.allow("willReadFrequently")  # advice that only this function deserves
    share: float = shown.page.evaluate(
        """async () => {
            const canvas = document.getElementById("g-canvas");
            const read = () => {
                const data = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
                let inked = 0;
                for (let at = 3; at < data.length; at += 4) inked += data[at] > 0;
                return inked * 4 / data.length;
            };
            const frame = () => new Promise(requestAnimationFrame);
            const rest = () => new Promise(done => setTimeout(done, 100)).then(frame).then(frame);
            let before = -1, now = 0;
            for (let tries = 0; tries < 30 && (now === 0 || now !== before); tries++) {
                await rest();
                before = now;
                now = read();
            }
            return now;
        }"""
    )
    return share


def seen_from(shown: Shown) -> str:
    """Where the drawing is looked at from, and how near."""
    return str(shown.page.evaluate("String(document.getElementById('g-canvas').getContext('2d').getTransform())"))


@pytest.mark.parametrize("size", sorted(SIZES))
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_graph_of_a_sample_is_drawn_and_its_statements_can_be_read(
    size: str, dark: bool, regret: Path, open_page: OpenPage, picture: Callable[[Shown, str], None]
) -> None:
    shown = open_page(regret, *SIZES[size], dark=dark, phone=size == "phone")
    page = shown.page
    assert inked(shown) > 0.05
    page.get_by_role("option", name="Theorem 3.3 Upper").click()
    detail = page.locator("#g-detail")
    assert detail.get_by_role("heading", level=2).inner_text() == "Theorem 3.3 (Upper bound)"
    assert "sections/upper.tex, lines" in detail.inner_text()
    if find_katex() is not None:
        shown.set_formulas()
        assert shown.unset_formulas() == []
        assert page.locator("#g-detail .katex").count() > 5
    picture(shown, "sample")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_one_walks_from_a_statement_to_what_it_invokes(regret: Path, open_page: OpenPage) -> None:
    page = open_page(regret).page
    page.get_by_role("option", name="Theorem 3.3 Upper").click()
    page.locator("#g-detail").get_by_role("button", name="Lemma 3.2").click()
    assert page.get_by_role("heading", level=2).inner_text() == "Lemma 3.2 (Regret splits)"
    assert page.url.endswith("#lem%3Asplit")
    page.reload()
    assert page.get_by_role("heading", level=2).inner_text() == "Lemma 3.2 (Regret splits)"


def test_kinds_and_layers_can_be_left_out(regret: Path, open_page: OpenPage) -> None:
    shown = open_page(regret)
    page = shown.page
    everything = inked(shown)
    page.locator("#g-filter summary").click()
    page.get_by_role("checkbox", name="uses what it defines").uncheck()
    without_terms = inked(shown)
    page.get_by_role("checkbox", name="lemma").uncheck()
    assert inked(shown) < without_terms < everything
    assert page.get_by_role("option", name="Lemma 3.2").count() == 0
    assert page.locator("#g-status").inner_text() == "12 of 16 shown"


def test_what_a_statement_rests_on_is_drawn_by_itself(regret: Path, open_page: OpenPage) -> None:
    page = open_page(regret).page
    page.get_by_role("option", name="Lemma 4.2").click()
    page.locator("#g-filter summary").click()
    page.get_by_role("radio", name="what it rests on").check()
    names = [text.split(" ")[0] for text in page.get_by_role("option").all_inner_texts()]
    assert set(names) == {"Definition", "Lemma"}
    assert 1 < len(names) < 8


def test_the_keyboard_alone_is_enough(regret: Path, open_page: OpenPage) -> None:
    page = open_page(regret).page
    page.keyboard.press("/")
    page.keyboard.type("blocks are seen")
    page.keyboard.press("Enter")
    heading = page.get_by_role("heading", level=2)
    assert heading.inner_text() == "Lemma 4.2 (Blocks are seen too late)"
    page.locator("#g-search").fill("")
    page.locator("#g-list").focus()
    page.keyboard.press("ArrowDown")
    assert heading.inner_text() == "Lemma 4.3 (The best expert)"
    page.keyboard.press("Escape")
    assert heading.count() == 0


def test_hostile_text_of_a_paper_does_nothing(open_page: OpenPage, tmp_path: Path) -> None:
    shown = open_page(write_page(tmp_path / "page.html", graph_page(hostile_graph())))
    shown.page.get_by_role("option").first.click()
    shown.set_formulas()
    assert "onerror=alert(1)" in shown.page.locator("#g-detail").inner_text()
    assert shown.page.locator("img, #g-detail a").count() == 0
    open_page(draw_graph(hostile_graph(), None, tmp_path / "graph.svg", svg=True))


def test_the_largest_graph_opens_and_stays_usable(
    largest: Path, open_page: OpenPage, picture: Callable[[Shown, str], None]
) -> None:
    shown = open_page(largest, 1400, 900)
    page = shown.page
    assert page.get_by_role("option").count() == 1351
    assert inked(shown) > 0.05
    picture(shown, "whole")
    page.locator("#g-search").fill("nakayama")
    page.keyboard.press("Enter")
    assert page.get_by_role("heading", level=2).inner_text() == "Lemma 20.1 (Nakayama’s lemma)"
    if find_katex() is not None:
        page.locator("#g-detail .katex").first.wait_for()
    picture(shown, "found")
    before = seen_from(shown)
    box = page.locator("#g-canvas").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 300, box["y"] + 300)
    page.mouse.wheel(0, -400)
    page.mouse.down()
    page.mouse.move(box["x"] + 380, box["y"] + 340, steps=4)
    page.mouse.up()
    shown.page.wait_for_timeout(300)
    assert seen_from(shown) != before
    assert page.get_by_role("heading", level=2).inner_text() == "Lemma 20.1 (Nakayama’s lemma)"  # a drag chooses nothing
