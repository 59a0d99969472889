from pathlib import Path

import pytest

from tcsalgbench.errors import BadInput, NewerSchema
from tcsalgbench.papers.record import load_paper
from tcsalgbench.samples import sample_folder, sample_names


@pytest.mark.parametrize("name", sample_names())
def test_a_bundled_paper_is_read_with_its_sources_and_its_cited_works(name: str) -> None:
    paper = load_paper(sample_folder(name))
    assert paper.record.version_id == f"sample-{name}v1"
    assert b"\\begin{document}" in paper.source.files[paper.source.main]
    assert set(paper.cited) == {one.key for one in paper.record.cited}
    assert all(source.main in source.files for source in paper.cited.values())


def test_the_digest_of_a_tree_changes_with_a_name_or_a_byte(tmp_path: Path) -> None:
    digests = set()
    for number, (name, text) in enumerate([("main.tex", "a"), ("main.tex", "b"), ("other.tex", "a")]):
        root = tmp_path / str(number)
        (root / "paper").mkdir(parents=True)
        (root / "paper" / name).write_text(text)
        (root / "paper.toml").write_text(f'schema = 1\nid = "x"\ntitle = "T"\nauthors = ["A"]\nmain = "{name}"\n')
        digests.add(load_paper(root / "paper.toml").source.digest())
    assert len(digests) == 3


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ('schema = 1\ntitle = "T"\nauthors = []\n', BadInput, "id: Field required"),
        ('schema = 1\nid = "../up"\ntitle = "T"\nauthors = []\n', BadInput, "id: String should match"),
        ("schema = 2\n", NewerSchema, "newer version"),
        ("not toml", BadInput, "cannot be read as TOML"),
        ('schema = 1\nid = "x"\ntitle = "T"\nauthors = ["A"]\n', BadInput, "main.tex, which is not there"),
    ],
)
def test_a_record_that_cannot_be_used_is_said_to_be_so(tmp_path: Path, text: str, error: type[Exception], words: str) -> None:
    (tmp_path / "paper.toml").write_text(text)
    with pytest.raises(error, match=words):
        load_paper(tmp_path)


def test_a_folder_without_a_record_is_no_paper(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"paper\.toml does not exist"):
        load_paper(tmp_path)
