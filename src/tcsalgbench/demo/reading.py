"""Second stage of the demonstration: code reads the TeX of the bundled papers; no model is asked."""

from collections.abc import Callable
from dataclasses import dataclass

from tcsalgbench.calls import Stop
from tcsalgbench.samples import sample_folder, sample_names
from tcsalgbench.tex import Block, Folder, Graph, build_graph, read_document, text_at
from tcsalgbench.tex.outline import readable
from tcsalgbench.workspace import Workspace

_WIDTH = 110
_MAIN_KINDS = ("theorem", "corollary")


@dataclass(frozen=True, slots=True)
class Readings:
    """The papers by name, as code read them."""

    graphs: dict[str, Graph]

    def lines(self) -> list[str]:
        """Theorems in full, everything else by its name and place."""
        told: list[str] = []
        for name, graph in self.graphs.items():
            told.append(f"{name}: {_summary(graph)}")
            for block in graph.document.blocks:
                told += _told(graph, block)
            told.append("")
        return [*told, f"Every statement in full:  tcsalgbench tex graph {sample_folder('regret') / 'paper' / 'main.tex'}"]

    def fields(self) -> dict[str, object]:
        """How much was read."""
        return {
            name: {
                "statements": len(graph.document.blocks),
                "proofs": len(graph.document.proofs),
                "edges": len(graph.edges),
                "warnings": len(graph.document.warnings),
            }
            for name, graph in self.graphs.items()
        }


def read_samples(workspace: Workspace, stop: Stop, progress: Callable[[int], None]) -> Readings:
    """Read the papers; a fraction of a second, so nothing is kept."""
    del workspace, stop
    graphs: dict[str, Graph] = {}
    for name in sample_names():
        graphs[name] = build_graph(read_document(Folder(sample_folder(name) / "paper"), "main.tex"))
        progress(len(graphs))
    return Readings(graphs)


def _summary(graph: Graph) -> str:
    document = graph.document
    return (
        f"{len(document.blocks)} statements, {len(document.proofs)} proofs, {len(graph.edges)} references between statements, "
        f"{len(document.warnings)} warnings"
    )


def _told(graph: Graph, block: Block) -> list[str]:
    name = f" ({block.name})" if block.name else ""
    proof = graph.proof_of(block.id)
    proved = f", proof {proof.span.file}:{proof.line}-{proof.end_line}" if proof is not None else ""
    heading = f"  {block.printed}{name}  [{block.span.file}:{block.line}{proved}]"
    if block.kind not in _MAIN_KINDS:
        return [heading]
    return [heading, *(f"      {line}" for line in readable(text_at(graph.document, block.body), _WIDTH - 6))]
