"""`tcsalgbench doctor`: what is installed, what is missing, which command mends it."""

import importlib.util
import shutil
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version

from rich.table import Table
from rich.text import Text

from tcsalgbench import __version__
from tcsalgbench.cli.options import DEFAULT_WORKSPACE, JsonOption, WorkspaceOption
from tcsalgbench.cli.output import console, say, say_json
from tcsalgbench.models import embedded


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that may be there."""

    what: str
    found: str | None
    without_it: str
    mend: str


def doctor(workspace: WorkspaceOption = DEFAULT_WORKSPACE, as_json: JsonOption = False) -> None:
    """Look at what this machine has; nothing is installed or changed."""
    findings = [check() for check in CHECKS]
    if as_json:
        say_json({"version": __version__, "findings": [asdict(finding) for finding in findings]})
        return
    table = Table("", "what", "found", "without it", box=None, pad_edge=False)
    for finding in findings:
        mark = Text("✓", "green") if finding.found else Text("–", "yellow")
        table.add_row(mark, finding.what, Text(finding.found or "missing"), "" if finding.found else finding.without_it)
    console().print(table)
    missing = [finding for finding in findings if not finding.found]
    for finding in missing:
        say(f"to get {finding.what}: {finding.mend}")
    if not missing:
        say("Everything is there.")


def _python() -> Finding:
    return Finding("Python", sys.version.split()[0], "nothing works", "install Python 3.11 or later")


def _embedded() -> Finding:
    found = None if embedded.missing() else _installed("xllamacpp")
    return Finding("the embedded model", found, "the demonstration cannot screen papers", embedded.INSTALL)


def _hosted() -> Finding:
    mend = "pip install 'tcsalgbench[hosted]'"
    return Finding(
        "the hosted models' layer", _installed("inspect_ai"), "no Bedrock, OpenAI, Anthropic, Google or others", mend
    )


def _tex() -> Finding:
    mend = "on Debian or Ubuntu: apt-get install texlive-latex-extra texlive-science"
    return Finding("a TeX engine", shutil.which("pdflatex"), "no PDF; nothing else needs it", mend)


def _installed(module: str) -> str | None:
    if importlib.util.find_spec(module) is None:
        return None
    try:
        return version(module.replace("_", "-"))
    except PackageNotFoundError:
        return "installed"


CHECKS: tuple[Callable[[], Finding], ...] = (_python, _embedded, _hosted, _tex)
