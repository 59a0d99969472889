"""The command `tcsalgbench`: its sub-commands, and how errors leave it."""

import sys
from collections.abc import Sequence

import typer

from tcsalgbench import __version__
from tcsalgbench.cli import tex
from tcsalgbench.cli.output import say, say_error
from tcsalgbench.errors import TcsalgbenchError

INTERRUPTED = 130

app = typer.Typer(
    help="What can models and proof agents really prove? Challenges from papers, runs, verdicts, reports.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.add_typer(tex.app, name="tex")


def _show_version(wanted: bool) -> None:
    if wanted:
        say(f"tcsalgbench {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: bool = typer.Option(False, "--version", callback=_show_version, is_eager=True, help="Print the version."),
) -> None:
    """Options that stand before a sub-command."""


def run(arguments: Sequence[str]) -> int:
    """Run one command and return its exit status; an error that a user can meet becomes a sentence."""
    try:
        app(args=list(arguments), prog_name="tcsalgbench")
    except TcsalgbenchError as error:
        say_error(error, as_json="--json" in arguments)
        return error.exit_status
    except KeyboardInterrupt:
        return INTERRUPTED
    except SystemExit as end:  # the way in which typer ends, also for wrong use
        return end.code if isinstance(end.code, int) else 0
    return 0


def main() -> None:
    """The entry point that the package installs."""
    sys.exit(run(sys.argv[1:]))
