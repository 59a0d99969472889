"""Mutation fuzzing of the TeX reader: `python -m bench.fuzz [--count N] [--seed S]`, or `make fuzz`.

Every input is read whole, with its graph and JSON. There must be no exception, no reading longer than two seconds and
half a second a megabyte, and no process larger than 500 MB. Processor seconds are counted, not wall time.
"""

import argparse
import random
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from bench.memory import peak_megabytes
from tcsalgbench.errors import TcsalgbenchError
from tcsalgbench.tex import build_graph, graph_to_json, read_document

DOCUMENTS = Path(__file__).parent.parent / "tests" / "tex" / "documents"
KEPT = Path(__file__).parent.parent / "out" / "fuzz"  # inputs that broke a promise are kept here
MEMORY_MB = 500
_WRITTEN = rb"""
    \begin{theorem} \end{theorem} \begin{proof} \end{proof} \label{a} \ref{a} \cref{a,b} \input{main} \iffalse \fi \else
    \newcommand{\x}{\x\x} \x \def\y#1{\y{#1#1}} \y{a} { } [ ] $ $$ \[ \] \begin{align} \end{align} \\ & \tag{1} \verb| %
    \begin{verbatim} \end{verbatim} \newtheorem{x}{X}[x] \newtheorem{y}[y]{Y} \let\a\b \let\begin\end \csname \endcsname
    \begin{restatable}{theorem}{foo} \end{restatable} \foo* \setcounter{theorem}{999999999999} \numberwithin{a}{a} \item
    \renewcommand{\thetheorem}{\thetheorem} \begin{enumerate}[(i)] \end{enumerate} \ifthenelse{\not\not} \ifnum1>2 \or
    \refstepcounter{theorem} \makeatletter \@addtoreset{a}{b} \appendix \section{\section{x}} \footnote{\footnote{}
    \newenvironment{q}[9]{\begin{q}}{\end{q}} \begin{q} \NewDocumentCommand{\z}{mmO{}}{\z} \usepackage{main} \uses{a}
    \newif\ifq \qtrue \ifq \begin{document} \end{document} \endinput \begingroup \endgroup \advance\c@theorem #1 ##
    \gdef\z{ \proves{ \caption{ \textbf{Proof.} {\bf~Proof~of~\ref{a}.} \qed \hfill$\Box$ \begin{gather} \end{gather}
    \newtcolorbox[auto~counter]{w}[1][]{title=Lemma~\thetcbcounter,#1} \begin{w}[label=a] \end{w} \forcsvlist{\x}{a,b,c}
    \foreach\x/\y~in{a/b,c/d}{\newtheorem{\x}{\y}} \@for\x:=a,b\do{\newcounter{\x}} \docsvlist{a,b} \label{~a~}
"""
FRAGMENTS = [
    *(part.replace(b"~", b" ") for part in _WRITTEN.split()),  # a tie stands for a space within a fragment
    b"\x00",
    b"\xff\xfe",
    "é".encode(),
    b"\xe9",
    b"\n\n",
]


@dataclass(frozen=True, slots=True)
class Failure:
    """An input that broke a promise."""

    what: str
    seed: int
    data: bytes


def corpus() -> list[bytes]:
    """The small documents of the tests: they use every feature."""
    return [path.read_bytes() for path in sorted(DOCUMENTS.glob("*/*.tex"))]


def mutate(chance: random.Random, sources: list[bytes]) -> bytes:
    """One mutated input."""
    data = bytearray(chance.choice(sources))
    for _ in range(chance.choice((1, 1, 2, 3, 5, 8, 20))):
        at, other = chance.randrange(len(data) + 1), chance.randrange(len(data) + 1)
        first, last = min(at, other), max(at, other)
        kind = chance.randrange(8)
        if kind == 0:
            del data[first : min(last, first + chance.choice((1, 2, 10, 200)))]
        elif kind == 1:
            data[at:at] = chance.choice(FRAGMENTS)
        elif kind == 2:
            data[at:at] = data[first : min(last, first + 300)] * chance.choice((1, 2, 20))
        elif kind == 3 and data:
            data[min(at, len(data) - 1)] = chance.randrange(256)
        elif kind == 4:
            data[at:at] = chance.choice(FRAGMENTS) * chance.choice((2, 50, 400))
        elif kind == 5:
            source = chance.choice(sources)
            start = chance.randrange(len(source))
            data[at:at] = source[start : start + chance.randrange(400)]
        elif kind == 6:
            del data[at:]
        else:
            data[at:at] = b" ".join(chance.choice(FRAGMENTS) for _ in range(6))
    return bytes(data[:200_000])


def small_extremes() -> Iterator[tuple[str, bytes]]:
    """Inputs made to hurt, of up to a few hundred kilobytes."""
    yield "a macro that doubles for ever", rb"\newcommand{\x}{\x\x\label{a}}\begin{document}\x\end{document}"
    doubling = b"".join(b"\\def\\x%c{\\x%c\\x%c}" % (97 + i, 98 + i, 98 + i) for i in range(24))
    yield "a tower of macros", doubling + rb"\def\xy{\label{q}}\begin{document}\xa\end{document}"
    yield "an argument that doubles", rb"\def\x#1{\x{#1#1\label{#1}}}\begin{document}\x{a}\end{document}"
    yield "a file that reads itself", rb"\begin{document}\input{main}\input{main.tex}\end{document}"
    yield "binary", bytes(range(256)) * 1000
    yield "UTF-16", "\\begin{document}\\end{document}".encode("utf-16")
    yield "broken UTF-8", b"\\begin{document}\\begin{theorem}\\label{\xc3}\xff\xfe\x80\\end{theorem}\\end{document}"
    yield "nothing", b""
    yield (
        "a loop that never comes to its body",
        rb"\makeatletter\@for\x:=" + rb"\a   \b   " * 200 + rb"\do\foreach" + rb"\a    " * 60,
    )
    yield "comments before a heading", rb"{\bf Proof.}\begin{proof}" + b"% " * 90 + rb"x\textbf{Proof of \ref{a}.}"
    yield (
        "a number that is too large",
        rb"\begin{document}\setcounter{section}{99999999999999999999}\section{x}\label{a}",
    )
    yield (
        "a counter within itself",
        rb"\newtheorem{a}{A}[b]\newtheorem{b}{B}[a]\newtheorem{a}{A}[b]\begin{document}\begin{a}\label{x}\end{a}",
    )


