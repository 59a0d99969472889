"""The prompts commands."""

import json
from pathlib import Path

import pytest

from tcsalgbench.cli.main import run


def test_exported_templates_can_be_changed_and_are_listed_as_yours(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "mine"
    assert run(["prompts", "export", str(folder)]) == 0
    capsys.readouterr()
    assert run(["prompts", "list", "--json"]) == 0
    bundled = screener(capsys)
    (folder / "screener.md").write_text((folder / "screener.md").read_text().replace("You sort", "You judge"))
    assert run(["prompts", "list", "--prompts", str(folder), "--json"]) == 0
    yours = screener(capsys)
    assert bundled["template"] == "bundled"
    assert yours["template"].endswith("screener.md")
    assert bundled["digest"] != yours["digest"]


def screener(capsys: pytest.CaptureFixture[str]) -> dict[str, str]:
    rows: list[dict[str, str]] = json.loads(capsys.readouterr().out)
    return next(row for row in rows if row["role"] == "screener")


def test_an_export_never_writes_over_anything(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "screener.md").write_text("mine")
    assert run(["prompts", "export", str(tmp_path)]) == 2
    assert (tmp_path / "screener.md").read_text() == "mine"
