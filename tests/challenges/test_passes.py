"""What single passes do, each on a paper of a few lines."""

from typing import Any

import pytest

from tcsalgbench.calls import Request
from tcsalgbench.challenges.labels import printed_text
from tcsalgbench.challenges.passages import sentences
from tcsalgbench.challenges.wellformed import flaws
from tcsalgbench.challenges.wording import differences
from tests.challenges.papers import made, only, paper, piece

PROVED = "\\begin{proof}By \\cref{lem:help} and induction.\\end{proof}"
HELP = "\\begin{lemma}\\label{lem:help}Every widget has at least seven sides and no holes at all in it.\\end{lemma}"


def answers(role: str, **fields: object) -> Any:  # noqa: ANN401
    """What one role answers; every other answer stays."""

    def change(request: Request[Any], told: dict[str, Any]) -> dict[str, Any]:
        return {**told, **fields} if request.role == role else told

    return change


def test_what_the_statement_refers_to_is_attached_and_references_are_printed() -> None:
    case = paper(
        "\\begin{assumption}\\label{ass:a}Widgets are round.\\end{assumption}\n"
        "The width obeys\n\\begin{equation}\\label{eq:w}\nw = 3 h.\n\\end{equation}\n\n"
        "\\begin{theorem}\\label{thm:t}Under \\cref{ass:a} and \\eqref{eq:w}, every widget rolls.\\end{theorem}" + PROVED + HELP
    )
    challenge = only(made(case))
    assert piece(challenge, "hypothesis").text == "Widgets are round."
    assert piece(challenge, "definition").text == "The width obeys\n\\begin{equation}\\tag{1}\nw = 3 h.\n\\end{equation}"
    assert piece(challenge, "statement").text == "Under Assumption 1 and (1), every widget rolls."
    assert challenge.status in ("ready", "review")


def test_a_reference_that_nothing_defines_holds_the_challenge() -> None:
    challenge = only(made(paper("\\begin{theorem}\\label{t}By \\ref{gone}, it rolls.\\end{theorem}" + PROVED + HELP)))
    assert challenge.status == "held"
    assert "a raw \\ref is left" in " ".join(finding.detail for finding in challenge.findings if finding.blocking)


def test_a_theorem_that_the_statement_leans_on_stays_an_open_gap() -> None:
    body = (
        "\\begin{theorem}\\label{a}One.\\end{theorem}\\begin{theorem}\\label{b}As in \\cref{a}, two.\\end{theorem}"
        + PROVED
        + HELP
    )
    challenge = only(made(paper(body)))
    assert challenge.gaps == ("Theorem 1 (the statement refers to it, and a theorem is not attached)",)
    assert challenge.status == "review"


def test_macros_are_supplied_with_those_they_use_and_no_others() -> None:
    macros = "\\newcommand{\\ball}[1]{B(#1,\\rad)}\n\\newcommand{\\rad}{r}\n\\newcommand{\\unused}{u}\n\\def\\wid#1{w_{#1}}\n"
    body = "\\begin{theorem}\\label{t}Let $x$ be given. Then $\\wid{1}\\in\\ball{x}$.\\end{theorem}" + PROVED + HELP
    challenge = only(made(paper(body, macros)))
    assert challenge.texts("notation") == (
        "\\newcommand{\\ball}[1]{B(#1,\\rad)}",
        "\\newcommand{\\rad}{r}",
        "\\def\\wid#1{w_{#1}}",
    )


def test_a_set_up_lemma_leaves_behind_what_it_defines() -> None:
    body = (
        "\\begin{lemma}\\label{lem:set}Denote by $S$ the set of \\emph{smooth widgets}. Then every one rolls.\\end{lemma}\n"
        "\\begin{theorem}\\label{t}All smooth widgets are round.\\end{theorem}\\begin{proof}Trivial.\\end{proof}"
    )

    def select(request: Request[Any], told: dict[str, Any]) -> dict[str, Any]:
        if request.role != "challenge_selector":
            return told
        return {"main_theorems": [{**told["main_theorems"][0], "definition_ids": ["lem:set"]}]}

    challenge = only(made(paper(body), select))
    assert piece(challenge, "definition").text == "Denote by $S$ the set of \\emph{smooth widgets}."
    assert [finding for finding in challenge.findings if finding.blocking] == []
    assert "lem:set" in challenge.definition_ids


def test_an_assumption_goes_by_its_printed_name() -> None:
    body = (
        "\\begin{assumption}[Margin]\\label{ass:m}The margin is positive.\\end{assumption}\n"
        "\\begin{assumption}[Noise]\\label{ass:n}There is no noise.\\end{assumption}\n"
        "\\begin{theorem}\\label{t}Under the margin condition, it rolls.\\end{theorem}" + PROVED + HELP
    )
    right = answers("assumption_names", matches=[{"mention": 0, "assumption": "ass:m"}])
    assert piece(only(made(paper(body), right)), "statement").text == "Under Assumption 1, it rolls."
    assert only(made(paper(body), right)).status in ("ready", "review")
    wrong = answers("assumption_names", matches=[{"mention": 0, "assumption": "ass:n"}])
    challenge = only(made(paper(body), wrong))
    assert piece(challenge, "statement").text == "Under the margin condition, it rolls."
    assert any("shares no word" in note for record in challenge.records for note in record.notes)