def large_extremes() -> Iterator[tuple[str, bytes]]:
    """Inputs made to hurt by their size."""
    yield "groups never closed", b"\\begin{document}" + b"\\label{" * 1_000_000
    yield "brackets never closed", b"\\begin{document}" + b"\\begin{theorem}[" * 300_000
    yield "environments never ended", b"\\begin{document}" + b"\\begin{theorem}" * 500_000
    yield "deep braces", b"\\begin{document}\\section" + b"{" * 2_000_000 + b"}" * 2_000_000
    yield "conditionals never closed", b"\\begin{document}" + b"\\iffalse\\iftrue" * 300_000
    yield "local definitions in braces", b"\\begin{document}" + b"{\\def\\x{a}" * 200_000
    yield "50 MB of statements", b"\\begin{document}" + b"\\begin{theorem}\\label{a}x\\end{theorem}\n" * 1_300_000
    yield (
        "50 MB of prose",
        b"\\begin{document}" + b"Let $x \\in \\mathbb{R}$ be such that $\\alpha(x) \\le 2$.\n" * 950_000,
    )
    yield "50 MB of one line", b"\\begin{document}" + b"x" * 50_000_000
    yield "50 MB of backslashes", b"\\begin{document}" + b"\\" * 50_000_000
    yield "50 MB of percent signs", b"\\begin{document}" + b"%\n" * 25_000_000
    yield "50 MB of references", b"\\begin{document}" + b"\\cref{a,b,c}" * 4_000_000


def read_once(data: bytes) -> None:
    """All that the command does with an input."""
    try:
        graph_to_json(build_graph(read_document({"main.tex": data}, "main.tex")))
    except TcsalgbenchError:
        return  # a sentence for the user is what such input deserves


def check(what: str, seed: int, data: bytes) -> tuple[Failure | None, float]:
    """Read one input and hold the promises against it."""
    begin = time.process_time()
    try:
        read_once(data)
    except Exception:  # noqa: BLE001 - any exception at all is what is looked for
        return Failure(f"{what}: {traceback.format_exc(limit=-3)}", seed, data), 0.0
    took = time.process_time() - begin
    allowed = 2 + len(data) / 2_000_000
    if took > allowed:
        return Failure(f"{what}: {took:.2f} s, allowed {allowed:.2f} s", seed, data), took
    peak = peak_megabytes()
    if peak > MEMORY_MB:
        return Failure(f"{what}: {peak:.0f} MB", seed, data), took
    return None, took


def run(count: int, seed: int, say: Callable[[str], None], first: int = 0) -> list[Failure]:
    """Read so many mutated inputs, from the one with the number `first` on."""
    sources = corpus()
    failures: list[Failure] = []
    slowest = 0.0
    for number in range(first, first + count):
        chance = random.Random(f"{seed}/{number}")
        failure, took = check("mutated", number, mutate(chance, sources))
        slowest = max(slowest, took)
        if failure is not None:
            failures.append(failure)
            say(f"input {number}: {failure.what}")
            KEPT.mkdir(parents=True, exist_ok=True)
            (KEPT / f"{seed}-{number}.tex").write_bytes(failure.data)
            if len(failures) >= 20:
                break
        if (number + 1 - first) % 10_000 == 0 and number + 1 - first < count:
            say(_reached(number + 1 - first, failures, slowest))
    say(_reached(count, failures, slowest))
    return failures


def _reached(inputs: int, failures: list[Failure], slowest: float) -> str:
    return f"{inputs} inputs, {len(failures)} failures, slowest {slowest:.2f} s, peak {peak_megabytes():.0f} MB"


def run_extremes(inputs: Iterator[tuple[str, bytes]], say: Callable[[str], None]) -> list[Failure]:
    """Read inputs made to hurt."""
    failures: list[Failure] = []
    for what, data in inputs:
        failure, took = check(what, 0, data)
        say(f"{what}: {len(data) / 1e6:.1f} MB read in {took:.2f} s, peak so far {peak_megabytes():.0f} MB")
        if failure is not None:
            failures.append(failure)
            say(f"  FAILED: {failure.what}")
    return failures


def main() -> None:
    """Fuzz, then the inputs made to hurt; exit 1 where a promise was broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the number of the first input: halves can run side by side")
    parser.add_argument("--small", action="store_true", help="leave out the inputs that hurt by their size")
    parser.add_argument("--only", choices=("mutated", "extreme"))
    options = parser.parse_args()
    failures: list[Failure] = []
    if options.only != "extreme":
        failures += run(options.count, options.seed, print, options.first)
    if options.only != "mutated":
        failures += run_extremes(small_extremes(), print)
    if options.only != "mutated" and not options.small:
        failures += run_extremes(large_extremes(), print)
    print(f"{len(failures)} failures")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
