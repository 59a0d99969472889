"""Full-scale proving without a model: many runs of `discussion` by the real command, with a cast that answers by chance.

    python -m bench.proving [--challenges 398] [--seeds 5]     calls a second, CPU, journal, share of prompts that repeats
    python -m bench.proving --part memory                      memory a run in flight, texts of full size
    python -m bench.proving --part order                       same seed, same result, in whatever order answers come
    python -m bench.proving_kill                               killed 200 times

Nobody is asked: results are those of a rehearsal (bench/proving_cast.py), and only what the machinery takes is measured.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.printing import heading, table
from bench.proving_cast import NAME, install
from bench.proving_works import made_workspace
from tcsalgbench.calls.history import calls_of
from tcsalgbench.calls.journal.reading import reading
from tcsalgbench.calls.stats import RoleStats, stats_by_role
from tcsalgbench.provers.store import load_runs
from tcsalgbench.workspace import Workspace

TENTH = ("--model", f"{NAME}/10", "--set", "history_tokens=6000")  # texts and the bound on histories, both a tenth
FULL = ("--model", f"{NAME}/100")
SAMPLED = 100  # runs whose prompts are compared with each other


@dataclass(frozen=True, slots=True)
class Took:
    """What a command took and said."""

    said: dict[str, Any]
    wall: float
    cpu: float
    peak_mb: float


def scratch() -> "tempfile.TemporaryDirectory[str]":
    """A folder on the disk of the checkout."""
    Path("out").mkdir(exist_ok=True)
    return tempfile.TemporaryDirectory(dir="out")


def command(workspace: Workspace, *more: str) -> list[str]:
    """The real command, as a user would call it."""
    words = ["run", "--workflow", "discussion", "--name", "discussion", "--workspace", str(workspace.root), "--resume"]
    return [sys.executable, "-m", "tcsalgbench", *words, *more]


def environment(plugin: Path) -> dict[str, str]:
    """Where the plug-in and this package are found."""
    path = [str(plugin.resolve()), str(Path.cwd()), str(Path.cwd() / "src")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path)}


def made(workspace: Workspace, plugin: Path, *more: str) -> Took:
    """Run it to its end."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    process = subprocess.Popen(
        command(workspace, "--json", *more), env=environment(plugin), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    assert process.stdout is not None
    said = json.loads(process.stdout.read())
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    wall, after = time.monotonic() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Took(said, wall, cpu, used.ru_maxrss / 1024)


