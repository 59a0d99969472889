"""`tcsalgbench doctor`: what is installed, what is missing, which command mends it."""

import importlib.util
import shutil
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version

import typer
from rich.table import Table
from rich.text import Text

from tcsalgbench import __version__
from tcsalgbench.cli.options import DEFAULT_WORKSPACE, JsonOption, WorkspaceOption
from tcsalgbench.cli.output import console, say, say_json
from tcsalgbench.models import embedded
from tcsalgbench.pages.katex import INSTALL, VERSION, find_katex, install_katex


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that may be there."""

    what: str
    found: str | None
    without_it: str
    mend: str


def doctor(
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
    get_katex: bool = typer.Option(False, "--install-katex", help="First get KaTeX from npm: it sets formulas in pages."),
) -> None:
    """Look at what this machine has; nothing is installed or changed unless you ask for it."""
    if get_katex:
        install_katex()
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
    lacking = embedded.missing()
    found = None if lacking else _installed("xllamacpp")
    mend = lacking.rpartition("Install it: ")[2] if lacking else embedded.INSTALL
    return Finding("the embedded model", found, "the demonstration cannot screen papers", mend)


def _hosted() -> Finding:
    mend = "pip install 'tcsalgbench[hosted]'"
    return Finding(
        "the hosted models' layer", _installed("inspect_ai"), "no Bedrock, OpenAI, Anthropic, Google or others", mend
    )


def _tex() -> Finding:
    mend = "on Debian or Ubuntu: apt-get install texlive-latex-extra texlive-science"
    return Finding("a TeX engine", shutil.which("pdflatex"), "no PDF; nothing else needs it", mend)


def _katex() -> Finding:
    without = "formulas in pages are shown as TeX source"
    return Finding("KaTeX", VERSION if find_katex() is not None else None, without, INSTALL)


def _installed(module: str) -> str | None:
    if importlib.util.find_spec(module) is None:
        return None
    try:
        return version(module.replace("_", "-"))
    except PackageNotFoundError:
        return "installed"


CHECKS: tuple[Callable[[], Finding], ...] = (_python, _embedded, _hosted, _katex, _tex)
