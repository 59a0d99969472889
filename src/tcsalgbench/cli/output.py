"""What commands print: text for people on a console that obeys NO_COLOR and pipes, JSON for machines."""

import json
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tcsalgbench.errors import TcsalgbenchError

if TYPE_CHECKING:
    from rich.console import Console

_PIPE_WIDTH = 200


def console(*, stderr: bool = False) -> "Console":
    """A console made when it is needed: streams may have been replaced since import."""
    from rich.console import Console  # noqa: PLC0415  # a list of commands, or JSON, needs none

    made = Console(stderr=stderr, highlight=False)
    if not made.is_terminal:
        made.width = _PIPE_WIDTH  # tables in a pipe are for grep, not for a screen
    return made


def say(text: str = "") -> None:
    """Print a line for a person, as it stands: nothing in it is read as markup, nor by the terminal."""
    console().print(printable(text), markup=False, soft_wrap=True)


def printable(text: str) -> str:
    """The text with control characters made visible: what papers and models write must not steer a terminal."""
    from tcsalgbench.pages.visible import visible  # noqa: PLC0415  # with it come pages and Pydantic

    return visible(text)


def say_json(value: Mapping[str, Any] | Sequence[Any]) -> None:
    """Print one JSON document, in ASCII: it passes through every pipe, and keeps what no encoding has."""
    sys.stdout.write(json.dumps(value, indent=2) + "\n")


def say_error(error: TcsalgbenchError, *, as_json: bool) -> None:
    """Say what went wrong on standard error, and for machines as JSON on standard output too."""
    if as_json:
        say_json({"error": {"kind": error.slug, "message": str(error)}})
    console(stderr=True).print(printable(f"error ({error.slug}): {error}"), markup=False, soft_wrap=True)