def prompts_of(workspace: Workspace, most: int) -> dict[str, RoleStats]:
    """The account of some of the runs, spread evenly over all."""
    with reading(workspace.root) as shards:
        scopes = sorted({name for shard in shards for name in shard.scopes})
        chosen = scopes[:: max(1, len(scopes) // most)][:most]
        return stats_by_role(call for scope in chosen for call in calls_of(shards, scope))


def repeated(stats: dict[str, RoleStats]) -> float:
    """The share of all prompts that repeats the beginning of an earlier one of the same run."""
    return sum(one.repeated_bytes for one in stats.values()) / sum(one.prompt_bytes for one in stats.values())


def mean_prompt_kb(stats: dict[str, RoleStats]) -> float:
    """The size of a prompt."""
    return sum(one.prompt_bytes for one in stats.values()) / sum(one.answered for one in stats.values()) / 1024


def journal_mb(workspace: Workspace) -> float:
    """The size of the journal."""
    return sum(path.stat().st_size for path in workspace.journal.glob("*.journal")) / 2**20


def part_scale(challenges: int, seeds: int, processes: int) -> None:
    """All runs at once, with short texts and declared token counts."""
    with scratch() as top:
        plugin = install(Path(top) / "plugin")
        workspace = made_workspace(Path(top) / "w", challenges)
        more = ("--seeds", str(seeds), "--processes", str(processes), "--at-once", "2000", *TENTH)
        took = made(workspace, plugin, *more)
        again = made(workspace, plugin, *more)
        stats, calls = prompts_of(workspace, SAMPLED), took.said["calls"]
        rows = [
            ["runs", f"{took.said['done']:,}, of them {took.said['errored']} errored"],
            ["calls", f"{calls:,}"],
            ["accepted by the rehearsed verifier", f"{took.said['accepted']:,}"],
            ["processes, runs in flight", f"{processes}, up to 2,000"],
            ["wall time", f"{took.wall:,.0f} s"],
            ["calls a second", f"{calls / took.wall:,.0f}"],
            ["CPU a call, the cast included", f"{took.cpu / calls * 1e3:.2f} ms"],
            ["calls a second of CPU", f"{calls / took.cpu:,.0f}"],
            ["mean prompt", f"{mean_prompt_kb(stats):.0f} KB"],
            ["tokens declared, in and out", f"{took.said['input'] / 1e9:,.1f} G, {took.said['output'] / 1e9:,.2f} G"],
            ["journal", f"{journal_mb(workspace):,.0f} MB, {journal_mb(workspace) * 2**20 / calls / 1024:.1f} KB a call"],
            [f"prompts that repeat the beginning of an earlier one of the run ({SAMPLED} runs)", f"{repeated(stats):.1%}"],
            ["peak memory of the largest process", f"{took.peak_mb:,.0f} MB"],
            ["the same command again, which finds everything done", f"{again.wall:.1f} s, {again.said['calls']} calls"],
        ]
    title = f"{challenges} challenges × {seeds} seeds of `discussion`, 20 iterations of 10 rounds, rehearsed"
    print(heading(title, f"python -m bench.proving --challenges {challenges} --seeds {seeds}"))
    print(table(["texts of a tenth of the usual size, plain writes", ""], rows, numbers=True))


def part_memory(challenges: int, seeds: int, processes: int) -> None:
    """Peak memory with few and with many runs in flight, of the same study; texts of full size."""
    flights, peaks, shares, sizes, journals = (20, 220), [], [], [], []
    with scratch() as top:
        plugin = install(Path(top) / "plugin")
        for flight in flights:
            workspace = made_workspace(Path(top) / f"w{flight}", 220)
            took = made(workspace, plugin, "--at-once", str(flight), "--set", "iterations=3", *FULL)
            stats = prompts_of(workspace, SAMPLED)
            peaks.append(took.peak_mb)
            shares.append(repeated(stats))
            sizes.append(mean_prompt_kb(stats))
            journals.append(journal_mb(workspace) / took.said["done"])
    each = (peaks[1] - peaks[0]) / (flights[1] - flights[0])
    rows = [
        *([f"peak memory, {flight} runs in flight", f"{peak:,.0f} MB"] for flight, peak in zip(flights, peaks, strict=True)),
        ["memory a run in flight", f"{each:.2f} MB"],
        ["mean prompt", f"{sizes[1]:.0f} KB"],
        ["prompts that repeat the beginning of an earlier one of the run", f"{shares[1]:.1%}"],
        ["journal a run", f"{journals[1]:.1f} MB"],
    ]
    print(heading("220 runs of `discussion` with texts of full size, 3 iterations", "python -m bench.proving --part memory"))
    print(table(["arguments of 20 KB, verdicts of 6 KB, histories up to 60,000 tokens", ""], rows, numbers=True))


def part_order(challenges: int, seeds: int, processes: int) -> None:
    """The same study with other latencies, other numbers in flight and other processes; its runs must be the same."""
    ways = (("0", "1", "1"), ("0.002", "1000", "1"), ("0.01", "7", "1"), ("0.001", "1000", "2"))
    ends: list[list[str]] = []
    rows = []
    with scratch() as top:
        plugin = install(Path(top) / "plugin")
        for number, (latency, flight, parts) in enumerate(ways):
            workspace = made_workspace(Path(top) / f"w{number}", 20)
            model = ("--model", f"{NAME}/10@{latency}", "--set", "history_tokens=6000", "--set", "iterations=4")
            took = made(workspace, plugin, "--seeds", "3", "--at-once", flight, "--processes", parts, *model)
            ends.append([run.model_dump_json(exclude={"model", "settings"}) for run in load_runs(workspace)])
            rows.append([f"{latency} s", flight, parts, f"{took.said['calls']:,}", "yes" if ends[-1] == ends[0] else "NO"])
    print(heading("The same seeds in another order", "python -m bench.proving --part order"))
    print(table(["latency", "in flight", "processes", "calls", "the same 60 runs, byte for byte"], rows, numbers=True))
    if any(end != ends[0] for end in ends):
        sys.exit("the order of answers changed a result")


PARTS: dict[str, Callable[[int, int, int], None]] = {"scale": part_scale, "memory": part_memory, "order": part_order}


def main() -> None:
    """One part."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--part", choices=sorted(PARTS), default="scale")
    parser.add_argument("--challenges", type=int, default=398)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    PARTS[options.part](options.challenges, options.seeds, options.processes)


if __name__ == "__main__":
    main()
