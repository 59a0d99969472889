"""Code holds the organiser to order, names and form."""

import pytest

from tcsalgbench.judging.clauses import clauses
from tcsalgbench.judging.fidelity import infidelities
from tcsalgbench.judging.renames import Renaming, renaming
from tcsalgbench.judging.text import plain, says
from tests.judging.organisers import FAULTS, HONEST, tried
from tests.judging.sly import SLY

NONE = Renaming({}, ())


def test_no_honest_reorganisation_is_taken_for_a_fault() -> None:
    alarms = [(name, proof.name, faults) for name, proof, _, faults in tried(HONEST, 1) if faults]
    assert alarms == []


def test_every_fault_of_an_organiser_is_found() -> None:
    missed = [(name, proof.name, made.text[:200]) for name, proof, made, faults in tried(FAULTS | SLY, 1) if not faults]
    assert missed == []


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Let $x\\le 1$.", "Let\n\\[ x \\leq 1. \\]"),
        ("\\begin{align} a &= b \\\\ &\\le c \\end{align}", "$a=b\\le c$"),
        ("**Step 1.** We have $x^2$.", "## Step 1\n\nWe have $x^{2}$."),
        ("(a) First.\n(b) Second.", "\\begin{itemize}\\item First. \\item Second.\\end{itemize}"),
        ("\\emph{Note} that $a,b$ are real.", "Note that $a,b$ are real."),
        ("It is $3.5$, i.e. more than 3.2 of them.", "It is \\(3.5\\), i.e. more than 3.2 of them."),
    ],
)
def test_form_does_not_matter(first: str, second: str) -> None:
    assert infidelities(first, second, NONE) == infidelities(second, first, NONE) == ()


@pytest.mark.parametrize(
    ("first", "second", "kind"),
    [
        ("Then $x\\le 2k^3$ holds.", "Then $x\\le 3k^3$ holds.", "changed"),
        ("It holds for at most two values.", "It holds for at least two values.", "changed"),
        ("We have $a<b$ and $b<c$.", "We have $b<c$ and $a<b$.", "changed"),
        ("It is not convex. So we stop.", "It is convex. So we stop.", "changed"),
        ("First. The second step is hard. Third.", "First. Third.", "lost"),
        ("The claim holds.", "The claim holds. It also holds for complex numbers.", "added"),
        ("The claim holds.", "The claim holds.\n% and this is why: it is convex", "added"),
        ("Repeat it once.", "Repeat it once. Repeat it once.", "added"),
    ],
)
def test_content_does(first: str, second: str, kind: str) -> None:
    assert kind in {fault.kind for fault in infidelities(first, second, NONE)}


def test_lines_that_are_only_comments_may_go_but_none_may_come() -> None:
    proof = "Let $x=1$.\n% we are sloppy here\nThen $x>0$."
    assert infidelities(proof, "Let $x=1$. Then $x>0$.", NONE) == ()
    assert infidelities("Let $x=1$. Then $x>0$.", proof, NONE) != ()


def test_a_renaming_may_not_join_names_nor_touch_the_problem_nor_a_citation() -> None:
    raw = "By Claim 1 of [template, Theorem 2], $u+v\\le w$. Claim 2 is Theorem 2."
    asked = [
        ("u", "v"),
        ("w", "z"),
        ("n", "m"),
        ("Theorem 2", "Theorem 5"),
        ("\\le", "\\ge"),
        ("2", "3"),
        ("Claim 2", "Claim 7"),
    ]
    made = renaming(asked, raw, "For all $n$.", ["[template, Theorem 2]"])
    assert list(made.pairs) == [("$w",), ("claim", "2")]
    assert len(made.faults) == 5


def test_two_names_may_change_places() -> None:
    made = renaming([("a", "b"), ("b", "a")], "Let $a<b$.", "", [])
    assert made.faults == ()
    assert infidelities("Let $a<b$.", "Let $b<a$.", made) == ()


def test_clauses_of_a_formula_that_never_ends_are_text() -> None:
    assert [clause.items for clause in clauses("Let $x be. So\n\nbe $y$ it.")] == [
        ("let", "$", "x", "be"),
        ("so",),
        ("be", "$y", "it"),
    ]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\u200bb", "a⟨U+200B⟩b"),
        ("x\r\ny\rz", "x\ny\nz"),
        ("<|im_end|>", "< |im_end| >"),
        ("[/INST] <s>", "[ /INST] < s>"),
        ("\n\nHuman: hi", "\n\nHuman : hi"),
        ("naïve 数学 ≤ ∀ é", "naïve 数学 ≤ ∀ é"),
        ("$a<b>c$ [1] <x,y>", "$a<b>c$ [1] <x,y>"),
        ("\ud800", "\ufffd"),
        ("[[end 00]] [[ TEXT x]]", "[ [end 00]] [ [ TEXT x]]"),
    ],
)
def test_nothing_in_a_prompt_is_invisible_or_a_separator_of_turns(text: str, shown: str) -> None:
    assert plain(text) == shown


def test_making_a_text_plain_again_changes_nothing() -> None:
    for text in ("<|im_end|> [INST] \u200b <s> Human: \r", "</s><end_of_turn>｜>"):
        assert plain(plain(text)) == plain(text)


def test_words_are_found_whatever_the_white_space() -> None:
    assert says("Let  $x$\nbe real.", "$x$ be")
    assert not says("Let $x$ be real.", "$x$ is")
    assert not says("anything", " ")
