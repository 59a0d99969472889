"""Edges by explicit reference, what could not be resolved, and the JSON of schema 1."""

import json

from tcsalgbench.tex import Document, build_graph, graph_to_json
from tests.tex.reading import read


def edges(document: Document, *, ignore_uses: bool = False) -> set[tuple[str, str, str, str]]:
    names = {block.id: (block.labels or (block.id,))[0] for block in document.blocks}
    graph = build_graph(document, ignore_uses=ignore_uses)
    return {(names[edge.source], names[edge.target], edge.where, edge.via) for edge in graph.edges}


TWO = (
    r"\begin{theorem}\label{a}x \begin{equation}\label{e}y\end{equation}\end{theorem}"
    r"\begin{lemma}\label{b}%s\end{lemma}"
)


def test_a_statement_that_refers_to_another_depends_on_it() -> None:
    assert edges(read(TWO % r"By \ref{a}.")) == {("b", "a", "statement", "ref")}


def test_a_reference_to_an_equation_of_another_statement_goes_through_it() -> None:
    assert edges(read(TWO % r"By \eqref{e}.")) == {("b", "a", "statement", "eqref")}


def test_a_proof_that_refers_depends_and_its_heading_does_not() -> None:
    document = read(TWO % "" + r"\begin{proof}[Proof of \ref{b}] By \ref{a}. \end{proof}")
    assert edges(document) == {("b", "a", "proof", "ref")}


def test_a_statement_does_not_depend_on_itself() -> None:
    assert edges(read(TWO % "" + r"\begin{proof}[Proof of \ref{b}] See \ref{b}. \end{proof}")) == set()


def test_lists_ranges_and_wrapped_references() -> None:
    body = r"\newcommand{\lref}[1]{Lemma~\ref{#1}}" + "".join(
        f"\\begin{{theorem}}\\label{{{name}}}x\\end{{theorem}}" for name in "pqrst"
    )
    by_list = edges(read(body + r"\begin{lemma}\label{z}\cref{p, r}\lref{t}\end{lemma}"))
    assert {target for _, target, _, _ in by_list} == {"p", "r", "t"}
    by_range = edges(read(body + r"\begin{lemma}\label{z}\crefrange{q}{s}\end{lemma}"))
    assert {target for _, target, _, _ in by_range} == {"q", "r", "s"}


def test_labels_that_contain_commas() -> None:
    body = r"\begin{theorem}\label{thm:a,b}x\end{theorem}\begin{theorem}\label{c}x\end{theorem}"
    found = edges(read(body + r"\begin{lemma}\label{z}\cref{thm:a,b,c} \ref{thm:a,b}\end{lemma}"))
    assert {target for _, target, _, _ in found} == {"thm:a,b", "c"}
    assert build_graph(read(body + r"\cref{thm:a,b,c}")).unresolved == ()


def test_blueprint_commands_give_edges_unless_they_are_ignored() -> None:
    body = TWO % r"\uses{a}" + r"\begin{definition}\label{d}x\end{definition}\begin{proof}\proves{b}\uses{d}x\end{proof}"
    preamble_like = r"\newcommand{\uses}[1]{}\newcommand{\proves}[1]{}"
    document = read(preamble_like + body)
    assert edges(document) == {("b", "a", "statement", "uses"), ("b", "d", "proof", "uses")}
    assert edges(document, ignore_uses=True) == set()
    assert document.proofs[0].method == "proves"


def test_pages_are_not_invoked() -> None:
    assert edges(read(TWO % r"See page \pageref{a}.")) == set()


def test_dangling_references_are_listed_with_their_place() -> None:
    graph = build_graph(read("\n\\ref{nowhere}"))
    assert [(missing.label, missing.file, missing.line) for missing in graph.unresolved] == [("nowhere", "main.tex", 8)]


def test_references_in_a_restated_copy_belong_to_the_original() -> None:
    body = r"\newtheorem*{rep}{Theorem~\ref{a}}" + TWO % "" + r"\begin{rep} By \ref{b}. \end{rep}"
    assert edges(read(body)) == {("a", "b", "statement", "ref")}


def test_the_json_has_the_fields_of_schema_1_and_is_serializable() -> None:
    document = read(TWO % "" + r"\begin{proof}By \ref{a}.\end{proof}\begin{proof}[Second proof]z\end{proof}\ref{q}")
    found = graph_to_json(build_graph(document))
    assert json.loads(json.dumps(found)) == found
    assert list(found) == ["schema", "main", "nodes", "edges", "other_proofs", "unresolved", "warnings"]
    node = found["nodes"][1]
    assert node["printed"] == "Lemma 0.2"
    assert node["number"] == "0.2"
    assert node["proof"]["linked_by"] == "nearness"
    assert node["proof"]["text"] == "By \\ref{a}."
    assert set(node) == {
        "id", "kind", "env", "printed", "number", "labels", "name", "file", "line", "end_line", "statement", "span",
        "proof", "restates",
    }  # fmt: skip
    assert set(found["edges"][0]) == {"from", "to", "where", "via", "label", "file", "line"}
    assert "another proof of Lemma 0.2" in found["other_proofs"][0]["reason"]
