"""`tcsalgbench graph`: build the proof graph of a paper, check it against its source, hand it to other tools."""

from pathlib import Path
from typing import Annotated

import typer

from tcsalgbench.cli import graph_views as views
from tcsalgbench.cli.graph_draw import EXAMPLE, draw
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
from tcsalgbench.cli.output import say, say_json
from tcsalgbench.cli.papers import PAPER_HELP, paper_at
from tcsalgbench.cli.progress import showing
from tcsalgbench.errors import BadInput
from tcsalgbench.graphs.build import Building, forecast_of, wanted_of
from tcsalgbench.graphs.checks import checked
from tcsalgbench.graphs.export import FORMATS, Format, exported
from tcsalgbench.graphs.passes import Plan
from tcsalgbench.graphs.store import load_graph
from tcsalgbench.jobs import cast_of
from tcsalgbench.jobs.work import Spending
from tcsalgbench.papers.store import keep_paper
from tcsalgbench.workspace import Workspace, atomic_write

app = typer.Typer(help="Proof graphs: build, check, draw, export.", no_args_is_help=True, rich_markup_mode=None)

app.command(epilog=EXAMPLE)(draw)

A_CHECK_FAILED = 1
PaperArgument = Annotated[str, typer.Argument(metavar="PAPER", help=PAPER_HELP)]


@app.command(epilog="Example: tcsalgbench graph build sample:regret --no-models")
def build(  # noqa: PLR0913  # options of a command
    paper: PaperArgument,
    *,
    no_models: Annotated[bool, typer.Option("--no-models", help="What code alone can read; nobody is asked.")] = False,
    cited: Annotated[bool, typer.Option("--cited", help="Also the works it cites that are at hand, without an audit.")] = False,
    audit: Annotated[bool, typer.Option("--audit/--no-audit", help="Let a model flag what looks wrong.")] = True,
    again: Annotated[int, typer.Option("--again", min=0, max=5, help="How often a pass with errors is sent round again.")] = 2,
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
    """Build the proof graph of a paper and keep it in the workspace. Run it again after an interruption: it goes on."""
    if no_models and (preset is not None or model is not None):
        raise BadInput("Give either --no-models, or the models that are to be asked.")
    found, place = paper_at(paper, workspace), Workspace.create(workspace)
    wanted = wanted_of(found, Plan(again=again, audit=audit), cited=cited)
    cast = None if no_models else cast_of("construction", preset, model, effort, max_output)
    if dry_run:
        views.say_forecast(forecast_of(place, cast, wanted, prompts), as_json=as_json)
        return
    keep_paper(place, found.source.folder.parent)
    with stop_on_interrupt() as stop, showing("parts of papers", 0) as show:
        spending = Spending(max_dollars, uncapped=no_cost_cap)
        built = Building(place, cast, prompts, spending, stop).run(wanted, show)
    views.say_built(built, workspace, as_json=as_json)


@app.command(epilog="Example: tcsalgbench graph check sample:regret")
def check(paper: PaperArgument, workspace: WorkspaceOption = DEFAULT_WORKSPACE, as_json: JsonOption = False) -> None:
    """Check a built graph against its source: ids, labels, ends, cycles, every quotation. Exit 1 where something fails."""
    source = paper_at(paper).source
    graph = load_graph(Workspace.open(workspace), source.digest())
    problems = checked(graph, source)
    views.say_problems(graph, problems, as_json=as_json)
    if problems:
        raise typer.Exit(A_CHECK_FAILED)


@app.command(epilog="Example: tcsalgbench graph export sample:regret --format graphml --out regret.graphml")
def export(
    paper: PaperArgument,
    form: Annotated[str, typer.Option("--format", metavar="json|graphml|dot", help="The form of the file.")] = "json",
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Where it goes; else standard output.")] = None,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """Hand a built graph to other tools."""
    chosen: Format | None = next((one for one in FORMATS if one == form), None)
    if chosen is None:
        raise BadInput(f"There is no format {form!r}; give json, graphml or dot.")
    text = exported(load_graph(Workspace.open(workspace), paper_at(paper).source.digest()), chosen)
    if out is None:
        say(text.rstrip("\n"))
        return
    out.parent.mkdir(parents=True, exist_ok=True)
    atomic_write(out, text.encode())
    if as_json:
        say_json({"file": str(out), "format": chosen})
    else:
        say(f"Written: {out}")
