"""Atomic writes."""

from pathlib import Path

import pytest

from tcsalgbench.workspace import atomic_write


def test_an_atomic_write_replaces_the_whole_file(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(b"old and longer")
    atomic_write(path, b"new")
    assert path.read_bytes() == b"new"
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.json"]


def test_a_write_that_fails_leaves_the_old_file_and_no_temporary_one(tmp_path: Path) -> None:
    path = tmp_path / "folder"
    (path / "inside").mkdir(parents=True)  # a folder that is not empty cannot be replaced by a file
    with pytest.raises(OSError, match="folder"):
        atomic_write(path, b"new")
    assert [entry.name for entry in tmp_path.iterdir()] == ["folder"]
