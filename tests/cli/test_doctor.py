"""The doctor."""

import json
from pathlib import Path

import pytest

from tcsalgbench.cli.main import run


def test_the_doctor_names_what_is_there_and_how_to_get_the_rest(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["doctor", "--json"]) == 0
    findings = {one["what"]: one for one in json.loads(capsys.readouterr().out)["findings"]}
    assert findings["Python"]["found"].startswith("3.")
    assert all(one["mend"] for one in findings.values())
    assert run(["doctor"]) == 0
    shown = capsys.readouterr().out
    assert all(f"to get {what}" in shown for what, one in findings.items() if not one["found"])


def test_what_is_missing_is_named_with_what_it_costs_and_the_command_that_mends_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert run(["doctor"]) == 0
    shown = capsys.readouterr().out
    assert "missing" in shown
    assert "no PDF" in shown
    assert "to get a TeX engine: on Debian or Ubuntu: apt-get install" in shown
    assert "Everything is there" not in shown
