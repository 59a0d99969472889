"""A proof graph as one SVG picture, for papers and slides: it follows the light or the dark of what it is shown in."""

from collections.abc import Iterator
from pathlib import Path

from markupsafe import escape

from tcsalgbench.graphs.draw import GROUP_OF, LAYERS, MEASURES, Drawing, Look, graph_page
from tcsalgbench.graphs.keys import version_id
from tcsalgbench.graphs.layout import Point
from tcsalgbench.graphs.model import ProofGraph
from tcsalgbench.pages import visible, write_page
from tcsalgbench.workspace import atomic_write, file_name

_STYLE = """
  text { font-family: system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif; text-anchor: middle; fill: #1d1f23; }
  .printed { font-size: 13px; font-weight: 600; } .name { font-size: 11.5px; fill: #5c6370; }
  rect { stroke: #9aa1ac; fill: #efeeea; } .paper { fill: #fcfcfa; stroke: none; } path { fill: none; stroke-width: 1.2; }
  .result { fill: #dbe8fb; } .lemma { fill: #e9eef4; } .definition { fill: #ddf1e0; } .assumption { fill: #fbeed0; }
  .algorithm { fill: #ecdff7; }
  .ref { stroke: #4b5563; } .eqref { stroke: #0f766e; stroke-dasharray: 9 4; } .text { stroke: #b45309; stroke-dasharray: 5 4; }
  .term { stroke: #7c3aed; stroke-dasharray: 1.5 4; } marker path { stroke: context-stroke; stroke-dasharray: none; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e4e4df; } .name { fill: #a0a6b0; } rect { stroke: #6a7280; fill: #33322e; } .paper { fill: #16181c; }
    .result { fill: #23395d; } .lemma { fill: #2b323c; } .definition { fill: #20402a; } .assumption { fill: #473a17; }
    .algorithm { fill: #3b2b52; } .ref { stroke: #a8b0bc; } .eqref { stroke: #4fc7b8; } .text { stroke: #eda45a; }
    .term { stroke: #b79cf7; }
  }
"""
_HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" role="img" aria-labelledby="title">'
_ARROW = (
    '<marker id="arrow" viewBox="0 0 10 10" refX="8" refY="5" markerWidth="8" markerHeight="8" orient="auto-start-reverse">'
    '<path d="M1 1 L8 5 L1 9"/></marker>'
)
_LETTER = 0.56  # the width of a letter, in parts of its size: a picture cannot measure text


def graph_svg(graph: ProofGraph, look: Look | None = None) -> str:
    """The picture: boxes for statements, arrows to what they invoke."""
    drawing = Drawing.of(graph, look)
    size = drawing.layout
    head = [_HEAD.format(width=size.width, height=size.height), f'<title id="title">{_text(drawing.title())}</title>']
    head += [f"<style>{_STYLE}</style>", f"<defs>{_ARROW}</defs>"]
    head.append(f'<rect class="paper" width="{size.width:.0f}" height="{size.height:.0f}"/>')
    return "\n".join((*head, *_arrows(drawing), *_boxes(drawing), "</svg>", ""))


def _arrows(drawing: Drawing) -> Iterator[str]:
    names = tuple(LAYERS)
    nodes = drawing.graph.nodes
    for line, route in zip(drawing.lines, drawing.layout.routes, strict=True):
        said = f"{nodes[line.source].printed} → {nodes[line.target].printed}, {LAYERS[names[line.layer]]}"
        path = _curve(route, (line.layer - 1) * 4.0)
        yield f'<path class="{names[line.layer]}" marker-end="url(#arrow)" d="{path}"><title>{_text(said)}</title></path>'


def _curve(route: tuple[Point, ...], shift: float) -> str:
    (x, y), parts = route[0], []
    parts.append(f"M{x + shift:.0f} {y:.0f}")
    for next_x, next_y in route[1:]:
        bow = (next_y - y) * 0.45
        parts.append(
            f"C{x + shift:.0f} {y + bow:.0f} {next_x + shift:.0f} {next_y - bow:.0f} {next_x + shift:.0f} {next_y:.0f}"
        )
        x, y = next_x, next_y
    return " ".join(parts)


def _boxes(drawing: Drawing) -> Iterator[str]:
    for node, (x, y) in zip(drawing.graph.nodes, drawing.layout.centres, strict=True):
        words = drawing.words(node.name) if node.name else ""
        group = GROUP_OF.get(node.kind, "other")
        corner = 12 if group == "definition" else 4
        yield f"<g><title>{_text(f'{node.printed} {words}'.strip())}</title>"
        yield (
            f'<rect class="{group}" x="{x - MEASURES.width / 2:.1f}" y="{y - MEASURES.height / 2:.1f}" '
            f'width="{MEASURES.width:.0f}" height="{MEASURES.height:.0f}" rx="{corner}"/>'
        )
        yield f'<text class="printed" x="{x:.1f}" y="{y + (-4 if words else 5):.1f}">{_text(_cut(node.printed, 13))}</text>'
        if words:
            yield f'<text class="name" x="{x:.1f}" y="{y + 13:.1f}">{_text(_cut(words, 11.5))}</text>'
        yield "</g>"


def _cut(text: str, size: float) -> str:
    most = int((MEASURES.width - 14) / (size * _LETTER))
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def _text(text: str) -> str:
    return str(escape(visible(" ".join(text.split()))))


def draw_graph(graph: ProofGraph, look: Look | None, out: Path | None, *, svg: bool) -> Path:
    """Write the page, or the picture, and return where it is."""
    suffix = ".svg" if svg else ".html"
    path = out or Path(file_name(f"{version_id(graph.work, graph.version)}-graph") + suffix)
    if not svg:
        return write_page(path, graph_page(graph, look))
    path.parent.mkdir(parents=True, exist_ok=True)
    atomic_write(path, graph_svg(graph, look).encode())
    path.chmod(0o644)
    return path
