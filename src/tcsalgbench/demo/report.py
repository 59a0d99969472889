"""The last stages of the demonstration: the report over its runs, and the pages to look at, named by one start page."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tcsalgbench.calls import Stop
from tcsalgbench.demo.start import START, Shelf, write_start
from tcsalgbench.workspace import Workspace

FOLDER = "report"


@dataclass(frozen=True, slots=True)
class Reported:
    """What was said of the report, and the pages that were made."""

    said: tuple[str, ...]
    made: tuple[str, ...]
    shelves: tuple[Shelf, ...]
    start: Path

    def lines(self) -> list[str]:
        """What the report says of itself, and where the pages are."""
        pages = ", ".join(f"{len(shelf.links)} {shelf.of}" for shelf in self.shelves)
        return [*self.said, f"Pages: {pages}."]

    def fields(self) -> dict[str, object]:
        """The same for machines."""
        return {"tables": list(self.made), "start": str(self.start), "pages": {one.key: len(one.links) for one in self.shelves}}


def make_report(workspace: Workspace, stop: Stop, progress: Callable[[int], None]) -> Reported:
    """Write the report, then a page of every graph, challenge, run and verdict, then the page that leads to all of them."""
    from tcsalgbench.results.report import Asked, run_report  # noqa: PLC0415  # polars, scipy and matplotlib take a second

    del stop
    written = run_report(Asked(workspace.root / FOLDER, workspace=workspace.root))
    progress(1)
    shelves = write_start(workspace, f"{FOLDER}/index.html")
    progress(2)
    said = tuple(line for line in written.lines() if not line.startswith(("Read it", "Left out")))
    return Reported(said, tuple(written.report.tables), shelves, workspace.root / START)
