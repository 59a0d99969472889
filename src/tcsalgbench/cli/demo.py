"""`tcsalgbench demo`: the whole path on bundled data, stage by stage."""

import time
from pathlib import Path
from typing import Annotated

import typer

from tcsalgbench.calls import Stop
from tcsalgbench.cli.interrupt import stop_on_interrupt
from tcsalgbench.cli.options import JsonOption
from tcsalgbench.cli.output import say, say_json
from tcsalgbench.cli.progress import showing
from tcsalgbench.demo.stage import Stage, StageResult
from tcsalgbench.demo.stages import STAGES
from tcsalgbench.demo.start import START
from tcsalgbench.models import embedded
from tcsalgbench.workspace import Workspace

OutOption = Annotated[Path, typer.Option("--out", metavar="DIR", help="Where the demonstration lies.")]


def demo(out: OutOption = Path("tcsalgbench-demo"), as_json: JsonOption = False) -> None:
    """See the tool work, in a few minutes and without a key."""
    workspace, lacking = Workspace.create(out), embedded.missing()
    told: dict[str, object] = {}
    with stop_on_interrupt() as stop:
        for number, stage in enumerate(STAGES, start=1):
            if stage.wants_model and lacking is not None:
                told[stage.key] = {"skipped": lacking}
                if not as_json:
                    say(f"{number}. SKIPPED: {stage.title}. {lacking}\n")
                continue
            began = time.monotonic()
            result = _run(stage, workspace, stop)
            told[stage.key] = result.fields()
            if not as_json:
                _say(number, stage, result, time.monotonic() - began)
    if as_json:
        say_json(told)
        return
    say(f"Look at the calls:   tcsalgbench journal show --workspace {out}")
    say(f"Add them up:         tcsalgbench journal stats --workspace {out}")
    start = out / START
    say(f"Open this page:      {start}" if start.is_file() else "No page was made, since the small model is not here.")


def _run(stage: Stage, workspace: Workspace, stop: Stop) -> StageResult:
    with showing(stage.unit, stage.total) as show:
        return stage.run(workspace, stop, show)


def _say(number: int, stage: Stage, result: StageResult, seconds: float) -> None:
    say(f"{number}. {stage.title}  ({seconds:.0f} s)")
    for line in result.lines():
        say(f"   {line}" if line else "")
    say()
