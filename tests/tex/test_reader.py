"""The reader on malformed and hostile input: the rest is still read, and every problem is a warning with a place."""

import gc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tcsalgbench.errors import BadInput
from tcsalgbench.tex import Limits, build_graph, graph_to_json, read_document
from tcsalgbench.tex.reader import Reader
from tcsalgbench.tex.words import words
from tests.tex.reading import messages, numbers, read

SNIPPETS = r"""
\begin{theorem} \end{theorem} \begin{proof} \end{proof} \label{a} \label{b} \ref{a} \cref{a,b} $x$ text { } [ ] % \\
\begin{align} \end{align} \begin{enumerate} \item \end{enumerate} \newcommand{\x}{\begin{lemma}} \x \iffalse \fi \tag{1}
\def\y#1{\label{#1}} \y{c} \section{S} \begin{restatable}{lemma}{foo} \end{restatable} \foo* é \input{other} \verb|x|
"""
PIECES = st.sampled_from(words(SNIPPETS))


@settings(max_examples=300, deadline=None)
@given(st.lists(PIECES, max_size=30).map("\n".join))
def test_every_span_gives_back_the_bytes_of_its_text(body: str) -> None:
    document = read(body, files={"other.tex": "\\begin{lemma}\\label{o} y \\end{lemma}"})
    for node in graph_to_json(build_graph(document))["nodes"]:
        start, end = node["span"]
        assert document.files[node["file"]][start:end].decode() == node["statement"]
        if node["proof"] is not None:
            start, end = node["proof"]["span"]
            assert document.files[node["proof"]["file"]][start:end].decode() == node["proof"]["text"]
    for label in document.labels.values():
        assert 0 <= label.span.start <= label.span.end <= len(document.files[label.span.file])


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=400))
def test_any_bytes_are_read_or_refused_in_a_sentence(data: bytes) -> None:
    try:
        graph_to_json(build_graph(read_document({"main.tex": data}, "main.tex")))
    except BadInput as refusal:
        assert "main" in str(refusal)


def test_reading_twice_gives_the_same() -> None:
    body = r"\begin{theorem}\label{a}x\end{theorem}\begin{proof}By \ref{a}.\end{proof}"
    assert read(body) == read(body)


def test_a_macro_that_expands_for_ever_ends_with_a_warning() -> None:
    document = read(
        r"\newcommand{\x}{\label{q}\x\x}\x\begin{theorem}\label{a}x\end{theorem}",
        limits=Limits(expansions=500, expansions_per_byte=0),
    )
    assert "a" in document.labels
    assert "expand" in messages(document) or "nest" in messages(document)


def test_recursive_input_is_left_out_with_a_warning() -> None:
    document = read(r"\input{main}\begin{theorem}\label{a}x\end{theorem}")
    assert "main.tex:7: main.tex reads itself" in messages(document)
    assert "a" in document.labels


def test_a_missing_file_is_a_warning_with_file_and_line() -> None:
    assert "main.tex:8: nothere is not in the project" in messages(read("\n\\input{nothere}"))


def test_a_file_outside_the_project_is_never_read() -> None:
    assert "lies outside the project" in messages(read(r"\input{../secret}\input{/etc/passwd}"))


def test_an_unclosed_group_is_a_warning_and_the_rest_is_read() -> None:
    document = read("\\section{unclosed\n\n\\begin{theorem}\\label{a}x\\end{theorem}")
    assert "never closed" in messages(document)
    assert "a" in document.labels


def test_an_end_without_a_begin_is_a_warning() -> None:
    assert "closes nothing" in messages(read(r"\end{theorem}"))


def test_a_binary_or_missing_main_file_is_refused() -> None:
    for data in ({"main.tex": b"\x00\x01"}, {"main.tex": "x".encode("utf-16")}, {}):
        with pytest.raises(BadInput, match="name the main TeX file"):
            read_document(data, "main.tex")


