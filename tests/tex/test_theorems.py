"""Declarations and statements: kinds, names, spans of what macros open."""

import pytest

from tcsalgbench.tex import text_at
from tcsalgbench.tex.names import is_sketch, kind_of, looks_like_proof, looks_like_statement
from tests.tex.reading import messages, numbers, read


@pytest.mark.parametrize(
    ("title", "env", "kind"),
    [
        ("Theorem", "thm", "theorem"),
        ("Main Lemma", "mlem", "lemma"),
        ("Informal Theorem", "inf", "theorem"),
        ("Corollaire", "cor", "corollary"),
        ("", "lem*", "lemma"),
        ("Desideratum", "x", "condition"),
        ("Gadget", "gadget", "gadget"),
        ("", "thmrestated", "theorem"),
    ],
)
def test_the_kind_comes_from_the_title_then_from_the_name(title: str, env: str, kind: str) -> None:
    assert kind_of(title, env) == kind


def test_names_of_proofs_and_statements() -> None:
    assert [name for name in ("proof", "proofof", "claimproof", "pf", "prooftree", "cpf2") if looks_like_proof(name)] == [
        "proof",
        "proofof",
        "claimproof",
        "pf",
        "cpf2",
    ] or not looks_like_proof("cpf2")
    assert not looks_like_proof("prooftree")
    assert looks_like_statement("lemma*")
    assert not looks_like_statement("center")
    assert is_sketch("Proof sketch")
    assert not is_sketch("Proof of Lemma 3")


def test_a_statement_spans_its_environment_and_its_body_is_verbatim() -> None:
    document = read("\\section{S}\n\\begin{lemma}[Key bound]\\label{a}\n  For all $x$. % why\n\\end{lemma}")
    block = document.blocks[0]
    assert block.printed == "Lemma 1.1"
    assert block.name == "Key bound"
    assert block.labels == ("a",)
    assert (block.line, block.end_line) == (8, 10)
    assert text_at(document, block.body) == "\\label{a}\n  For all $x$. % why\n"
    assert text_at(document, block.span).startswith("\\begin{lemma}")
    assert text_at(document, block.span).endswith("\\end{lemma}")


def test_a_statement_in_one_macro_call_is_the_argument_of_the_call() -> None:
    document = read(r"\newcommand{\thm}[2]{\begin{theorem}\label{#1}#2\end{theorem}}\thm{a}{All widgets are round.}")
    assert text_at(document, document.blocks[0].body) == "All widgets are round."
    assert document.blocks[0].labels == ("a",)


def test_letters_whose_bytes_look_like_white_space_are_kept() -> None:
    document = read("\\begin{theorem}[voilà]\\label{thm:à}Å\\end{theorem}\\ref{thm:à}")
    assert document.blocks[0].name == "voilà"
    assert document.references[0].labels == ("thm:à",)
    assert text_at(document, document.blocks[0].body).endswith("Å")


def test_a_wrapper_is_named_as_the_author_named_it() -> None:
    document = read(r"\newenvironment{mythm}{\begin{theorem}}{\end{theorem}}\begin{mythm}x\end{mythm}")
    assert [block.env for block in document.blocks] == ["mythm"]
    assert text_at(document, document.blocks[0].body) == "x"


def test_a_restatable_statement_is_one_node() -> None:
    document = read(r"\begin{restatable}[N]{theorem}{foo}\label{a} x \end{restatable} \foo* \foo*")
    assert [(block.printed, block.env) for block in document.blocks] == [("Theorem 0.1", "theorem")]


def test_a_restating_environment_points_at_the_original() -> None:
    document = read(r"\newtheorem*{rep}{Theorem~\ref{a}}\begin{theorem}\label{a}x\end{theorem}\begin{rep}x\end{rep}")
    assert [block.restates for block in document.blocks] == [None, "n1"]
    assert document.blocks[1].printed == "Theorem 0.1"


def test_a_name_can_say_that_a_statement_is_restated() -> None:
    body = r"\newtheorem*{theorem*}{Theorem}\begin{theorem}\label{a}x\end{theorem}"
    document = read(body + r"\begin{theorem*}[Theorem~\ref{a}, restated]x\end{theorem*}\begin{lemma}[See \ref{a}]y\end{lemma}")
    assert [block.restates for block in document.blocks] == [None, "n1", None]


