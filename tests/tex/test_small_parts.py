"""The parts that everything rests on: braces, brackets, counters, macros, key-value lists, encodings, line numbers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tcsalgbench.tex.counters import Counters, letters, roman
from tcsalgbench.tex.frames import bracket_end, group_end
from tcsalgbench.tex.keyvals import key_values, split_list
from tcsalgbench.tex.macros import (
    Parameter,
    counted,
    from_parameter_text,
    from_specification,
    make_macro,
    strip_comments,
)
from tcsalgbench.tex.printing import Printer
from tcsalgbench.tex.source import SourceFile, decode, guess_encoding, is_binary
from tests.tex.reading import numbers, read


@pytest.mark.parametrize(
    ("text", "end"),
    [("{a}", 2), ("{a{b}c}", 6), (r"{a\}b}", 5), ("{a%}\n}", 5), ("{a", -1), (r"{\\}", 3)],
)
def test_a_group_ends_at_the_brace_that_closes_it(text: str, end: int) -> None:
    assert group_end(text, 0, len(text)) == end


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("[a]", 2),
        ("[{]}]", 4),
        ("[a [b] c]", 8),
        ("[0,1) x] y", 7),
        ("[a [0,1) b] \n\n", 10),
        ("[a\n\nb]", -1),
        ("[a", -1),
    ],
)
def test_a_bracket_ends_where_latex_or_its_author_would_end_it(text: str, end: int) -> None:
    assert bracket_end(text, 0, len(text)) == end


@given(st.recursive(st.text("ab [", max_size=3), lambda inner: inner.map(lambda text: "{" + text + "}"), max_leaves=8))
def test_balanced_text_in_braces_ends_at_its_last_character(inner: str) -> None:
    text = "{" + inner + "}"
    assert group_end(text + "}}", 0, len(text) + 2) == len(text) - 1


def test_stepping_sets_back_all_that_is_numbered_within() -> None:
    counters = Counters()
    for name, within in (("a", None), ("b", "a"), ("c", "b")):
        counters.new(name, within)
    for name in ("b", "c", "a"):
        counters.step(name)
    assert [counters.value(name) for name in "abc"] == [1, 0, 0]


def test_counters_within_each_other_do_not_hang() -> None:
    counters = Counters()
    counters.new("a", "b")
    counters.new("b", "a")
    counters.step("a")
    assert counters.value("b") == 0


def test_an_alias_shares_the_value() -> None:
    counters = Counters()
    counters.new("theorem")
    counters.alias("lemma", "theorem")
    counters.step("lemma")
    assert counters.value("theorem") == 1


@pytest.mark.parametrize(("number", "text"), [(1, "i"), (4, "iv"), (1999, "mcmxcix"), (0, ""), (-3, "")])
def test_roman_numerals(number: int, text: str) -> None:
    assert roman(number) == text


def test_letters_go_on_after_z() -> None:
    assert [letters(number) for number in (1, 26, 27, 0)] == ["a", "z", "aa", ""]


def test_a_number_is_printed_through_macros_fonts_and_tests() -> None:
    counters = Counters()
    counters.new("chapter")
    counters.new("section")
    counters.set("section", 3)
    meanings = {
        "thesection": make_macro("thesection", (), r"\ifnum\c@chapter>0 \thechapter.\fi\textbf{\Roman{section}}"),
        "theloop": make_macro("theloop", (), r"\theloop\theloop"),
        "both": make_macro("both", counted(2), "#2--#1"),
    }
    printer = Printer(meanings, counters, 100, 10_000)
    assert printer.the("section") == "III"
    counters.set("chapter", 2)
    assert printer.the("section") == "2.III"
    assert len(printer.the("loop")) <= 100
    assert printer.text(r"\both{a}{\number\value{section}}") == "3--a"


def test_the_parameters_of_every_way_of_defining() -> None:
    assert counted(2, "x") == (Parameter("optional", "x"), Parameter("mandatory"))
    assert [p.kind for p in from_specification("s o m O{d} +m d()")] == [
        "star",
        "optional",
        "mandatory",
        "optional",
        "mandatory",
        "delimited",
    ]
    assert from_specification("O{d}")[0].text == "d"
    assert from_parameter_text("#1:#2") == (Parameter("until", ":"), Parameter("mandatory"))
    assert make_macro("x", counted(1), "a#1b##1").pieces == ("a", 1, "b#1")
    assert make_macro("x", counted(1), "nothing").swallows
    assert not make_macro("x", counted(1), "#1").swallows


def test_comments_go_with_their_line_ends() -> None:
    assert strip_comments("a% b\n  c\\% d") == "ac\\% d"


def test_key_value_lists() -> None:
    assert key_values("name={A, b}, label=thm:x,numbered = no, flag") == {
        "name": "A, b",
        "label": "thm:x",
        "numbered": "no",
        "flag": "",
    }
    assert split_list(" a, {b,c} ,,d ") == ["a", "{b,c}", "d"]


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        (b"plain", "utf-8"),
        ("größer".encode(), "utf-8"),
        ("größer".encode("latin-1"), "latin-1"),
        ("ääää\xe4".encode() + b"\xe4", "utf-8"),
    ],
)
def test_encodings(data: bytes, encoding: str) -> None:
    assert guess_encoding(data) == encoding
    assert isinstance(decode(data), str)


def test_what_is_binary() -> None:
    assert is_binary(b"a\0b")
    assert is_binary(b"%PDF-1.5")
    assert not is_binary("é".encode())


@given(st.text("a\n", max_size=9_000), st.integers(0, 9_000))
def test_lines_are_counted_from_one(text: str, offset: int) -> None:
    offset = min(offset, len(text))
    assert SourceFile("f", text.encode()).line(offset) == text.count("\n", 0, offset) + 1


def test_the_value_of_a_counter_without_a_name_is_nought() -> None:
    assert numbers(read(r"\setcounter{theorem}{\value{}+2*3}\begin{theorem}\label{a}x\end{theorem}"))["a"].endswith("7")
