"""Find the graph that a user names for drawing, and the paper that says how its mathematics reads."""

from pathlib import Path

from tcsalgbench.errors import BadInput, NoStatementFound
from tcsalgbench.graphs.draw import Look, look_of
from tcsalgbench.graphs.keys import version_id
from tcsalgbench.graphs.model import GRAPH, ProofGraph
from tcsalgbench.graphs.plain import plain_graph
from tcsalgbench.graphs.store import find_graph, load_graph, read_source
from tcsalgbench.graphs.terms import with_terms
from tcsalgbench.papers.record import FILE, load_paper
from tcsalgbench.papers.store import kept_papers
from tcsalgbench.tex import Folder, read_document
from tcsalgbench.workspace import Workspace


def graph_to_draw(workspace: Path, name: str) -> tuple[ProofGraph, Look]:
    """The graph of a file of ours, a TeX project, a paper's folder, a version or a digest in the workspace; and its look.

    A graph that was built is preferred; where there is none, the one that code alone reads is drawn.
    """
    path = Path(name)
    opened = Workspace.open(workspace) if (workspace / "workspace.json").is_file() else None
    if path.suffix == ".json" and path.is_file():
        graph = GRAPH.read(path)
        return graph, _look_in(opened, graph)
    if path.suffix == ".tex" and path.is_file():
        document = read_document(Folder(path.parent), path.name)
        return _checked(with_terms(plain_graph(document, path.stem, ""), document)), look_of(document)
    if path.name == FILE or (path / FILE).is_file():
        paper = load_paper(path)
        digest = paper.source.digest()
        found = find_graph(opened, digest) if opened is not None else None
        document = read_source(paper.source)
        graph = found or with_terms(plain_graph(document, paper.record.id, paper.record.version, digest), document)
        return _checked(graph), look_of(document)
    if opened is None:
        raise BadInput(
            f"{name} is no graph (.json), main TeX file, or folder with a {FILE}; and {workspace} is no workspace "
            "in which a graph of that name could lie. Name yours with --workspace DIR."
        )
    graph = load_graph(opened, name)
    return graph, _look_in(opened, graph)


def _look_in(workspace: Workspace | None, graph: ProofGraph) -> Look:
    """The look of the paper that the graph was read from, where the workspace holds it; else formulas show plain TeX macros."""
    for paper in kept_papers(workspace) if workspace is not None else ():
        for source in (paper.source, *paper.cited.values()):
            if source.digest() == graph.digest:
                return look_of(read_source(source))
    return Look()


def _checked(graph: ProofGraph) -> ProofGraph:
    if not graph.nodes:
        raise NoStatementFound(f"{version_id(graph.work, graph.version)} has no statement that could be drawn.")
    return graph
