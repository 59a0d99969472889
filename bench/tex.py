"""The TeX reader on real documents: `python -m bench.tex [CORPORA]` prints Markdown.

Statements found, printed numbers against LaTeX's own, explicit edges and proof links against what the authors of
blueprints wrote down, and speed beside plasTeX (where it is installed) and a plain pass of a regular expression.
"""

import argparse
import importlib.util
import json
import re
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from tcsalgbench.tex import Document, Folder, Graph, build_graph, read_document

CORPORA = Path(__file__).parent.parent.parent / "shared" / "corpora"
LARGEST = "stacks"
LARGEST_FILE = "algebra.tex"
TIMES = 5


@dataclass(frozen=True, slots=True)
class Corpus:
    """One real document: its folder, its main file, and how many statements a count by hand and regex found."""

    name: str
    folder: str
    main: str
    statements: int


DOCUMENTS = (
    Corpus("pfr", "pfr/blueprint/src", "print.tex", 218),
    Corpus("carleson", "carleson/blueprint/src", "print.tex", 180),
    Corpus("sphere", "sphere/blueprint/src", "print.tex", 78),
    Corpus("seymour", "seymour/blueprint/src", "print.tex", 72),
    Corpus("param-trace", "param-trace/paper", "paper.tex", 13),
    Corpus("stacks", "stacks", "algebra.tex", 1351),
)
BLUEPRINTS = ("pfr", "carleson", "sphere", "seymour")


def row(*cells: object) -> None:
    """One row of a Markdown table."""
    print("| " + " | ".join(str(cell) for cell in cells) + " |")


def shown(number: str) -> str:
    """A number without what does not show."""
    return re.sub(r"[{}\s]|\\(?:protect|relax)", "", number)


def numbers_right(document: Document, recorded: Mapping[str, str]) -> tuple[int, int]:
    """How many labels print what LaTeX printed, of how many."""
    wanted = {name: number for name, number in recorded.items() if not name.startswith("tocindent")}
    right = sum(
        1 for name, number in wanted.items() if name in document.labels and shown(document.labels[name].number) == shown(number)
    )
    return right, len(wanted)


def report_numbers(documents: Mapping[str, Document], recorded: Mapping[str, Mapping[str, str]]) -> None:
    """Statements and printed numbers."""
    print("\n## Statements and printed numbers\n")
    row("document", "statements", "found", "algorithms besides", "proofs", "numbers right", "of", "warnings")
    row(*["---"] * 8)
    for corpus in DOCUMENTS:
        document = documents[corpus.name]
        algorithms = sum(1 for block in document.blocks if block.kind == "algorithm")
        right, of = numbers_right(document, recorded[corpus.name])
        found = len(document.blocks) - algorithms
        row(corpus.name, corpus.statements, found, algorithms, len(document.proofs), right, of, len(document.warnings))


def rates(found: set[tuple[str, str]], true: set[tuple[str, str]]) -> tuple[str, str]:
    """Precision and recall."""
    right = len(found & true)
    return f"{right / len(found):.2f}" if found else "–", f"{right / len(true):.2f}" if true else "–"


def report_edges(documents: Mapping[str, Document]) -> None:
    r"""Explicit edges against `\uses`: the annotations are read apart, and give no edge to the reader's own."""
    print("\n## Explicit edges against the authors' `\\uses`\n")
    row("document", "true edges", "edges counted", "precision", "recall", "recall, definitions", "recall, other targets")
    row(*["---"] * 7)
    for name in BLUEPRINTS:
        document = documents[name]
        true = _edges(build_graph(document), ("uses",))
        explicit = build_graph(document, ignore_uses=True)
        kinds = {block.id: block.kind for block in document.blocks}
        definitions = {edge for edge in true if kinds[edge[1]] == "definition"}
        for what, ways in (("`ref`", ("ref",)), ("`ref` and `eqref`", ("ref", "eqref"))):
            found = _edges(explicit, ways)
            cells = [rates(found, part)[1] for part in (true, definitions, true - definitions)]
            row(name, len(true), f"{len(found)} by {what}", rates(found, true)[0], *cells)


