"""A challenge as Markdown."""

import pytest

from tcsalgbench.challenges.model import Challenge
from tcsalgbench.challenges.render_markdown import render_markdown
from tests.challenges.making import challenge, piece, sample_challenges


def written(text: str, *notation: str) -> str:
    pieces = [piece("notation", macro, "quoted") for macro in notation]
    return render_markdown(challenge(*pieces, piece("definition", text, "quoted"))).partition("## Definitions\n\n")[2].strip()


@pytest.mark.parametrize("one", sample_challenges().values(), ids=lambda one: one.id)
def test_every_bundled_challenge_is_whole_without_its_intuition(one: Challenge) -> None:
    text = render_markdown(one)
    for part in (one.paper.id, one.paper.version, "CC0-1.0", "Adapted:", "## Statement", "Prove the statement"):
        assert part in text
    assert one.intuition not in text
    assert r"\emph" not in text
    assert r"\begin{e" not in text


def test_macros_are_expanded_in_formulas() -> None:
    lag = r"\newcommand{\lag}{d}"
    assert written(r"for $t\le\lag+1$ and \[\Reg(t)\]", lag, r"\DeclareMathOperator{\Reg}{Reg}") == (
        "for $t\\le d+1$ and \n\n$$\n\\operatorname{Reg}(t)\n$$"
    )


def test_lists_keep_the_labels_that_latex_would_print() -> None:
    nested = r"\begin{itemize}\item a\end{itemize}"
    text = rf"\begin{{enumerate}}[label=(\roman*),nosep] \item one $x$; \item two \end{{enumerate}} and {nested}"
    assert written(text) == "- (i) one $x$;\n- (ii) two\n\n and \n\n- a"


def test_emphasis_may_hold_formulas_and_signs_of_markdown_stay_signs() -> None:
    assert written(r"\emph{an $\eps$-map}, \textbf{bold}, 5\% * <b> a\_b") == r"*an $\eps$-map*, **bold**, 5% \* \<b> a\_b"


def test_aligned_displays_and_numbers_are_kept() -> None:
    display = "\\begin{align*}\na &= b \\\\\nc &= d\n\\end{align*}"
    assert written(display) == f"$$\n{display}\n$$"
    assert written(r"\begin{equation}\tag{3} x \end{equation}") == "$$\n\\tag{3} x\n$$"


def test_background_is_marked() -> None:
    assert "*(Background, added.)* A map." in render_markdown(challenge(piece("definition", "A map.", "background")))
