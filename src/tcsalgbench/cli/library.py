"""`tcsalgbench library`: search what provers may read, and scan it for what they must not."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from tcsalgbench.challenges.store import load_challenge, load_challenges
from tcsalgbench.cli.options import DEFAULT_WORKSPACE, JsonOption, WorkspaceOption
from tcsalgbench.cli.output import say, say_json
from tcsalgbench.cli.papers import SAMPLE
from tcsalgbench.errors import BadInput
from tcsalgbench.library.allowing import library_from_folder, library_of, library_of_folder
from tcsalgbench.library.embedding import open_embedder
from tcsalgbench.library.leaks import macros_of
from tcsalgbench.library.model import Library
from tcsalgbench.library.retriever import Retriever
from tcsalgbench.library.scanning import Scanned, scan_libraries
from tcsalgbench.library.settings import RetrievalSettings
from tcsalgbench.library.snippets import Snippet, retrieve
from tcsalgbench.samples import sample_library
from tcsalgbench.tex.macros import Macro
from tcsalgbench.workspace import Workspace

app = typer.Typer(help="What a prover may read: search it, and scan it for leaks.", no_args_is_help=True)

FAILED = 1


@app.command(epilog='Example: tcsalgbench library search "sums of random signs" --library sample:regret')
def search(
    query: Annotated[str, typer.Argument(help="Words or TeX, such as the goal to be proved.", show_default=False)],
    challenge: Annotated[
        str | None, typer.Option("--challenge", metavar="ID", help="Search the library of a challenge.")
    ] = None,
    work: Annotated[Path | None, typer.Option("--work", metavar="DIR", help="Search one work: a folder with its TeX.")] = None,
    library: Annotated[
        str | None,
        typer.Option("--library", metavar="DIR", help="Search a folder of works, or those of a bundled paper: sample:NAME."),
    ] = None,
    count: Annotated[int, typer.Option("--count", min=1, max=50, help="How many statements to show.")] = 5,
    embedder: Annotated[
        str | None,
        typer.Option("--embedder", metavar="MODULE:NAME", help="Rank by an embedder of your own as well; see docs/library.md."),
    ] = None,
    as_json: JsonOption = False,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
) -> None:
    """Show the statements that a prover would be shown for a query, word for word."""
    chosen, macros = _chosen(workspace, challenge, work, library)
    settings = RetrievalSettings(snippets=count, tokens=1_000_000, candidates=count, embedder=embedder)
    retriever = Retriever(chosen, open_embedder(embedder) if embedder else None)
    _show(retrieve(retriever, query, settings, macros), chosen, as_json=as_json)


@app.command(epilog="Example: tcsalgbench library scan --challenge all")
def scan(
    challenge: Annotated[str, typer.Option("--challenge", metavar="ID", help="A challenge, or all of the workspace.")] = "all",
    as_json: JsonOption = False,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
) -> None:
    """Look for what challenges withhold in the works that their provers may read; the exit status is 1 if some is there."""
    place = Workspace.open(workspace)
    wanted = load_challenges(place) if challenge == "all" else (load_challenge(place, challenge),)
    if not wanted:
        raise BadInput(f"The workspace {workspace} holds no challenge. Build some first: tcsalgbench challenges build.")
    found = scan_libraries(place, wanted, (lambda scanned: None) if as_json else _say_scanned)
    if as_json:
        say_json({"schema": 1, "challenges": [one.fields() for one in found]})
    else:
        refused, review = sum(len(one.refused) for one in found), sum(len(one.review) for one in found)
        say(f"{len(found)} challenges scanned: {refused} works refused, {review} matches for review")
    if not all(one.clean for one in found):
        raise typer.Exit(FAILED)


def _chosen(
    workspace: Path, challenge: str | None, work: Path | None, library: str | None
) -> tuple[Library, dict[str, Macro] | None]:
    if sum(given is not None for given in (challenge, work, library)) != 1:
        raise BadInput(
            "Say whose works to search: --challenge ID, --work DIR, or --library DIR (sample:NAME for a bundled paper)."
        )
    if challenge is not None:
        place = Workspace.open(workspace)
        found = load_challenge(place, challenge)
        return library_of(place, found), dict(macros_of(found))
    if work is not None:
        return library_of_folder(work), None
    named = library or ""
    if named.startswith(SAMPLE):
        return sample_library(named.removeprefix(SAMPLE)), None
    return library_from_folder(Path(named)), None


def _show(found: tuple[Snippet, ...], library: Library, *, as_json: bool) -> None:
    if as_json:
        say_json({"schema": 1, "works": [work.key for work in library.works], "snippets": [asdict(one) for one in found]})
        return
    for snippet in found:
        say(snippet.text)
        say()
    of = sum(len(work.statements) for work in library.works)
    say(f"{len(found)} of {of} statements in {len(library.works)} works")
    for refusal in library.refused:
        say(f"not searched: {refusal.work}: {refusal.reason}")


def _say_scanned(scanned: Scanned) -> None:
    if scanned.why_not is not None:
        say(f"{scanned.challenge}: not scanned: {scanned.why_not}")
        return
    note = "" if scanned.whole else " (its proof is not at hand: only the paper and the statement were looked for)"
    say(f"{scanned.challenge}: {len(scanned.works)} works may be read{note}")
    for refusal in scanned.refused:
        say(f"  refused  {refusal.work} ({refusal.kind}): {refusal.reason}")
    for refusal in scanned.review:
        say(f"  review   {refusal.work} ({refusal.kind}): {refusal.reason}")
