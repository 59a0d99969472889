import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tcsalgbench.graphs.draw import TERM_LAYER, Drawing, Look, graph_page, look_of, page_data
from tcsalgbench.graphs.draw_svg import graph_svg
from tcsalgbench.graphs.model import ProofGraph
from tcsalgbench.graphs.plain import plain_graph
from tcsalgbench.graphs.store import read_source
from tcsalgbench.pages import render_page
from tcsalgbench.papers.record import load_paper
from tcsalgbench.samples import sample_folder, sample_names
from tcsalgbench.samples.graphs import expected_graph
from tcsalgbench.tex import read_document

HOSTILE = r"</script><img src=x onerror=alert(1)> \href{javascript:alert(1)}{x} " + "\u202eevil\u2028"


def look(name: str) -> Look:
    return look_of(read_source(load_paper(sample_folder(name)).source))


def hostile_graph() -> ProofGraph:
    preamble = r"\documentclass{article}\newtheorem{theorem}{Theorem}"
    body = f"\\begin{{theorem}}[{HOSTILE}]\\label{{t}}{HOSTILE}\\end{{theorem}}\\begin{{proof}}{HOSTILE}\\end{{proof}}"
    source = f"{preamble}\\begin{{document}}\n{body}\n\\end{{document}}\n"
    return plain_graph(read_document({"main.tex": source.encode()}, "main.tex"), HOSTILE, "v1")


@pytest.mark.parametrize("name", sample_names())
def test_every_edge_and_every_use_of_a_term_is_a_line(name: str) -> None:
    graph = expected_graph(name)
    drawing = Drawing.of(graph, look(name))
    ids = [node.id for node in graph.nodes]
    invoked = {(ids[line.source], ids[line.target], line.where) for line in drawing.lines if line.layer != TERM_LAYER}
    used = {(ids[line.source], ids[line.target]) for line in drawing.lines if line.layer == TERM_LAYER}
    assert invoked == {(edge.source, edge.target, edge.where) for edge in graph.edges}
    assert used == {(use.source, use.target) for use in graph.terms if use.source != use.target}


def test_a_node_is_shown_with_statement_proof_and_source_lines() -> None:
    graph = expected_graph("regret")
    data = page_data(Drawing.of(graph, look("regret")))
    nodes = data["nodes"]
    assert isinstance(nodes, list)
    upper = next(node for node in nodes if node["id"] == "thm:upper")
    node = graph.node("thm:upper")
    assert node is not None
    assert upper["place"] == f"sections/upper.tex, lines {node.whole.line}–{node.whole.end_line}"
    assert r"\Reg_T\le\sqrt{\frac{(\lag+1)\,T\ln N}{2}}" in upper["statement"]
    assert "Assumption 1" in upper["statement"]
    assert "exponential weights without lag" in upper["proof"]
    assert "tcs-unknown" not in json.dumps(nodes)


def test_names_become_plain_characters() -> None:
    drawing = Drawing.of(expected_graph("regret"), look("regret"))
    assert drawing.words(r"Learner for lag $\lag$, $\alpha_1 \le \mathsf{M}(x)$") == "Learner for lag d, α1 ≤ M(x)"


@pytest.mark.parametrize("name", sample_names())
def test_the_picture_is_well_formed_and_holds_every_statement(name: str) -> None:
    graph = expected_graph(name)
    picture = ElementTree.fromstring(graph_svg(graph, look(name)))  # noqa: S314  # our own
    texts = [element.text for element in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert {node.printed for node in graph.nodes} <= set(texts)
    assert graph_svg(graph, look(name)) == graph_svg(graph, look(name))


def test_hostile_text_stays_text_in_picture_and_page() -> None:
    graph = hostile_graph()
    picture, page = graph_svg(graph), render_page(graph_page(graph), None)
    names = {element.tag.rpartition("}")[2] for element in ElementTree.fromstring(picture).iter()}  # noqa: S314
    assert names <= {"svg", "title", "style", "defs", "marker", "path", "rect", "g", "text"}
    assert "<img" not in page
    assert "\u202e" not in page + picture
    assert len(re.findall(r"<script>", page)) == 2


def test_a_page_is_named_after_its_work(tmp_path: Path) -> None:
    assert graph_page(expected_graph("private")).title == "Proof graph of sample-private, v1"
