import json
from pathlib import Path
from xml.etree import ElementTree

import rustworkx

from tcsalgbench.graphs.export import exported
from tcsalgbench.graphs.model import ProofGraph
from tcsalgbench.samples.graphs import expected_graph

SPACE = "{http://graphml.graphdrawing.org/xmlns}"


def test_json_is_read_back_as_the_same_graph() -> None:
    graph = expected_graph("private")
    fields = json.loads(exported(graph, "json"))
    assert fields.pop("schema") == 1
    assert ProofGraph.model_validate(fields) == graph


def test_graphml_has_every_node_and_every_layer() -> None:
    graph = expected_graph("private")
    root = ElementTree.fromstring(exported(graph, "graphml"))  # noqa: S314  # made here
    assert [one.get("id") for one in root.iter(f"{SPACE}node")] == [node.id for node in graph.nodes]
    assert len(list(root.iter(f"{SPACE}edge"))) == len(graph.edges) + len(graph.terms) + 1
    layers = [one.text for one in root.iter(f"{SPACE}data") if one.get("key") == "edge-layer"]
    assert set(layers) == {"references", "words", "terms", "informal"}


def test_graphml_is_read_by_another_program(tmp_path: Path) -> None:
    path = tmp_path / "graph.graphml"
    path.write_text(exported(expected_graph("private"), "graphml"), "utf-8")
    (read,) = rustworkx.read_graphml(str(path))
    assert read.num_nodes() == len(expected_graph("private").nodes)


def test_what_xml_has_no_place_for_and_what_dot_reads_otherwise_is_kept_out() -> None:
    graph = expected_graph("regret")
    odd = graph.nodes[0].model_copy(update={"statement": "a\0b<c>&\x1b", "name": 'say "no" \\ or\nyes'})
    changed = graph.model_copy(update={"nodes": (odd, *graph.nodes[1:])})
    root = ElementTree.fromstring(exported(changed, "graphml"))  # noqa: S314
    assert "a\ufffdb<c>&\ufffd" in [one.text for one in root.iter(f"{SPACE}data")]
    assert '[label="Theorem 1.1\\nsay \\"no\\" \\\\ or\\nyes"]' in exported(changed, "dot")
