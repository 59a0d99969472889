"""`tcsalgbench prove`: a system on one's own lemma."""

from pathlib import Path
from typing import Annotated

import typer

from tcsalgbench.cli import run_views as views
from tcsalgbench.cli.interrupt import stop_on_interrupt
from tcsalgbench.cli.live import live
from tcsalgbench.cli.options import (
    DEFAULT_WORKSPACE,
    DryRunOption,
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
from tcsalgbench.cli.proving import LibraryUseOption, SetOption, settings_of, systems_of
from tcsalgbench.jobs.work import Spending
from tcsalgbench.models.catalog import load_catalog
from tcsalgbench.prompts import Fence, PromptBook
from tcsalgbench.provers.foresight import catalog_prices, foresee
from tcsalgbench.provers.model import Run
from tcsalgbench.provers.order import Order
from tcsalgbench.provers.own import check_ended, folder_of, own_task, prove_own
from tcsalgbench.provers.study import Planned
from tcsalgbench.workspace import Workspace

FileArgument = Annotated[Path, typer.Argument(metavar="FILE", help="A statement in TeX or Markdown, with its hypotheses.")]
LibraryOption = Annotated[
    Path | None, typer.Option("--library", metavar="DIR", help="Cited sources: a sub-folder or a .tex file a work.")
]
INTERRUPTED = 130


def prove(  # noqa: PLR0913, PLR0917  # an option each for what a user may say
    file: FileArgument,
    library: LibraryOption = None,
    workflow: Annotated[str, typer.Option("--workflow", metavar="NAME", help="The workflow.")] = "discussion-10",
    preset: PresetOption = None,
    model: ModelOption = None,
    effort: EffortOption = None,
    max_output: MaxOutputOption = None,
    seeds: Annotated[int, typer.Option("--seeds", metavar="N", min=1, help="So many independent runs.")] = 1,
    use_library: LibraryUseOption = None,
    setting: SetOption = None,
    dry_run: DryRunOption = False,
    max_dollars: MaxDollarsOption = None,
    no_cost_cap: NoCostCapOption = False,
    prompts: PromptsOption = None,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """Run a system on a statement of your own. What it submits is not judged here: nothing says yet that it is right."""
    settings = settings_of(setting, None, use_library)
    (system,) = systems_of(None, workflow, (preset, model, effort, max_output), settings)
    task, opened = own_task(file, library), Workspace.create(workspace)
    prices = catalog_prices(load_catalog(workspace=opened.root))
    if dry_run:
        planned = [Planned(system, task, seed) for seed in range(1, seeds + 1)]
        expected = foresee(planned, PromptBook(Fence(opened.secret()), prompts))
        views.show_forecast(expected, Order((system,)), prices, as_json=as_json)
        return
    with stop_on_interrupt() as stop, live(seeds, views.all_priced(Order((system,)), prices)) as show:
        spending = Spending(max_dollars, no_cost_cap)
        runs = prove_own(opened, task, system, seeds, prompts, spending=spending, stop=stop, show=show)
    if as_json:
        say_json([{**views.run_fields(run), "folder": str(folder_of(opened, run))} for run in runs])
    else:
        _say(runs, opened)
    if stop.wanted:
        raise typer.Exit(INTERRUPTED)
    check_ended(runs)


def _say(runs: tuple[Run, ...], opened: Workspace) -> None:
    for run in runs:
        accepted = "accepted by the internal verifier" if run.internally_accepted else "accepted by nobody"
        told = f"an argument, {accepted}" if run.proof is not None else f"no argument ({run.why})"
        say(f"seed {run.seed}: {run.end}: {told}; {run.usage.calls} calls")
        for reason in run.review:
            say(f"  to look at: {reason}")
        say(f"  {folder_of(opened, run)}")
    say("Nothing here is a verdict: whether an argument proves the statement is for a judge, or for you.")
