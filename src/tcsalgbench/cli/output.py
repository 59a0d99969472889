"""What commands print: text for people on a console that obeys NO_COLOR and pipes, JSON for machines."""

import json
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console

from tcsalgbench.errors import TcsalgbenchError


def console(*, stderr: bool = False) -> Console:
    """A console made when it is needed: streams may have been replaced since import."""
    return Console(stderr=stderr, highlight=False, soft_wrap=True)


def say(text: str = "") -> None:
    """Print a line for a person, as it stands: nothing in it is read as markup."""
    console().print(text, markup=False)


def say_json(value: Mapping[str, Any] | Sequence[Any]) -> None:
    """Print one JSON document."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=2) + "\n")


def say_error(error: TcsalgbenchError, *, as_json: bool) -> None:
    """Say what went wrong on standard error, and for machines as JSON on standard output too."""
    if as_json:
        say_json({"error": {"kind": error.slug, "message": str(error)}})
    console(stderr=True).print(f"error ({error.slug}): {error}", markup=False)
