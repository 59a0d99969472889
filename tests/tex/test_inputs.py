"""Which files are read, in which order, and which classes and packages are known without being read."""

import os
from pathlib import Path

import pytest

from tcsalgbench.errors import BadInput
from tcsalgbench.tex import Folder, read_document, text_at
from tests.tex.reading import messages, numbers, read

STATEMENT = r"\begin{theorem}\label{%s}x\end{theorem}"


def test_files_are_read_where_they_are_named_never_otherwise() -> None:
    files = {"a.tex": STATEMENT % "a", "b.tex": STATEMENT % "b", "unused.tex": STATEMENT % "u"}
    assert list(read("\\input{b}\\include{a}", files=files).labels) == ["b", "a"]


def test_a_statement_in_another_file_has_its_span_there() -> None:
    document = read("\\input{sec/a}", files={"sec/a.tex": "\n\n" + STATEMENT % "a"})
    block = document.blocks[0]
    assert (block.span.file, block.line) == ("sec/a.tex", 3)
    assert text_at(document, block.body) == "\\label{a}x"


def test_imported_files_find_their_neighbours() -> None:
    files = {"part/one.tex": "\\input{two}", "part/two.tex": STATEMENT % "two"}
    assert list(read("\\import{part/}{one}", files=files).labels) == ["two"]


def test_a_subfile_gives_its_body_only() -> None:
    sub = "\\documentclass[main]{subfiles}\\newtheorem{no}{No}\\begin{document}" + STATEMENT % "s" + "\\end{document}junk"
    document = read("\\subfile{sub}" + STATEMENT % "after", files={"sub.tex": sub})
    assert numbers(document) == {"s": "0.1", "after": "0.2"}


def test_a_subfile_read_alone_has_the_preamble_of_its_main_file() -> None:
    main = rb"\documentclass{article}\newtheorem{claim}{Assertion}\begin{document}\end{document}"
    sub = rb"\documentclass[main.tex]{subfiles}\begin{document}\begin{claim}\label{c}x\end{claim}\end{document}"
    document = read_document({"main.tex": main, "sub.tex": sub}, "sub.tex")
    assert document.blocks[0].printed == "Assertion 1"


def test_text_after_the_end_is_no_content() -> None:
    document = read(STATEMENT % "a" + "\\end{document}" + STATEMENT % "b")
    assert list(document.labels) == ["a"]


def test_a_style_of_the_project_is_read_and_a_known_one_is_not() -> None:
    files = {"my.sty": "\\newtheorem{claim}{Claim}", "neurips_2024.sty": "\\newtheorem{fact}{Fact}"}
    document = read("\\begin{claim}\\label{c}x\\end{claim}", preamble="\\usepackage{my,neurips_2024}", files=files)
    assert document.blocks[0].printed == "Claim 1"
    assert list(document.files) == ["main.tex", "my.sty"]


def test_an_unknown_class_is_counted_as_article_with_a_warning() -> None:
    document = read("\\section{S}\\label{s}", preamble="\\documentclass{homegrown}")
    assert numbers(document) == {"s": "1"}
    assert "the class homegrown is not known" in messages(document)


def test_a_class_of_the_project_is_read() -> None:
    files = {"mine.cls": "\\LoadClass{report}\\newtheorem{thm}{Theorem}[chapter]\\newcommand{\\secret@x}{1}"}
    document = read("\\chapter{C}\\begin{thm}\\label{t}x\\end{thm}", preamble="\\documentclass{mine}", files=files)
    assert numbers(document) == {"t": "1.1"}


