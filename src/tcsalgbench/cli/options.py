"""Options that many commands take, declared once."""

from pathlib import Path
from typing import Annotated

import typer

DEFAULT_WORKSPACE = Path("tcsalgbench-workspace")

WorkspaceOption = Annotated[Path, typer.Option("--workspace", metavar="DIR", help="The folder the work lies in.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for machines.")]

# Who is asked, and what it may cost.
PresetOption = Annotated[
    str | None,
    typer.Option("--preset", metavar="NAME|FILE", help="Models by role: embedded, simulated, paper, a file."),
]
ModelOption = Annotated[str | None, typer.Option("--model", metavar="PROVIDER/NAME", help="One model for every role.")]
EffortOption = Annotated[str | None, typer.Option("--effort", metavar="E", help="Reasoning effort, where the model has it.")]
MaxOutputOption = Annotated[int | None, typer.Option("--max-output", metavar="N", min=1, help="Output tokens a call.")]
MaxDollarsOption = Annotated[float | None, typer.Option("--max-dollars", metavar="N", min=0, help="The most it may cost.")]
NoCostCapOption = Annotated[bool, typer.Option("--no-cost-cap", help="Ask models that cost money without a cap.")]
PromptsOption = Annotated[
    Path | None, typer.Option("--prompts", metavar="DIR", help="Templates of your own in place of ours.", file_okay=False)
]
DryRunOption = Annotated[bool, typer.Option("--dry-run", help="Say what it would take in calls, tokens and money; ask nobody.")]
