import pytest

from tcsalgbench.graphs.model import Node, ProofGraph
from tcsalgbench.graphs.plain import plain_graph
from tcsalgbench.graphs.store import read_source
from tcsalgbench.papers.record import load_paper
from tcsalgbench.samples import sample_folder, sample_names
from tcsalgbench.samples.graphs import expected_graph
from tcsalgbench.tex import read_document


def plain(name: str) -> ProofGraph:
    paper = load_paper(sample_folder(name))
    return plain_graph(read_source(paper.source), paper.record.id, paper.record.version, paper.source.digest())


def by_code(node: Node) -> Node:
    """A node without what only a reader can say, and without how sure the link of its proof is."""
    proof = None if node.proof is None else node.proof.model_copy(update={"confidence": 1.0})
    return node.model_copy(update={"hypotheses": (), "free_variables": (), "proof": proof})


@pytest.mark.parametrize("name", sample_names())
def test_nodes_by_code_are_those_written_by_hand(name: str) -> None:
    assert [by_code(node) for node in plain(name).nodes] == [by_code(node) for node in expected_graph(name).nodes]


@pytest.mark.parametrize("name", sample_names())
def test_explicit_edges_by_code_are_those_written_by_hand(name: str) -> None:
    expected = [edge for edge in expected_graph(name).edges if edge.via != "text"]
    assert sorted(plain(name).edges, key=repr) == sorted(expected, key=repr)
    assert plain(name).drops == ()


@pytest.mark.parametrize("name", sample_names())
def test_citations_of_statements_are_those_written_by_hand(name: str) -> None:
    found = [one for one in plain(name).citations if one.source is not None and one.note is not None]
    assert sorted(found, key=repr) == sorted(expected_graph(name).citations, key=repr)


@pytest.mark.parametrize("name", sample_names())
def test_work_version_digest_and_main_file_are_said(name: str) -> None:
    found, expected = plain(name), expected_graph(name)
    assert (found.work, found.version, found.digest, found.main) == (
        expected.work,
        expected.version,
        expected.digest,
        expected.main,
    )
    assert found.flags == ()


def graph_of(body: str) -> ProofGraph:
    preamble = r"\documentclass{article}\newtheorem{theorem}{Theorem}\newtheorem{lemma}[theorem]{Lemma}"
    source = f"{preamble}\n\\newtheorem*{{claim*}}{{Claim}}\n\\begin{{document}}\n{body}\n\\end{{document}}\n"
    return plain_graph(read_document({"main.tex": source.encode()}, "main.tex"), "w", "v1")


def test_of_a_cycle_the_edge_that_points_ahead_is_dropped_and_recorded() -> None:
    graph = graph_of(
        r"\begin{lemma}\label{a}One; see Theorem~\ref{b}.\end{lemma}"
        r"\begin{theorem}\label{b}Two.\end{theorem}\begin{proof}By Lemma~\ref{a}.\end{proof}"
    )
    assert [(edge.source, edge.target) for edge in graph.edges] == [("b", "a")]
    assert [drop.reason for drop in graph.drops] == ["it would close a cycle"]
    assert graph.drops[0].detail.startswith("a -> b (statement, ref, b, main.tex:")


def test_a_statement_without_a_label_is_named_by_what_is_printed_and_ids_are_unique() -> None:
    graph = graph_of(
        r"\begin{theorem}One.\end{theorem}\begin{claim*}Two.\end{claim*}\begin{claim*}Three.\end{claim*}"
        r"\begin{lemma}\label{x}Four.\end{lemma}\begin{lemma}\label{x}Five.\end{lemma}"
    )
    assert [node.id for node in graph.nodes] == ["theorem-1", "claim-unnumbered-1", "claim-unnumbered-2", "x", "x~2"]


def test_a_reference_to_nothing_and_a_proof_of_nothing_are_flagged() -> None:
    graph = graph_of(r"\begin{proof}Nothing.\end{proof}\begin{lemma}\label{x}See \ref{nowhere}.\end{lemma}")
    assert "refers to nowhere, which nothing in the source defines" in [flag.detail for flag in graph.flags]
    assert {flag.kind for flag in graph.flags} == {"reading"}


def test_a_label_at_the_end_and_a_comment_are_not_what_a_statement_says() -> None:
    graph = graph_of("\\begin{lemma}% why\n  Five is prime.\n% a note\n  \\label{x}\n\\end{lemma}")
    assert graph.nodes[0].statement == "Five is prime."


def test_a_formal_version_that_names_the_informal_one_is_linked_from_it() -> None:
    graph = graph_of(
        r"\begin{theorem}[Informal]\label{i}One.\end{theorem}"
        r"\begin{theorem}[Formal version of Theorem~\ref{i}]\label{f}One.\end{theorem}"
    )
    assert graph.nodes[0].informal_of == ("f",)
