"""`tcsalgbench demo`: the whole path on bundled data, stage by stage."""

from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tcsalgbench.cli.interrupt import stop_on_interrupt
from tcsalgbench.cli.options import JsonOption
from tcsalgbench.cli.output import console, say, say_json
from tcsalgbench.demo.durable import MODEL, Survival, survive
from tcsalgbench.demo.talks import GOALS
from tcsalgbench.workspace import Workspace

OutOption = Annotated[Path, typer.Option("--out", metavar="DIR", help="Where the demonstration lies.")]


def demo(out: OutOption = Path("tcsalgbench-demo"), as_json: JsonOption = False) -> None:
    """See the tool work, in a few minutes and without a key."""
    workspace = Workspace.create(out)
    with stop_on_interrupt() as stop, _progress("talks", len(GOALS)) as bar:
        survival = survive(workspace, stop, lambda done: bar.update(bar.task_ids[0], completed=done))
    if as_json:
        say_json({"durable": {name: getattr(survival, name) for name in Survival.__slots__}})
        return
    _say_survival(survival)
    say()
    say("Look at the calls:   tcsalgbench journal show --workspace " + str(out))
    say("Add them up:         tcsalgbench journal stats --workspace " + str(out))


def _progress(what: str, total: int) -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    progress = Progress(*columns, console=console(stderr=True), transient=True)
    progress.add_task(what, total=total)
    return progress


def _say_survival(survival: Survival) -> None:
    say(f"1. Model calls that survive (with {MODEL}, which is only simulated: what it says means nothing)")
    if survival.was_killed:
        say(f"   A process was killed with SIGKILL in the middle of its work; its journal holds {survival.kept} answers.")
    else:
        say(f"   The journal in this folder already holds {survival.kept} answers, from an earlier demonstration.")
    say(f"   The same work, started again: {survival.replayed} answers found, {survival.asked} calls made.")
    say(f"   {survival.talks} talks of prover and verifier came to their end, {survival.accepted} with an acceptance.")
