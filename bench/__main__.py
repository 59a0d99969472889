"""`make bench`: the measurements of docs/benchmarks.md, one after the other; `python -m bench --all`: those of every page."""

import subprocess
import sys

FIRST_PAGE = ("bench.calls", "bench.kill", "bench.embedded")
OTHER_PAGES = (
    "bench.tex",
    "bench.graphs",
    "bench.graph_page",
    "bench.challenges",
    "bench.library",
    "bench.proving",
    "bench.proving_kill",
    "bench.judging",
    "bench.report",
    "bench.providers",
)


def main() -> None:
    """Run each in a process of its own; a failure of one is a failure of all."""
    modules = (*FIRST_PAGE, *OTHER_PAGES) if "--all" in sys.argv[1:] else FIRST_PAGE
    failed = [name for name in modules if subprocess.run([sys.executable, "-m", name], check=False).returncode != 0]
    if failed:
        sys.exit(f"failed: {', '.join(failed)}")


if __name__ == "__main__":
    main()
