"""Which statement says informally what another one states: what the author says in its name."""

import re
from collections.abc import Iterator, Sequence

from tcsalgbench.graphs.model import Node
from tcsalgbench.tex import Document

_INFORMAL = re.compile(r"(?i)\binformal(?:ly)?\b|\bsimplified\b|\brough(?:ly)?\s+(?:stated|version)\b")
_FORMAL = re.compile(r"(?i)\b(?:formal|full|precise|detailed|general)\s+(?:version|statement)\b|\brestate(?:d|ment)\b")
_REFERRING = re.compile(r"\\(?:[a-zA-Z]*ref\*?|hyperref)\s*[\[{]([^\]}]*)[\]}]")


def is_informal(node: Node) -> bool:
    """Whether a statement calls itself informal."""
    return node.name is not None and _INFORMAL.search(node.name) is not None


def informal_links(document: Document, nodes: Sequence[Node]) -> Iterator[tuple[Node, tuple[str, ...]]]:
    """Every node with the formal versions that its name, or theirs, says it has."""
    owner = {label: node.id for node in nodes for label in node.labels}
    known = {node.id: node for node in nodes}
    links: dict[str, list[str]] = {node.id: [] for node in nodes}
    for node in nodes:
        named = [target for target in _named(document, node, owner) if target != node.id]
        if is_informal(node):
            links[node.id] += [target for target in named if not is_informal(known[target])]
        elif node.name is not None and _FORMAL.search(node.name):
            for target in named:
                if is_informal(known[target]):
                    links[target].append(node.id)
    for node in nodes:
        yield node, tuple(dict.fromkeys(links[node.id]))


def _named(document: Document, node: Node, owner: dict[str, str]) -> list[str]:
    """The statements that the name of a node refers to."""
    written = [label.strip() for match in _REFERRING.finditer(node.name or "") for label in match[1].split(",")]
    return [owner[label] for label in written if label in owner]
