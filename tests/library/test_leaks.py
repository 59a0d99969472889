"""The leak scan: copies are found however they are dressed, and what is no copy is spared."""

from pathlib import Path

import pytest

from bench.planting import COPIES, TRANSLATED
from tcsalgbench.challenges.store import save_challenge
from tcsalgbench.library.allowing import library_of_paper
from tcsalgbench.library.leaks import LeakSettings, find_leaks, split_lemma, withholding
from tcsalgbench.library.normal import VARIABLE, normal_tokens
from tcsalgbench.library.prints import print_of
from tcsalgbench.library.scanning import scan_libraries
from tcsalgbench.library.shingles import EMPTY, shingle
from tcsalgbench.papers.record import load_paper
from tcsalgbench.papers.store import keep_paper
from tcsalgbench.samples import expected_challenges, sample_folder, sample_library, sample_names
from tcsalgbench.workspace import Workspace
from tests.library.planting import HOST, KEY, library_with, macros, paper_with, target

# The proof of the packing bound of `private` is long enough for every kind of copy.
WITHHELD = target(index=1)[1].proof


def same(first: str, second: str) -> bool:
    hashes: list[list[int]] = [shingle(normal_tokens(text, {})).hashes.tolist() for text in (first, second)]
    return hashes[0] == hashes[1] != []


def test_shingles_survive_renaming_layout_and_synonyms_of_signs() -> None:
    text = r"Hence $\frac{x_{1}}{n}\le \hat y + 2x$ for every $n\ge 1$ by Lemma~\ref{a}."
    other = "Hence \\[ \\tfrac z m \\leqslant \\hat{u}+2\\,z \\] for every \\(m \\geq 1\\) by Lemma 7."
    assert same(text.replace("_{1}", ""), other)
    assert not same(text, text.replace("Hence", "So"))


def test_a_variable_that_is_not_renamed_throughout_is_another_formula() -> None:
    assert not same("$x+y = y+x$ and so on and on", "$x+y = y+y$ and so on and on")
    assert same("$x+y = y+x$ and so on and on", "$b+a = a+b$ and so on and on")


def test_a_letter_in_another_font_is_another_variable() -> None:
    tokens = [token.text for token in normal_tokens(r"$\mathcal{P}\ni P$, \mathsf M \bar\alpha", {})]
    assert tokens == [VARIABLE + "mathcalP", r"\ni", VARIABLE + "P", VARIABLE + "mathsfM", VARIABLE + "baralpha"]


def test_a_run_of_variables_says_nothing() -> None:
    assert set(shingle(normal_tokens("$x y z u v w p q$", {})).hashes.tolist()) == {EMPTY}


def test_lines_are_those_of_the_source_also_in_comments() -> None:
    tokens = normal_tokens("one two\n\nthree % four\n% five\n", {})
    assert [(token.text, token.line) for token in tokens] == [("one", 1), ("two", 1), ("three", 3), ("four", 3), ("five", 4)]


@pytest.mark.parametrize("how", COPIES)
def test_a_copy_of_the_proof_is_refused_with_both_places(tmp_path: Path, how: str) -> None:
    copy = COPIES[how](WITHHELD, macros(), 1)
    library = library_with(tmp_path / "private", copy, preamble=TRANSLATED)
    (refusal,) = library.refused
    assert (refusal.work, refusal.kind) == (KEY, "leak")
    assert "of the proof of thm:packing" in refusal.reason
    assert "stands in main.tex, lines" in refusal.reason
    assert KEY not in [work.key for work in library.works]


def test_a_copy_in_a_file_that_nothing_includes_is_refused(tmp_path: Path) -> None:
    (refusal,) = library_with(tmp_path / "private", WITHHELD, file="old/notes.txt").refused
    assert "stands in old/notes.txt, lines" in refusal.reason


