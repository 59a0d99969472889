"""`tcsalgbench journal`: look at model calls, add them up, check and mend the files."""

from fnmatch import fnmatchcase
from pathlib import Path
from typing import Annotated

import typer

from tcsalgbench.calls.history import CallRecord, calls_of
from tcsalgbench.calls.journal.check import Problem, check_shard
from tcsalgbench.calls.journal.reading import is_being_written, journal_files, reading
from tcsalgbench.calls.journal.repair import repair_shard
from tcsalgbench.calls.stats import stats_by_role
from tcsalgbench.cli import journal_views as views
from tcsalgbench.cli.options import DEFAULT_WORKSPACE, JsonOption, WorkspaceOption
from tcsalgbench.cli.output import say, say_json

app = typer.Typer(help="The journal of model calls: look, add up, check, mend.", no_args_is_help=True, rich_markup_mode=None)

FileArgument = Annotated[Path | None, typer.Argument(metavar="[FILE]", help="A shard or journal folder; else the workspace's.")]
FOUND_PROBLEMS = 1


@app.command(epilog="Example: tcsalgbench journal show --role verifier --name 'iter2/*' --full")
def show(
    file: FileArgument = None,
    scope: Annotated[str, typer.Option(help="Only scopes like this (* and ? match).")] = "*",
    name: Annotated[str, typer.Option(help="Only calls with a name like this.")] = "*",
    role: Annotated[str, typer.Option(help="Only roles like this.")] = "*",
    last: Annotated[int | None, typer.Option(min=1, help="Only the last so many.")] = None,
    full: Annotated[bool, typer.Option("--full", help="Prompts and replies, whole.")] = False,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """List the calls of a journal, or read them whole."""

    def wanted(call: CallRecord) -> bool:
        return (
            fnmatchcase(call.scope, scope) and fnmatchcase(call.begun.name, name) and fnmatchcase(call.settings["role"], role)
        )

    with reading(file or workspace) as shards:
        calls = sorted(filter(wanted, calls_of(shards)), key=lambda call: call.begun.at)
        calls = calls[-last:] if last is not None else calls
        if as_json:
            say_json([views.call_fields(call, full=full) for call in calls])
        elif full:
            for call in calls:
                views.print_call(call)
        else:
            views.print_calls(calls)


@app.command(epilog="Example: tcsalgbench journal stats --workspace my-study")
def stats(file: FileArgument = None, workspace: WorkspaceOption = DEFAULT_WORKSPACE, as_json: JsonOption = False) -> None:
    """Calls, tokens and waste by role; what the files hold and how durable they are."""
    with reading(file or workspace) as shards:
        roles = stats_by_role(calls_of(shards))
        facts = [views.shard_facts(shard, live=is_being_written(shard.path)) for shard in shards]
        if as_json:
            say_json({"roles": {role: views.role_fields(one) for role, one in roles.items()}, "shards": facts})
        else:
            views.print_stats(roles, facts)


@app.command(epilog="Example: tcsalgbench journal verify my-study/journal")
def verify(file: FileArgument = None, workspace: WorkspaceOption = DEFAULT_WORKSPACE, as_json: JsonOption = False) -> None:
    """Check every byte; exit 1 where something is damaged or does not fit."""
    paths = journal_files(file or workspace)
    problems = [problem for path in paths for problem in check_shard(path)]
    if as_json:
        say_json({"files": [str(path) for path in paths], "problems": [_problem_fields(one) for one in problems]})
    else:
        for one in problems:
            say(f"{one.shard}: byte {one.offset}: {one.what}")
        say(f"{len(paths)} files checked, {len(problems)} problems." if problems else f"{len(paths)} files checked: all sound.")
    if problems:
        raise typer.Exit(FOUND_PROBLEMS)


@app.command(epilog="Example: tcsalgbench journal repair --workspace my-study")
def repair(file: FileArgument = None, workspace: WorkspaceOption = DEFAULT_WORKSPACE, as_json: JsonOption = False) -> None:
    """Write every sound record into a new file and keep the damaged one beside it; nothing is deleted."""
    kept = [place for path in journal_files(file or workspace) if (place := repair_shard(path)) is not None]
    if as_json:
        say_json({"kept": [str(path) for path in kept]})
        return
    for path in kept:
        say(f"mended; the damaged file is kept as {path}")
    say("Calls whose answers were damaged will be made again." if kept else "Nothing is damaged; nothing was changed.")


def _problem_fields(problem: Problem) -> dict[str, object]:
    return {"file": str(problem.shard), "offset": problem.offset, "what": problem.what}
