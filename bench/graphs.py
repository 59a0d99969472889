"""The definition layer by code on real documents: `python -m bench.graphs [CORPORA] [--further FOLDER] [--out PAGE]`.

Against the `\\uses` of blueprint authors, and against a hundred uses that were read and judged by hand.
"""

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.printing import heading, table
from bench.tex import BLUEPRINTS, CORPORA, DOCUMENTS
from tcsalgbench.graphs.checks import check_graph
from tcsalgbench.graphs.matching import Matcher
from tcsalgbench.graphs.model import Edge, ProofGraph, TermUse
from tcsalgbench.graphs.plain import plain_graph
from tcsalgbench.graphs.terms import term_uses
from tcsalgbench.tex import Document, Folder, read_document

LABELS = Path(__file__).parent / "graph_labels.json"
PAGE = Path(__file__).parent.parent / "docs" / "benchmarks-graphs.md"
THRESHOLDS = (0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1)
Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Measured:
    """One document with its graph, its definition layer, and the processor seconds that the layer took."""

    document: Document
    graph: ProofGraph
    uses: tuple[TermUse, ...]
    seconds: float

    def true(self, *, statements: bool = False) -> set[Pair]:
        r"""What authors wrote in `\uses` whose target is a definition; in statements only, or in proofs too."""
        kinds = {node.id: node.kind for node in self.graph.nodes}
        return {
            (edge.source, edge.target)
            for edge in self.graph.edges
            if edge.via == "uses" and kinds[edge.target] == "definition" and (not statements or edge.where == "statement")
        }

    def references(self) -> set[Pair]:
        """What explicit references alone say of definitions."""
        kinds = {node.id: node.kind for node in self.graph.nodes}
        return {(e.source, e.target) for e in self.explicit() if kinds[e.target] == "definition"}

    def explicit(self) -> list[Edge]:
        """Edges that do not come from what is measured against."""
        return [edge for edge in self.graph.edges if edge.via != "uses"]


def measure(folder: Path) -> dict[str, Measured]:
    """Read every document, and find its layer from its text and its references; `\\uses` stays unread."""
    return {corpus.name: measure_one(folder / corpus.folder, corpus.main, corpus.name) for corpus in DOCUMENTS}


def measure_one(folder: Path, main: str, name: str) -> Measured:
    """One document."""
    document = read_document(Folder(folder), main)
    graph = plain_graph(document, name, "v1")
    explicit = [edge for edge in graph.edges if edge.via != "uses"]
    begin = time.process_time()
    uses = term_uses(graph.nodes, explicit, Matcher(document.macros), document)
    return Measured(document, graph, uses, time.process_time() - begin)


def further(folder: Path) -> str:
    """The curve on other blueprints: a folder each, with a `main.tex`."""
    measured = {path.parent.name: measure_one(path.parent, path.name, path.parent.name) for path in folder.glob("*/main.tex")}
    names = sorted(measured)
    return "\n".join(
        [
            "### On other blueprints\n",
            "From `--further`: a folder a document. Without implied uses, as above.\n",
            references_alone(measured, names),
            curve(measured, names, implied=False),
        ]
    )


def rates(found: set[Pair], true: set[Pair]) -> tuple[str, str]:
    """Precision and recall."""
    right = len(found & true)
    return f"{right / len(found):.2f}" if found else "–", f"{right / len(true):.2f}" if true else "–"


def named(name: str, pairs: set[Pair]) -> set[Pair]:
    """The pairs of one document, apart from those of others."""
    return {(f"{name}:{source}", f"{name}:{target}") for source, target in pairs}


def listed(one: Measured, least: float, *, implied: bool) -> set[Pair]:
    """The uses that are sure enough; with `implied`, also those that another statement leans on already."""
    return {(use.source, use.target) for use in one.uses if use.confidence >= least and (implied or not use.implied)}


def curve(measured: Mapping[str, Measured], names: Sequence[str], *, implied: bool) -> str:
    """Precision and recall over all thresholds, by document and in the micro average."""
    rows: list[list[str]] = []
    for least in THRESHOLDS:
        cells = [f"{least:g}"]
        all_found: set[Pair] = set()
        all_true: set[Pair] = set()
        for name in names:
            found, true = listed(measured[name], least, implied=implied), measured[name].true()
            all_found |= named(name, found)
            all_true |= named(name, true)
            cells.append(" / ".join(rates(found, true)))
        rows.append([*cells, " / ".join(rates(all_found, all_true))])
    return table(["least confidence", *names, "micro average"], rows, numbers=True)


def references_alone(measured: Mapping[str, Measured], names: Sequence[str]) -> str:
    """What the layer is to be better than."""
    rows = []
    for name in names:
        one = measured[name]
        true = one.true()
        in_statements = one.true(statements=True)
        precision, recall = rates(one.references(), true)
        rows.append([name, str(len(true)), str(len(in_statements)), str(len(one.references())), precision, recall])
    head = ["document", r"`\uses` of definitions", "in statements", "references to definitions", "precision", "recall"]
    return table(head, rows, numbers=True)


