import re
from graphlib import TopologicalSorter
from itertools import groupby
from typing import Any

from tcsalgbench.samples import Truth

VIA = {"ref", "eqref", "text"}
# Algorithms and assumptions have counters of their own; everything else shares the one of its section.
OWN_COUNTER = {"algorithm", "assumption"}


def test_node_ids_and_labels_are_unique(sample: Truth) -> None:
    ids = [node["id"] for node in sample.graph["nodes"]]
    labels = [label for node in sample.graph["nodes"] for label in (*node["labels"], *node["inner_labels"])]
    assert len(ids) == len(set(ids))
    assert len(labels) == len(set(labels))


def test_every_numbered_statement_of_the_source_is_a_node(sample: Truth) -> None:
    text = "".join(file.read_text(encoding="utf-8") for file in sample.tex.rglob("*.tex"))
    environments = {node["env"] for node in sample.graph["nodes"]}
    opened = sum(len(re.findall(rf"\\begin\{{{env}\}}", text)) for env in environments)
    declared = re.findall(r"\\(?:newtheorem|declaretheorem)(?:\[[^]]*\])?\{(\w+)\}", text)
    used = {name for name in declared if f"\\begin{{{name}}}" in text}
    assert opened == len(sample.graph["nodes"])
    assert used <= environments


def test_spans_and_lines_of_nodes_are_true(sample: Truth) -> None:
    for node in sample.graph["nodes"]:
        block, body = sample.cut(node["file"], node["span"]), sample.body(node)
        assert block.startswith(f"\\begin{{{node['env']}}}")
        assert block.endswith(f"\\end{{{node['env']}}}")
        assert block.count(f"\\begin{{{node['env']}}}") == 1
        assert body == body.strip()
        assert body in block
        assert sample.lines(node["file"], node["span"]) == (node["line"], node["end_line"])
        assert all(f"\\label{{{label}}}" in block and f"\\label{{{label}}}" not in body for label in node["labels"])
        assert set(re.findall(r"\\label\{([^}]+)\}", body)) == set(node["inner_labels"])
        assert node["name"] is None or node["name"] in block
        assert all((part["node"] or part["quote"]) and (part["quote"] or "") in body for part in node["hypotheses"])


def test_spans_and_lines_of_proofs_are_true(sample: Truth) -> None:
    for node in sample.graph["nodes"]:
        proof = node["proof"]
        if proof is None:
            assert node["kind"] not in {"lemma", "proposition", "corollary"}
            continue
        text = sample.cut(proof["file"], proof["span"])
        assert text.startswith("\\begin{proof}")
        assert text.endswith("\\end{proof}")
        assert sample.lines(proof["file"], proof["span"]) == (proof["line"], proof["end_line"])
        before = sample.source(proof["file"])[: proof["span"][0]].decode().rstrip()
        if proof["linked_by"] == "adjacent":
            assert len(before) == node["span"][1] == len(before.encode())
        elif proof["linked_by"] == "optional-argument":
            assert text.split("]")[0].endswith(f"\\ref{{{node['id']}}}")
        else:
            assert proof["linked_by"] == "restatement"
            assert before.endswith(node["restated"][-1]["command"])


def test_each_paper_restates_a_theorem_and_has_an_informal_one(sample: Truth) -> None:
    restated = [node for node in sample.graph["nodes"] if node["restated"]]
    informal = [node for node in sample.graph["nodes"] if node["informal_of"]]
    assert len(restated) == len(informal) == 1
    for again in restated[0]["restated"]:
        assert sample.cut(again["file"], again["span"]) == again["command"]
        assert sample.lines(again["file"], again["span"])[0] == again["line"]
    assert set(informal[0]["informal_of"]) <= set(sample.nodes())


def test_edges_resolve_and_have_no_cycle(sample: Truth) -> None:
    known = set(sample.nodes())
    graph: dict[str, set[str]] = {}
    for edge in sample.graph["edges"]:
        assert {edge["from"], edge["to"]} <= known
        graph.setdefault(edge["from"], set()).add(edge["to"])
    tuple(TopologicalSorter(graph).static_order())
    keys = [(edge["from"], edge["to"], edge["where"], edge["via"]) for edge in sample.graph["edges"]]
    assert len(keys) == len(set(keys))


def place(node: dict[str, Any], where: str) -> tuple[str, list[int]]:
    holder = node if where == "statement" else node["proof"]
    return holder["file"], holder["span"]


def test_every_edge_is_where_it_says(sample: Truth) -> None:
    nodes = sample.nodes()
    for edge in sample.graph["edges"]:
        file, (start, end) = place(nodes[edge["from"]], edge["where"])
        assert edge["file"] == file
        assert start <= edge["span"][0] < edge["span"][1] <= end
        assert sample.lines(file, edge["span"])[0] == edge["line"]
        text = sample.cut(file, edge["span"])
        assert edge["via"] in VIA
        if edge["via"] == "text":
            assert edge["quote"] == text
        else:
            target = nodes[edge["to"]]
            assert edge["label"] in re.split(r"[{},]", text)
            assert edge["label"] in target["labels" if edge["via"] == "ref" else "inner_labels"]


def test_every_reference_from_one_statement_to_another_is_an_edge(sample: Truth) -> None:
    nodes = sample.nodes()
    owner = {label: node["id"] for node in nodes.values() for label in (*node["labels"], *node["inner_labels"])}
    listed = {(e["from"], e["to"], e["where"], e["label"]) for e in sample.graph["edges"] if e["via"] != "text"}
    found = set()
    for node in nodes.values():
        for where in ("statement", "proof") if node["proof"] else ("statement",):
            text = sample.cut(*place(node, where))
            for group in re.findall(r"\\(?:eq|[cC])?ref\{([^}]+)\}", text):
                for label in group.split(","):
                    target = owner.get(label, node["id"])
                    if target != node["id"]:
                        found.add((node["id"], target, where, label))
    assert listed == found


def test_each_paper_invokes_results_in_words(sample: Truth) -> None:
    quotes = {edge["quote"] for edge in sample.graph["edges"] if edge["via"] == "text"}
    assert len(quotes) >= 2


def test_printed_labels_are_what_tex_prints(sample: Truth) -> None:
    printed = sample.labels["paper"]
    for node in sample.graph["nodes"]:
        assert node["printed"] == f"{node['kind'].capitalize()} {node['number']}"
        assert all(printed[label] == node["number"] for label in node["labels"])
        assert all(label in printed for label in node["inner_labels"])


def test_numbers_run_without_gaps_also_over_statements_without_a_label(sample: Truth) -> None:
    counted = [node["number"] for node in sample.graph["nodes"] if node["kind"] not in OWN_COUNTER]
    for section, numbers in groupby(counted, key=lambda number: number.split(".")[0]):
        listed = list(numbers)
        assert listed == [f"{section}.{place + 1}" for place in range(len(listed))]


def test_cited_statements_exist_under_the_number_cited(sample: Truth) -> None:
    for citation in sample.graph["citations"]:
        text = sample.cut(citation["file"], citation["span"])
        kind, number = citation["printed"].split()
        assert text == f"\\cite[{kind}~{number}]{{{citation['key']}}}"
        assert sample.lines(citation["file"], citation["span"])[0] == citation["line"]
        assert number in sample.labels["cited"][citation["work"]].values()
        note = (sample.tex.parent / "cited" / citation["work"] / "main.tex").read_text(encoding="utf-8")
        label = next(key for key, value in sample.labels["cited"][citation["work"]].items() if value == number)
        assert re.search(rf"\\begin\{{{kind.lower()}\}}[^\n]*\\label\{{{label}\}}", note)
