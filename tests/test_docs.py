"""What the documentation says can be done: links lead somewhere, commands exist with the options that it gives them."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tcsalgbench.cli.commands import load

ROOT = Path(__file__).parent.parent
PAGES = sorted(
    [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "examples").rglob("*.md"), *(ROOT / "src").rglob("README.md")]
)
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def named(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def anchors(page: Path) -> set[str]:
    """The headings of a page, as addresses within it are written."""
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in HEADING.findall(page.read_text())}


def code_lines(page: Path) -> Iterator[str]:
    """Lines of code, a command that goes on in the next line made one."""
    fenced, begun = False, ""
    for line in page.read_text("utf-8").splitlines():
        if line.lstrip().startswith("```"):
            fenced = not fenced
        elif fenced or line.startswith("    "):
            begun += line.strip()
            if begun.endswith("\\"):
                begun = begun[:-1]
            else:
                yield begun
                begun = ""


def commands(page: Path) -> list[list[str]]:
    """The commands of this tool that a page shows, as words; what stands in for a shell's own work is left as it is."""
    found = []
    for line in code_lines(page):
        told = line.split("  #")[0].removeprefix("$ ")
        if told.startswith("tcsalgbench ") and "|" not in told:
            found.append(shlex.split(told.replace("$(", "'$(").replace(")", ")'") if "$(" in told else told)[1:])
    return found


def check(words: list[str]) -> None:
    """Fail unless there is such a command, and it has these options."""
    found: Any = load(words[0])
    rest = words[1:]
    while hasattr(found, "commands") and rest and not rest[0].startswith("-"):
        found = found.commands[rest.pop(0)]
    known = {option for parameter in found.params for option in (*parameter.opts, *parameter.secondary_opts)} | {"--help"}
    assert {word.split("=")[0] for word in rest if word.startswith("--")} <= known


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_links_of_the_documentation_lead_somewhere(page: Path) -> None:
    for target in LINK.findall(page.read_text("utf-8")):
        if "://" in target or target.startswith("mailto:"):
            continue
        path, _, anchor = target.partition("#")
        there = (page.parent / path).resolve() if path else page
        assert there.exists(), f"{named(page)} links to {target}"
        if anchor and there.suffix == ".md":
            assert anchor in anchors(there), f"{named(page)} links to {target}"


@pytest.mark.parametrize("page", [page for page in PAGES if commands(page)], ids=named)
def test_commands_of_the_documentation_exist_with_these_options(page: Path) -> None:
    for words in commands(page):
        check(words)


def test_the_readme_shows_the_five_things_people_do_and_stays_short() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    assert len(readme.splitlines()) <= 150
    shown = {words[0] for words in commands(ROOT / "README.md")}
    assert {"challenges", "run", "score", "report", "prove", "referee"} <= shown
