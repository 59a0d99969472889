"""The doctor."""

import json

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
