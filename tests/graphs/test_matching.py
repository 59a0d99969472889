import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tcsalgbench.graphs.matching import Matcher, singular
from tcsalgbench.tex import read_document

PREAMBLE = (
    r"\documentclass{article}\newcommand{\eps}{\varepsilon}\newcommand{\Reg}{\mathrm{Reg}}\newcommand{\half}[1]{\frac{#1}{2}}"
    r"\newcommand{\TotalReg}{\Reg_{\mathrm{all}}}\newcommand{\H}{\mathcal{H}}\begin{document}x\end{document}"
)
MATCHER = Matcher(read_document({"main.tex": PREAMBLE.encode()}, "main.tex").macros)


@pytest.mark.parametrize(
    ("term", "text", "expected"),
    [
        ("learner", "Every learner wins.", True),
        ("learner", "Learners win.", True),
        ("learner", "The unlearned win.", False),
        ("learner", r"See \ref{lem:learner}.", False),
        ("lagged game", "a \\emph{lagged\n game}", True),
        ("lagged game", "It lagged. Game over.", False),
        ("exponential weights", "the exponential-weights learner", True),
        ("frequency", "all frequencies", True),
        ("loss", "the losses", True),
        ("bias", "all biases", False),
        ("TU", "A TU matrix", True),
        ("TU", "tu quoque", False),
        (r"$\eps$-accurate", r"an $\varepsilon$-accurate sketch", True),
        (r"$\eps$-accurate", r"a $\delta$-accurate sketch", False),
        (r"\Reg", r"$\Reg_T\le 1$", True),
        (r"\Reg", r"$\TotalReg$", True),
        (r"\Reg", r"$\Regret_T$", False),
        (r"$P_0$", r"\[ P_0^m \]", True),
        (r"$P_0$", r"$P_1$", False),
        (r"$\eps$", r"$\delta$", False),
        (r"$\eps$", r"\begin{align*} \varepsilon &< 1 \end{align*}", True),
        (r"$m$", r"$\mathrm{m}$ and $\emph{x}$", True),
        (r"$m$", "m", False),
        (r"$m$", r"$\max x$", False),
        (r"$x_{1}$", "$x_1$", True),
        ("% regret", "regret", False),
    ],
)
def test_a_term_is_found_as_words_as_a_command_or_in_formulas(term: str, text: str, expected: bool) -> None:
    assert MATCHER.text(text).has(MATCHER.term(term)) is expected


def test_a_term_of_which_nothing_is_left_is_empty_and_says_so() -> None:
    assert MATCHER.term("  ").empty
    assert MATCHER.term("$ $").empty
    assert not MATCHER.term("game").empty


@pytest.mark.parametrize(
    ("text", "expected"),
    [("$H[X|Y]$", True), ("$H[X]$", False), (r"$H[f(X|Y)]$", False), (r"$H[X\mid Y=y]$", True), ("$G[X|Y]$", False)],
)
def test_a_notation_with_another_separator_is_another_notation(text: str, expected: bool) -> None:
    assert MATCHER.text(text).has(MATCHER.call("H[", "X|Y")) is expected


@settings(max_examples=40)
@given(st.text(max_size=80), st.text(max_size=20))
def test_any_text_and_any_term_can_be_compared(text: str, term: str) -> None:
    assert MATCHER.text(text).has(MATCHER.term(term)) in (True, False)


@given(st.from_regex(r"[a-z]{1,12}", fullmatch=True))
def test_the_singular_of_a_word_is_no_longer_than_the_word_and_begins_like_it(word: str) -> None:
    assert len(singular(word)) <= len(word)
    assert singular(word)[:1] == word[:1]
