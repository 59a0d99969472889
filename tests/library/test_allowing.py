"""Which works a library holds: the cited ones that are there, and never the source paper."""

import shutil
from pathlib import Path

import pytest

from tcsalgbench.challenges.store import save_challenge
from tcsalgbench.errors import BadInput
from tcsalgbench.graphs.store import find_graph
from tcsalgbench.library.allowing import library_from_folder, library_of, library_of_paper
from tcsalgbench.library.identity import plain_id, same_title
from tcsalgbench.library.shelf import Shelf
from tcsalgbench.papers.record import Paper, load_paper
from tcsalgbench.papers.store import keep_paper
from tcsalgbench.samples import expected_challenges, sample_folder, sample_library
from tcsalgbench.workspace import Workspace

CITED = """
[[cited]]
key = "{key}"
folder = "{folder}"
title = "{title}"
authors = ["{author}"]
source_url = "{url}"
"""


def copy_of(tmp_path: Path) -> Path:
    folder = tmp_path / "private"
    shutil.copytree(sample_folder("private"), folder)
    return folder


def cite(root: Path, text: str | None, **fields: str) -> Paper:
    """The paper with one more cited work, whose text is `text` or that of the paper itself."""
    given = {"key": "more", "folder": "more", "title": "More", "author": "M. Ore", "url": "", **fields}
    if text is None:
        shutil.copytree(root / "paper", root / "cited" / given["folder"])
    else:
        (root / "cited" / given["folder"]).mkdir()
        (root / "cited" / given["folder"] / "main.tex").write_text(text)
    with (root / "paper.toml").open("a") as record:
        record.write(CITED.format(**given))
    return load_paper(root)


def test_the_library_of_a_challenge_is_what_its_paper_cites(tmp_path: Path) -> None:
    workspace = Workspace.create(tmp_path)
    keep_paper(workspace, sample_folder("private"))
    challenge, withheld = expected_challenges("private")[0]
    save_challenge(workspace, challenge, withheld)
    library = library_of(workspace, challenge)
    assert [work.key for work in library.works] == ["mannequin", "prototype", "template"]
    assert library.refused == ()
    assert library.works[1].statements[3].reference == "prototype, Theorem 4"
    assert find_graph(workspace, library.works[1].digest) is not None


def test_a_shelf_reads_each_work_once() -> None:
    shelf = Shelf()
    first, again = sample_library("regret", shelf), sample_library("regret", shelf)
    assert all(one.graph is two.graph for one, two in zip(first.works, again.works, strict=True))


@pytest.mark.parametrize(
    "fields",
    [
        {"key": "sample-private"},
        {"folder": "Sample-Privatev7"},
        {"url": "https://example.org/abs/sample-private", "key": "arXiv:sample-privateV3"},
        {"title": "Private answers from a non-private solver: voting with explicit constants", "author": "Dummy, E."},
    ],
)
def test_the_source_paper_is_kept_out_in_every_version(tmp_path: Path, fields: dict[str, str]) -> None:
    paper = cite(copy_of(tmp_path), "Nothing.", **fields)
    library = library_of_paper(paper, expected_challenges("private")[0][0])
    (refusal,) = library.refused
    assert refusal.kind == "source paper"
    assert refusal.work == fields.get("key", "more")
    assert len(library.works) == 3


def test_the_source_paper_is_kept_out_by_its_arxiv_id_and_by_its_text(tmp_path: Path) -> None:
    folder = copy_of(tmp_path)
    record = folder / "paper.toml"
    record.write_text(record.read_text().replace('"sample-private"', '"2503.01234"'))
    cite(folder, "Nothing.", url="https://arxiv.org/pdf/2503.01234v9")
    paper = cite(folder, None, key="copy", folder="copy")
    refused = library_of_paper(paper, expected_challenges("private")[0][0]).refused
    assert [(one.work, one.kind) for one in refused] == [("copy", "source paper"), ("more", "source paper")]


def test_a_work_that_cannot_be_read_is_said_to_be_missing(tmp_path: Path) -> None:
    paper = cite(copy_of(tmp_path), "%PDF-1.5 no TeX")
    library = library_of_paper(paper, expected_challenges("private")[0][0])
    assert [(one.work, one.kind) for one in library.refused] == [("more", "unreadable")]


def test_ids_are_compared_without_version_case_and_punctuation() -> None:
    assert len({plain_id(text) for text in ("2503.01234", "2503.01234v12", "arXiv:2503.01234V1", "2503-01234")}) == 1
    assert plain_id("2503.01234") != plain_id("2503.01235")


def test_titles_are_one_up_to_case_and_typesetting() -> None:
    assert same_title("On {Widgets} and $k$-Gadgets", "On widgets and k-gadgets.")
    assert not same_title("Graph Minors. II. Algorithmic aspects", "Graph Minors. III. Algorithmic aspects")
    assert not same_title("On widgets", "On gadgets")


def test_a_folder_of_sources_is_a_library(tmp_path: Path) -> None:
    shutil.copytree(sample_folder("private") / "cited" / "selection", tmp_path / "selection")
    shutil.copytree(sample_folder("regret"), tmp_path / "regret")
    (tmp_path / "note.tex").write_text("\\documentclass{article}\\title{A \\emph{Note}}\\begin{document}x\\end{document}")
    (tmp_path / "ignored.txt").write_text("no work")
    (tmp_path / "linked").symlink_to(sample_folder("private"))
    library = library_from_folder(tmp_path, "my lemma")
    titles = {work.key: work.title for work in library.works}
    assert set(titles) == {"note", "regret", "selection"}
    assert titles["note"] == "A Note"
    assert titles["selection"] == "Selecting Privately by Exponential Weights"
    assert titles["regret"].startswith("Experts Who Report Late")


def test_links_to_elsewhere_are_no_part_of_a_work(tmp_path: Path) -> None:
    (tmp_path / "secret.tex").write_text("the proof")
    (tmp_path / "library" / "work").mkdir(parents=True)
    (tmp_path / "library" / "work" / "main.tex").write_text("\\documentclass{article}\\begin{document}x\\end{document}")
    (tmp_path / "library" / "work" / "more.tex").symlink_to(tmp_path / "secret.tex")
    (tmp_path / "library" / "work" / "sub").symlink_to(tmp_path)
    (work,) = library_from_folder(tmp_path / "library").works
    assert list(work.files) == ["main.tex"]


def test_a_folder_without_works_or_with_two_main_files_is_said(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="holds no cited work"):
        library_from_folder(tmp_path)
    with pytest.raises(BadInput, match="is no folder"):
        library_from_folder(tmp_path / "nowhere")
    (tmp_path / "work").mkdir()
    for name in ("a.tex", "b.tex"):
        (tmp_path / "work" / name).write_text("\\documentclass{article}\\begin{document}\\end{document}")
    with pytest.raises(BadInput, match="more than one file that could be the main one"):
        library_from_folder(tmp_path)
