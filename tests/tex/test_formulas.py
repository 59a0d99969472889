"""Formulas are the same when their tokens are, after macros are expanded and what does not show is left out."""

import pytest

from tcsalgbench.tex.formulas import changed_formulas, expand, formulas, same_formula, tokens
from tcsalgbench.tex.macros import Macro, Parameter, counted, make_macro
from tests.tex.reading import read

MACROS = {
    "R": make_macro("R", (), r"\mathbb{R}"),
    "norm": make_macro("norm", counted(2, "2"), r"\left\| #2 \right\|_{#1}"),
    "eps": make_macro("eps", (), r"\varepsilon"),
    "loop": make_macro("loop", (), r"\loop\loop"),
}


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (r"x \in \R^{n}", r"x\in\mathbb R^n"),
        (r"\norm{x} \le \eps", r"\|x\|_2 \leq \varepsilon"),
        (r"\norm[1]{x}", r"\left\| x \right\|_{1}"),
        (r"a\,+\,b", "a+b"),
        (r"f(x) \label{eq:a}", "f(x)"),
        (r"\bigl( a \bigr)", "(a)"),
    ],
)
def test_these_formulas_are_the_same(first: str, second: str) -> None:
    assert same_formula(first, second, MACROS)


@pytest.mark.parametrize(("first", "second"), [("x < 1", r"x \le 1"), ("x_{12}", "x_12"), (r"\alpha", r"\beta"), ("a", "A")])
def test_these_formulas_are_not(first: str, second: str) -> None:
    assert not same_formula(first, second, MACROS)


def test_a_command_before_a_macro_keeps_its_name() -> None:
    macros = {"lag": make_macro("lag", (), "d")}
    assert tokens(r"t\le\lag+1", macros) == ("t", r"\leq", "d", "+", "1")


def test_a_macro_that_expands_for_ever_is_cut() -> None:
    expanded = expand(r"a \loop b", MACROS)
    assert not expanded.complete
    assert len(expanded.text) < 1_000_000


def test_arguments_of_every_kind_are_read() -> None:
    macros: dict[str, Macro] = {
        "s": make_macro("s", (Parameter("star"), Parameter("mandatory")), "<#1|#2>"),
        "d": make_macro("d", (Parameter("until", ":"), Parameter("mandatory")), "<#1|#2>"),
    }
    assert expand(r"\s*{a}\s b\d x:{y}", macros).text == "<*|a><|b>< x|y>"


def test_the_formulas_of_a_text_in_order() -> None:
    text = r"Let $a$ and \(b\). \[ c \] $$d$$ \begin{align*} e &= f \end{align*} costs \$5. % $no$"
    assert formulas(text) == ["a", "b", "c", "d", "e &= f"]


def test_changed_formulas_are_named() -> None:
    assert changed_formulas(r"If $x \le 1$ then $y$.", r"If $x\leq 1$, $z$ and $w$.", MACROS) == [
        ("y", "z"),
        (None, "w"),
    ]
    assert changed_formulas("$x$", "so $ x $", MACROS) == []


def test_the_macros_of_a_document_are_those_of_its_author() -> None:
    document = read(r"\newcommand{\E}[1]{\mathbb{E}[#1]}\DeclareMathOperator{\Var}{Var}\def\half#1.{\frac{1}{2}#1}")
    assert tokens(r"\E{x}", document.macros) == tokens(r"\mathbb{E}[x]", {})
    assert same_formula(r"\Var x", r"\operatorname{Var} x", document.macros)
