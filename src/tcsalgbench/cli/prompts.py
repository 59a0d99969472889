"""`tcsalgbench prompts`: which roles there are, what they are told, and a folder to change it in."""

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from tcsalgbench.challenges.roles import ROLES as CHALLENGE_ROLES
from tcsalgbench.cli.options import DEFAULT_WORKSPACE, JsonOption, WorkspaceOption
from tcsalgbench.cli.output import console, say, say_json
from tcsalgbench.errors import BadInput
from tcsalgbench.graphs.passes import ROLES as GRAPH_ROLES
from tcsalgbench.judging.checker import CHECKER
from tcsalgbench.judging.organise import ORGANISER
from tcsalgbench.judging.panel import VOTER
from tcsalgbench.papers.screen import SCREENER
from tcsalgbench.prompts import Fence, PromptBook, Role
from tcsalgbench.prompts.book import bundled_text, role_names
from tcsalgbench.provers.roles import DECIDER, PROVER, VERIFIER

app = typer.Typer(help="What models are told: list, read, override.", no_args_is_help=True, rich_markup_mode=None)

PromptsOption = Annotated[
    Path | None, typer.Option("--prompts", metavar="DIR", help="A folder of templates that override ours.")
]

_LISTED: tuple[Role[Any], ...] = (
    SCREENER,
    *GRAPH_ROLES,
    PROVER,
    DECIDER,
    VERIFIER,
    ORGANISER,
    CHECKER,
    VOTER,
    *CHALLENGE_ROLES,
)
ROLES: dict[str, Role[Any]] = {role.name: role for role in _LISTED}


@app.command("list", epilog="Example: tcsalgbench prompts list --prompts my-prompts")
def list_roles(
    prompts: PromptsOption = None, workspace: WorkspaceOption = DEFAULT_WORKSPACE, as_json: JsonOption = False
) -> None:
    """Every role: its purpose, its variables, the digest of its template, and whether it is yours."""
    book = PromptBook(Fence(b""), prompts)
    rows = [_row(book, ROLES[name], prompts) for name in role_names()]
    if as_json:
        say_json(rows)
        return
    table = Table("role", "purpose", "variables", "digest", "template", box=None, pad_edge=False)
    for row in rows:
        table.add_row(*(Text(", ".join(cell) if isinstance(cell, list) else str(cell)) for cell in row.values()))
    console().print(table)


@app.command(epilog="Example: tcsalgbench prompts export my-prompts")
def export(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A folder that is made, and must be empty.")],
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """Write every template into a folder, to be changed there and used with --prompts."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadInput(f"{folder} is there already and is not an empty folder; nothing was written.")
    folder.mkdir(parents=True, exist_ok=True)
    for name in role_names():
        (folder / f"{name}.md").write_text(bundled_text(name), "utf-8")
    if as_json:
        say_json({"folder": str(folder), "roles": role_names()})
    else:
        say(f"{len(role_names())} templates in {folder}. Delete those that you do not change.")


def _row(book: PromptBook, role: Role[Any], prompts: Path | None) -> dict[str, object]:
    template = book.template(role)
    yours = prompts is not None and (prompts / f"{role.name}.md").exists()
    return {
        "role": role.name,
        "purpose": role.purpose,
        "variables": sorted(role.variables),
        "digest": template.digest,
        "template": template.where if yours else "bundled",
    }