@pytest.mark.parametrize(
    ("head", "body", "number"),
    [
        (
            r"\documentclass{lipics-v2021}",
            r"\section{S}\begin{theorem}\end{theorem}\begin{lemma}\label{x}\end{lemma}",
            "2",
        ),
        (
            r"\documentclass[numberwithinsect]{lipics-v2021}",
            r"\section{S}\begin{theorem}\end{theorem}\begin{claim}\label{x}\end{claim}",
            "1.2",
        ),
        (
            r"\documentclass{siamart220329}",
            r"\section{S}\begin{lemma}\end{lemma}\begin{theorem}\label{x}\end{theorem}",
            "1.2",
        ),
        (r"\documentclass{siamart220329}", r"\section{S}\begin{equation}\label{x}y\end{equation}", "1.1"),
        (
            r"\documentclass{siamart220329}\newsiamremark{rem}{Remark}",
            r"\section{S}\begin{rem}\label{x}\end{rem}",
            "1.1",
        ),
        (r"\documentclass[oneeqnum]{siamart220329}", r"\section{S}\begin{equation}\label{x}y\end{equation}", "1"),
        (r"\documentclass{lipics-v2021}", r"\begin{romanenumerate}\item a\item\label{x}b\end{romanenumerate}", "ii"),
        (r"\documentclass{jmlr}", r"\begin{figure}\floatconts{x}{\caption{c}}{y}\end{figure}", "1"),
        (r"\documentclass{colt2024}", r"\section{S}\begin{theorem}\end{theorem}\begin{lemma}\label{x}\end{lemma}", "2"),
        (
            r"\documentclass{article}\usepackage{jmlr2e}",
            r"\begin{theorem}\end{theorem}\begin{lemma}\label{x}\end{lemma}",
            "2",
        ),
    ],
)
def test_presets_of_classes_that_are_not_on_every_disk(head: str, body: str, number: str) -> None:
    assert numbers(read(body, preamble=head)) == {"x": number}


def test_a_folder_gives_its_files_and_nothing_outside(tmp_path: Path) -> None:
    (tmp_path / "project").mkdir()
    (tmp_path / "project" / "main.tex").write_text("x")
    (tmp_path / "secret.tex").write_text("y")
    (tmp_path / "project" / "link.tex").symlink_to(tmp_path / "secret.tex")
    folder = Folder(tmp_path / "project")
    assert folder["main.tex"] == b"x"
    assert "../secret.tex" not in folder
    assert "link.tex" not in folder
    assert str(tmp_path / "secret.tex") not in folder
    assert "a\0b" not in folder
    with pytest.raises(KeyError):
        folder["nothere.tex"]
    assert "main.tex" in list(folder)
    assert len(folder) >= 1


def test_links_in_a_ring_and_pipes_are_not_waited_for(tmp_path: Path) -> None:
    (tmp_path / "ring.tex").symlink_to("ring.tex")
    (tmp_path / "up").symlink_to(tmp_path.parent)
    os.mkfifo(tmp_path / "pipe.tex")
    os.mkfifo(tmp_path / "main.aux")
    body = r"\input{ring}\input{pipe}\input{/dev/zero}\input{up/up}\begin{theorem}\label{a}x\end{theorem}"
    (tmp_path / "main.tex").write_text(f"\\newtheorem{{theorem}}{{Theorem}}\\begin{{document}}{body}\\end{{document}}")
    document = read_document(Folder(tmp_path), "main.tex")
    assert numbers(document) == {"a": "1"}
    assert [warning.message.partition(" ")[0] for warning in document.warnings] == ["ring", "pipe", "/dev/zero", "up/up"]


def test_a_file_that_is_there_but_cannot_be_read_is_a_warning(tmp_path: Path) -> None:
    (tmp_path / "main.tex").write_text(r"\begin{document}\input{huge}\begin{lemma}x\end{lemma}\end{document}")
    with (tmp_path / "huge.tex").open("wb") as file:
        file.truncate(65_000_000)
    document = read_document(Folder(tmp_path), "main.tex")
    assert "huge.tex cannot be read, or is larger than 64 MB" in messages(document)
    assert len(document.blocks) == 1
    with pytest.raises(BadInput, match=r"huge\.tex cannot be read"):
        read_document(Folder(tmp_path), "huge.tex")
