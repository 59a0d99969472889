"""Informal and restated statements that nothing but their words links."""

from collections.abc import Sequence
from typing import Any

from tcsalgbench.graphs.linking import Links, candidates, check, chunks
from tcsalgbench.graphs.listing import Sizes
from tcsalgbench.graphs.material import Material
from tcsalgbench.graphs.plain import plain_graph
from tcsalgbench.tex import read_document

SOURCE = r"""\documentclass{article}\newtheorem{theorem}{Theorem}\newtheorem{lemma}[theorem]{Lemma}
\begin{document}
\begin{theorem}\label{loose}Sorting takes about $n\log n$ steps.\end{theorem}
\begin{theorem}\label{again}Every comparison sort makes at least $\log_2 n!$ comparisons on a list of length $n$.\end{theorem}
\begin{lemma}\label{tree}A binary tree with $m$ leaves has depth at least $\log_2 m$.\end{lemma}
\begin{proof}Induction.\end{proof}
\begin{theorem}\label{full}Every comparison sort makes at least $\log_2 n!$ comparisons on a list of length~$n$.\end{theorem}
\begin{proof}By Lemma~\ref{tree}.\end{proof}
\end{document}
"""


def material() -> Material:
    document = read_document({"main.tex": SOURCE.encode()}, "main.tex")
    return Material(document, plain_graph(document, "w", "v1"))


def linked(*links: Sequence[Any]) -> tuple[dict[str, tuple[str, ...]], dict[str, str], list[str]]:
    made = material()
    (chunk,) = chunks(made, Sizes())
    said = Links.model_validate({"links": [{"statement": a, "how": how, "formal": list(b)} for a, how, b in links]})
    checked = check(made, chunk, said)
    return dict(checked.found.informal or {}), dict(checked.found.restated or {}), [one.reason for one in checked.wrong]


def test_only_statements_without_a_proof_are_candidates() -> None:
    assert [node.id for node in candidates(material())] == ["loose", "again"]


def test_an_informal_version_is_linked_to_its_formal_one_and_a_repetition_to_what_it_repeats() -> None:
    assert linked(("loose", "informal", ["full"]), ("again", "restated", ["full"])) == (
        {"loose": ("full",)},
        {"again": "full"},
        [],
    )


def test_links_that_cannot_be_are_refused() -> None:
    for link in [
        ("full", "informal", ["loose"]),
        ("loose", "informal", ["again"]),
        ("loose", "informal", ["nowhere"]),
        ("loose", "informal", ["loose"]),
        ("loose", "restated", ["full"]),
        ("again", "restated", ["full", "tree"]),
        ("the introduction", "informal", ["full"]),
    ]:
        informal, restated, reasons = linked(link)
        assert (informal, restated, len(reasons)) == ({}, {}, 1)


def test_a_statement_is_linked_once() -> None:
    informal, _, reasons = linked(("loose", "informal", ["full"]), ("loose", "informal", ["tree"]))
    assert informal == {"loose": ("full",)}
    assert reasons == ["the statement is linked already"]


def test_a_paper_whose_informal_statements_name_their_formal_ones_is_not_asked_about() -> None:
    linked_by_name = SOURCE.replace(r"\begin{theorem}\label{loose}", r"\begin{theorem}[Informal, see \ref{full}]\label{loose}")
    document = read_document(
        {"main.tex": linked_by_name.replace("label{again}", "label{again}\\label{other}").encode()}, "main.tex"
    )
    made = Material(document, plain_graph(document, "w", "v1"))
    assert [node.id for node in candidates(made)] == ["again"]
