"""`tcsalgbench challenges`: make challenges, look at them, hand them on, review them, take in those of others."""

from collections.abc import Sequence
from getpass import getuser
from pathlib import Path
from typing import Annotated

import typer

from tcsalgbench.challenges.exporting import Format, chosen, export
from tcsalgbench.challenges.importing import import_challenges
from tcsalgbench.challenges.reviewing import ReviewSession
from tcsalgbench.challenges.reviewing import review as serve_reviews
from tcsalgbench.challenges.reviews import load_reviews, standings
from tcsalgbench.challenges.sources import passages, source_of
from tcsalgbench.challenges.store import load_challenge
from tcsalgbench.cli import challenge_build
from tcsalgbench.cli import challenge_views as views
from tcsalgbench.cli.options import DEFAULT_WORKSPACE, JsonOption, WorkspaceOption
from tcsalgbench.cli.output import say, say_json
from tcsalgbench.cli.progress import showing
from tcsalgbench.errors import BadInput
from tcsalgbench.workspace import Workspace

app = typer.Typer(help="Challenges: build, check, look, export, review, import.", no_args_is_help=True, rich_markup_mode=None)

app.command(epilog="Example: tcsalgbench challenges build sample:private --preset embedded")(challenge_build.build)
app.command(epilog="Example: tcsalgbench challenges check 'sample-*' --compile")(challenge_build.check)

SOME_FAILED = 1
IdArgument = Annotated[str, typer.Argument(metavar="ID", help="The id of a challenge.")]
IdsArgument = Annotated[list[str] | None, typer.Argument(metavar="[ID]...", help="Ids (* and ? match); else all.")]


@app.command(epilog="Example: tcsalgbench challenges show sample-private/thm:main --source")
def show(
    challenge_id: IdArgument,
    source: Annotated[bool, typer.Option("--source", help="Each piece's source passage, and what was changed in it.")] = False,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """Read one challenge: its pieces with their origins, its findings, its reviews."""
    opened = Workspace.open(workspace)
    challenge = load_challenge(opened, challenge_id)
    found = passages(challenge, source_of(opened, challenge))
    standing = standings([challenge], load_reviews(opened))[challenge.id]
    if as_json:
        say_json(views.fields(challenge, found if source else None, standing))
    else:
        views.print_challenge(challenge, found if source else None, standing)


@app.command("export", epilog="Example: tcsalgbench challenges export 'sample-*' --format pdf --out out/challenges")
def export_command(
    ids: IdsArgument = None,
    form: Annotated[Format, typer.Option("--format", help="What to write.")] = "json",
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder to write into.")] = Path("challenges"),
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """Write challenges as JSON (the source of truth), Markdown, LaTeX, PDF or pages; exit 1 where some could not be."""
    opened = Workspace.open(workspace)
    challenges = chosen(opened, ids or ())
    with showing("challenges", len(challenges)) as progress:
        exported = export(opened, challenges, form, out, progress)
    if as_json:
        say_json({"files": [str(path) for path in exported.files], "failed": dict(exported.failed)})
    else:
        for path in exported.files:
            say(str(path))
        for challenge_id, reason in exported.failed.items():
            say(f"{challenge_id}: not written. {reason}")
    if exported.failed:
        raise typer.Exit(SOME_FAILED)


@app.command(epilog="Example: tcsalgbench challenges review 'sample-*' --reviewer Ada")
def review(
    ids: IdsArgument = None,
    reviewer: Annotated[str | None, typer.Option(metavar="NAME", help="Who reviews; else your name on this machine.")] = None,
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port of the page; 0 takes a free one.")] = 0,
    only_list: Annotated[bool, typer.Option("--list", help="Say what reviewers said, and serve no page.")] = False,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """Review challenges beside their sources, on a page that only this machine can open; --list or --json say the verdicts."""
    opened = Workspace.open(workspace)
    challenges = chosen(opened, ids or ())
    if as_json or only_list:
        standing = standings(challenges, load_reviews(opened))
        (say_json if as_json else views.print_standings)(views.standing_fields(challenges, standing))
        return
    session = ReviewSession(opened, challenges, reviewer or getuser())
    given = serve_reviews(session, lambda address: say(f"Open {address} as {session.reviewer}; Ctrl-C ends."), port)
    say(f"{len(given)} verdicts given." if len(given) != 1 else "1 verdict given.")


@app.command("import", epilog="Example: tcsalgbench challenges import my-dataset --field statement=problem --field id=uid")
def import_command(
    path: Annotated[Path, typer.Argument(metavar="PATH", help="JSON lines, JSON, Parquet, or a dataset folder with them.")],
    field: Annotated[list[str] | None, typer.Option(metavar="NAME=COLUMN", help="The column that holds a field.")] = None,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """Take in challenges made elsewhere, marked as imported; all of them, or none and a list of what is wrong where."""
    done = import_challenges(Workspace.create(workspace), path, _columns(field or ()))
    if as_json:
        say_json({"imported": done.added, "already_there": done.already_there, "columns_not_used": done.unused})
        return
    for challenge_id in done.added:
        say(challenge_id)
    there = f" {len(done.already_there)} were there already, word for word." if done.already_there else ""
    say(f"{len(done.added)} {views.counted(len(done.added))} imported.{there}")
    if done.unused:
        say(f"Columns that were not used: {', '.join(done.unused)}.")


def _columns(fields: Sequence[str]) -> dict[str, str]:
    columns = {}
    for written in fields:
        name, equals, column = written.partition("=")
        if not (name and equals and column):
            raise BadInput(f"--field takes NAME=COLUMN, as in statement=problem; {written!r} is not that.")
        columns[name] = column
    return columns
