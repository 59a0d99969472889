"""`tcsalgbench graph draw`: a proof graph as a page or as a picture."""

from pathlib import Path
from typing import Annotated

import typer

from tcsalgbench.cli.options import DEFAULT_WORKSPACE, JsonOption, WorkspaceOption
from tcsalgbench.cli.output import say, say_json
from tcsalgbench.cli.papers import paper_at
from tcsalgbench.graphs.draw_svg import draw_graph
from tcsalgbench.graphs.draw_what import graph_to_draw

EXAMPLE = "Example: tcsalgbench graph draw sample:regret --out regret.html"


def draw(
    name: Annotated[
        str,
        typer.Argument(
            metavar="PAPER|GRAPH", help="A paper (sample:NAME too), a main TeX file, a graph's file, version or digest."
        ),
    ],
    svg: Annotated[bool, typer.Option("--svg/--html", help="A picture, or a page to search and walk (the default).")] = False,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="The file to write; else one here.")] = None,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """Draw a proof graph: as one page that opens from disk, or as an SVG picture."""
    # TeX without a paper.toml is taken as `graph build` takes it, so that what was built of it is found.
    is_paper = name.startswith("sample:") or (Path(name).exists() and Path(name).suffix not in (".json", ".toml"))
    named = str(paper_at(name).source.folder.parent) if is_paper else name
    graph, look = graph_to_draw(workspace, named)
    written = draw_graph(graph, look, out, svg=svg)
    if as_json:
        say_json(
            {"file": str(written), "statements": len(graph.nodes), "edges": len(graph.edges), "term_uses": len(graph.terms)}
        )
    else:
        say(f"{len(graph.nodes)} statements, {len(graph.edges)} edges, {len(graph.terms)} uses of terms: {written}")
