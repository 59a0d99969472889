"""Atomic writes."""

from pathlib import Path

import pytest

from tcsalgbench.workspace import atomic_write, file_name


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


def test_a_name_of_a_file_is_readable_and_no_two_identifiers_share_one() -> None:
    assert file_name("sample-regret") == "sample-regret"
    names = {file_name(one) for one in ("a/b", "a:b", "a b", "a-b", "../a-b", "..", "a" * 90, "a" * 91)}
    assert len(names) == 8
    assert all("/" not in name and not name.startswith(".") for name in names)
