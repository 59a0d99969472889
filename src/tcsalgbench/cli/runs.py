"""`tcsalgbench runs`: which runs there are, and one of them read as a conversation."""

from fnmatch import fnmatchcase
from pathlib import Path
from typing import Annotated

import typer

from tcsalgbench.challenges.store import load_challenges
from tcsalgbench.cli import run_views as views
from tcsalgbench.cli.options import DEFAULT_WORKSPACE, JsonOption, WorkspaceOption
from tcsalgbench.cli.output import say, say_json
from tcsalgbench.pages import write_page
from tcsalgbench.provers.conversation import conversation, conversation_page, find_run
from tcsalgbench.provers.matched import check_match, made_of_runs
from tcsalgbench.provers.store import load_runs
from tcsalgbench.workspace import Workspace

app = typer.Typer(help="Runs: list them, read one as a conversation.", no_args_is_help=True, rich_markup_mode=None)


@app.command("list", epilog="Example: tcsalgbench runs list --system 'discussion*' --check")
def list_runs(
    system: Annotated[str, typer.Option(help="Only systems like this (* and ? match).")] = "*",
    challenge: Annotated[str, typer.Option(help="Only challenges like this.")] = "*",
    end: Annotated[str, typer.Option(help="Only runs that ended so: submitted, conceded, exhausted, errored.")] = "*",
    calibration: Annotated[bool, typer.Option("--calibration", help="The calibration runs.")] = False,
    check: Annotated[bool, typer.Option("--check", help="Say whether the comparison is matched.")] = False,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """List the runs of a workspace, or check whether their comparison is matched."""
    purpose = "calibration" if calibration else "comparison"
    runs = [
        run
        for run in load_runs(Workspace.open(workspace))
        if run.purpose == purpose
        and fnmatchcase(run.system, system)
        and fnmatchcase(run.challenge_id, challenge)
        and fnmatchcase(run.end, end)
    ]
    if check:
        views.show_match(check_match(made_of_runs(runs)), as_json=as_json)
    elif as_json:
        say_json([views.run_fields(run) for run in runs])
    else:
        views.show_runs(runs)


@app.command(epilog="Example: tcsalgbench runs show 'discussion-10' --seed 1 --html run.html")
def show(
    run: Annotated[str, typer.Argument(metavar="RUN", help="Its name in the journal, or a part of it that only it has.")],
    seed: Annotated[int | None, typer.Option(min=0, help="The seed, where the name leaves several.")] = None,
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a page instead.")] = None,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """Read one run as a conversation of prover, verifier and decider."""
    opened = Workspace.open(workspace)
    found = find_run(load_runs(opened), run, seed)
    said = conversation(opened, found)
    if html is not None:
        challenge = next((one for one in load_challenges(opened) if one.id == found.challenge_id), None)
        written = write_page(html, conversation_page(found, said, challenge))
        if as_json:
            say_json({"page": str(written)})
        else:
            say(str(written))
    elif as_json:
        say_json({"run": views.run_fields(found), "said": [views.said_fields(one) for one in said]})
    else:
        views.show_conversation(found, said)
