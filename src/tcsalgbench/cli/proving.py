"""What the commands that prove share: options that name systems, and their settings from the command line."""

from pathlib import Path
from typing import Annotated, Any

import typer

from tcsalgbench.errors import BadInput
from tcsalgbench.jobs import cast_of
from tcsalgbench.provers.systems import System, load_systems, system_of

WorkflowOption = Annotated[
    str | None, typer.Option("--workflow", metavar="NAME", help="direct, discussion-10, discussion, or one of a plug-in.")
]
SystemsOption = Annotated[
    Path | None, typer.Option("--systems", metavar="FILE", help="A TOML file of systems: a comparison in one command.")
]
SetOption = Annotated[
    list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="A setting of the workflow: --set rounds=3.")
]
SubmitOption = Annotated[
    str | None, typer.Option("--submit", metavar="RULE", help="last: also what nobody accepted; closed-only: not that.")
]
LibraryUseOption = Annotated[
    str | None, typer.Option("--use-library", metavar="HOW", help="snippets, tools (snippets and look-ups), or none.")
]
ProcessesOption = Annotated[int, typer.Option("--processes", metavar="N", min=1, help="One a core, for many quick calls.")]

_WORDS = {"true": True, "false": False, "none": None}


def settings_of(written: list[str] | None, submit: str | None, library: str | None) -> dict[str, Any]:
    """The settings that were written on the command line."""
    settings: dict[str, Any] = {}
    for one in written or ():
        name, equals, value = one.partition("=")
        if not (name and equals):
            raise BadInput(f"--set takes NAME=VALUE, as in --set rounds=3; {one!r} is not that.")
        settings[name] = _value(value)
    if submit is not None:
        settings["submit"] = submit
    if library is not None:
        settings["library"] = library
    return settings


def systems_of(
    file: Path | None,
    workflow: str | None,
    models: tuple[str | None, str | None, str | None, int | None],
    settings: dict[str, Any],
    name: str | None = None,
) -> tuple[System, ...]:
    """The systems: those of a file, or the one that the options describe (preset, model, effort, output cap)."""
    preset, model, effort, max_output = models
    if file is not None:
        if workflow or preset or model or effort or max_output or name:
            raise BadInput("--systems names workflows and models itself; leave --workflow, --preset, --model and the like out.")
        return load_systems(file, settings)
    if workflow is None:
        raise BadInput("Name a system: --workflow with --preset or --model, or --systems FILE.")
    return (system_of(workflow, cast_of("proving", preset, model, effort, max_output), settings, name),)


def _value(written: str) -> object:
    if written.lower() in _WORDS:
        return _WORDS[written.lower()]
    for read in (int, float):
        try:
            return read(written)
        except ValueError:
            continue
    return written
