"""`tcsalgbench run`: systems on challenges, many runs at once, stopped and resumed at will."""

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
from tcsalgbench.cli.proving import (
    LibraryUseOption,
    ProcessesOption,
    SetOption,
    SubmitOption,
    SystemsOption,
    WorkflowOption,
    settings_of,
    systems_of,
)
from tcsalgbench.jobs.work import Spending
from tcsalgbench.provers.foresight import catalog_prices, foresee
from tcsalgbench.provers.matched import check_match, made_of_plan
from tcsalgbench.provers.order import Order, Plan, plan_of
from tcsalgbench.provers.processes import run_plan
from tcsalgbench.workspace import Workspace

SOME_ERRORED = 1
INTERRUPTED = 130

ChallengesOption = Annotated[
    list[str] | None, typer.Option("--challenges", metavar="ID", help="Only these (* and ? match); can be repeated.")
]
SeedsOption = Annotated[int, typer.Option("--seeds", metavar="N", min=1, help="Seeds 1 to N: so many runs a challenge.")]
NameOption = Annotated[str | None, typer.Option("--name", help="What the system is called in tables.")]
CalibrationOption = Annotated[
    bool, typer.Option("--calibration", help="Ask for a confidence; kept apart from the runs of a comparison.")
]
ResumeOption = Annotated[bool, typer.Option("--resume", help="Make only what is missing or errored; repeat nothing.")]
CheckOption = Annotated[bool, typer.Option("--check", help="Only say whether the comparison is matched.")]
AtOnceOption = Annotated[int, typer.Option("--at-once", metavar="N", min=1, help="Runs under way at the same time.")]


def run(  # noqa: PLR0913, PLR0917  # an option each for what a user may say
    workflow: WorkflowOption = None,
    systems: SystemsOption = None,
    preset: PresetOption = None,
    model: ModelOption = None,
    effort: EffortOption = None,
    max_output: MaxOutputOption = None,
    name: NameOption = None,
    challenges: ChallengesOption = None,
    seeds: SeedsOption = 1,
    calibration: CalibrationOption = False,
    submit: SubmitOption = None,
    use_library: LibraryUseOption = None,
    setting: SetOption = None,
    resume: ResumeOption = False,
    dry_run: DryRunOption = False,
    check: CheckOption = False,
    max_dollars: MaxDollarsOption = None,
    no_cost_cap: NoCostCapOption = False,
    processes: ProcessesOption = 1,
    at_once: AtOnceOption = 1000,
    prompts: PromptsOption = None,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """Run systems on the challenges of a workspace. Exit 1 where runs are errored; run again with --resume then."""
    settings = settings_of(setting, submit, use_library)
    order = Order(
        systems_of(systems, workflow, (preset, model, effort, max_output), settings, name),
        tuple(challenges or ()),
        tuple(range(1, seeds + 1)),
        "calibration" if calibration else "comparison",
        prompts,
        Spending(max_dollars, no_cost_cap),
        at_once,
    )
    plan = plan_of(Workspace.open(workspace), order)
    if check:
        views.show_match(check_match(made_of_plan(plan.planned, plan.book)), as_json=as_json)
    elif dry_run:
        expected = foresee(plan.planned, plan.book)
        views.show_forecast(expected, order, catalog_prices(plan.catalog), as_json=as_json)
    else:
        _run(plan, resume=resume, processes=processes, as_json=as_json)


def _run(plan: Plan, *, resume: bool, processes: int, as_json: bool) -> None:
    total = len(plan.to_do(resume=resume))
    priced = views.all_priced(plan.order, catalog_prices(plan.catalog))
    with stop_on_interrupt() as stop, live(total, priced) as show:
        counts = run_plan(plan, resume=resume, processes=processes, stop=stop, show=show)
    if as_json:
        say_json(views.counts_fields(counts, len(plan.planned), total, priced=priced))
    else:
        views.say_counts(counts, len(plan.planned), total)
        say(f"Read them: tcsalgbench runs list --workspace {plan.workspace.root}")
    if stop.wanted:
        raise typer.Exit(INTERRUPTED)
    if counts.errored or counts.left:
        raise typer.Exit(SOME_ERRORED)
