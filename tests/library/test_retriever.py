"""Retrieval: what is found, in which order, and what a snippet holds."""

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from tcsalgbench.graphs.model import GlossaryEntry
from tcsalgbench.library.model import CitedText, Library
from tcsalgbench.library.retriever import Retriever, reciprocal_rank
from tcsalgbench.library.settings import RetrievalSettings, tokens_of
from tcsalgbench.library.shelf import Shelf, WorkRecord, WorkText
from tcsalgbench.library.snippets import NOTHING, render_snippets, retrieve
from tcsalgbench.library.terms import math_terms, word_terms
from tcsalgbench.samples import load_truth, sample_library, sample_names
from tcsalgbench.tex import read_document

WIDGETS = rb"""\documentclass{article}
\newtheorem{theorem}{Theorem}
\newcommand{\widget}[1]{\mathcal{W}_{#1}}
\begin{document}
\begin{theorem}[Round widgets]\label{a} Every $\widget{n}$ is round. \end{theorem}
\begin{theorem}\label{b} The sum $\sum_{i=1}^n 2^{-i}$ is below $1$. \end{theorem}
\begin{theorem}\label{c} Every $\widget{n}$ is square. \end{theorem}
\end{document}
"""


def work(tex: bytes = WIDGETS, key: str = "doe") -> CitedText:
    return Shelf().text(WorkRecord(key, "On Widgets", ("J. Doe",)), WorkText({"main.tex": tex}, "main.tex", "0" * 64))


def library(*works: CitedText) -> Library:
    return Library("challenge", works or (work(),))


def printed(found: Retriever, query: str, count: int = 3) -> list[str]:
    return [one.statement.node.printed for one in found.search(query, count)]


def test_words_names_and_formulas_all_find_a_statement() -> None:
    retriever = Retriever(library())
    assert printed(retriever, "which widgets are round?")[0] == "Theorem 1"
    assert printed(retriever, "squares")[0] == "Theorem 3"
    assert printed(retriever, r"bound $\sum_{k=1}^{n} 2^{-k}$")[0] == "Theorem 2"


def test_macros_of_the_work_and_of_the_goal_are_expanded() -> None:
    macros = read_document({"m.tex": rb"\newcommand{\W}{\mathcal{W}}"}, "m.tex").macros
    found = Retriever(library()).search(r"properties of $\W_n$", 3, macros)
    assert {one.statement.node.printed for one in found[:2]} == {"Theorem 1", "Theorem 3"}
    assert math_terms(r"$\W_n$", macros)[0] == r"$\mathcal"


def test_macros_that_the_query_declares_are_expanded() -> None:
    goal = "## Notation\n\\newcommand{\\thing}[1]{\\mathcal{W}_{#1}}\n\n## Statement\n\nThe $\\thing{n}$ are fine."
    assert set(printed(Retriever(library()), goal, 2)) == {"Theorem 1", "Theorem 3"}


def test_equal_scores_keep_the_order_of_the_library() -> None:
    twice = Library("challenge", (work(key="b"), work(key="a")))
    found = Retriever(twice).search("round", 4)
    assert [one.statement.work for one in found] == ["b", "a"]
    assert [one.statement for one in found] == [one.statement for one in Retriever(twice).search("round", 4)]


@pytest.mark.parametrize("query", ["", "zzz", "$", r"\begin{", "the of and"])
def test_a_query_that_says_nothing_finds_nothing(query: str) -> None:
    assert Retriever(library()).search(query, 3) == ()


def test_an_empty_library_finds_nothing() -> None:
    retriever = Retriever(Library("challenge", ()))
    assert retriever.search("round", 3) == ()
    assert render_snippets(retrieve(retriever, "round", RetrievalSettings())).text == NOTHING


def test_plurals_and_commands_are_no_hindrance() -> None:
    assert word_terms(r"\emph{Widgets} by \cite{doe} % nothing" + "\n of class $x$") == ["widget", "class"]


def test_glossary_terms_find_the_statements_that_use_them() -> None:
    plain = work()
    place = plain.graph.nodes[0].whole
    entry = GlossaryEntry(term="gadget", kind="term", definition="A gadget is a widget.", place=place, node="a", nodes=("c",))
    graph = plain.graph.model_copy(update={"glossary": (entry,)})
    known = CitedText("doe", plain.title, plain.authors, None, None, plain.digest, graph, plain.files, plain.macros)
    retriever = Retriever(library(known))
    assert set(printed(retriever, "gadgets")) == {"Theorem 1", "Theorem 3"}
    (snippet,) = retrieve(retriever, "square gadgets", RetrievalSettings(snippets=1))
    assert snippet.definitions == ("gadget (Theorem 1): A gadget is a widget.",)


def test_a_snippet_is_the_verbatim_statement_with_what_it_is_written_in() -> None:
    (snippet,) = retrieve(Retriever(library()), "round", RetrievalSettings(snippets=1))
    assert snippet.statement == r"Every $\widget{n}$ is round."
    assert snippet.reference == "doe, Theorem 1"
    assert snippet.notation == (r"\newcommand{\widget}[1]{\mathcal{W}_{#1}}",)
    shown = render_snippets((snippet,))
    assert shown.text.startswith("[doe, Theorem 1] (Round widgets)\nFrom J. Doe: On Widgets\nEvery $")


def test_the_cap_of_tokens_holds_and_no_statement_is_cut() -> None:
    retriever = Retriever(library())
    whole = retrieve(retriever, "widget round sum square", RetrievalSettings())
    assert len(whole) == 3
    for cap in range(1, tokens_of(render_snippets(whole).text) + 1):
        taken = retrieve(retriever, "widget round sum square", RetrievalSettings(tokens=cap))
        assert sum(tokens_of(snippet.text) for snippet in taken) <= cap
        assert {snippet.statement for snippet in taken} <= {snippet.statement for snippet in whole}


def test_settings_are_recorded_by_name() -> None:
    assert RetrievalSettings(snippets=3).recorded()["retrieval_snippets"] == 3


class Backwards:
    """An embedder of one's own: it likes long texts, and short queries."""

    name = "backwards"

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return np.array([[len(text)] for text in texts], np.float32)


def test_an_embedder_is_fused_by_reciprocal_rank() -> None:
    plain, both = Retriever(library()), Retriever(library(), Backwards())
    assert printed(plain, "square") == ["Theorem 3"]
    assert printed(both, "square") == ["Theorem 3", "Theorem 2", "Theorem 1"]


def test_reciprocal_rank_rewards_agreement_and_breaks_ties_by_place() -> None:
    fused = reciprocal_rank([[4, 2], [2, 4], [7]])
    assert [item for item, _ in fused] == [2, 4, 7]
    assert fused[0][1] == fused[1][1] == pytest.approx(1 / 61 + 1 / 62)


@pytest.mark.parametrize("name", sample_names())
def test_what_the_proofs_of_the_bundled_papers_cite_is_found_from_their_statements(name: str) -> None:
    truth, retriever = load_truth(name), Retriever(sample_library(name))
    nodes = truth.nodes()
    for citation in truth.graph["citations"]:
        if citation["from"] is None:
            continue
        query = truth.body(nodes[citation["from"]])
        found = [(one.statement.work, one.statement.node.printed) for one in retriever.search(query, 8)]
        assert (citation["key"], citation["printed"]) in found
