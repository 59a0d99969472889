"""What commands print: text for people on a console that obeys NO_COLOR and pipes, JSON for machines."""

import json
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console

from tcsalgbench.errors import TcsalgbenchError

_PIPE_WIDTH = 200
# C0 controls get their picture (␛ for escape); C1 controls and what turns the direction of text get a replacement mark.
_C0 = {code: 0x2400 + code for code in range(32) if chr(code) not in "\n\t"}
_C1_AND_DIRECTION = (0x7F, *range(0x80, 0xA0), 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
_SURROGATES = range(0xD800, 0xE000)
_VISIBLE = _C0 | dict.fromkeys((*_C1_AND_DIRECTION, *_SURROGATES), 0xFFFD)


def console(*, stderr: bool = False) -> Console:
    """A console made when it is needed: streams may have been replaced since import."""
    made = Console(stderr=stderr, highlight=False)
    if not made.is_terminal:
        made.width = _PIPE_WIDTH  # tables in a pipe are for grep, not for a screen
    return made


def say(text: str = "") -> None:
    """Print a line for a person, as it stands: nothing in it is read as markup, nor by the terminal."""
    console().print(printable(text), markup=False, soft_wrap=True)


def printable(text: str) -> str:
    """The text with control characters made visible: what papers and models write must not steer a terminal."""
    return text.translate(_VISIBLE)


def say_json(value: Mapping[str, Any] | Sequence[Any]) -> None:
    """Print one JSON document, in ASCII: it passes through every pipe, and keeps what no encoding has."""
    sys.stdout.write(json.dumps(value, indent=2) + "\n")


def say_error(error: TcsalgbenchError, *, as_json: bool) -> None:
    """Say what went wrong on standard error, and for machines as JSON on standard output too."""
    if as_json:
        say_json({"error": {"kind": error.slug, "message": str(error)}})
    console(stderr=True).print(printable(f"error ({error.slug}): {error}"), markup=False, soft_wrap=True)
