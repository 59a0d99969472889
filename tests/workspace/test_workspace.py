"""Workspaces."""

from pathlib import Path

import pytest

from tcsalgbench.errors import BadInput, NewerSchema
from tcsalgbench.workspace import Workspace


def test_a_workspace_is_made_once_and_opened_after(tmp_path: Path) -> None:
    made = Workspace.create(tmp_path / "deep" / "work")
    assert Workspace.open(tmp_path / "deep" / "work") == made == Workspace.create(tmp_path / "deep" / "work")


def test_a_folder_that_is_no_workspace_is_not_opened(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="is no workspace"):
        Workspace.open(tmp_path)


def test_a_workspace_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    (tmp_path / "workspace.json").write_text('{"schema": 99, "made_by": "tcsalgbench 9"}')
    with pytest.raises(NewerSchema):
        Workspace.create(tmp_path)


def test_a_workspace_that_cannot_be_made_says_why(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match="No workspace can be made"):
        Workspace.create(tmp_path / "file" / "work")
