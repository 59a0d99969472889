from tcsalgbench.graphs.matching import Matcher
from tcsalgbench.graphs.model import TermUse
from tcsalgbench.graphs.plain import plain_graph
from tcsalgbench.graphs.terms import term_uses
from tcsalgbench.tex import read_document

HEAD = (
    r"\documentclass{article}\usepackage{amsmath}\newtheorem{theorem}{Theorem}\newtheorem{definition}[theorem]{Definition}"
    r"\newtheorem{lemma}[theorem]{Lemma}\DeclareMathOperator{\Disc}{disc}\newcommand{\co}{\colon\!}"
)


def uses(body: str) -> dict[tuple[str, str], TermUse]:
    source = f"{HEAD}\n\\begin{{document}}\n{body}\n\\end{{document}}\n"
    document = read_document({"main.tex": source.encode()}, "main.tex")
    graph = plain_graph(document, "w", "v1")
    found = term_uses(graph.nodes, graph.edges, Matcher(document.macros), document)
    return {(use.source, use.target): use for use in found}


def definition(label: str, text: str, name: str = "") -> str:
    return f"\\begin{{definition}}{f'[{name}]' if name else ''}\\label{{{label}}}\n{text}\n\\end{{definition}}\n"


def lemma(label: str, text: str, proof: str = "") -> str:
    proved = f"\\begin{{proof}}{proof}\\end{{proof}}\n" if proof else ""
    return f"\\begin{{lemma}}\\label{{{label}}}\n{text}\n\\end{{lemma}}\n{proved}"


def test_an_emphasised_term_is_used_where_its_words_stand_also_in_the_plural() -> None:
    found = uses(
        definition("d", r"A \emph{tidy graph} has no loops.") + lemma("l", "Tidy graphs are rare.") + lemma("m", "No.")
    )
    assert set(found) == {("l", "d")}
    assert found["l", "d"].term == "tidy graph"


def test_an_emphasised_term_is_surer_than_one_that_only_opens_the_definition() -> None:
    emphasised = uses(definition("d", r"A \emph{tidy graph} is one.") + lemma("l", "A tidy graph.") + lemma("m", "No."))
    opening = uses(definition("d", "A tidy graph is one.") + lemma("l", "A tidy graph.") + lemma("m", "No."))
    assert emphasised["l", "d"].confidence > opening["l", "d"].confidence > 0


def test_what_is_said_to_be_called_so_and_its_short_form_are_terms() -> None:
    body = definition("d", "We say that $A$ is totally unimodular, or TU for short, if it is.")
    found = uses(body + lemma("l", "The matrix is totally unimodular.") + lemma("m", "Every TU matrix.") + lemma("n", "No."))
    assert set(found) == {("l", "d"), ("m", "d")}


def test_notation_left_of_a_defining_sign_is_a_term_with_its_separators() -> None:
    body = definition("d", r"Put $d[X;Y]:=1$.") + definition("c", r"Put $d[X|Z;Y]\coloneqq 2$.")
    found = uses(body + lemma("l", "$d[A;B]=0$") + lemma("m", "$d[A|C;B]=0$"))
    assert set(found) == {("l", "d"), ("m", "c")}


def test_a_declared_operator_that_a_definition_uses_first_is_a_term_and_a_mere_style_is_none() -> None:
    body = (
        definition("d", r"$\Disc(F)=\max F$ for $f\co A\to B$.") + lemma("l", r"$\Disc(F)\le 1$") + lemma("m", r"$g\co A\to B$")
    )
    assert set(uses(body)) == {("l", "d")}


def test_a_term_inside_a_longer_one_is_not_used_there() -> None:
    body = definition("e", r"The \emph{entropy} is.") + definition("c", r"The \emph{conditional entropy} is.")
    found = uses(body + lemma("l", "The conditional entropy falls.") + lemma("m", "The entropy and the conditional entropy."))
    assert {key for key in found if key[0] != "c"} == {("l", "c"), ("m", "e"), ("m", "c")}


def test_of_two_definitions_of_a_term_the_nearest_before_the_statement_is_surer() -> None:
    body = definition("a", r"A \emph{minimizer} is one.") + definition("b", r"A \emph{minimizer} is another.")
    found = uses(body + lemma("l", "Take a minimizer.") + lemma("m", "No.") + lemma("n", "No."))
    assert found["l", "b"].confidence > found["l", "a"].confidence


def test_a_statement_that_refers_to_a_definition_uses_it() -> None:
    found = uses(definition("d", "Let it be.") + lemma("l", r"As in Definition~\ref{d}.") + lemma("m", "x", r"By \ref{d}."))
    assert set(found) == {("l", "d")}
    assert found["l", "d"].confidence > 0.9


def test_what_another_statement_leans_on_already_is_marked_as_implied() -> None:
    body = definition("d", r"A \emph{tidy graph} is one.") + lemma("l", "Tidy graphs are rare.")
    found = uses(body + lemma("m", "A tidy graph is rare.", r"By Lemma~\ref{l}.") + lemma("n", "No.") + lemma("o", "No."))
    assert (found["l", "d"].implied, found["m", "d"].implied) == (False, True)


def test_a_term_that_most_statements_use_says_less_of_each() -> None:
    rare = uses(
        definition("d", r"A \emph{tidy graph} is.")
        + lemma("l", "Tidy graph.")
        + "".join(lemma(f"n{i}", "No.") for i in range(9))
    )
    common = uses(definition("d", r"A \emph{tidy graph} is.") + "".join(lemma(f"l{i}", "Tidy graph.") for i in range(9)))
    assert rare["l", "d"].confidence > common["l0", "d"].confidence
