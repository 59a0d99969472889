"""The command `tcsalgbench`: how its commands are called, and how errors leave it."""

import io
import os
import sys
from collections.abc import Sequence

import typer

from tcsalgbench import __version__
from tcsalgbench.cli.commands import CommandGroup
from tcsalgbench.cli.output import say_error
from tcsalgbench.errors import BadInput, TcsalgbenchError

INTERRUPTED = 130

app = typer.Typer(
    cls=CommandGroup,
    help="What can models and proof agents really prove? Challenges from papers, runs, verdicts, reports.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"tcsalgbench {__version__}")
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
    except BrokenPipeError:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115, PTH123  # who read our output has enough; nothing is left to flush
        return 0
    except OSError as error:
        say_error(BadInput(f"{error.filename or 'A file'}: {error.strerror or error}."), as_json="--json" in arguments)
        return BadInput.exit_status
    except KeyboardInterrupt:
        return INTERRUPTED
    except SystemExit as end:  # the way in which typer ends, also for wrong use
        return end.code if isinstance(end.code, int) else 0
    return 0


def main() -> None:
    """The entry point that the package installs."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # an odd terminal must not cost the output
    sys.exit(run(sys.argv[1:]))
