"""What every measurement prints: where and when it was made, and tables in Markdown."""

import os
import platform
import subprocess
from collections.abc import Sequence
from datetime import UTC, datetime


def heading(title: str, command: str) -> str:
    """A heading with date, commit and command, so that a figure can be made again."""
    commit = subprocess.run(
        ["git", "rev-parse", "--short=10", "HEAD"], capture_output=True, text=True, check=False
    ).stdout.strip()
    changed = subprocess.run(["git", "status", "--porcelain"], capture_output=True, text=True, check=False).stdout.strip()
    state = f"commit {commit or 'unknown'}{' and changes not committed' if changed else ''}"
    machine = f"{os.cpu_count()} cores, Python {platform.python_version()}, {platform.system()}"
    return f"## {title}\n\n`{command}`, {datetime.now(UTC):%Y-%m-%d}, {state}, {machine}\n"


def table(head: Sequence[str], rows: Sequence[Sequence[str]], *, numbers: bool = False) -> str:
    """A Markdown table; with `numbers`, all columns but the first are set to the right."""
    rules = [":--", *["--:" if numbers else ":--"] * (len(head) - 1)]
    return (
        "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in [head, rules, *rows]) + "\n"
    )