def test_a_binary_part_is_left_out_with_a_warning() -> None:
    document = read_document({"main.tex": b"\\begin{document}\\input{x}\\end{document}", "x.tex": b"\0"}, "main.tex")
    assert "binary" in messages(document)


def test_a_file_without_a_document_environment_is_read_as_it_stands() -> None:
    document = read_document({"main.tex": rb"\newtheorem{t}{T}\begin{t}\label{a}x\end{t}"}, "main.tex")
    assert numbers(document) == {"a": "1"}
    assert "no \\begin{document}" in messages(document)


def test_what_is_too_much_is_cut_with_a_warning() -> None:
    body = r"\begin{theorem}x\end{theorem}" * 50
    assert "too many commands" in messages(read(body, limits=Limits(events=60, events_per_byte=0)))
    assert "more statements" in messages(read(body, limits=Limits(blocks=10)))
    assert "only the first" in messages(read(body, limits=Limits(bytes_read=200)))


def test_definitions_end_with_their_group() -> None:
    document = read(
        r"\newcommand{\z}{}{\renewcommand{\z}{\label{inside}}\z}\z"
        r"\begin{center}\renewcommand{\z}{\label{centred}}\z\end{center}\z"
    )
    assert set(document.labels) == {"inside", "centred"}


def test_two_labels_with_one_name_are_reported_and_the_later_counts() -> None:
    document = read(r"\section{A}\label{x}\section{B}\label{x}")
    assert numbers(document) == {"x": "2"}
    assert "defined twice" in messages(document)


def test_content_comes_in_reading_order_without_what_is_left_out() -> None:
    document = read("A\\input{b}C\\iffalse D\\fi E", files={"b.tex": "B"})
    text = b"".join(document.files[span.file][span.start : span.end] for span in document.order)
    assert b"D" not in text.replace(b"\\iffalse", b"")
    assert [letter for letter in text.decode() if letter in "ABCDE"] == list("ABCE")


@pytest.mark.parametrize("condition", [r"\ordinary", r"\NOT\andy", r"\boolean{x}\OR\equal{a}{a}", "1<2", r"\NOT 1<2", ""])
def test_conditions_of_ifthen_end(condition: str) -> None:
    document = read(f"\\ifthenelse{{{condition}}}{{\\section{{Y}}\\label{{yes}}}}{{\\section{{N}}\\label{{no}}}}")
    holds = condition in (r"\NOT\andy", r"\boolean{x}\OR\equal{a}{a}", "1<2")
    assert set(document.labels) == ({"yes"} if holds else {"no"})


def test_commands_that_are_let_be_one_another_do_not_call_for_ever() -> None:
    body = r"\let\endx\end\let\x\begin\begin{x}\end{x}\let\q\csname\csname q\endcsname" + r"\let\a\section\let\b\a" * 2_000
    assert numbers(read(body + r"\b{T}\label{t}")) == {"t": "1"}


def test_a_reference_without_the_spaces_of_its_label_is_resolved_with_a_warning() -> None:
    document = read(
        "\\begin{theorem}\\label{ a } x \\end{theorem}\n\\begin{lemma}\\label{b} By \\ref{a}, \\ref{ b}. \\end{lemma}"
    )
    assert [reference.labels for reference in document.references] == [(" a ",), ("b",)]
    assert "the label a has spaces inside its braces, which LaTeX keeps" in messages(document)


def test_nothing_of_a_reading_is_kept_alive_by_itself() -> None:
    gc.collect()
    gc.disable()  # a reader that held itself would keep all its files until the next collection
    try:
        before = sum(isinstance(thing, Reader) for thing in gc.get_objects())
        read(
            "\\begin{lemma}\\label{a} x \\end{lemma}\n\n{\\bf Proof.} By \\ref{a}: \\begin{align} a \\\\ b \\end{align} \\qed\n"
        )
        assert sum(isinstance(thing, Reader) for thing in gc.get_objects()) == before
    finally:
        gc.enable()
