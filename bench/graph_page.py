"""How soon the page of the largest graph is drawn, and how it answers: `python -m bench.graph_page [CORPORA] [--shots DIR]`.

Chromium opens the page from disk; times are taken inside it, and are those of a machine without a graphics card.
"""

import argparse
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.printing import heading, table
from bench.tex import CORPORA
from tcsalgbench.graphs.draw import graph_page, look_of
from tcsalgbench.graphs.draw_what import graph_to_draw
from tcsalgbench.graphs.plain import plain_graph
from tcsalgbench.graphs.terms import with_terms
from tcsalgbench.pages import render_page
from tcsalgbench.samples import sample_folder
from tcsalgbench.tex import Folder, read_document

RUNS = 5
STEPS = 30
# Every step is one event and the frame that follows it; what the frame took is what a person waits for.
_SCRIPT = """async (steps) => {
  const canvas = document.getElementById("g-canvas");
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now()), 0)));
  const timed = async (act) => {
    await frame();
    const begin = performance.now();
    act();
    return (await frame()) - begin;
  };
  const box = canvas.getBoundingClientRect();
  const at = (x, y) => ({ clientX: box.left + x, clientY: box.top + y, pointerId: 1, bubbles: true });
  const pointer = (name, x, y) => canvas.dispatchEvent(new PointerEvent(name, at(x, y)));
  const wheel = (by) => canvas.dispatchEvent(new WheelEvent("wheel", { ...at(300, 300), deltaY: by, cancelable: true }));
  canvas.setPointerCapture = () => {};
  const pans = async () => {
    const times = [];
    pointer("pointerdown", 300, 300);
    for (let step = 1; step <= steps; step++) {
      times.push(await timed(() => pointer("pointermove", 300 + 7 * step, 300 + 3 * step)));
    }
    pointer("pointerup", 300 + 7 * steps, 300 + 3 * steps);
    return times;
  };
  const zooms = [];
  const wholePans = await pans();
  for (let step = 0; step < steps; step++) zooms.push(await timed(() => wheel(-60)));
  const nearPans = await pans();
  const search = document.getElementById("g-search");
  const types = async (text) => timed(() => {
    search.value = text;
    search.dispatchEvent(new Event("input", { bubbles: true }));
  });
  const firstSearch = await types("no");
  const searches = [];
  for (const text of ["noe", "noet", "noethe", "noetherian", "noetherian local", ""]) searches.push(await types(text));
  const options = document.querySelectorAll("#g-list > div");
  const chosen = [];
  for (let step = 0; step < steps; step++) {
    const option = options[Math.floor((step * options.length) / steps)];
    chosen.push(await timed(() => option.dispatchEvent(new MouseEvent("click", { bubbles: true }))));
  }
  return { wholePans, zooms, nearPans, firstSearch: [firstSearch], searches, chosen };
}"""
_WHAT = {
    "wholePans": "move the whole graph, a step",
    "zooms": "zoom with the wheel, a step",
    "nearPans": "move what is near, a step",
    "firstSearch": "the first letter of a search",
    "searches": "another letter of it",
    "chosen": "choose a statement: its text, its lines",
}


@dataclass(frozen=True, slots=True)
class Made:
    """A page on disk, what is in it, and the seconds that making it took."""

    name: str
    path: Path
    statements: int
    lines: int
    seconds: float


def make(folder: Path, corpora: Path) -> list[Made]:
    """The page of a sample, and that of the largest graph there is."""
    begin = time.perf_counter()
    graph, look = graph_to_draw(folder, str(sample_folder("regret")))
    small = graph_page(graph, look)
    made = [_written(folder / "small.html", "sample regret", small, len(graph.nodes), begin)]
    begin = time.perf_counter()
    document = read_document(Folder(corpora / "stacks"), "algebra.tex")
    graph = with_terms(plain_graph(document, "stacks-algebra", "v1"), document)
    return [*made, _written(folder / "largest.html", "stacks", graph_page(graph, look_of(document)), len(graph.nodes), begin)]


