from hypothesis import given
from hypothesis import strategies as st

from tcsalgbench.graphs.build import material_of
from tcsalgbench.graphs.listing import HEADER, Sizes, catalogue, paragraphs_in_chunks, statements_in_chunks
from tcsalgbench.graphs.passes import Plan
from tests.graphs.experts import dense, parts, wanted


@given(st.text(alphabet="ab .\n", max_size=400), st.integers(min_value=8, max_value=60))
def test_a_text_in_parts_is_the_same_text_and_no_part_is_longer_than_allowed(text: str, size: int) -> None:
    found = list(paragraphs_in_chunks(text, size))
    assert "".join("".join(found).split()) == "".join(text.split())
    assert all(len(part) <= size for part in found)


def test_every_statement_and_every_word_of_its_proof_is_shown_however_small_the_parts() -> None:
    material = material_of(wanted("private", Plan()))
    for size in (400, 2_000, 50_000):
        found = list(statements_in_chunks(material.graph.nodes, size, proofs=True))
        assert {one for _, shown in found for one in shown} == set(material.nodes)
        text = dense("".join(part for part, _ in found))
        proofs = [node.proof.text for node in material.graph.nodes if node.proof is not None]
        assert all(
            dense(paragraph) in text for proof in proofs for paragraph in proof.split("\n\n") if len(paragraph) < size // 2
        )


def test_parts_stay_within_their_size_and_a_statement_is_named_where_it_is_continued() -> None:
    material = material_of(wanted("private", Plan()))
    found = list(statements_in_chunks(material.graph.nodes, 900, proofs=True))
    assert all(len(part) < 3 * 900 for part, _ in found)
    assert any("part 2 of its proof" in part for part, _ in found)
    assert all(part.startswith(HEADER) for part, _ in found)


def test_the_list_beside_a_part_is_bounded_and_near() -> None:
    material = material_of(wanted("regret", Plan()))
    whole = catalogue(material, ["cor:rounds"], 100_000)
    near = catalogue(material, ["cor:rounds"], 700)
    assert len(whole.splitlines()) == len(material.graph.nodes)
    assert len(near) <= 700
    assert "thm:lower" in near
    assert "thm:informal" not in near


def test_the_text_of_the_paper_is_shown_without_preamble_and_bibliography() -> None:
    material = material_of(wanted("sketching", Plan()))
    shown = "".join(chunk.text for chunk in parts(material, Sizes())["glossary"])
    assert "documentclass" not in shown
    assert "bibliography" not in shown
    assert "row-sampling sketch" in shown
