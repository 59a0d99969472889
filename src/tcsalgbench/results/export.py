"""The runs and scores of a workspace as the tidy tables that `report` reads, and that others can read too."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from tcsalgbench.challenges.model import Challenge
from tcsalgbench.challenges.store import load_challenges
from tcsalgbench.errors import BadInput
from tcsalgbench.judging.model import Score
from tcsalgbench.judging.store import judge_log, load_scores
from tcsalgbench.judging.text import submission_digest
from tcsalgbench.provers.model import Run
from tcsalgbench.provers.store import load_runs
from tcsalgbench.workspace import Workspace, atomic_write

Key: TypeAlias = tuple[str, str, str, int]  # system, purpose, challenge, seed
Verdicts: TypeAlias = dict[str, bool | None]  # by judge
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
    known = {one.id: one for one in load_challenges(workspace)}
    rows = run_rows(runs, scores, known)
    used = {str(row["challenge_id"]) for row in rows}
    challenges = [challenge_row(one) for one in known.values() if one.status == "ready" or one.id in used]
    folder.mkdir(parents=True, exist_ok=True)
    exported = Exported(folder / "runs.jsonl", folder / "challenges.jsonl", _voters(workspace))
    for path, lines in ((exported.results, rows), (exported.challenges, challenges)):
        atomic_write(path, "".join(json.dumps(line) + "\n" for line in lines).encode())
    return exported


def run_rows(runs: Iterable[Run], scores: Iterable[Score], challenges: Mapping[str, Challenge]) -> list[dict[str, Any]]:
    """One row a run; a score without a run of ours is somebody else's submission.

    A verdict counts for the proof that was judged and for the statement as it was then: where either has changed since, the
    run is unscored again.
    """
    verdicts: dict[Key, dict[str, Verdicts]] = {}
    for score in scores:
        of_key = verdicts.setdefault((score.system, score.purpose, score.challenge_id, score.seed), {})
        of_key.setdefault(score.submission, {})[score.judge] = score.label
    rows = []
    for run in runs:
        judged = verdicts.pop((run.system, run.purpose, run.challenge_id, run.seed), {})
        rows.append(_run_row(run, _verdicts_on(run, judged, challenges.get(run.challenge_id))))
    return rows + [_outside_row(*key, list(judged.values())[-1]) for key, judged in verdicts.items()]


def _verdicts_on(run: Run, judged: Mapping[str, Verdicts], challenge: Challenge | None) -> Verdicts:
    if run.end != "submitted" or run.proof is None or challenge is None:
        return {}
    return judged.get(submission_digest(challenge, run.proof), {})


def _run_row(run: Run, verdicts: Verdicts) -> dict[str, Any]:
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
        "verdicts": dict(verdicts),
        "confidence": run.confidence,
        "usage": {name: getattr(run.usage, name) for name in _USAGE},
    }


def _outside_row(system: str, purpose: str, challenge: str, seed: int, verdicts: Verdicts) -> dict[str, Any]:
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