def test_an_assumption_under_a_number_is_never_renamed_to_another() -> None:
    body = (
        "\\begin{assumption}[Margin]\\label{ass:m}The margin is positive.\\end{assumption}\n"
        "\\begin{theorem}\\label{t}Under the second condition (2), it rolls.\\end{theorem}" + PROVED + HELP
    )
    challenge = only(made(paper(body), answers("assumption_names", matches=[{"mention": 0, "assumption": "ass:m"}])))
    assert piece(challenge, "statement").text == "Under the second condition (2), it rolls."


def test_several_references_to_an_algorithm_become_one_existence_claim() -> None:
    body = (
        "\\begin{algorithm}\\caption{Rolling}\\label{alg:r}Push. Pull. Repeat.\\end{algorithm}\n"
        "\\begin{theorem}\\label{t}Let $n\\ge 2$. Then Algorithm~\\ref{alg:r} stops, and the output of Algorithm~\\ref{alg:r} "
        "is right with probability at least $2/3$.\\end{theorem}" + PROVED + HELP
    )
    edits = [
        {"reference": "Algorithm~1 stops", "replacement": "there exists an algorithm that stops", "occurrence": 1},
        {"reference": "Algorithm~1", "replacement": "such an algorithm", "occurrence": 2},
    ]
    told = answers(
        "existence_rewriter",
        changed=True,
        reason="it names one",
        edits=edits,
        unsafe=False,
        unsafe_reason=None,
        scoping_clause=None,
        designed="algorithm",
        black_box=None,
    )
    challenge = only(made(paper(body), told))
    assert [finding.detail for finding in challenge.findings if finding.blocking] == []
    assert piece(challenge, "statement").text == (
        "Let $n\\ge 2$. Then there exists an algorithm that stops, and the output of such an algorithm is right with "
        "probability at least $2/3$."
    )
    assert "Push" not in " ".join(challenge.texts("definition"))
    assert challenge.withheld == ("alg:r", "lem:help")


def test_an_algorithm_that_the_statement_still_names_holds_it_and_shows_no_pseudocode() -> None:
    body = (
        "\\begin{algorithm}\\caption{Rolling}\\label{alg:r}Push. Pull. Repeat.\\end{algorithm}\n"
        "\\begin{theorem}\\label{t}Algorithm~\\ref{alg:r} stops.\\end{theorem}" + PROVED + HELP
    )
    challenge = only(made(paper(body)))
    assert challenge.status == "held"
    assert "Push" not in " ".join(piece.text for piece in challenge.pieces)


def test_prose_is_cut_into_sentences_and_what_is_no_prose_is_left_out() -> None:
    body = (
        "\\section{Model}\nLet $x=1.5$. See e.g. Fig. 2. We write\n\\[ y = x. \\]\nThen it ends!\n\n% no prose\n"
        "\\begin{figure}A drawing.\\end{figure}\n\\section{Proof overview}\nSecrets are told.\n"
    )
    found = [one.text for one in sentences(paper(body).document)]
    assert found == ["Let $x=1.5$.", "See e.g. Fig. 2.", "We write\n\\[ y = x. \\]", "Then it ends!"]


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("\\ref{t}", "1"),
        ("\\cref{t,u}", "Theorems 1 and 2"),
        ("\\Cref{e}", "Equation (1)"),
        ("\\eqref{e}", "(1)"),
        ("\\hyperref[t]{the theorem}", "the theorem"),
        ("\\ref{gone}", "\\ref{gone}"),
        ("\\begin{align}a&=b\\label{e}\\end{align}", "\\begin{align}a&=b\\tag{1}\\end{align}"),
        ("\\item\\label{i} one", "\\item one"),
    ],
)
def test_references_print_what_the_source_prints(text: str, printed: str) -> None:
    body = "\\begin{theorem}\\label{t}A.\\end{theorem}\\begin{theorem}\\label{u}B.\\end{theorem}"
    case = paper(f"{body}\\begin{{equation}}\\label{{e}}a\\end{{equation}}")
    assert printed_text(text, case.printed) == printed


@pytest.mark.parametrize(
    ("before", "after", "changes"),
    [
        ("For all $x$ it holds.", "For all $x$ it holds.", []),
        ("For every $x$ there is $y$.", "There is $y$ for every $x$.", ["words such as quantifiers stand in another order"]),
        ("at most $3$ rounds", "at least $3$ rounds", ["'at most' is gone", "'at least' is new"]),
        ("with probability $p$", "$p$", ["'with probability' is gone"]),
        ("any fixed unknown law", "any unknown law", ["'fixed' is gone"]),
        ("runs it 3 times", "runs it 4 times", ["'3' is gone", "'4' is new"]),
    ],
)
def test_words_on_which_a_claim_turns_are_compared(before: str, after: str, changes: list[str]) -> None:
    assert differences(before, after) == changes


@pytest.mark.parametrize(
    ("text", "broken"),
    [
        ("a $b$ \\[c\\] \\{ \\begin{x}\\end{x}", False),
        ("$a", True),
        ("{a", True),
        ("a}{", True),
        ("\\[a", True),
        ("\\begin{x}\\end{y}", True),
        ("$\\left( a$", True),
        ("costs \\$5", False),
    ],
)
def test_tex_that_is_not_whole_is_noticed(text: str, broken: bool) -> None:
    assert bool(flaws(text)) is broken
