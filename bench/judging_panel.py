"""The panel at full size, killed and resumed; what stopping when decided saves; what another judge changes."""

import json
import random
import shutil
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

from bench.judging_study import SEEDS, build_study, told
from bench.printing import table
from tcsalgbench.calls.journal.check import check_shard
from tcsalgbench.calls.journal.shard import shard_paths
from tcsalgbench.calls.request import draw_of
from tcsalgbench.judging.store import organised_log, vote_log
from tcsalgbench.workspace import Workspace

KILLS = 12


def _job(folder: Path, *, early: bool = False) -> list[str]:
    return [sys.executable, "-m", "bench.judging_study", "--job", str(folder), *(["--early"] if early else [])]


def _result(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "result.json").read_text())
    return found


def _copy(study: Path, name: str) -> Path:
    """The study before anybody judged; the workspace's secret is copied too, so prompts are the same."""
    shutil.copytree(study, study.parent / name)
    return study.parent / name


def measure_panel(top: Path, challenges: int, kills: int = KILLS, seed: int = 1) -> str:
    """An undisturbed scoring, and one that is killed again and again, side by side."""
    study = top / "study"
    study.mkdir()
    build_study(study, challenges)
    calm, rough = _copy(study, "calm"), _copy(study, "rough")
    began = time.monotonic()
    subprocess.run(_job(calm), check=True)
    seconds = time.monotonic() - began
    done, began = _killed(rough, kills, seconds, random.Random(seed)), time.monotonic()
    subprocess.run(_job(rough), check=True)
    again = time.monotonic() - began
    rows = [
        ["submissions, votes each", f"{len(_result(calm)['labels']):,}, 3"],
        ["undisturbed", f"{seconds:.0f} s"],
        ["kills with SIGKILL, of the other scoring", f"{done}"],
        *_held(calm, rough),
        ["asking for all of it once more", f"{again:.0f} s, {_result(rough)['votes']} votes made"],
    ]
    return table(["scripted voters, one call in fifty failing first", ""], rows, numbers=True)


def _killed(folder: Path, kills: int, seconds: float, chance: random.Random) -> int:
    """Kill until the scoring has ended, or as often as is wanted; then let it end. How often it was killed."""
    done = 0
    while not (folder / "result.json").exists():
        process = subprocess.Popen(_job(folder))
        if done < kills:
            try:
                process.wait(chance.uniform(0.07, 0.16) * seconds + 1.5)
            except subprocess.TimeoutExpired:
                process.kill()
                done += 1
        process.wait()
    return done


def _held(calm: Path, rough: Path) -> list[list[str]]:
    finished: set[str] = set()
    asked: set[str] = set()
    repeated = in_flight = 0
    for line in told(rough):
        if line[0] == "asked":
            repeated += line[1] in finished
            asked.add(line[1])
        else:
            finished.add(str(draw_of(1, line[1], line[2])))
    in_flight = sum(count > 1 for count in Counter(line[1] for line in told(rough) if line[0] == "asked").values())
    votes = [list(vote_log(Workspace.open(one / "w")).records()) for one in (calm, rough)]
    keys = Counter((one.submission, one.number) for one in votes[1])
    organised = [dict(organised_log(Workspace.open(one / "w")).latest()) for one in (calm, rough)]
    ends: Counter[str] = Counter(one.end for one in votes[0])
    labels = [_result(one)["labels"] for one in (calm, rough)]
    shards = [problem for path in shard_paths(rough / "w" / "journal") for problem in check_shard(path)]
    return [
        ["of the votes: answered, refused, cut off, malformed", ", ".join(f"{ends[one]:,}" for one in _ENDS)],
        ["finished calls made again", f"{repeated}"],
        ["calls asked more than once (in flight at a kill, or failed first)", f"{in_flight:,} of {len(asked):,}"],
        ["votes that stand twice in the record", f"{sum(count > 1 for count in keys.values())}"],
        ["votes that differ from the undisturbed ones", f"{len(set(map(str, votes[0])) ^ set(map(str, votes[1])))}"],
        ["organised proofs that differ", f"{sum(organised[0][key] != organised[1].get(key) for key in organised[0])}"],
        ["labels that differ", f"{sum(labels[0][key] != labels[1].get(key) for key in labels[0])}"],
        ["damaged records of the journal", f"{len(shards)}"],
    ]


_ENDS = ("answered", "refused", "truncated", "malformed")


def measure_early(top: Path, challenges: int) -> str:
    """The same study with and without the third votes that cannot decide."""
    study = top / "study"
    if not study.exists():
        study.mkdir()
        build_study(study, challenges)
    early = _copy(study, "early")
    whole = top / "calm"
    if not (whole / "result.json").exists():
        subprocess.run(_job(_copy(study, "calm") if not whole.exists() else whole), check=True)
    subprocess.run(_job(early, early=True), check=True)
    one, other = _result(whole), _result(early)
    changed = sum(one["labels"][key] != other["labels"].get(key) for key in one["labels"])
    (early / "result.json").unlink()
    subprocess.run(_job(early), check=True)
    later = _result(early)
    rows = [
        ["votes without", f"{3 * len(one['labels']):,}"],
        ["votes with", f"{other['votes']:,}"],
        ["votes spared", f"{other['skipped']:,} ({other['skipped'] / (3 * len(one['labels'])):.0%})"],
        ["tokens spared, at the mean of the votes made", f"{other['tokens']:,}"],
        [f"labels changed, of {len(one['labels']):,}", f"{changed}"],
        ["votes made when scored again without the option", f"{later['votes']:,}"],
        ["labels changed by these", f"{sum(one['labels'][key] != later['labels'].get(key) for key in one['labels'])}"],
    ]
    return table([f"`--stop-when-decided`, scripted voters, {SEEDS} submissions a challenge", ""], rows, numbers=True)