def _edges(graph: Graph, ways: tuple[str, ...]) -> set[tuple[str, str]]:
    return {(edge.source, edge.target) for edge in graph.edges if edge.via in ways}


def report_links(documents: Mapping[str, Document], folder: Path) -> None:
    r"""Proof links where authors wrote `\proves`: by `\proves` itself, and with it taken out of the source."""
    print("\n## Proof links where `\\proves` says what is proved\n")
    row("document", "proofs with `\\proves`", "linked as it says", "without reading `\\proves`")
    row(*["---"] * 4)
    for corpus in DOCUMENTS:
        if corpus.name not in BLUEPRINTS:
            continue
        document = documents[corpus.name]
        said = {(p.span.file, p.line): p.block for p in document.proofs if p.method == "proves"}
        if not said:
            continue
        source = Folder(folder / corpus.folder)
        blind = {name: re.sub(rb"\\proves\{[^}]*\}", b"", data) for name, data in document.files.items()}
        guessed = read_document({**{name: source[name] for name in document.files}, **blind}, corpus.main)
        same = sum(1 for p in guessed.proofs if said.get((p.span.file, p.line)) == p.block is not None)
        row(corpus.name, len(said), len(said), same)


def processor_time(action: Callable[[], object]) -> float:
    """The best of a few runs, in processor seconds."""
    best = float("inf")
    for _ in range(TIMES):
        begin = time.process_time()
        action()
        best = min(best, time.process_time() - begin)
    return best


_PLAIN = re.compile(rb"\\begin\{(theorem|lemma|definition|proposition|remark|example)\}(.*?)\\end\{\1\}", re.DOTALL)
_MEMORY = """
import sys
from pathlib import Path
from bench.memory import peak_megabytes
from tcsalgbench.tex import Folder, read_document, build_graph, graph_to_json
graph_to_json(build_graph(read_document(Folder(Path(sys.argv[1])), sys.argv[2])))
print(round(peak_megabytes()))
"""
_PLASTEX = """
import sys, time
from plasTeX.TeX import TeX
begin = time.process_time()
tex = TeX(file=sys.argv[1])
tex.disableLogging()
tex.parse()
print(time.process_time() - begin)
"""


def report_speed(folder: Path) -> None:
    """Speed and memory on the largest document."""
    print(f"\n## Speed on {LARGEST}/{LARGEST_FILE}\n")
    root = folder / LARGEST
    data = (root / LARGEST_FILE).read_bytes()
    ours = processor_time(lambda: read_document(Folder(root), LARGEST_FILE))
    whole = processor_time(lambda: build_graph(read_document(Folder(root), LARGEST_FILE)))
    plain = processor_time(lambda: [match[0] for match in _PLAIN.finditer(data)])
    command = [sys.executable, "-c", _MEMORY, str(root), LARGEST_FILE]
    memory = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    row("reader", "processor seconds", "megabytes at most")
    row("---", "---", "---")
    row("ours: the document", f"{ours:.3f}", "")
    row("ours: the document, its graph and its JSON", f"{whole:.3f} without JSON", memory)
    row("one regular expression over the file", f"{plain:.3f}", "")
    row("plasTeX", _plastex(root), "")


def _plastex(root: Path) -> str:
    if importlib.util.find_spec("plasTeX") is None:
        return "not installed"
    command = [sys.executable, "-c", _PLASTEX, LARGEST_FILE]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False, timeout=300)
    return f"{float(done.stdout.split()[-1]):.1f}" if done.returncode == 0 and done.stdout.split() else "failed"


def main() -> None:
    """Print all tables, or say that there is nothing to measure on."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpora", type=Path, nargs="?", default=CORPORA)
    folder = parser.parse_args().corpora
    if not (folder / "labels.json").is_file():
        print(f"SKIPPED: there are no corpora in {folder.name}; the reader was measured on nothing", file=sys.stderr)
        return
    recorded = json.loads((folder / "labels.json").read_text())
    documents = {corpus.name: read_document(Folder(folder / corpus.folder), corpus.main) for corpus in DOCUMENTS}
    report_numbers(documents, recorded)
    report_edges(documents)
    report_links(documents, folder)
    report_speed(folder)


if __name__ == "__main__":
    main()