def sizes(measured: Mapping[str, Measured]) -> str:
    """What was read, and what does not hold."""
    rows = []
    for name, one in measured.items():
        kinds = Counter(node.kind for node in one.graph.nodes)
        problems = len(check_graph(one.graph.model_copy(update={"terms": one.uses}), one.document))
        counts = (len(one.graph.nodes), kinds["definition"], len(one.graph.edges), len(one.graph.drops), len(one.uses))
        rows.append([name, *map(str, counts), str(sum(use.implied for use in one.uses)), str(problems), f"{one.seconds:.2f}"])
    head = ["document", "statements", "definitions", "edges by code", "dropped, cyclic", "uses of terms", "of them implied"]
    return table([*head, "checks that fail", "processor seconds of the layer"], rows, numbers=True)


def sample(measured: Mapping[str, Measured], seed: str, least: float, from_each: int) -> list[dict[str, Any]]:
    """The uses that are drawn for judging by hand: so many of each document that has any."""
    drawn: list[dict[str, Any]] = []
    for name, one in measured.items():
        sure = sorted((u for u in one.uses if u.confidence >= least), key=lambda use: (use.source, use.target))
        for use in random.Random(f"{seed}/{name}").sample(sure, min(from_each, len(sure))):  # a draw to be repeated
            drawn.append({"corpus": name, "source": use.source, "target": use.target, "term": " ".join(use.term.split())})
    return drawn


def judged(measured: Mapping[str, Measured]) -> str:
    """Precision on the uses that were judged by hand, if they are still what is drawn."""
    data = json.loads(LABELS.read_text("utf-8"))
    labels = data["labels"]
    keys = ("corpus", "source", "target", "term")
    drawn = sample(measured, data["seed"], data["least_confidence"], data["from_each"])
    same = [{key: one[key] for key in keys} for one in labels] == drawn
    rows = []
    for name in dict.fromkeys(one["corpus"] for one in labels):
        here = [one["right"] for one in labels if one["corpus"] == name]
        rows.append([name, str(len(here)), str(sum(here)), f"{sum(here) / len(here):.2f}"])
    right = sum(one["right"] for one in labels)
    rows.append(["all", str(len(labels)), str(right), f"{right / len(labels):.2f}"])
    state = "The draw still gives these very uses." if same else "**The draw no longer gives these uses: judge again.**"
    return f"{table(['document', 'judged', 'right', 'precision'], rows, numbers=True)}\n{state}\n"


def page(folder: Path) -> str:
    """The whole page."""
    measured = measure(folder)
    names = [name for name in BLUEPRINTS if measured[name].true()]
    without = [name for name in measured if not any(node.kind == "definition" for node in measured[name].graph.nodes)]
    return "\n".join(
        [
            heading("The definition layer without a model", "python -m bench.graphs"),
            "Which statement uses which term that a definition defines, found by code alone: emphasised and named terms, what",
            "is said to be called so, notation. Text and references are read, the authors' `\\uses` are not. The rules and",
            "their weights were written while looking at pfr, sphere and seymour: what they reach elsewhere stands below.\n",
            sizes(measured),
            f"Documents without a numbered definition have no such layer: {', '.join(without)}.\n",
            "### References alone\n",
            references_alone(measured, names),
            "### Precision / recall against the authors' `\\uses` of definitions, implied uses left out\n",
            "Authors do not list a definition that a statement they list leans on already: what the layer marks as implied is",
            "left out here. Their lists cover proofs too, and are not complete: precision is a lower bound.\n",
            curve(measured, names, implied=False),
            "### The same with implied uses\n",
            curve(measured, names, implied=True),
            "### Judged by hand\n",
            "Uses at confidence 0.4 and more, implied ones too, drawn with a seed from each document that has any, each read",
            "with its definition (`bench/graph_labels.json`): is the term used in the meaning that this definition gives it?\n",
            judged(measured),
        ]
    )


def main() -> None:
    """Print the page, or say that there is nothing to measure on."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpora", type=Path, nargs="?", default=CORPORA)
    parser.add_argument("--further", type=Path, help="also measure the main.tex of each folder in this one")
    parser.add_argument("--out", type=Path, help=f"write the page, as {PAGE.name} was written")
    chosen = parser.parse_args()
    if not (chosen.corpora / "labels.json").is_file():
        print(f"SKIPPED: there are no corpora in {chosen.corpora.name}; nothing was measured", file=sys.stderr)
        return
    text = "# Benchmarks: proof graphs\n\n" + page(chosen.corpora)
    if chosen.further is not None:
        text += "\n" + further(chosen.further)
    if chosen.out is not None:
        chosen.out.write_text(text, "utf-8")
    print(text)


if __name__ == "__main__":
    main()
