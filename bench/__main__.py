"""`make bench`: every measurement that writes to docs/benchmarks.md, one after the other."""

import subprocess
import sys

MODULES = ("bench.calls", "bench.kill", "bench.embedded")


def main() -> None:
    """Run each in a process of its own; a failure of one is a failure of all."""
    failed = [name for name in MODULES if subprocess.run([sys.executable, "-m", name], check=False).returncode != 0]
    if failed:
        sys.exit(f"failed: {', '.join(failed)}")


if __name__ == "__main__":
    main()
