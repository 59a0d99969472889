"""A short run of the fuzzer and the smaller inputs made to hurt, in a process of their own."""

import os
import random
import subprocess
import sys
from pathlib import Path

from bench.fuzz import Failure, check, corpus, mutate, small_extremes
from bench.memory import peak_megabytes
from tcsalgbench.tex import Limits, read_document

ROOT = Path(__file__).parent.parent.parent


def fuzz(*options: str) -> subprocess.CompletedProcess[str]:
    """Run the fuzzer as a user would, so that nothing that was read before counts as its memory."""
    paths = os.pathsep.join(path for path in sys.path if path)
    return subprocess.run(
        [sys.executable, "-m", "bench.fuzz", *options],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )


def test_mutated_documents_and_inputs_made_to_hurt_break_no_promise() -> None:
    done = fuzz("--count", "600", "--seed", "7", "--small")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "600 inputs, 0 failures" in done.stdout
    told = {line.partition(":")[0].strip("- ") for line in done.stdout.splitlines() if "MB read in" in line}
    assert told == {what for what, _ in small_extremes()}, "every input made to hurt is named with what it took"


def test_the_memory_of_the_parent_is_not_counted() -> None:
    held = bytearray(300_000_000)
    held[::4096] = b"x" * len(held[::4096])
    own = peak_megabytes()
    code = "from bench.memory import peak_megabytes; print(peak_megabytes())"
    paths = os.pathsep.join([str(ROOT), *sys.path])
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=True,
    )
    assert own > 250
    assert float(done.stdout) < 200


def test_an_exception_is_a_failure_that_names_itself() -> None:
    failure, _ = check("no bytes", 3, 5)  # type: ignore[arg-type]
    assert isinstance(failure, Failure)
    assert "AttributeError" in failure.what
    assert failure.seed == 3


def test_the_same_seed_gives_the_same_inputs() -> None:
    sources = corpus()
    assert mutate(random.Random("1/2"), sources) == mutate(random.Random("1/2"), sources)
    assert mutate(random.Random("1/2"), sources) != mutate(random.Random("1/3"), sources)


def test_brackets_that_are_never_closed_are_not_looked_for_again_and_again() -> None:
    body = b"\\newtheorem{lemma}{Lemma}\\begin{document}" + b"\\begin{lemma}[{{{{] x\\end{lemma}\n" * 4_000
    document = read_document({"main.tex": b"\\documentclass{article}" + body}, "main.tex")
    assert len(document.blocks) > 3_000


def test_more_proofs_set_by_hand_than_are_read_do_no_harm() -> None:
    body = b"\\begin{document}" + b"\n\n{\\bf Proof.} x $\\Box$\n\n" * 30
    document = read_document({"main.tex": b"\\documentclass{article}" + body}, "main.tex", Limits(blocks=10))
    assert len(document.proofs) == 10
