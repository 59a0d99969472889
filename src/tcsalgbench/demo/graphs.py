"""A stage of the demonstration: the proof graphs of the bundled papers, by code and by the embedded model, beside the truth."""

from collections.abc import Callable
from dataclasses import dataclass

from tcsalgbench.calls import Stop
from tcsalgbench.graphs.build import Building, wanted_of
from tcsalgbench.graphs.checks import checked
from tcsalgbench.graphs.model import ProofGraph
from tcsalgbench.graphs.passes import Plan
from tcsalgbench.jobs import cast_of
from tcsalgbench.papers.record import load_paper
from tcsalgbench.papers.store import keep_paper
from tcsalgbench.samples import sample_folder, sample_names
from tcsalgbench.samples.graphs import expected_graph
from tcsalgbench.workspace import Workspace

PRESET = "embedded"
# One part of each pass a paper: seconds, where the whole papers would take the small model many minutes.
PLAN = Plan(again=0, audit=False, most_chunks=1)


@dataclass(frozen=True, slots=True)
class Compared:
    """A graph that was built, the one written by hand, and how many checks fail."""

    name: str
    built: ProofGraph
    truth: ProofGraph
    problems: int

    def fields(self) -> dict[str, object]:
        """How much was found, of how much."""
        words = {(edge.source, edge.target) for edge in self.truth.edges if edge.via == "text"}
        explicit = [edge for edge in self.truth.edges if edge.via != "text"]
        terms = {entry.term for entry in self.truth.glossary}
        used = {(use.source, use.target) for use in self.truth.terms}
        found = {(use.source, use.target) for use in self.built.terms}
        return {
            "nodes": [len(self.built.nodes), len(self.truth.nodes)],
            "explicit_edges": [sum(edge in self.built.edges for edge in explicit), len(explicit)],
            "edges_in_words": [len(words & {(e.source, e.target) for e in self.built.edges if e.via == "text"}), len(words)],
            "glossary": [len(terms & {entry.term for entry in self.built.glossary}), len(terms)],
            "term_uses": [len(found & used), len(used)],
            "term_uses_besides": len(found - used),
            "drops": len(self.built.drops),
            "problems": self.problems,
        }


@dataclass(frozen=True, slots=True)
class Graphs:
    """The graphs of all papers, and what the calls took."""

    papers: tuple[Compared, ...]
    roles: dict[str, dict[str, int]]

    def lines(self) -> list[str]:
        """What was found beside what is there, and what the small model said that did not enter."""
        told: list[str] = []
        for one in self.papers:
            fields = one.fields()
            counted = {name: f"{pair[0]} of {pair[1]}" for name, pair in fields.items() if isinstance(pair, list)}
            told.append(f"{one.name}: by code {counted['nodes']} statements, {counted['explicit_edges']} references,")
            told.append(
                f"  {counted['term_uses']} uses of defined terms (and {fields['term_uses_besides']} that nobody listed);"
            )
            told.append(
                f"  by the small model {counted['edges_in_words']} invocations in words, {counted['glossary']} entries; "
                f"{fields['drops']} things it said were not true and did not enter."
            )
            drop = next(iter(one.built.drops), None)
            if drop is not None:
                told.append(f"    such as: {drop.what}, {drop.detail[:70]!r}: {drop.reason}")
        calls = sum(one["calls"] for one in self.roles.values())
        tokens = sum(one["input"] + one["output"] for one in self.roles.values())
        held = sum(one.problems for one in self.papers)
        told.append("")
        told.append(
            f"{calls} calls, {tokens:,} tokens: one part of each paper a pass. Checks of all quotations, ids and cycles: "
        )
        told[-1] += "all hold." if not held else f"{held} FAIL."
        told.append(
            "A model of 135 million parameters finds nothing in a research paper; the checks show that it harms nothing."
        )
        return told

    def fields(self) -> dict[str, object]:
        """The same for machines."""
        return {"papers": {one.name: one.fields() for one in self.papers}, "roles": self.roles}


def build_samples(workspace: Workspace, stop: Stop, progress: Callable[[int], None]) -> Graphs:
    """Build the graphs of the bundled papers; what an earlier demonstration asked is found in the journal."""
    papers = {name: load_paper(sample_folder(name)) for name in sample_names()}
    for name in papers:
        keep_paper(workspace, sample_folder(name))
    wanted = [one for paper in papers.values() for one in wanted_of(paper, PLAN)]
    built = Building(workspace, cast_of("construction", preset=PRESET), stop=stop).run(wanted, progress)
    compared = tuple(
        Compared(name, graph, expected_graph(name), len(checked(graph, papers[name].source)))
        for name, graph in zip(papers, built.graphs, strict=True)
    )
    return Graphs(compared, built.roles())
