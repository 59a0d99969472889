"""The graphs of a workspace: one a text, found by the version of its work or by its digest, shared by all that cite it."""

import re

from tcsalgbench.errors import BadInput
from tcsalgbench.graphs.keys import version_id
from tcsalgbench.graphs.model import GRAPH, ProofGraph
from tcsalgbench.graphs.plain import plain_graph
from tcsalgbench.graphs.terms import with_terms
from tcsalgbench.papers.record import Source
from tcsalgbench.tex import Document, read_document
from tcsalgbench.workspace import Workspace, atomic_write, file_name

ROOM = "graphs"
_DIGEST = re.compile(r"[0-9a-f]{64}")
_SUFFIX = ".json"


def save_graph(workspace: Workspace, graph: ProofGraph) -> None:
    """Keep a graph under the digest of its text, and let the version of its work point there."""
    folder = workspace.folder(ROOM)
    GRAPH.write(folder / f"{graph.digest}{_SUFFIX}", graph)
    name = file_name(version_id(graph.work, graph.version))
    atomic_write(workspace.folder(ROOM, "versions") / name, f"{graph.digest}\n".encode())


def find_graph(workspace: Workspace, key: str) -> ProofGraph | None:
    """The graph of a version id (`2503.01234v2`) or of a digest, where it was built."""
    folder = workspace.root / ROOM
    digest = key if _DIGEST.fullmatch(key) else None
    pointer = folder / "versions" / file_name(key)
    if digest is None and pointer.is_file():
        digest = pointer.read_text("ascii").strip()
    if digest is None or not _DIGEST.fullmatch(digest):
        return None
    path = folder / f"{digest}{_SUFFIX}"
    return GRAPH.read(path) if path.is_file() else None


def load_graph(workspace: Workspace, key: str) -> ProofGraph:
    """The graph of a version id or of a digest; one that was never built is an error that says how to build it."""
    found = find_graph(workspace, key)
    if found is None:
        raise BadInput(f"The workspace {workspace.root} holds no graph of {key}. Build it: tcsalgbench graph build PAPER.")
    return found


def read_source(source: Source) -> Document:
    """The document of a work's TeX."""
    return read_document(source.files, source.main)


def shared_graph(workspace: Workspace, source: Source, work: str, version: str) -> ProofGraph:
    """The graph of a work: the one that was built from this text, by whomever, else one by code alone, which is kept."""
    digest = source.digest()
    found = find_graph(workspace, digest)
    if found is None:
        document = read_source(source)
        found = with_terms(plain_graph(document, work, version, digest), document)
        save_graph(workspace, found)
    return found
