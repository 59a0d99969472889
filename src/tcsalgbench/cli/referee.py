"""`tcsalgbench referee` and `tcsalgbench verdict`: what the panel says of one proof, in the terminal and as a page."""

from pathlib import Path
from typing import Annotated

import typer

from tcsalgbench.cli.interrupt import stop_on_interrupt
from tcsalgbench.cli.options import (
    DEFAULT_WORKSPACE,
    EffortOption,
    JsonOption,
    MaxDollarsOption,
    MaxOutputOption,
    ModelOption,
    NoCostCapOption,
    PresetOption,
    PromptsOption,
    WorkspaceOption,
)
from tcsalgbench.cli.output import say, say_json
from tcsalgbench.cli.progress import showing
from tcsalgbench.jobs import cast_of
from tcsalgbench.jobs.work import Spending
from tcsalgbench.judging.beside import proof_lines
from tcsalgbench.judging.model import MAJORITY
from tcsalgbench.judging.page import verdict_page
from tcsalgbench.judging.referee import JUDGE, read_manuscript
from tcsalgbench.judging.referee import referee as examine
from tcsalgbench.judging.rules import read_rules
from tcsalgbench.judging.session import Session, Terms
from tcsalgbench.judging.verdict import Verdict, lines, load_verdict
from tcsalgbench.pages import write_page
from tcsalgbench.workspace import Workspace


def referee(  # noqa: PLR0913  # options of a command
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Your proof, in TeX or Markdown.", exists=True, dir_okay=False)],
    *,
    statement: Annotated[Path, typer.Option("--statement", metavar="FILE", help="What it proves, in TeX or Markdown.")],
    library: Annotated[
        Path | None,
        typer.Option("--library", metavar="DIR", help="Sources of what you cite: a .tex file or a sub-folder each."),
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="DIR", help="Where the report goes.")] = None,
    preset: PresetOption = None,
    model: ModelOption = None,
    effort: EffortOption = None,
    max_output: MaxOutputOption = None,
    rules: Annotated[Path | None, typer.Option("--rules", metavar="FILE", help="Additional rules for the referees.")] = None,
    prompts: PromptsOption = None,
    max_dollars: MaxDollarsOption = None,
    no_cost_cap: NoCostCapOption = False,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """Have a proof of your own refereed as submissions are, and get an annotated report, in Markdown and HTML."""
    manuscript = read_manuscript(file, statement, library)
    place = Workspace.create(workspace)
    cast = cast_of("scoring", preset, model, effort, max_output)
    terms = Terms(JUDGE, rules=read_rules(rules), prompts=prompts, spending=Spending(max_dollars, uncapped=no_cost_cap))
    with stop_on_interrupt() as stop, showing("calls of the referees", 4) as progress:
        report = examine(Session(place, cast, terms, stop, progress), manuscript, out or Path(f"{file.stem}-referee"))
    _say_verdict(report.verdict, {"markdown": str(report.markdown), "html": str(report.html)}, as_json=as_json)


def verdict(
    challenge: Annotated[str, typer.Argument(metavar="CHALLENGE", help="The id of the challenge.")],
    *,
    system: Annotated[str | None, typer.Option("--system", metavar="NAME", help="Whose submission.")] = None,
    seed: Annotated[int | None, typer.Option("--seed", metavar="N", help="Of which seed.")] = None,
    judge: Annotated[
        str, typer.Option("--judge", metavar="NAME", help="The judge: majority, or the name of a rescoring.")
    ] = MAJORITY,
    proof: Annotated[
        bool, typer.Option("--proof", help="Show the proof too, each note at the paragraph it speaks of.")
    ] = False,
    html: Annotated[Path | None, typer.Option("--html", metavar="FILE", help="Write it as a page, beside the proof.")] = None,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """Read one verdict: which phase, which step, why."""
    found = load_verdict(Workspace.open(workspace), challenge, system, seed, judge)
    written = {} if html is None else {"html": str(write_page(html, verdict_page(found)))}
    _say_verdict(found, written, as_json=as_json)
    if proof and not as_json:
        for line in proof_lines(found):
            say(line)


def _say_verdict(found: Verdict, written: dict[str, str], *, as_json: bool) -> None:
    if as_json:
        organised = None if found.organised is None else found.organised.model_dump(mode="json")
        votes = [vote.model_dump(mode="json") for vote in found.votes]
        say_json(
            {"score": found.score.model_dump(), "votes": votes, "organised": organised, "flags": list(found.flags), **written}
        )
        return
    for line in lines(found):
        say(line)
    for what, path in written.items():
        say(f"{what}: {path}")
