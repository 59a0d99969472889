"""Retrieval measured: what a search finds of what proofs refer to, and what it costs."""

import time
from collections import Counter
from collections.abc import Callable, Mapping

from bench.library_works import SETTINGS, Work, printed, proofs_of
from bench.printing import table
from tcsalgbench.library.embedding import Trigrams
from tcsalgbench.library.leaks import find_leaks, withholding
from tcsalgbench.library.model import CitedText, Library
from tcsalgbench.library.prints import Print
from tcsalgbench.library.retriever import Embedder, Retriever
from tcsalgbench.library.terms import without_formulas
from tcsalgbench.tex import read_document

RETRIEVAL = """\
Each statement whose proof refers to others was searched for among all statements of its document; counted is how many of those
others come up. A library is easier: what a proof needs from its own paper often shares no word with what it proves.

"""


def report_retrieval(works: Mapping[str, Work]) -> str:
    """Share of the statements that a proof refers to which a search with its statement finds."""
    ways: Mapping[str, tuple[bool, Embedder | None]] = {
        "words only": (False, None),
        "words and formulas": (True, None),
        "the same, fused with character trigrams": (True, Trigrams()),
    }
    rows = []
    for name in ("pfr", "carleson", "sphere", "seymour", "stacks"):
        for way, (formulas, embedder) in ways.items():
            found = _recall(works[name], embedder, formulas=formulas)
            rows.append([name, way, str(found[0]), *(f"{share:.0%}" for share in found[1])])
    return table(("work", "ranked by", "references", "found in 8", "found in 20", "found in 40"), rows, numbers=True)


def _recall(work: Work, embedder: Embedder | None, *, formulas: bool) -> tuple[int, list[float]]:
    cited = _cited(work, formulas=formulas)
    retriever = Retriever(Library("bench", (cited,)), embedder)
    wanted: dict[str, set[str]] = {}
    for edge in work.graph.edges:
        if edge.where == "proof":
            wanted.setdefault(edge.source, set()).add(edge.target)
    hits = Counter[int]()
    total = 0
    for source, targets in wanted.items():
        node = cited.graph.node(source)
        if node is None:
            continue
        found = [one.statement.node.id for one in retriever.search(node.statement, 41, cited.macros)]
        ranked = [one for one in found if one != source]
        total += len(targets)
        for depth in (8, 20, 40):
            hits[depth] += len(targets & set(ranked[:depth]))
    return total, [hits[depth] / total for depth in (8, 20, 40)]


def _cited(work: Work, *, formulas: bool = True) -> CitedText:
    nodes = work.graph.nodes
    if not formulas:
        nodes = tuple(node.model_copy(update={"statement": without_formulas(node.statement)}) for node in nodes)
    graph = work.graph.model_copy(update={"nodes": nodes})
    document = work.document
    return CitedText(work.name, "", (), None, None, work.name, graph, document.files, document.macros)


def processor_time(action: Callable[[], object], times: int = 3) -> float:
    """The best of a few runs, in processor seconds."""
    best = float("inf")
    for _ in range(times):
        begin = time.process_time()
        action()
        best = min(best, time.process_time() - begin)
    return best


def report_speed(works: Mapping[str, Work], prints: Mapping[str, Print]) -> str:
    """Costs on the largest document, in processor time and as multiples of reading its TeX once."""
    work = works["stacks"]
    files, main = work.document.files, work.document.main
    reading = processor_time(lambda: read_document(files, main))
    library = Library("bench", (_cited(work),))
    indexing = processor_time(lambda: Retriever(library))
    retriever = Retriever(library)
    queries = [node.statement for node in work.graph.nodes[:200]]
    search = processor_time(lambda: [retriever.search(query, 8, work.document.macros) for query in queries]) / len(queries)
    printing = processor_time(lambda: printed(work.document), 1)
    pfr = works["pfr"]
    wanted = tuple(withholding("proof of", node, text, pfr.document.macros, SETTINGS) for node, text in proofs_of(pfr))
    scan = processor_time(lambda: find_leaks(prints["stacks"], wanted, SETTINGS)) / len(wanted)
    rows = [
        [what, f"{seconds * 1000:.1f} ms", f"{seconds / reading:.3f}"]
        for what, seconds in (
            ("reading the TeX", reading),
            (f"index of {len(retriever.statements)} statements", indexing),
            ("one search", search),
            ("print for the leak scan (once a work)", printing),
            ("one proof against that print", scan),
        )
    ]
    return table(("on the Stacks chapter, 1.8 MB of TeX", "processor time", "multiples of reading it"), rows, numbers=True)
