"""Definitions introduce notation in many words, and not everything that they set equal is new."""

import pytest

from tests.graphs.test_terms import definition, lemma, uses

OTHERS = lemma("m", "Nothing is said here.") + lemma("n", "Nor here.")


def used(text: str, statement: str) -> bool:
    return ("l", "d") in uses(definition("d", text) + lemma("l", statement) + OTHERS)


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (r"The risk at $\theta$ for $P$ is $r^P_\theta(y) = P(y\ne\theta)$.", r"Always $r^Q_\eta(z)\le 1$."),
        (r"We denote by \( \mathbf{V}(I) \) the set of zeros.", r"$\mathbf V(J)$ is closed."),
        (r"The combination is \[ S(f, g) = f - g. \]", r"If $S(g_i,g_j)=0$, stop."),
        (r"Let $E_i = \{1,\dots,i\}$ be the set of edges up to $i$.", r"$|E_j|\le j$."),
        (r"Given $w$, we let $|V_w|$ denote the number of vertices.", r"$|V_u|\ge 1$."),
        (r"For a function $f$ define $\mathsf{Fold}(f) : L\to F$ as follows.", r"$\mathsf{Fold}(g)$ is near."),
        (r"For $a,b\in R$, denote by $aRb$ the set of products.", r"If $aRb=0$ then $a=0$."),
        (r"We say that $v\sim w$ if a permutation maps one to the other.", r"If $x\sim y$ then $|x|=|y|$."),
        (r"A \emph{left/right ideal} is a subgroup.", "A minimal left ideal exists."),
    ],
)
def test_notation_is_found_where_other_letters_stand_in_it(text: str, statement: str) -> None:
    assert used(text, statement)


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (r"Let $n = 5$. A number is big above it.", r"Take $n$ points."),
        (r"The self edges are $E^s_i = \{(i,i)\}$ in $i$.", r"$|E_j|\le j$."),
        (r"Let $f$ be a function; it is kind.", r"Let $f$ be continuous."),
        (r"The worst risk is $\mathcal R^*_B=\sup_P P$.", r"$\mathcal R_\pi^P\le 1$."),
        (r"A set $X$ is such that $x\sim y$ holds nowhere.", r"$a\sim b$."),
    ],
)
def test_what_is_no_new_notation_makes_no_use(text: str, statement: str) -> None:
    assert not used(text, statement)


def test_what_an_earlier_statement_speaks_of_is_not_introduced() -> None:
    body = lemma("k", r"$\mathcal G_k$ is finite.") + definition("d", r"Put $\mathcal G_k = \{1\}$ for $k$.")
    assert ("l", "d") not in uses(body + lemma("l", r"$\mathcal G_j$ is small.") + OTHERS)


def test_a_definition_that_is_named_by_its_number_is_never_implied() -> None:
    body = definition("d", r"A \emph{tidy graph} has no loops.") + definition("e", r"A \emph{neat graph} is a tidy graph.")
    both = lemma("l", r"By \ref{d}, every neat graph, being a tidy graph, is rare.")
    assert not uses(body + both + OTHERS)["l", "d"].implied
    assert uses(body + lemma("l", "A neat graph is a tidy graph.") + OTHERS)["l", "d"].implied


def test_the_term_of_a_definition_covers_what_stands_inside_it() -> None:
    body = definition("d", "", "Bayes rule") + definition("e", "The general Bayes rule is one.", "General Bayes rule")
    assert ("e", "d") not in uses(body + OTHERS)
