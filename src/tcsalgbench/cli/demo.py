"""`tcsalgbench demo`: the whole path on bundled data, stage by stage."""

from pathlib import Path
from typing import Annotated

import typer
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from tcsalgbench.cli.interrupt import stop_on_interrupt
from tcsalgbench.cli.options import JsonOption
from tcsalgbench.cli.output import console, say, say_json
from tcsalgbench.cli.progress import showing
from tcsalgbench.demo.durable import MODEL, Survival, survive
from tcsalgbench.demo.screening import RESULT, Screenings, screen_samples
from tcsalgbench.demo.talks import GOALS
from tcsalgbench.models import embedded
from tcsalgbench.samples import sample_names
from tcsalgbench.workspace import Workspace

OutOption = Annotated[Path, typer.Option("--out", metavar="DIR", help="Where the demonstration lies.")]


def demo(out: OutOption = Path("tcsalgbench-demo"), as_json: JsonOption = False) -> None:
    """See the tool work, in a few minutes and without a key."""
    workspace = Workspace.create(out)
    with stop_on_interrupt() as stop:
        with showing("talks", len(GOALS)) as show:
            survival = survive(workspace, stop, show)
        if not as_json:
            _say_survival(survival)
        lacking = embedded.missing()
        if lacking is None:
            with showing("papers screened", len(sample_names())) as show:
                screenings = screen_samples(workspace, stop, show)
    if as_json:
        screened = {"skipped": lacking} if lacking else screenings.fields()
        say_json({"durable": _fields(survival), "screening": screened})
        return
    if lacking:
        say(f"\n2. SKIPPED: the bundled papers are not screened. {lacking}\n")
    else:
        _say_screenings(screenings)
        say(f"\nThe result:          {out / RESULT}")
    say("Look at the calls:   tcsalgbench journal show --workspace " + str(out))
    say("Read one whole:      tcsalgbench journal show --workspace " + str(out) + " --scope 'screen/*' --full")
    say("Add them up:         tcsalgbench journal stats --workspace " + str(out))


def _say_survival(survival: Survival) -> None:
    say(f"1. Model calls that survive (with {MODEL}, which is only simulated: what it says means nothing)")
    if survival.was_killed:
        say(f"   A process was killed with SIGKILL in the middle of its work; its journal holds {survival.kept} answers.")
    else:
        say(f"   The journal in this folder already holds {survival.kept} answers, from an earlier demonstration.")
    say(f"   The same work, started again: {survival.replayed} answers found, {survival.asked} calls made.")
    say(f"   {survival.talks} talks of prover and verifier came to their end, {survival.accepted} with an acceptance.")


def _say_screenings(screenings: Screenings) -> None:
    found = f", {screenings.replayed} answers found in the journal" if screenings.replayed else ""
    say()
    say(f"2. Three bundled papers, screened by {screenings.model}{found}")
    table = Table("paper", "bounds complexity?", "should be", "area", "should be", "tokens", box=None, pad_edge=False)
    for one in screenings.papers:
        said, truth = one.answer.value, one.paper.screening
        verdict, area = (f"({one.answer.end})", "") if said is None else (_yes(said.bounds_complexity), said.area)
        table.add_row(Text(one.paper.title), verdict, _yes(truth.bounds_complexity), area, truth.area, f"{one.tokens:,}")
    console().print(Padding(table, (0, 0, 0, 3)))
    formed = sum(one.answer.end == "answered" for one in screenings.papers)
    say(f"   {formed} of {len(screenings.papers)} answers are in their form: a schema binds them. Whether they are right is")
    say("   another matter: a model of 135 million parameters understands no research paper and proves nothing. It is here so")
    say("   that prompts, journal, limits and pages run for real on any machine, without a key.")


def _yes(verdict: bool) -> str:
    return "yes" if verdict else "no"


def _fields(survival: Survival) -> dict[str, object]:
    return {"model": MODEL, **{name: getattr(survival, name) for name in Survival.__slots__}}
