"""Reading TeX: a project of TeX files becomes a document with spans and a graph of explicit references.

Pure functions of bytes: nothing is executed, no model is asked, no network is used.
"""

from tcsalgbench.tex.document import read_document
from tcsalgbench.tex.graph import Edge, Graph, Unresolved, build_graph, graph_to_json, text_at
from tcsalgbench.tex.limits import Limits
from tcsalgbench.tex.model import (
    Block,
    Citation,
    Document,
    Equation,
    Label,
    Proof,
    ReadingWarning,
    Reference,
    Section,
    Span,
)
from tcsalgbench.tex.source import Folder

__all__ = [
    "Block",
    "Citation",
    "Document",
    "Edge",
    "Equation",
    "Folder",
    "Graph",
    "Label",
    "Limits",
    "Proof",
    "ReadingWarning",
    "Reference",
    "Section",
    "Span",
    "Unresolved",
    "build_graph",
    "graph_to_json",
    "read_document",
    "text_at",
]
