"""Which statement a proof is linked to, by which rule, and how sure that is."""

import pytest

from tcsalgbench.tex import Document, Proof, text_at
from tests.tex.reading import messages, read

A = r"\begin{theorem}[Main Theorem]\label{a}x\end{theorem}"
B = r"\begin{lemma}\label{b}y\end{lemma}"
D = r"\begin{definition}\label{d}z\end{definition}"


def linked(document: Document) -> list[tuple[str | None, str, bool]]:
    names = {block.id: (block.labels or ("?",))[0] for block in document.blocks}
    return [(names.get(proof.block or ""), proof.method, proof.primary) for proof in document.proofs]


def proof(heading: str = "", body: str = "w") -> str:
    return f"\\begin{{proof}}{f'[{heading}]' if heading else ''}{body}\\end{{proof}}"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (A + proof(), ("a", "nearness")),
        (A + B + proof("Proof of Theorem~\\ref{a}"), ("a", "optional-argument")),
        (A + B + proof("Proof of \\cref{a}"), ("a", "optional-argument")),
        (A + B + proof("Proof of Theorem 0.1"), ("a", "optional-argument")),
        (A + B + proof("Proof of the Main Theorem"), ("a", "optional-argument")),
        (A + B + proof("", "\\proves{a}"), ("a", "proves")),
        (A + D + proof(), ("d", "nearness")),
        (A + D + "Some words. " + proof(), ("a", "nearness")),
        (A + B + "\\section{Proof of Theorem \\ref{a}}" + proof(), ("a", "section-title")),
        ("\\section{S}" + proof() + A, ("a", "nearness")),
        (r"\begin{lemma}\label{b}y" + proof() + r"\end{lemma}", ("b", "enclosing")),
        (r"\begin{restatable}{lemma}{again}\label{r}y\end{restatable}" + A + r"\again*" + proof(), ("r", "restated")),
        (A + r"\begin{appendixproof}z\end{appendixproof}", ("a", "appendix-proof")),
    ],
)
def test_a_proof_is_linked_by_the_first_rule_that_holds(body: str, expected: tuple[str, str]) -> None:
    assert linked(read(body))[0][:2] == expected


def test_a_reference_beats_what_is_near_and_is_surer() -> None:
    near, named = read(A + proof()).proofs[0], read(A + proof("Proof of \\ref{a}")).proofs[0]
    assert 0 < near.confidence < named.confidence < 1


def test_a_full_proof_is_preferred_to_a_sketch() -> None:
    document = read(A + proof("Proof sketch") + proof("Proof of \\ref{a}"))
    assert linked(document) == [("a", "nearness", False), ("a", "optional-argument", True)]
    assert "a sketch of a proof of Theorem 0.1" in document.proofs[0].reason


def test_a_second_proof_is_another_proof_of_the_same() -> None:
    assert linked(read(A + proof("First proof") + proof("Second proof"))) == [
        ("a", "nearness", True),
        ("a", "nearness", False),
    ]


def test_a_theorem_proved_after_its_lemmas_is_found_with_a_warning() -> None:
    document = read(A + B + proof() + "Now the theorem. " + proof())
    assert [name for name, _, _ in linked(document)] == ["b", "a"]
    assert "it is a guess that this is the proof of Theorem 0.1" in messages(document)


def test_one_proof_of_two_statements_belongs_to_both() -> None:
    found: Proof = read(A + B + proof("Proof of \\ref{a} and \\ref{b}")).proofs[0]
    assert (found.block, found.also) == ("n1", ("n2",))


def test_a_proof_without_any_statement_is_an_orphan_and_said_to_be() -> None:
    document = read(proof())
    assert linked(document) == [(None, "none", False)]
    assert "no statement was found for this proof" in messages(document)


def test_claims_inside_a_proof_do_not_take_the_outer_proof() -> None:
    inner = r"\begin{lemma}\label{c}v\end{lemma}" + proof()
    document = read(A + "\\begin{proof}" + inner + "u\\end{proof}" + B + proof())
    assert [name for name, _, _ in linked(document)] == ["a", "c", "b"]


@pytest.mark.parametrize(
    "text",
    [
        r"\textbf{Proof systems.} There are many of them.",
        r"{\bf Proof techniques.} We use three.",
        r"We give a \emph{proof} now, and a \textbf{Proof.} that is no heading.",
        r"\begin{tabular}{ll}\textbf{Proof} & \textbf{Length} \\ 1 & 2 \end{tabular}",
        r"\textbf{Proof of work} is something else.",
        r"\paragraph{Proof techniques.} We use three.",
    ],
)
def test_words_about_proofs_are_no_proofs(text: str) -> None:
    document = read("\\begin{lemma}\\label{a} x \\end{lemma}\n\n{\\em Proof.} y $\\Box$\n\n" + text)
    assert [(proof.heading, proof.line) for proof in document.proofs] == [("Proof.", 9)]


def test_a_heading_within_a_proof_names_it_or_is_passed_over() -> None:
    document = read(
        "\\begin{lemma}\\label{a} x \\end{lemma}\n\\begin{lemma}\\label{b} x \\end{lemma}\n"
        "\\begin{proof}\n{\\bf Proof of Lemma~\\ref{a}.} By \\ref{b}.\n\n"
        "\\textbf{Proof of (1).} By \\ref{b} too.\n\\end{proof}\n"
    )
    assert [(proof.block, proof.method) for proof in document.proofs] == [("n1", "optional-argument")]


def test_a_proof_that_an_author_sets_by_hand_ends_with_its_box() -> None:
    document = read(
        "\\begin{lemma} x \\end{lemma}\n\n"
        "{\\noindent\\bf Proof.} Let $\\Box A$ be true.\n\nThen it is. \\hfill$\\Box$\n\nNext, \\ldots\n"
    )
    (proof,) = document.proofs
    assert text_at(document, proof.body) == "Let $\\Box A$ be true.\n\nThen it is. \\hfill$\\Box$"
    assert "nothing marks the end" not in messages(document)


def test_without_a_box_the_end_of_such_a_proof_is_said_to_be_a_guess() -> None:
    document = read("\\begin{lemma} x \\end{lemma}\n\n\\textit{Proof.} Clear.\n\n\\section{Next}\n")
    assert "nothing marks the end of this proof" in messages(document)


def test_a_proof_set_by_hand_at_the_end_of_the_document_is_whole() -> None:
    document = read("\\begin{lemma} x \\end{lemma}\n\n{\\bf Proof.} It is\nclear.\n")
    (proof,) = document.proofs
    assert text_at(document, proof.body).split() == ["It", "is", "clear."]
    assert "never ended" not in messages(document)


def test_a_box_that_a_macro_sets_ends_a_proof_only_at_the_end_of_a_paragraph() -> None:
    document = read(
        "\\newcommand{\\eod}{\\hfill$\\Box$}\n\\begin{lemma} x \\end{lemma}\n\n"
        "{\\bf Proof.} One \\eod{} of the parts.\n\nTwo. \\eod\n\nMore words.\n"
    )
    (proof,) = document.proofs
    assert text_at(document, proof.body).endswith("Two. \\eod")
