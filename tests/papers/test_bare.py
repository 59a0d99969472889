"""A paper as people have it: a folder of TeX, its main file, an archive; and archives that mean harm."""

import io
import shutil
import tarfile
import zipfile
from pathlib import Path

import pytest

from tcsalgbench.errors import BadInput
from tcsalgbench.papers import unpack
from tcsalgbench.papers.bare import is_bare, open_bare
from tcsalgbench.papers.record import Paper
from tcsalgbench.papers.store import keep_paper
from tcsalgbench.samples import sample_folder
from tcsalgbench.workspace import Workspace

TEX = rb"""\documentclass{article}
\title[Short]{Sorting \emph{slowly}\thanks{Nobody paid.}\\ and surely}
\author{Ada B. Lovelace\thanks{Here.} \and Grace Hopper\\ \texttt{g@h.org} \and Erd\H{o}s P\'al}
\begin{document}\maketitle\input{body}\end{document}
"""
FILES = {"main.tex": TEX, "body.tex": b"Text.", "old/main2.tex": TEX, "fig.pdf": b"%PDF", ".git/x.tex": b"no"}


def folder(at: Path, files: dict[str, bytes]) -> Path:
    for name, data in files.items():
        (at / name).parent.mkdir(parents=True, exist_ok=True)
        (at / name).write_bytes(data)
    return at


def opened(path: Path, tmp_path: Path, kept: Path | None = None) -> Paper:
    home = tmp_path / "home"
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir()
    return open_bare(path, home, kept)


def test_a_folder_of_tex_is_a_paper_that_says_itself_what_it_is(tmp_path: Path) -> None:
    mine = folder(tmp_path / "My paper!", FILES)
    assert is_bare(mine)
    paper = opened(mine, tmp_path)
    assert (paper.record.id, paper.record.version, paper.source.main) == ("My-paper", "v1", "main.tex")
    assert paper.record.title == "Sorting slowly and surely"
    assert paper.record.authors[:2] == ("Ada B. Lovelace", "Grace Hopper")
    assert sorted(paper.source.files) == ["body.tex", "main.tex", "old/main2.tex"]


def test_a_main_file_may_be_named(tmp_path: Path) -> None:
    mine = folder(tmp_path / "p", {"a.tex": TEX, "b.tex": TEX})
    with pytest.raises(BadInput, match=r"several files that could be the main one \(a.tex, b.tex\)"):
        opened(mine, tmp_path)
    assert opened(mine / "b.tex", tmp_path).source.main == "b.tex"


@pytest.mark.parametrize("top", ["", "paper-v2/"])
@pytest.mark.parametrize("kind", ["tar.gz", "zip"])
def test_an_archive_is_as_good_as_a_folder(kind: str, top: str, tmp_path: Path) -> None:
    path = tmp_path / f"p.{kind}"
    if kind == "zip":
        with zipfile.ZipFile(path, "w") as packed:
            for name, data in FILES.items():
                packed.writestr(top + name, data)
    else:
        path.write_bytes(tar({top + name: data for name, data in FILES.items()}))
    there = opened(folder(tmp_path / "p", FILES), tmp_path).source.digest()
    paper = opened(path, tmp_path)
    assert paper.source.digest() == there
    assert paper.record.id == "p"


def test_an_archive_with_a_paper_toml_is_taken_as_that_says(tmp_path: Path) -> None:
    path = Path(shutil.make_archive(str(tmp_path / "sample"), "zip", sample_folder("private")))
    paper = opened(path, tmp_path)
    assert paper.record.id == "sample-private"
    assert set(paper.cited) == {"mannequin", "prototype", "template"}


def test_a_text_that_changed_is_another_version_and_the_same_text_the_same(tmp_path: Path) -> None:
    workspace = Workspace.create(tmp_path / "w")
    mine = folder(tmp_path / "p", FILES)
    for version in ("v1", "v2", "v2"):
        paper = opened(mine, tmp_path, workspace.root / "papers")
        assert paper.record.version == version
        keep_paper(workspace, paper.source.folder.parent)
        if version == "v1":
            (mine / "body.tex").write_text("Other text.")


def test_a_paper_without_a_title_or_authors_is_called_by_its_folder(tmp_path: Path) -> None:
    paper = opened(folder(tmp_path / "p", {"x.tex": b"Only text."}), tmp_path)
    assert (paper.record.title, paper.record.authors, paper.source.main) == ("p", (), "x.tex")


def tar(files: dict[str, bytes], *more: tarfile.TarInfo) -> bytes:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w:gz") as packed:
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            packed.addfile(info, io.BytesIO(data))
        for one in more:
            packed.addfile(one)
    return made.getvalue()


def link(name: str, to: str, kind: bytes) -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, to
    return info


HOSTILE = {
    "a path upwards": (tar({"../x.tex": TEX}), "would lie outside"),
    "an absolute path": (tar({"/etc/x.tex": TEX}), "would lie outside"),
    "a symbolic link": (tar({"main.tex": TEX}, link("x.tex", "/etc/passwd", tarfile.SYMTYPE)), "a link or a device"),
    "a hard link": (tar({"main.tex": TEX}, link("x.tex", "/etc/passwd", tarfile.LNKTYPE)), "a link or a device"),
    "a pipe": (tar({"main.tex": TEX}, link("x.tex", "", tarfile.FIFOTYPE)), "a link or a device"),
    "no archive": (b"hello", "is no archive|cannot be unpacked"),
    "half an archive": (tar({"main.tex": TEX * 2000})[:-80], "cannot be unpacked"),
    "no TeX": (tar({"a.pdf": b"x"}), "holds no .tex file"),
}


@pytest.mark.parametrize(("data", "says"), HOSTILE.values(), ids=HOSTILE.keys())
def test_an_archive_that_means_harm_is_refused_with_a_sentence(data: bytes, says: str, tmp_path: Path) -> None:
    path = tmp_path / "p.tar.gz"
    path.write_bytes(data)
    with pytest.raises(BadInput, match=says):
        opened(path, tmp_path)
    assert not list((tmp_path / "home").iterdir())


def test_a_bomb_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "p.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed, packed.open("main.tex", "w") as out:
        for _ in range(unpack.MOST_BYTES // 10_000_000 + 1):
            out.write(b"%" * 10_000_000)
    with pytest.raises(BadInput, match="of more than 200 MB"):
        opened(path, tmp_path)