def test_an_environment_that_nothing_declares_is_read_with_a_warning() -> None:
    document = read(r"\begin{claim}\label{c} x \end{claim}")
    assert document.blocks[0].printed == "Claim 1"
    assert "nothing declares the environment claim" in messages(document)


def test_a_label_after_a_statement_is_its_label_but_prints_what_encloses_it() -> None:
    document = read("\\section{S}\\begin{theorem}x\\end{theorem}\n\\label{t}")
    assert document.blocks[0].labels == ("t",)
    assert numbers(document) == {"t": "1"}
    assert "LaTeX prints 1 for it" in messages(document)


def test_an_unclosed_statement_is_reported_and_the_rest_is_read() -> None:
    document = read("\\begin{theorem}\\label{a}x\n\\section{T}\\begin{lemma}\\label{b}y\\end{lemma}")
    assert {label for block in document.blocks for label in block.labels} == {"a", "b"}
    assert "never ended" in messages(document)


def test_nested_brackets_in_a_name() -> None:
    document = read(r"\begin{theorem}[See \cite[Theorem 2]{foo}]\label{a} x \end{theorem}")
    assert document.blocks[0].name == r"See \cite[Theorem 2]{foo}"


def test_an_interval_in_a_name_does_not_swallow_the_statement() -> None:
    document = read("\\begin{theorem}[On $[0,1)$ only]\\label{a} x\n\n y \\end{theorem}")
    assert document.blocks[0].labels == ("a",)
    assert text_at(document, document.blocks[0].body).endswith("x\n\n y ")


def test_the_class_cc_counts_statements_with_equations_within_sections() -> None:
    document = read(
        r"\section{S}\begin{theorem} x \end{theorem}\begin{equation}\label{e} x \end{equation}\begin{open} x \end{open}"
        r"\appendix\section{A}\begin{lemma} x \end{lemma}",
        preamble="\\documentclass{cc}\n",
    )
    assert [block.printed for block in document.blocks] == ["Theorem 1.1", "Open Question 1.3", "Lemma A.1"]
    assert document.labels["e"].number == "1.2"


def test_a_box_with_another_title_counts_but_is_no_statement() -> None:
    preamble = (
        "\\documentclass{article}\n\\usepackage[most]{tcolorbox}\n"
        "\\newtcolorbox[auto counter]{note}[1][]{title=Hint \\thetcbcounter,#1}\n"
    )
    document = read(r"\begin{note} x \end{note}\begin{note}[label=n] y \end{note}", preamble=preamble)
    assert (document.blocks, document.labels["n"].number, document.warnings) == ((), "2", ())


def test_the_label_in_a_counting_box_belongs_to_it_though_latex_prints_the_section() -> None:
    preamble = (
        "\\documentclass{article}\n\\usepackage{amsthm}\\usepackage[most]{tcolorbox}\n"
        "\\newtcolorbox[auto counter,number within=section]{thmbox}[2][]"
        "{title={\\bfseries Theorem~\\thetcbcounter\\ (#2)},#1}\n"
    )
    document = read(r"\section{S}\begin{thmbox}{Of \ref{a}}\label{a} x \end{thmbox}", preamble=preamble)
    (block,) = document.blocks
    assert (block.printed, block.name, block.labels) == ("Theorem 1.1", "Of \\ref{a}", ("a",))
    assert document.labels["a"].number == "1"


def test_a_loop_over_a_range_that_declares_statements_is_a_warning() -> None:
    document = read("x", preamble="\\documentclass{article}\n\\foreach \\i in {1,...,4}{\\newtheorem{thm\\i}{Theorem}}\n")
    assert "a loop over a range declares something; it was not read" in messages(document)


def test_a_loop_that_only_draws_is_left_alone() -> None:
    document = read("\\begin{theorem} \\foreach \\x in {1,...,9}{\\draw (\\x,0);} \\end{theorem}")
    assert len(document.blocks) == 1
    assert document.warnings == ()
