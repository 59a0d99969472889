"""What a model call costs besides the model: CPU, memory in flight, replay, import; beside raw asyncio and Inspect AI.

    python -m bench.calls            all of it, about five minutes; prints Markdown for docs/benchmarks.md
    python -m bench.calls --quick    a tenth of the size

Every figure comes from a process of its own. The model answers at once: what is measured is the machinery. Prompts are
distinct (one shared part, one part of the size named), so nothing is gained by sharing. Inspect's rows appear where
`inspect-ai` is installed (`pip install -e '.[hosted]'`).
"""

import argparse
import asyncio
import importlib.util
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Generator
from functools import partial
from pathlib import Path
from typing import Any

from bench.printing import heading, table

SIZES = (2_000, 40_000)
SHARED = "You prove theorems of theoretical computer science. " * 20
REPLY = "A proof in a few words. " * 20


def prompt(number: int, size: int) -> str:
    return f"{number} ".ljust(size, "x")


def cpu() -> float:
    return time.process_time()


def peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def rss_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20


# ---- our stack ----------------------------------------------------------------------------------------------------


def our_stack(folder: Path, durability: str, jobs: int, calls: int, size: int, gate: asyncio.Semaphore | None = None) -> Any:  # noqa: ANN401
    """The jobs, their journal, and a runner for them."""
    from tcsalgbench import calls as c  # noqa: PLC0415  # each part imports only what it measures

    reply = c.Reply("complete", REPLY, c.Usage(size // 4, 0, 120, 0))
    shared = c.Part.of("role", SHARED)

    class Instant:
        async def generate(self, request: c.Request[Any], draw: int) -> c.Reply:
            await asyncio.sleep(0)
            return reply

    def steps(job: int) -> Generator[c.Request[Any], c.Answer[Any], None]:
        for number in range(calls):
            part = c.Part.of("problem", prompt(job * calls + number, size))
            yield c.Request(f"round{number}/prover", "prover", (shared, part), str, 4000)

    journal = c.FileJournal(folder, "fsync" if durability == "fsync" else "plain")
    to = c.Channel("bench/instant", Instant(), c.Gate(10_000, 10_000), costs_money=False)
    budget = c.Budget(c.Limits(calls=10**9, output_tokens=10**12))
    work = [
        c.Job(c.Caller(f"run/{n}", 1, journal, lambda role: to, c.Secrets(()), (budget,)), partial(steps, n))
        for n in range(jobs)
    ]
    return journal, work, partial(c.drive_all, work)


def scratch() -> tempfile.TemporaryDirectory[str]:
    """A folder on the disk of the checkout (`/tmp` is memory on some machines, and fsync costs nothing there)."""
    Path("out").mkdir(exist_ok=True)
    return tempfile.TemporaryDirectory(dir="out")


def part_stack(size: int, count: int, durability: str) -> dict[str, float]:
    with scratch() as folder:
        jobs = min(200, count)
        journal, _, run = our_stack(Path(folder), durability, jobs, count // jobs, size)
        began, wall = cpu(), time.perf_counter()
        asyncio.run(run(at_once=jobs))
        result = {"cpu_ms": (cpu() - began) / count * 1e3, "wall_ms": (time.perf_counter() - wall) / count * 1e3}
        journal.close()
    return result


def asking(jobs: int, calls: int, size: int) -> float:
    """CPU of writing the requests alone, prompts and digests, which the job under replay does anew."""
    from tcsalgbench import calls as c  # noqa: PLC0415

    shared, began = c.Part.of("role", SHARED), cpu()
    for number in range(jobs * calls):
        part = c.Part.of("problem", prompt(number, size))
        c.Request(f"round{number}/prover", "prover", (shared, part), str, 4000)
    return cpu() - began


def part_replay(size: int, count: int) -> dict[str, float]:
    with scratch() as folder:
        jobs = 1000 if count >= 1000 else 10
        journal, _, run = our_stack(Path(folder), "plain", jobs, count // jobs, size)
        asyncio.run(run(at_once=jobs))
        journal.close()
        bytes_on_disk = sum(path.stat().st_size for path in Path(folder).iterdir())
        began, wall = cpu(), time.perf_counter()
        journal, _, run = our_stack(Path(folder), "plain", jobs, count // jobs, size)
        asyncio.run(run(at_once=jobs))
        result = {"cpu_s": cpu() - began, "wall_s": time.perf_counter() - wall, "mb": bytes_on_disk / 2**20}
        result["asking_s"] = asking(jobs, count // jobs, size)
        journal.close()
    return result


def part_flight(size: int, count: int) -> dict[str, float]:
    """Peak memory with so many calls waiting for their model, each with its own prompt."""
    from tcsalgbench import calls as c  # noqa: PLC0415

    shared, reply = c.Part.of("role", SHARED), c.Reply("complete", REPLY, c.Usage(size // 4, 0, 120, 0))
    everyone, inside = asyncio.Event(), [0]
    seen = [0.0]

    class Waiting:
        async def generate(self, request: c.Request[Any], draw: int) -> c.Reply:
            inside[0] += 1
            if inside[0] == count:
                seen[0] = rss_mb()
                everyone.set()
            await everyone.wait()
            return reply

    def steps(number: int) -> Generator[c.Request[Any], c.Answer[Any], None]:
        yield c.Request("prover", "prover", (shared, c.Part.of("problem", prompt(number, size))), str, 4000)

    with scratch() as folder:
        journal = c.FileJournal(Path(folder), "plain")
        to = c.Channel("bench/waiting", Waiting(), c.Gate(count, count), costs_money=False)
        jobs = (
            c.Job(c.Caller(f"run/{n}", 1, journal, lambda role: to, c.Secrets(())), partial(steps, n)) for n in range(count)
        )
        asyncio.run(c.drive_all(jobs, at_once=count))
        journal.close()
    return {"mb": seen[0], "peak_mb": peak_mb()}


# ---- beside it ----------------------------------------------------------------------------------------------------


def part_asyncio(size: int, count: int) -> dict[str, float]:
    async def model(text: str) -> str:
        await asyncio.sleep(0)
        return REPLY if text else ""

    async def job(start: int, calls: int) -> None:
        for number in range(calls):
            await model(SHARED + prompt(start + number, size))

    async def run() -> None:
        jobs = min(200, count)
        await asyncio.gather(*(job(n * (count // jobs), count // jobs) for n in range(jobs)))

    began = cpu()
    asyncio.run(run())
    return {"cpu_ms": (cpu() - began) / count * 1e3}


def inspect_model() -> Any:  # noqa: ANN401
    from inspect_ai.model import ModelOutput, ModelUsage, get_model  # noqa: PLC0415

    def answer(*_: object) -> ModelOutput:
        output = ModelOutput.from_content("mockllm/model", REPLY)
        output.usage = ModelUsage(input_tokens=500, output_tokens=120, total_tokens=620)
        return output

    return get_model("mockllm/model", custom_outputs=answer)


def part_inspect_bare(size: int, count: int) -> dict[str, float]:
    model = inspect_model()

    async def run() -> None:
        async def job(start: int) -> None:
            for number in range(10):
                await model.generate(SHARED + prompt(start + number, size))

        await asyncio.gather(*(job(n * 10) for n in range(count // 10)))

    began = cpu()
    asyncio.run(run())
    return {"cpu_ms": (cpu() - began) / count * 1e3}


def part_inspect_eval(size: int, count: int) -> dict[str, float]:
    from inspect_ai import Task, eval  # noqa: A004, PLC0415
    from inspect_ai.dataset import Sample  # noqa: PLC0415
    from inspect_ai.model import get_model  # noqa: PLC0415
    from inspect_ai.solver import TaskState, solver  # noqa: PLC0415

    def ten_calls() -> Callable[..., Any]:
        async def solve(state: TaskState, generate: object) -> TaskState:
            for number in range(10):
                await get_model().generate(SHARED + prompt(number, size))
            return state

        return solve

    task = Task(dataset=[Sample(input=str(n)) for n in range(count // 10)], solver=solver(ten_calls)())
    with tempfile.TemporaryDirectory() as logs:
        began = cpu()
        eval(task, model=inspect_model(), log_dir=logs, display="none", max_samples=20)
        return {"cpu_ms": (cpu() - began) / count * 1e3}


def part_import(size: int, count: int) -> dict[str, float]:
    """CPU of the best of `count` starts, each in a process of its own, less a bare start of Python."""

    def best(code: str) -> float:
        times = []
        for _ in range(count):
            process = subprocess.Popen([sys.executable, "-c", code])
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            if process.returncode != 0:
                sys.exit(f"a start failed: {code}")
            times.append(used.ru_utime + used.ru_stime)
        return min(times)

    bare = best("pass")
    shown = "import os, sys; sys.stdout = open(os.devnull, 'w'); from tcsalgbench.cli.main import run; run(['{}', '--help'])"
    return {
        "package_s": best("import tcsalgbench; import tcsalgbench.calls") - bare,
        "cli_s": best(shown.replace("'{}', ", "")) - bare,
        "run_s": best(shown.format("run")) - bare,
    }


PARTS: dict[str, Callable[..., dict[str, float]]] = {
    name.removeprefix("part_"): function for name, function in list(globals().items()) if name.startswith("part_")
}


def measure(part: str, **arguments: object) -> dict[str, float]:
    command = [sys.executable, "-m", "bench.calls", "--part", part, "--arguments", json.dumps(arguments)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    if ended.returncode != 0:
        sys.exit(f"{part} {arguments} failed:\n{ended.stderr}")
    measured: dict[str, float] = json.loads(ended.stdout.splitlines()[-1])
    print(f"  {part} {arguments}: {measured}", file=sys.stderr)
    return measured


def cpu_rows(scale: int) -> list[list[str]]:
    kinds: list[tuple[str, str, dict[str, object], int]] = [
        ("raw asyncio, no journal", "asyncio", {}, 20_000),
        ("this tool, plain writes", "stack", {"durability": "plain"}, 20_000),
        ("this tool, fsync (grouped)", "stack", {"durability": "fsync"}, 5_000),
    ]
    if importlib.util.find_spec("inspect_ai"):
        kinds.append(("Inspect `generate()`, bare", "inspect_bare", {}, 2_000))
        kinds.append(("Inspect evaluation, 10 calls a sample", "inspect_eval", {}, 1_000))
    rows = []
    for label, part, extra, count in kinds:
        found = [measure(part, size=size, count=max(200, count // scale), **extra)["cpu_ms"] for size in SIZES]
        rows.append([label, *(f"{ms:.3f} ms" for ms in found)])
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--part")
    parser.add_argument("--arguments", default="{}")
    options = parser.parse_args()
    if options.part:
        print(json.dumps(PARTS[options.part](**json.loads(options.arguments))))
        return
    scale = 10 if options.quick else 1
    print(heading("Model calls", "python -m bench.calls" + (" --quick" if options.quick else "")))
    print(table(["CPU a call", "2 KB prompt", "40 KB prompt"], cpu_rows(scale), numbers=True))
    flight = [measure("flight", size=size, count=10_000 // scale) for size in SIZES]
    replay = [measure("replay", size=size, count=100_000 // scale) for size in SIZES]
    rows = [
        [f"{10_000 // scale:,} calls in flight, distinct prompts", *(f"{one['mb']:.0f} MB" for one in flight)],
        [f"replay of {100_000 // scale:,} calls, CPU", *(f"{one['cpu_s']:.2f} s" for one in replay)],
        ["of these, the job's own writing of prompts", *(f"{one['asking_s']:.2f} s" for one in replay)],
        ["the journal that is replayed", *(f"{one['mb']:.0f} MB" for one in replay)],
    ]
    print(table(["", "2 KB prompt", "40 KB prompt"], rows, numbers=True))
    started = measure("import", size=0, count=10)
    package, line, run = (f"{started[key]:.3f} s" for key in ("package_s", "cli_s", "run_s"))
    print(
        f"CPU of a start: the package and its calls {package}, `tcsalgbench --help` {line}, `tcsalgbench run --help` {run}.\n"
    )


if __name__ == "__main__":
    main()
