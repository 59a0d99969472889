"""A piece is its source with its edits applied, whatever is done to it, and nothing else can be done to it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tcsalgbench.challenges.model import Edit, Piece, SpanRecord
from tcsalgbench.challenges.origins import BadEdit, apply_edits, holds, quoted, rewritten

TEXTS = st.text(alphabet=st.sampled_from("ab$\\ {}é→\n"), max_size=30)


@given(TEXTS, st.integers(0, 5), st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40), TEXTS), max_size=6))
def test_edits_in_any_order_keep_the_piece_its_source_with_its_edits(
    source: str, before: int, wanted: list[tuple[int, int, str]]
) -> None:
    data = b"x" * before + source.encode() + b"after"
    files = {"main.tex": data}
    span = SpanRecord(file="main.tex", start=before, end=before + len(source.encode()))
    piece, text = quoted(files, "statement", span), source
    for first, second, new in wanted:
        start, end = sorted((min(first, len(text)), min(second, len(text))))
        try:
            piece = rewritten(piece, files, start, end, new, "because")
        except BadEdit:
            assert (piece.text, holds(piece, files)) == (text, True)
            continue
        text = text[:start] + new + text[end:]
        assert piece.text == text
        assert holds(piece, files)


def test_an_edit_of_an_edit_keeps_what_it_does_not_touch() -> None:
    files = {"a.tex": b"Then \\VoteRelease\\ (Algorithm~\\ref{alg:vote}), run on it, is private."}
    piece = quoted(files, "statement", SpanRecord(file="a.tex", start=0, end=len(files["a.tex"])))
    at = piece.text.index("\\ref{")
    piece = rewritten(piece, files, at, at + len("\\ref{alg:vote}"), "1", "pass 5")
    start = piece.text.index("\\Vote")
    piece = rewritten(piece, files, start, piece.text.index(" it,"), "there is a map that, run on", "pass 10")
    assert piece.text == "Then there is a map that, run on it, is private."
    assert [edit.reason for edit in piece.origin.edits] == ["pass 10"]
    assert holds(piece, files)


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1"])
def test_places_after_letters_beyond_ascii_are_counted_right(encoding: str) -> None:
    files = {"a.tex": "Für jedes naïve Gerät gilt das.".encode(encoding)}
    piece = quoted(files, "context", SpanRecord(file="a.tex", start=0, end=len(files["a.tex"])))
    at = piece.text.index("Gerät")
    changed = rewritten(piece, files, at, at + 5, "Ding", "pass 1")
    assert changed.text == "Für jedes naïve Ding gilt das."
    assert holds(changed, files)


def test_edits_out_of_order_or_out_of_the_passage_are_refused() -> None:
    with pytest.raises(BadEdit, match="out of order"):
        apply_edits((Edit(start=2, end=3, text="", reason="r"), Edit(start=0, end=1, text="", reason="r")), b"abcd")
    with pytest.raises(BadEdit, match="outside"):
        apply_edits((Edit(start=2, end=9, text="", reason="r"),), b"abcd")


def test_a_piece_that_says_something_else_than_its_source_does_not_hold() -> None:
    files = {"a.tex": b"at most 3"}
    piece = quoted(files, "statement", SpanRecord(file="a.tex", start=0, end=9))
    assert holds(piece, files)
    assert not holds(piece.model_copy(update={"text": "at most 2"}), files)
    assert not holds(
        Piece(slot="statement", text="at most 3", origin=piece.origin.model_copy(update={"kind": "rewritten"})), files
    )
    assert not holds(piece, {"a.tex": b"at"})
