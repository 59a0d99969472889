"""How commands end: exit statuses, and sentences instead of tracebacks."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.core import TyperGroup

from tcsalgbench import __version__
from tcsalgbench.calls.journal import records
from tcsalgbench.calls.journal.frames import frame
from tcsalgbench.cli.commands import COMMANDS, load
from tcsalgbench.cli.main import run
from tcsalgbench.cli.output import printable


def test_the_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"tcsalgbench {__version__}\n"


@pytest.mark.parametrize("arguments", [["nonsense"], ["journal", "show", "--last", "0"], ["journal", "show", "--nothing"]])
def test_wrong_use_ends_with_2(arguments: list[str]) -> None:
    assert run(arguments) == 2


def test_a_missing_journal_ends_with_2_and_says_what_to_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["journal", "stats", "--workspace", str(tmp_path)]) == 2
    assert "error (bad-input): There is no journal at" in capsys.readouterr().err


def test_machines_get_errors_as_json_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "shard-0001.journal").write_bytes(frame(records.HEAD, b'{"schema": 99}'))
    assert run(["journal", "show", str(tmp_path), "--json"]) == 2
    assert json.loads(capsys.readouterr().out)["error"]["kind"] == "newer-schema"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_and_every_leaf_an_example(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    command = load(name)
    for path in [[name, leaf] for leaf in command.commands] if isinstance(command, TyperGroup) else [[name]]:
        assert run([*path, "--help"]) == 0
        shown = capsys.readouterr().out
        assert f"Usage: tcsalgbench {' '.join(path)}" in shown
        assert f"Example: tcsalgbench {' '.join(path)}" in shown


def test_the_commands_are_listed_with_a_line_each_that_is_not_cut(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--help"]) == 0
    shown = capsys.readouterr().out
    assert [line.split()[0] for line in shown.partition("Commands:")[2].splitlines() if line] == list(COMMANDS)
    assert "..." not in shown.replace("[ARGS]...", "")


def test_a_slip_in_the_name_of_a_command_is_answered_with_the_right_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["modles"]) == 2
    assert "Did you mean 'models'?" in capsys.readouterr().err


def test_a_list_of_the_commands_loads_the_code_of_none() -> None:
    code = (
        "import sys; from tcsalgbench.cli.main import run; run(['--help']); print([n for n in sys.modules if 'algbench' in n])"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.splitlines()[-1]
    assert not [name for name in COMMANDS if f"tcsalgbench.cli.{name}'" in shown]
    assert "tcsalgbench.calls" not in shown


def test_what_models_write_cannot_steer_a_terminal() -> None:
    assert printable("a\x1b[2Jb\x07\u202ec\n\td\x9b") == "a␛[2Jb␇\ufffdc\n\td\ufffd"


def test_loading_every_command_loads_no_heavy_library() -> None:
    heavy = ["polars", "inspect_ai", "openai", "anthropic", "botocore", "httpx", "scipy", "matplotlib", "pybtex", "jinja2"]
    code = f"""
import sys
from tcsalgbench.cli.commands import COMMANDS, load
for name in COMMANDS:
    load(name)
print([name for name in {heavy} if name in sys.modules])
"""
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "[]"
