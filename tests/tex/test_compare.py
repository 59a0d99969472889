"""Quotations are true substrings of the source, white space and comments aside; the answer is the span."""

from hypothesis import given
from hypothesis import strategies as st

from tcsalgbench.tex import Span
from tcsalgbench.tex.compare import Quotable, find_quotation, quoted_text, same_text
from tests.tex.reading import read

SOURCE = b"Let $x$ be\n  a point. % not this\nThen   $f(x) \\le 5\\%$ holds.\n"


def quoted(quotation: str) -> str | None:
    span = Quotable({"a.tex": SOURCE}).find(quotation)
    return None if span is None else SOURCE[span.start : span.end].decode()


def test_a_quotation_is_found_across_lines_and_comments() -> None:
    assert quoted("be a point. Then $f(x)") == "be\n  a point. % not this\nThen   $f(x)"


def test_a_quotation_with_other_words_is_false() -> None:
    assert quoted("be a line. Then") is None
    assert quoted("not this") is None


def test_an_escaped_percent_sign_is_text() -> None:
    assert quoted("\\le 5\\% $ holds") == "\\le 5\\%$ holds"


def test_nothing_and_next_to_nothing_are_no_quotations() -> None:
    assert quoted("") is None
    assert quoted(" a ") is None


def test_a_quotation_can_be_bound_to_a_stretch() -> None:
    quotable = Quotable({"a.tex": b"alpha beta alpha beta"})
    assert quotable.find("alpha", Span("a.tex", 5, 21)) == Span("a.tex", 11, 16)
    assert quotable.find("alpha", Span("a.tex", 5, 14)) is None


def test_accents_are_compared_as_the_file_writes_them() -> None:
    assert Quotable({"a": "Möbius lässt".encode()}).find("Möbius lässt") == Span("a", 0, 14)
    assert Quotable({"a": "Möbius lässt".encode("latin-1")}).find("Möbius lässt") == Span("a", 0, 12)


def test_what_the_document_does_not_print_cannot_be_quoted() -> None:
    document = read("visible text \\iffalse hidden text \\fi more")
    span = find_quotation(document, "visible  text")
    assert span is not None
    assert quoted_text(document, span) == "visible text"
    assert find_quotation(document, "hidden text") is None


def test_white_space_and_comments_do_not_make_texts_differ() -> None:
    assert same_text("a b\n% c\nd", "a  bd")
    assert not same_text("a b", "a c")


@given(st.binary(min_size=1, max_size=200), st.integers(0, 200), st.integers(4, 60))
def test_every_stretch_of_a_source_is_a_quotation_of_it(data: bytes, start: int, length: int) -> None:
    text = data.decode("latin-1").replace("%", "").replace("\\", "")
    source, piece = text.encode(), text[start : start + length]
    span = Quotable({"f": source}).find(piece)
    if len("".join(piece.split())) >= 3:
        assert span is not None
        assert same_text(source[span.start : span.end].decode(), piece)
