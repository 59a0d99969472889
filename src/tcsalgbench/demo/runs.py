"""A stage of the demonstration: three systems with the embedded model try to prove a challenge of each paper."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from tcsalgbench.calls import Stop
from tcsalgbench.demo.challenges import to_prove
from tcsalgbench.jobs import cast_of
from tcsalgbench.provers.model import Run
from tcsalgbench.provers.order import Order, plan_of
from tcsalgbench.provers.processes import run_plan
from tcsalgbench.provers.store import load_runs
from tcsalgbench.provers.systems import system_of
from tcsalgbench.workspace import Workspace

PRESET = "embedded"
WORKFLOWS = ("direct", "discussion-10", "discussion")
# A tenth of what a study takes, so that nine runs of the small model end in a minute.
SETTINGS = {"iterations": 1, "rounds": 2, "max_calls": 4, "snippets": 1, "snippet_tokens": 300, "history_tokens": 1_000}


@dataclass(frozen=True, slots=True)
class Proving:
    """All runs of the demonstration, made now or found."""

    runs: tuple[Run, ...]

    def lines(self) -> list[str]:
        """A line a run, then what it took and what it means."""
        told = [f"{run.system:<14} {run.challenge_id:<28} {_end(run):<44} {run.usage.calls} calls" for run in self.runs]
        calls = sum(run.usage.calls for run in self.runs)
        tokens = sum(run.usage.input_tokens + run.usage.output_tokens for run in self.runs)
        return [
            *told,
            "",
            f"{len(self.runs)} runs, {calls} calls, {tokens:,} tokens. What the small model submits is no proof, whoever",
            "accepts it: prover and verifier are the same small model. The panel of the next stage reads each one anew.",
        ]

    def fields(self) -> dict[str, object]:
        """The same for machines."""
        return {
            "runs": len(self.runs),
            "ends": dict(Counter(run.end for run in self.runs)),
            "internally_accepted": sum(run.internally_accepted for run in self.runs),
            "calls": sum(run.usage.calls for run in self.runs),
        }


def run_systems(workspace: Workspace, stop: Stop, progress: Callable[[int], None], preset: str = PRESET) -> Proving:
    """Run every system on a challenge of each paper, one seed; what an earlier demonstration ran is found."""
    cast = cast_of("proving", preset=preset)
    systems = tuple(system_of(workflow, cast, dict(SETTINGS), workflow) for workflow in WORKFLOWS)
    order = Order(systems, tuple(one.id for one in to_prove(workspace)), at_once=1)
    plan = plan_of(workspace, order)
    run_plan(plan, resume=True, stop=stop, show=lambda tracker: progress(tracker.done))
    wanted = {one.key for one in plan.planned}
    return Proving(
        tuple(run for run in load_runs(workspace) if (run.system, run.purpose, run.challenge_id, run.seed) in wanted)
    )


def _end(run: Run) -> str:
    if run.end == "submitted":
        return "submitted, " + ("internally accepted" if run.internally_accepted else "nobody accepted it")
    return f"{run.end}: {run.why or ''}"[:44]
