"""The commands of the first level: what each is for, and where its code is, which is loaded when it is wanted."""

from dataclasses import dataclass
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command, get_group


@dataclass(frozen=True, slots=True)
class Entry:
    """A command (`place` is module:function, and there is an example), or a group of commands (module:app)."""

    place: str
    line: str
    example: str | None = None


# In the order of the work. Each line fits a terminal of 80 columns; what a command says of itself is longer.
COMMANDS: dict[str, Entry] = {
    "demo": Entry("demo:demo", "See the tool work, in a few minutes and without a key.", "demo --out out/demo"),
    "doctor": Entry("doctor:doctor", "What is installed, what is missing, how to get it.", "doctor --json"),
    "tex": Entry("tex:app", "Read TeX: statements, proofs and what refers to what."),
    "graph": Entry("graph:app", "Proof graphs: build, check, draw, export."),
    "challenges": Entry("challenges:app", "Challenges: build, check, look, export, review, import."),
    "library": Entry("library:app", "What a prover may read: search it, scan it for leaks."),
    "run": Entry(
        "run:run",
        "Run systems on the challenges of a workspace.",
        "run --workflow discussion-10 --preset simulated --seeds 5",
    ),
    "runs": Entry("runs:app", "Runs: list them, read one as a conversation."),
    "prove": Entry(
        "prove:prove",
        "Run a system on a statement of your own.",
        "prove lemma.tex --library cited --workflow discussion-10 --preset embedded",
    ),
    "score": Entry(
        "score:score",
        "Score submissions: each gets a label, and reasons.",
        "score --submissions proofs.jsonl --preset paper --max-dollars 200",
    ),
    "verdict": Entry(
        "referee:verdict",
        "Read one verdict: which phase, which step, why.",
        "verdict sample-sketching/thm:main --html verdict.html",
    ),
    "referee": Entry(
        "referee:referee",
        "Have a proof of your own refereed.",
        "referee proof.tex --statement lemma.tex --library cited --preset paper --max-dollars 5",
    ),
    "rescore": Entry(
        "score:rescore",
        "Let another judge vote on identical submissions.",
        "rescore --judge anthropic/claude-opus-4-8 --effort high --max-dollars 100",
    ),
    "report": Entry(
        "report:report",
        "Tables, figures and a page from runs and verdicts.",
        "report --results runs.jsonl --challenges challenges.jsonl --out out/report",
    ),
    "models": Entry("models:app", "Models: which are known, and what one honours."),
    "prompts": Entry("prompts:app", "What models are told: list, read, override."),
    "journal": Entry("journal:app", "The journal of model calls: look, add up, check, mend."),
}


class CommandGroup(TyperGroup):
    """A group that lists its commands from the table, and imports the one that is called: a dozen rooms stay unread."""

    def __init__(self, **attributes: Any) -> None:  # noqa: ANN401  # typer's own
        """Make the group with a stand-in for every command."""
        super().__init__(**attributes)
        for name, entry in COMMANDS.items():
            self.add_command(TyperCommand(name, help=entry.line))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:  # noqa: ANN401  # types that typer keeps to itself
        """The command that is called, in place of its stand-in."""
        name, found, rest = super().resolve_command(ctx, args)
        return name, found and load(str(name)), rest


def load(name: str) -> Any:  # noqa: ANN401  # a command or a group, of types that typer keeps to itself
    """The command itself."""
    entry = COMMANDS[name]
    module, _, attribute = entry.place.partition(":")
    found = getattr(import_module(f"tcsalgbench.cli.{module}"), attribute)
    if isinstance(found, typer.Typer):
        command: Any = get_group(found)
    else:
        alone = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
        alone.command(name, epilog=f"Example: tcsalgbench {entry.example}")(found)
        command = get_command(alone)
    command.name = name
    return command
