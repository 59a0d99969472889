"""`tcsalgbench models`: what is known, which keys are there, what a model honours."""

import json
from pathlib import Path

import pytest

from tcsalgbench.cli.main import run
from tests.servers.formats import KEY, empty_environment, of, served

MODEL = "openai-api/my-server/some-model"


def test_models_are_listed_with_prices_and_missing_keys(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    empty_environment(monkeypatch)
    assert run(["models", "list"]) == 0
    shown = capsys.readouterr().out
    (line,) = (line for line in shown.splitlines() if line.startswith("openai/gpt-5.6-sol  "))
    assert line.split()[1:6] == ["1,050,000", "128,000", "4.00", "0.40", "20.00"]
    assert line.rstrip().endswith("missing: OPENAI_API_KEY")
    (line,) = (line for line in shown.splitlines() if line.startswith("google/"))
    assert line.split()[3:6] == ["unknown"] * 3
    (line,) = (line for line in shown.splitlines() if line.startswith("embedded/"))
    assert line.split()[1:] == ["8,192", "8,192", "0.00", "0.00", "0.00", "none", "none", "needed"]
    assert "looked up on 2026-" in shown


def test_a_key_is_told_by_its_variable_never_by_its_value(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    empty_environment(monkeypatch)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    for arguments in (["models", "list"], ["models", "list", "--json"]):
        assert run(arguments) == 0
        shown = capsys.readouterr().out
        assert "OPENAI_API_KEY" in shown
        assert KEY not in shown


def test_machines_get_the_list_with_sources(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["models", "list", "--json"]) == 0
    listed = {one["name"]: one for one in json.loads(capsys.readouterr().out)["models"]}
    sol = listed["openai/gpt-5.6-sol"]
    assert sol["price"] == {"input": 4.0, "output": 20.0, "cached": 0.4}
    assert sol["source"]
    assert sol["checked"] == "2026-11-18"
    assert listed["bedrock/anthropic.claude-opus-4-8"]["price"] is None


def test_a_catalogue_of_the_user_is_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.toml").write_text(f'schema = 1\n[[model]]\nname = "{MODEL}"\ncontext = 4096\n')
    assert run(["models", "list", "--catalog", str(tmp_path / "mine.toml")]) == 0
    assert MODEL in capsys.readouterr().out
    assert run(["models", "list", "--catalog", str(tmp_path / "none.toml")]) == 2


def test_check_ends_with_0_where_all_is_honoured(capsys: pytest.CaptureFixture[str]) -> None:
    with served(of("compatible")):
        assert run(["models", "check", MODEL]) == 0
    shown = capsys.readouterr().out
    assert "4 calls" in shown
    assert "at a price that is not known" in shown


def test_check_ends_with_1_where_something_is_ignored(capsys: pytest.CaptureFixture[str]) -> None:
    with served(of("compatible"), careless=True):
        assert run(["models", "check", MODEL, "--json"]) == 1
    findings = {one["setting"]: one["verdict"] for one in json.loads(capsys.readouterr().out)["findings"]}
    assert findings["output cap"] == "ignored"


def test_check_ends_with_1_where_the_provider_fails(capsys: pytest.CaptureFixture[str]) -> None:
    with served(of("compatible"), "401", "401"):
        assert run(["models", "check", MODEL]) == 1
    assert "MY_SERVER_API_KEY" in capsys.readouterr().err


def test_check_ends_with_2_without_a_key(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    empty_environment(monkeypatch)
    assert run(["models", "check", "anthropic/claude-opus-4-8"]) == 2
    assert "error (missing-key)" in capsys.readouterr().err


def test_check_uses_the_catalogue_of_the_workspace(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "models.toml").write_text(
        f'schema = 1\n[[model]]\nname = "{MODEL}"\nseed = false\nefforts = []\nprice = {{ input = 1.0, output = 1.0 }}\n'
    )
    with served(of("compatible")) as (server, _):
        assert run(["models", "check", MODEL, "--workspace", str(tmp_path), "--json"]) == 0
        assert "reasoning_effort" not in server.seen[0].body
    told = json.loads(capsys.readouterr().out)
    verdicts = {one["setting"]: one["verdict"] for one in told["findings"]}
    assert (verdicts["seed"], verdicts["effort"]) == ("not sent", "not tested")
    assert told["dollars"] == pytest.approx(58e-6)
