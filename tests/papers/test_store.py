import shutil
from pathlib import Path

import pytest

from tcsalgbench.errors import BadInput
from tcsalgbench.papers.store import keep_paper, kept_paper, kept_papers
from tcsalgbench.samples import sample_folder
from tcsalgbench.workspace import Workspace


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return Workspace.create(tmp_path / "workspace")


def test_a_kept_paper_is_the_paper_with_its_cited_works(workspace: Workspace) -> None:
    paper = keep_paper(workspace, sample_folder("private"))
    assert paper.source.folder.is_relative_to(workspace.root)
    assert set(paper.cited) == {"mannequin", "prototype", "template"}
    assert kept_paper(workspace, paper.record.version_id).source.digest() == paper.source.digest()


def test_keeping_a_paper_again_changes_nothing(workspace: Workspace) -> None:
    first = keep_paper(workspace, sample_folder("regret"))
    again = keep_paper(workspace, sample_folder("regret"))
    assert first == again
    assert [one.record.id for one in kept_papers(workspace)] == [first.record.id]


def test_another_text_under_the_same_version_is_refused(workspace: Workspace, tmp_path: Path) -> None:
    keep_paper(workspace, sample_folder("sketching"))
    changed = tmp_path / "changed"
    shutil.copytree(sample_folder("sketching"), changed)
    with (changed / "paper" / "main.tex").open("a") as main:
        main.write("% changed\n")
    with pytest.raises(BadInput, match="another text"):
        keep_paper(workspace, changed)


def test_a_paper_that_was_never_kept_is_said_to_be_missing(workspace: Workspace) -> None:
    with pytest.raises(BadInput, match="holds no paper nothingv1"):
        kept_paper(workspace, "nothingv1")
