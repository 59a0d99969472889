"""The command `tcsalgbench`: its sub-commands, and how errors leave it."""

import io
import os
import sys
from collections.abc import Sequence

import typer

from tcsalgbench import __version__
from tcsalgbench.cli import challenges, graph, journal, library, models, prompts, runs, tex
from tcsalgbench.cli.demo import demo
from tcsalgbench.cli.doctor import doctor
from tcsalgbench.cli.output import say, say_error
from tcsalgbench.cli.prove import prove
from tcsalgbench.cli.referee import referee, verdict
from tcsalgbench.cli.report import report
from tcsalgbench.cli.run import run as run_command
from tcsalgbench.cli.score import rescore, score
from tcsalgbench.errors import BadInput, TcsalgbenchError

INTERRUPTED = 130

app = typer.Typer(
    help="What can models and proof agents really prove? Challenges from papers, runs, verdicts, reports.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

app.command(epilog="Example: tcsalgbench demo --out out/demo")(demo)
app.command(epilog="Example: tcsalgbench doctor --json")(doctor)
app.add_typer(challenges.app, name="challenges")
app.command(epilog="Example: tcsalgbench report --results runs.jsonl --challenges challenges.jsonl --out out/report")(report)
app.add_typer(graph.app, name="graph")
app.add_typer(journal.app, name="journal")
app.add_typer(library.app, name="library")
app.add_typer(models.app, name="models")
app.add_typer(prompts.app, name="prompts")
app.command(epilog="Example: tcsalgbench score --submissions proofs.jsonl --preset paper --max-dollars 200")(score)
app.command(epilog="Example: tcsalgbench verdict sample-sketching/thm:main --html verdict.html")(verdict)
app.command(
    epilog="Example: tcsalgbench referee proof.tex --statement lemma.tex --library cited --preset paper --max-dollars 5"
)(referee)
app.command(epilog="Example: tcsalgbench rescore --judge anthropic/claude-opus-4-8 --effort high --max-dollars 100")(rescore)
app.command(epilog="Example: tcsalgbench prove lemma.tex --library cited --workflow discussion-10 --preset embedded")(prove)
app.command("run", epilog="Example: tcsalgbench run --workflow discussion-10 --preset simulated --seeds 5")(run_command)
app.add_typer(runs.app, name="runs")
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
