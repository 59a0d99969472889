"""A proof graph as a drawing: a page in which one can search, filter and walk, with every statement as it reads in print."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import unescape
from importlib.resources import files

from markupsafe import Markup

from tcsalgbench.graphs.layout import Layout, Measures, Point, lay_out
from tcsalgbench.graphs.model import Node, Place, ProofGraph
from tcsalgbench.pages import Page, template
from tcsalgbench.tex import Document
from tcsalgbench.tex.html import paper_macros, phrase_html, tex_html
from tcsalgbench.tex.words import words

MEASURES = Measures()
LAYERS = {
    "ref": "by reference",
    "eqref": "through an equation or item",
    "text": "in words",
    "term": "uses what it defines",
}
_LAYER_OF = {"ref": 0, "uses": 0, "eqref": 1, "text": 2}
TERM_LAYER = 3
# Kinds are many; drawings tell these groups apart.
GROUPS = {
    "result": "theorem proposition corollary",
    "lemma": "lemma claim fact observation property step",
    "definition": "definition notation construction model setting convention",
    "assumption": "assumption condition hypothesis axiom",
    "algorithm": "algorithm protocol procedure game experiment scheme",
}
GROUP_OF = {kind: group for group, kinds in GROUPS.items() for kind in kinds.split()}
_TAG = re.compile(r"<[^>]*>")
_GREEK = words(
    "alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ kappa κ lambda λ mu μ nu ν xi ξ pi π rho ρ "
    "sigma σ tau τ phi φ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Phi Φ Psi Ψ Omega Ω "
    "ell ℓ infty ∞ le ≤ leq ≤ ge ≥ geq ≥ ne ≠ neq ≠ to → rightarrow → times × cdot · in ∈ subset ⊂ subseteq ⊆ cup ∪ "
    "cap ∩ sqrt √"
)
_SILENT = frozenset(
    words("mathsf mathcal mathrm mathbf mathbb mathfrak mathscr operatorname ensuremath text left right boldsymbol bm")
)
_COMMAND = re.compile(r"\\([a-zA-Z@]+) ?")
_DEEPEST_MACRO = 3
_SIGNS = dict(zip(_GREEK[::2], _GREEK[1::2], strict=True))


def _sign(command: re.Match[str]) -> str:
    name = command[1]
    sign = "" if name in _SILENT else _SIGNS.get(name, name)
    return sign + (" " if command[0].endswith(" ") and sign and not sign.isalpha() else "")


@dataclass(frozen=True, slots=True)
class Look:
    """What a graph does not hold and its paper does: the author's macros, and what a reference to a label prints."""

    macros: Mapping[str, str] = field(default_factory=dict)
    printed: Mapping[str, str] = field(default_factory=dict)