def _written(path: Path, name: str, page: Any, statements: int, begin: float) -> Made:  # noqa: ANN401  # a page
    path.write_text(render_page(page), "utf-8")
    return Made(name, path, statements, len(page.data["lines"]), time.perf_counter() - begin)


def opened(page: Any, path: Path) -> float:  # noqa: ANN401  # Playwright's page
    """Milliseconds from the beginning of navigation to the first frame with the drawing in it."""
    page.goto(path.resolve().as_uri())
    page.wait_for_function("document.documentElement.dataset.ready === '1'")
    found: float = page.evaluate(
        "new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now()), 0)))"
    )
    return found


def spread(times: Sequence[float]) -> list[str]:
    """The median, the worst of twenty, and the worst."""
    ordered = sorted(times)
    return [f"{statistics.median(ordered):.0f}", f"{ordered[int(len(ordered) * 0.95)]:.0f}", f"{ordered[-1]:.0f}"]


def measured(corpora: Path, shots: Path | None) -> tuple[str, str]:
    """Two tables: the pages, and how the largest answers."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415

    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        pages = make(Path(name), corpora)
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        rows = []
        for one in pages:
            times = []
            for _ in range(RUNS):
                page = browser.new_page(viewport={"width": 1400, "height": 900})
                times.append(opened(page, one.path))
                page.close()
            size = one.path.stat().st_size / 1e6
            counts = [f"{one.statements:,}", f"{one.lines:,}", f"{size:.1f}", f"{one.seconds:.1f}"]
            rows.append([one.name, *counts, f"{statistics.median(times):.0f}", f"{max(times):.0f}"])
        page = browser.new_page(viewport={"width": 1400, "height": 900})
        opened(page, pages[-1].path)
        found = page.evaluate(_SCRIPT, STEPS)
        if shots is not None:
            _photograph(browser, pages, shots)
        browser.close()
    answers = [[text, str(len(found[key])), *spread(found[key])] for key, text in _WHAT.items()]
    head = ["page", "statements", "lines", "megabytes", "seconds to make", "first drawn, ms", "slowest of five, ms"]
    return table(head, rows, numbers=True), table(["", "steps", "median, ms", "95 %", "worst"], answers, numbers=True)


def _photograph(browser: Any, pages: Sequence[Made], shots: Path) -> None:  # noqa: ANN401  # Playwright's browser
    """Pictures for people: wide and narrow, light and dark, the whole and one statement."""
    shots.mkdir(parents=True, exist_ok=True)
    for one in pages:
        for width, height in ((1400, 900), (390, 844)):
            for scheme in ("light", "dark"):
                page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)
                opened(page, one.path)
                page.screenshot(path=shots / f"{one.name}-{width}-{scheme}-whole.png")
                page.locator("#g-list > div").nth(min(9, one.statements - 1)).click()
                page.wait_for_timeout(500)
                page.screenshot(path=shots / f"{one.name}-{width}-{scheme}-chosen.png")
                page.close()


def main() -> None:
    """Print the tables, or say that there is nothing to measure with."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpora", type=Path, nargs="?", default=CORPORA)
    parser.add_argument("--shots", type=Path, help="also keep pictures of the pages here")
    chosen = parser.parse_args()
    if not (chosen.corpora / "stacks").is_dir() or shutil.which("chromium") is None:
        print("SKIPPED: there is no Chromium, or no corpus with the largest graph; nothing was measured", file=sys.stderr)
        return
    pages, answers = measured(chosen.corpora, chosen.shots)
    print(heading("The page of a graph", "python -m bench.graph_page"))
    print("Opened from disk in Chromium without a graphics card, 1400 × 900. First drawn: from the beginning of navigation to")
    print(f"the first frame with the drawing, the median of {RUNS} openings.\n")
    print(pages)
    print("The largest, from an event to the end of the frame that shows its effect:\n")
    print(answers)


if __name__ == "__main__":
    main()
