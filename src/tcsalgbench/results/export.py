"""The runs and scores of a workspace as the tidy tables that `report` reads, and that others can read too."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tcsalgbench.challenges.model import Challenge
from tcsalgbench.challenges.store import load_challenges
from tcsalgbench.errors import BadInput
from tcsalgbench.judging.model import Score
from tcsalgbench.judging.store import judge_log, load_scores
from tcsalgbench.provers.model import Run
from tcsalgbench.provers.store import load_runs
from tcsalgbench.workspace import Workspace, atomic_write

Key = tuple[str, str, str, int]  # system, purpose, challenge, seed
_USAGE = ("calls", "input_tokens", "cached_input_tokens", "output_tokens")


@dataclass(frozen=True, slots=True)
class Exported:
    """Where the tables lie, and the models that voted."""

    results: Path
    challenges: Path
    judges: tuple[str, ...]


def export_workspace(workspace: Workspace, folder: Path) -> Exported:
    """Write `runs.jsonl` and `challenges.jsonl`: every run with its verdicts, and what others submitted and was scored."""
    runs, scores = load_runs(workspace), load_scores(workspace)
    if not runs and not scores:
        raise BadInput(
            f"The workspace {workspace.root} holds no runs and no scores. Make some (tcsalgbench run, then tcsalgbench score), "
            "or give tables with --results and --challenges."
        )
    rows = run_rows(runs, scores)
    used = {str(row["challenge_id"]) for row in rows}
    challenges = [challenge_row(one) for one in load_challenges(workspace) if one.status == "ready" or one.id in used]
    folder.mkdir(parents=True, exist_ok=True)
    exported = Exported(folder / "runs.jsonl", folder / "challenges.jsonl", _voters(workspace))
    for path, lines in ((exported.results, rows), (exported.challenges, challenges)):
        atomic_write(path, "".join(json.dumps(line) + "\n" for line in lines).encode())
    return exported


def run_rows(runs: Iterable[Run], scores: Iterable[Score]) -> list[dict[str, Any]]:
    """One row a run; a score without a run of ours is somebody else's submission."""
    verdicts: dict[Key, dict[str, bool | None]] = {}
    for score in scores:
        key = (score.system, score.purpose, score.challenge_id, score.seed)
        verdicts.setdefault(key, {})[score.judge] = score.label
    rows = []
    for run in runs:
        key = (run.system, run.purpose, run.challenge_id, run.seed)
        rows.append(_run_row(run, verdicts.pop(key, {})))
    return rows + [_outside_row(*key, labels) for key, labels in verdicts.items()]


def _run_row(run: Run, verdicts: Mapping[str, bool | None]) -> dict[str, Any]:
    return {
        "system": run.system,
        "family": run.family,
        "model": run.model,
        "effort": run.effort,
        "workflow": run.workflow,
        "challenge_id": run.challenge_id,
        "seed": run.seed,
        "purpose": run.purpose,
        "outcome": run.end,
        "verdicts": dict(verdicts) if run.end == "submitted" else {},
        "confidence": run.confidence,
        "usage": {name: getattr(run.usage, name) for name in _USAGE},
    }


def _outside_row(system: str, purpose: str, challenge: str, seed: int, verdicts: Mapping[str, bool | None]) -> dict[str, Any]:
    fixed = {"system": system, "challenge_id": challenge, "seed": seed, "purpose": purpose}
    return {**fixed, "outcome": "submitted", "verdicts": dict(verdicts)}


def challenge_row(challenge: Challenge) -> dict[str, Any]:
    """What a report wants to know of a challenge."""
    first = challenge.paper.first_version_date
    return {
        "id": challenge.id,
        "paper": challenge.paper.id,
        "area": challenge.paper.area,
        "first_version_date": first.isoformat() if first else None,
    }


def _voters(workspace: Workspace) -> tuple[str, ...]:
    models = {model for judge in judge_log(workspace).latest().values() for model in judge.models.values()}
    return tuple(sorted(models))