def test_a_copy_in_three_files_is_refused(tmp_path: Path) -> None:
    words = WITHHELD.split(" ")
    for number in range(3):
        third = " ".join(words[number * len(words) // 3 : (number + 1) * len(words) // 3])
        paper = paper_with(tmp_path / "private", third, file=f"part{number}.tex")
    (refusal,) = library_of_paper(paper, *target(index=1)).refused
    assert all(f"part{number}.tex" in refusal.reason for number in range(3))


def test_a_copy_whose_macros_are_not_declared_there_is_refused(tmp_path: Path) -> None:
    text = "\\begin{document}\n" + WITHHELD
    assert library_with(tmp_path / "private", text, file="other.tex").refused[0].kind == "leak"


def test_a_lemma_that_was_taken_out_is_refused_by_its_proof(tmp_path: Path) -> None:
    _, withheld = target()
    lemma = withheld.stripped["lem:majority"]
    (refusal,) = library_with(tmp_path / "private", COPIES["variables renamed"](lemma, macros(), 3), index=0).refused
    assert refusal.kind == "leak"
    assert "of the lemma or algorithm lem:majority" in refusal.reason


def test_an_algorithm_that_was_taken_out_is_refused(tmp_path: Path) -> None:
    _, withheld = target()
    (refusal,) = library_with(tmp_path / "private", withheld.stripped["alg:vote"], index=0).refused
    assert "of the lemma or algorithm alg:vote" in refusal.reason


WEAKER = r"""
\begin{theorem}
Let $c\ge 1$. For every finite set $\Y$ with $q\ge 2$ elements there are a question $(\mathcal{F},g)$ with $q$ answers and a
solver for it with $m=1$ such that the following holds. If a $\eps$-differentially private map answers $(\mathcal{F},g)$ with
confidence $1-\beta$ on $n$ records, where $\eps>0$ and $0<\beta<1$, then $n\ge\frac1{4\eps}\ln q$ or $\beta > \frac12$.
\end{theorem}
\begin{proof}
Suppose that the map is right half of the time. Among $q$ answers one is given with probability $1/q$ or less on the empty
input. Move from there to the input that asks for it: each record that is put in changes odds by a constant factor, and a
logarithmic number of changes is needed before the odds can have become even.
\end{proof}
"""


def test_a_weaker_predecessor_is_spared(tmp_path: Path) -> None:
    library = library_with(tmp_path / "private", WEAKER)
    assert library.refused == ()
    assert KEY in [work.key for work in library.works]


def test_a_near_copy_of_the_statement_alone_goes_to_review(tmp_path: Path) -> None:
    challenge, _ = target(index=1)
    (statement,) = challenge.texts("statement")
    library = library_with(tmp_path / "private", COPIES["variables renamed"](statement, macros(), 5))
    assert library.refused == ()
    (seen,) = library.review
    assert (seen.work, seen.kind) == (KEY, "statement")
    assert KEY in [work.key for work in library.works]


def test_a_short_proof_that_anybody_could_write_goes_to_review(tmp_path: Path) -> None:
    settings = LeakSettings()
    text = "This follows from the triangle inequality and the definition of the norm on both sides."
    work = print_of({"main.tex": f"Other words before.\n\n{text}\n\nOther words behind.".encode()}, {}, settings.sketching)
    (match,) = find_leaks(work, (withholding("proof of", "thm", text, {}, settings),), settings)
    assert match.verdict == "review"
    assert match.places == (("main.tex", 3, 3),)


@pytest.mark.parametrize("name", sample_names())
def test_the_works_that_the_bundled_papers_cite_are_spared(name: str) -> None:
    paper = load_paper(sample_folder(name))
    for challenge, withheld in expected_challenges(name):
        library = library_of_paper(paper, challenge, withheld)
        assert library.refused == ()
        assert len(library.works) == len(paper.cited)


def test_bundled_papers_hold_nothing_of_each_other() -> None:
    settings = LeakSettings()
    prints = {
        name: [print_of(w.files, w.macros, settings.sketching) for w in sample_library(name).works] for name in sample_names()
    }
    for name in sample_names():
        for _, withheld in expected_challenges(name):
            wanted = withholding("proof of", withheld.challenge, withheld.proof, macros(name), settings)
            others = [one for other, works in prints.items() if other != name for one in works]
            assert [find_leaks(one, (wanted,), settings) for one in others] == [()] * len(others)


def test_another_version_of_the_paper_is_refused_as_such(tmp_path: Path) -> None:
    """Half of it, with another name, another title, other authors and other variables."""
    sections = sample_folder("private") / "paper" / "sections"
    text = "\n\n".join((sections / f"{part}.tex").read_text() for part in ("preliminaries", "mechanism"))
    paper = paper_with(tmp_path / "private", COPIES["variables renamed"](text, macros(), 9), file="draft.tex")
    kinds = {refusal.kind for refusal in library_of_paper(paper, *target()).refused}
    assert "source paper" in kinds


def test_a_challenge_without_its_proof_at_hand_is_scanned_for_the_paper_only(tmp_path: Path) -> None:
    workspace = Workspace.create(tmp_path / "workspace")
    paper_with(tmp_path / "private", WITHHELD)
    keep_paper(workspace, tmp_path / "private")
    (first, withheld), (second, _) = expected_challenges("private")[0], expected_challenges("private")[1]
    save_challenge(workspace, first, withheld)
    save_challenge(workspace, second)
    stranger = first.model_copy(update={"id": "other/thm", "paper": first.paper.model_copy(update={"id": "other"})})
    scanned = scan_libraries(workspace, (first, second, stranger))
    assert [one.whole for one in scanned] == [True, False, False]
    assert "holds no paper otherv1" in (scanned[2].why_not or "")
    assert not scanned[2].clean


def test_a_lemma_is_told_from_its_proof() -> None:
    assert split_lemma("\\begin{lemma}\nA.\n\\end{lemma}\n\nBy B.") == ("\\begin{lemma}\nA.\n\\end{lemma}", "By B.")
    assert split_lemma("No environment.") == ("No environment.", "")
    assert split_lemma("\\begin{lemma} unclosed") == ("\\begin{lemma} unclosed", "")


def test_the_host_of_these_tests_is_a_work_that_is_cited() -> None:
    assert {record.key: record.folder for record in load_paper(sample_folder("private")).record.cited}[KEY] == HOST
