"""`tcsalgbench tex`: read one TeX project and show what is in it."""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from tcsalgbench.cli.options import DEFAULT_WORKSPACE, WorkspaceOption
from tcsalgbench.cli.output import console, printable, say, say_json
from tcsalgbench.errors import BadInput, NoStatementFound
from tcsalgbench.tex import Folder, Graph, build_graph, graph_to_json, read_document
from tcsalgbench.tex.outline import outline

app = typer.Typer(help="Read TeX: statements, proofs and what refers to what.", no_args_is_help=True, rich_markup_mode=None)
_SHOWN_WARNINGS = 20
_STYLES = {"heading": "bold", "place": "dim", "text": None}


@app.callback()
def _room() -> None:
    """Read TeX: statements, proofs and what refers to what."""


@app.command(epilog="Example: tcsalgbench tex graph paper/main.tex --json graph.json")
def graph(
    main: Annotated[Path, typer.Argument(metavar="MAIN.tex", help="The file that LaTeX would be run on.")],
    json_file: Annotated[
        str | None, typer.Option("--json", metavar="FILE", help="Write the graph as JSON; - means standard output.")
    ] = None,
    ignore_uses: Annotated[
        bool, typer.Option("--ignore-uses", help="Leave out the edges that blueprint commands (\\uses) give.")
    ] = False,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
) -> None:
    """Print the statements of a paper, their proofs, and what refers to what."""
    del workspace  # reading one project needs no workspace; the option is there for every command
    found = _read(main, ignore_uses=ignore_uses)
    if json_file is not None and json_file != "-":
        _write_json(Path(json_file), found)
    elif json_file is None:
        _show(found)
    if not found.document.blocks:  # with `--json -` the error is then the one JSON document that is printed
        raise NoStatementFound(_what_was_tried(found))
    if json_file == "-":
        say_json(graph_to_json(found))
    elif json_file is not None:
        say(f"{len(found.document.blocks)} statements, {len(found.edges)} edges: {json_file}")


def _read(main: Path, *, ignore_uses: bool) -> Graph:
    if main.is_dir():
        raise BadInput(f"{main} is a folder; name the main TeX file in it")
    if not main.is_file():  # opening a pipe or a device could wait for ever
        what = "is no plain file" if os.path.lexists(main) else "does not exist"
        raise BadInput(f"{main} {what}; name the main TeX file of the project")
    try:
        main.open("rb").close()
    except OSError as error:
        raise BadInput(f"{main} cannot be read: {error.strerror}") from error
    folder = Folder(main.parent)
    if main.is_symlink() and main.name not in folder:
        raise BadInput(f"{main} is a link that leads out of its folder; name the file it leads to")
    document = read_document(folder, main.name)
    return build_graph(document, ignore_uses=ignore_uses)


def _write_json(path: Path, found: Graph) -> None:
    import json  # noqa: PLC0415

    text = json.dumps(graph_to_json(found), ensure_ascii=False, indent=2) + "\n"
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        partial.write_text(text, encoding="utf-8")
        partial.replace(path)
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror}") from error


def _what_was_tried(found: Graph) -> str:
    document = found.document
    declared = ", ".join(document.tried) or "none"
    return (
        f"no statement was found in {document.main}: read {len(document.files)} file(s) "
        f"({', '.join(list(document.files)[:10])}), class {document.document_class or 'unknown'}, "
        f"environments declared for statements: {declared}. Is this the main file of the project?"
    )


def _show(found: Graph) -> None:
    screen = console()
    width = min(screen.width, 120) if sys.stdout.isatty() else 110
    for line in outline(found, width):
        screen.print(printable(line.text), style=_STYLES[line.kind], markup=False, soft_wrap=True)
    _show_summary(found)


def _show_summary(found: Graph) -> None:
    document = found.document
    proved = sum(1 for proof in document.proofs if proof.primary)
    other = len(document.proofs) - proved
    say(
        f"{len(document.blocks)} statements, {proved} with a proof ({other} other proofs), {len(found.edges)} edges, "
        f"{len(document.labels)} labels, {len(found.unresolved)} unresolved references, "
        f"{len(document.warnings)} warnings"
    )
    screen = console(stderr=True)
    for warning in document.warnings[:_SHOWN_WARNINGS]:
        screen.print(f"warning: {warning.file}:{warning.line}: {warning.message}", markup=False)
    missing = sorted({unresolved.label for unresolved in found.unresolved})
    if missing:
        shown = ", ".join(missing[:_SHOWN_WARNINGS]) + (" …" if len(missing) > _SHOWN_WARNINGS else "")
        screen.print(f"warning: referred to but not defined: {shown}", markup=False)
    if len(document.warnings) > _SHOWN_WARNINGS:
        screen.print(f"… and {len(document.warnings) - _SHOWN_WARNINGS} more warnings (--json lists all)", markup=False)
