"""Additional rules of the user's own, which voters hold every proof to in phase 5."""

from pathlib import Path

from tcsalgbench.errors import BadInput


def read_rules(path: Path | None) -> str:
    """The text of the rules; empty where there are none. They are ours to trust: the user wrote them for the voters."""
    if path is None:
        return ""
    try:
        return path.read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"The rules in {path} cannot be read: {error}.") from None
