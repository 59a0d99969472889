"""`tcsalgbench challenges build` and `check`: make the challenges of papers, and check them against their source."""

from typing import Annotated

import typer

from tcsalgbench.challenges.case import Bounds
from tcsalgbench.challenges.checking import check_all
from tcsalgbench.challenges.exporting import chosen
from tcsalgbench.challenges.making import Making
from tcsalgbench.cli import challenge_build_views as views
from tcsalgbench.cli.interrupt import stop_on_interrupt
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
from tcsalgbench.cli.papers import PAPER_HELP, paper_at
from tcsalgbench.cli.progress import showing
from tcsalgbench.jobs import cast_of
from tcsalgbench.jobs.work import Spending
from tcsalgbench.models.catalog import load_catalog
from tcsalgbench.workspace import Workspace

SOME_BLOCKED = 1
IdsArgument = Annotated[list[str] | None, typer.Argument(metavar="[ID]...", help="Ids (* and ? match); else all.")]


def build(  # noqa: PLR0913  # options of a command
    papers: Annotated[list[str], typer.Argument(metavar="PAPER...", help=PAPER_HELP)],
    *,
    targets: Annotated[int, typer.Option("--targets", min=1, max=4, help="The most theorems of a paper.")] = 4,
    rounds: Annotated[int, typer.Option("--rounds", min=1, max=10, help="Rounds of the self-containment check.")] = 3,
    preset: PresetOption = None,
    model: ModelOption = None,
    effort: EffortOption = None,
    max_output: MaxOutputOption = None,
    prompts: PromptsOption = None,
    max_dollars: MaxDollarsOption = None,
    no_cost_cap: NoCostCapOption = False,
    dry_run: DryRunOption = False,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """Make challenges from papers, in ten passes and with checks. Run it again after an interruption: it goes on."""
    found, place = [paper_at(paper, workspace) for paper in papers], Workspace.create(workspace)
    cast = cast_of("construction", preset, model, effort, max_output)
    bounds = Bounds(targets=targets, rounds=rounds)
    if dry_run:
        forecast = Making(place, cast, prompts, bounds=bounds).forecast(found)
        views.say_forecast(forecast, cast, load_catalog(workspace=place.root), as_json=as_json)
        return
    with stop_on_interrupt() as stop, showing("papers", len(found)) as show:
        made = Making(place, cast, prompts, Spending(max_dollars, uncapped=no_cost_cap), stop, bounds).run(found, show)
    views.say_made(made, workspace, as_json=as_json)
    if made.failed:
        raise typer.Exit(SOME_BLOCKED)


def check(
    ids: IdsArgument = None,
    compiled: Annotated[bool, typer.Option("--compile", help="Also run a TeX engine on each, alone.")] = False,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """Check challenges against their source. What blocks and what is for review are told apart; exit 1 where one blocks."""
    place = Workspace.open(workspace)
    found = chosen(place, ids or ())
    checked = check_all(place, found, compiled=compiled)
    views.say_checked(checked, as_json=as_json)
    if any(one.blocked for one in checked):
        raise typer.Exit(SOME_BLOCKED)