def look_of(document: Document) -> Look:
    """The look of a paper that was read."""
    titles = {"equation": "Equation ", "section": "Section "}
    printed = {name: f"{titles.get(label.kind, '')}{label.number}" for name, label in document.labels.items() if label.number}
    printed |= {label: block.printed for block in document.blocks for label in block.labels}
    return Look(paper_macros(document), printed)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a drawing: from a node to what it invokes, by number, in one of the layers; `note` is TeX."""

    source: int
    target: int
    layer: int
    where: str
    note: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """A graph with a place for everything in it."""

    graph: ProofGraph
    lines: tuple[Line, ...]
    layout: Layout
    look: Look

    @classmethod
    def of(cls, graph: ProofGraph, look: Look | None = None) -> "Drawing":
        """Lay a graph out."""
        lines = tuple(dict.fromkeys(_lines(graph)))
        pairs = [(line.source, line.target) for line in lines]
        look = look or Look()
        known = {label: node.printed for node in graph.nodes for label in node.labels}
        look = Look(look.macros, {**look.printed, **known})
        return cls(graph, lines, lay_out(len(graph.nodes), pairs, MEASURES), look)

    def title(self) -> str:
        """What the drawing is of."""
        return f"Proof graph of {', '.join(filter(None, (self.graph.work, self.graph.version)))}"

    def words(self, tex: str) -> str:
        """A short text in TeX as plain characters, for a label in the drawing."""
        macros = self.look.macros
        plain = unescape(_TAG.sub("", tex_html(tex, macros, self.look.printed)))
        for _ in range(_DEEPEST_MACRO):
            plain = _COMMAND.sub(lambda match: macros.get(match[0].strip(), match[0]), plain)
        plain = _COMMAND.sub(_sign, plain)
        return " ".join(re.sub(r"[{}\\]|(?<=[\w)])_", "", plain).split())


def graph_page(graph: ProofGraph, look: Look | None = None) -> Page:
    """The graph as a page."""
    drawing = Drawing.of(graph, look)
    kinds = {node.kind: sum(one.kind == node.kind for one in graph.nodes) for node in graph.nodes}
    layers = [sum(line.layer == number for line in drawing.lines) for number in range(len(LAYERS))]
    body = template("tcsalgbench.graphs", "draw.html").render(
        title=drawing.title(),
        main=graph.main,
        nodes=len(graph.nodes),
        lines=len(drawing.lines),
        kinds=[(kind, count, GROUP_OF.get(kind, "other")) for kind, count in sorted(kinds.items())],
        layers=[(name, label, count) for (name, label), count in zip(LAYERS.items(), layers, strict=True) if count],
        models=graph.models,
    )
    folder = files("tcsalgbench.graphs")
    return Page(
        drawing.title(),
        body,
        macros={name: text for name, text in drawing.look.macros.items() if not name.endswith("[]")},
        data=page_data(drawing),
        styles=(folder.joinpath("draw.css").read_text("utf-8"),),
        scripts=(folder.joinpath("draw.js").read_text("utf-8"),),
    )


def page_data(drawing: Drawing) -> dict[str, object]:
    """What the script of the page works with."""
    graph, layout = drawing.graph, drawing.layout
    index = {node.id: number for number, node in enumerate(graph.nodes)}
    entries = _entries(drawing)

    def html(tex: str) -> str:
        return phrase_html(tex, drawing.look.macros, drawing.look.printed) if tex else ""

    flags: dict[str, list[str]] = {}
    for flag in graph.flags:
        if flag.node is not None:
            flags.setdefault(flag.node, []).append(f"{flag.kind}: {flag.detail}")
    return {
        "box": [MEASURES.width, MEASURES.height],
        "size": [round(layout.width), round(layout.height)],
        "layers": list(LAYERS),
        "nodes": [
            {
                **_node_fields(drawing, node, index),
                "x": round(layout.centres[number][0], 1),
                "y": round(layout.centres[number][1], 1),
                "terms": entries.get(node.id, []),
                "flags": flags.get(node.id, []),
            }
            for number, node in enumerate(graph.nodes)
        ],
        "lines": [
            [
                line.source,
                line.target,
                line.layer,
                line.where == "proof",
                html(line.note),
                [round(one) for at in route for one in at],
            ]
            for line, route in zip(drawing.lines, layout.routes, strict=True)
        ],
        "labels": {label: index[node.id] for node in graph.nodes for label in (*node.inner_labels, *node.labels)},
    }


def _flat(route: Sequence[Point]) -> list[int]:
    return [round(one) for point in route for one in point]


def _node_fields(drawing: Drawing, node: Node, index: Mapping[str, int]) -> dict[str, object]:
    def html(tex: str) -> Markup:
        return tex_html(tex, drawing.look.macros, drawing.look.printed)

    def phrase(tex: str) -> Markup:
        return phrase_html(tex, drawing.look.macros, drawing.look.printed)

    supposes = [hypothesis.node for hypothesis in node.hypotheses if hypothesis.node in index]
    return {
        "id": node.id,
        "printed": node.printed,
        "kind": node.kind,
        "group": GROUP_OF.get(node.kind, "other"),
        "words": drawing.words(node.name) if node.name else "",
        "name": phrase(node.name) if node.name else "",
        "statement": html(node.statement),
        "place": place_text(node.whole),
        "proof": html(node.proof.text) if node.proof else "",
        "proofPlace": place_text(node.proof.place) if node.proof else "",
        "supposes": [index[one] for one in supposes if one is not None],
        "quotes": [phrase(hypothesis.quote) for hypothesis in node.hypotheses if hypothesis.quote],
        "free": [phrase(one) for one in node.free_variables],
        "restates": index.get(node.restates, -1) if node.restates else -1,
        "formal": [index[one] for one in node.informal_of if one in index],
    }


def place_text(place: Place) -> str:
    """Where a stretch of source stands, for people."""
    lines = str(place.line) if place.end_line == place.line else f"{place.line}–{place.end_line}"
    return f"{place.file}, line{'' if place.end_line == place.line else 's'} {lines}"


def _entries(drawing: Drawing) -> dict[str, list[dict[str, str]]]:
    """The glossary, by the nodes that use an entry or define it."""
    found: dict[str, list[dict[str, str]]] = {}
    for entry in drawing.graph.glossary:
        shown = {
            "term": phrase_html(entry.term, drawing.look.macros, drawing.look.printed),
            "definition": phrase_html(entry.definition, drawing.look.macros, drawing.look.printed),
            "place": place_text(entry.place),
        }
        for node in dict.fromkeys((*((entry.node,) if entry.node else ()), *entry.nodes)):
            found.setdefault(node, []).append(shown)
    return found


def _lines(graph: ProofGraph) -> Iterator[Line]:
    index: Mapping[str, int] = {node.id: number for number, node in enumerate(graph.nodes)}
    for edge in graph.edges:
        if edge.source in index and edge.target in index:
            yield Line(index[edge.source], index[edge.target], _LAYER_OF[edge.via], edge.where, edge.quote or "")
    yield from _by_pair(graph, index)


def _by_pair(graph: ProofGraph, index: Mapping[str, int]) -> Sequence[Line]:
    terms: dict[tuple[int, int], list[str]] = {}
    for use in graph.terms:
        if use.source in index and use.target in index and use.source != use.target:
            terms.setdefault((index[use.source], index[use.target]), []).append(use.term)
    return [Line(*pair, TERM_LAYER, "statement", ", ".join(dict.fromkeys(used))) for pair, used in terms.items()]
