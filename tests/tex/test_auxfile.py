"""Where a project ships LaTeX's own numbers they are compared with ours, and count."""

from tcsalgbench.tex import read_document
from tcsalgbench.tex.auxfile import differences, recorded_labels
from tests.tex.reading import PREAMBLE, messages, numbers, read

AUX = r"""
\relax
\newlabel{a}{{1.1}{1}{Key {bound}}{theorem.1.1}{}}
\newlabel{a@cref}{{[theorem][1][1]1.1}{[1][1][]1}}
\newlabel{b}{{7.3}{2}}
\@input{part.aux}
"""
BODY = r"\section{S}\begin{theorem}\label{a}x\end{theorem}\begin{lemma}\label{b}x\end{lemma}"


def test_labels_are_read_from_all_parts() -> None:
    files = {"main.aux": AUX.encode(), "part.aux": b"\\newlabel{c}{{\\textbf {2}}{3}}\\@input{main.aux}"}
    assert recorded_labels(files, "main.tex") == {"a": "1.1", "b": "7.3", "c": "\\textbf {2}"}


def test_what_does_not_show_is_no_difference() -> None:
    assert differences({"c": "2", "d": "3"}, {"c": "\\textbf {2}", "e": "9"}) == []


def test_a_difference_is_reported_and_the_aux_file_counts() -> None:
    document = read(BODY, files={"main.aux": AUX})
    assert numbers(document) == {"a": "1.1", "b": "7.3"}
    assert document.blocks[1].printed == "Lemma 7.3"
    assert "b: counted 1.2, the .aux file says 7.3; the .aux file was used" in messages(document)
    assert "a: counted" not in messages(document)


def test_without_an_aux_file_our_own_numbers_count() -> None:
    assert numbers(read(BODY)) == {"a": "1.1", "b": "1.2"}


def test_a_broken_aux_file_does_no_harm() -> None:
    main = f"{PREAMBLE}\\begin{{document}}{BODY}\\end{{document}}".encode()
    document = read_document({"main.tex": main, "main.aux": b"\\newlabel{a}{{{{{\xff"}, "main.tex")
    assert numbers(document) == {"a": "1.1", "b": "1.2"}
