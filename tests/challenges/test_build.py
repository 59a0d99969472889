"""With the expert's answers, the bundled papers become the challenges that were written by hand."""

import pytest

from tcsalgbench.challenges.model import Challenge, Piece
from tcsalgbench.challenges.origins import holds
from tcsalgbench.samples import expected_challenges, sample_names
from tests.challenges.expert import built, case_of


def bare(piece: Piece) -> Piece:
    """A piece without the call that it came from, which a hand does not have."""
    return piece.model_copy(update={"origin": piece.origin.model_copy(update={"call": None})})


@pytest.fixture(params=sample_names(), scope="module")
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def made(name: str) -> list[Challenge]:
    return [challenge for challenge, _ in built(name).challenges]


def test_the_challenges_are_piece_by_piece_those_written_by_hand(name: str) -> None:
    expected = [challenge for challenge, _ in expected_challenges(name)]
    found = made(name)
    assert [one.id for one in found] == [one.id for one in expected]
    for one, wanted in zip(found, expected, strict=True):
        assert [bare(piece) for piece in one.pieces] == list(wanted.pieces)
        assert one.existence == wanted.existence
        assert one.definition_ids == wanted.definition_ids
        assert one.intuition == wanted.intuition
        assert one.withheld == wanted.withheld
        assert one.paper == wanted.paper


def test_no_check_holds_a_good_challenge(name: str) -> None:
    for one in made(name):
        assert [finding.detail for finding in one.findings if finding.blocking] == []
        assert one.status in ("ready", "review")
        assert one.gaps == ()


def test_what_is_withheld_is_kept_with_its_proofs(name: str) -> None:
    wanted = {challenge.id: withheld for challenge, withheld in expected_challenges(name)}
    for challenge, withheld in built(name).challenges:
        assert withheld.proof in wanted[challenge.id].proof
        assert withheld.proof
        assert tuple(withheld.stripped) == challenge.withheld


def test_every_pass_leaves_a_record_and_every_call_is_in_one(name: str) -> None:
    for one in made(name):
        assert [record.name for record in one.records] == [
            "select",
            "glossary",
            "background",
            "references",
            "labels",
            "notation",
            "access",
            "assumptions",
            "strip",
            "existence",
            "self-containment",
        ]
        calls = [call for record in one.records for call in record.calls]
        assert calls[0] == "select"
        assert len(set(calls)) == len(calls)


def test_every_quotation_is_its_source_with_its_edits(name: str) -> None:
    files = case_of(name).files
    assert all(holds(piece, files) for one in made(name) for piece in one.pieces)


def test_the_existence_rewrite_and_the_protocols_are_among_them() -> None:
    private, packing = made("private")
    assert "there exists a randomised map" in private.texts("statement")[0]
    assert private.existence.scoping_clause is not None
    assert private.existence.scoping_clause in private.texts("statement")[0]
    assert packing.texts("existence_note") == ()
    assert all("protocol" in {piece.slot for piece in one.pieces} for one in (*made("regret"), *made("sketching")))


def test_a_paper_that_can_be_understood_as_it_stands_is_ready() -> None:
    assert {one.status for one in (*made("regret"), *made("sketching"))} == {"ready"}
    assert {finding.check for finding in made("private")[0].findings} == {"background", "context", "scope"}
