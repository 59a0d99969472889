"""Options that every command takes, declared once."""

from pathlib import Path
from typing import Annotated

import typer

DEFAULT_WORKSPACE = Path("tcsalgbench-workspace")

WorkspaceOption = Annotated[Path, typer.Option("--workspace", metavar="DIR", help="The folder the work lies in.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for machines.")]
