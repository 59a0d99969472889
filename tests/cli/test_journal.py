"""The journal commands, over a journal with every kind of call in it."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from tcsalgbench.calls import FileJournal, Reply, Usage
from tcsalgbench.cli.main import run
from tcsalgbench.errors import Overloaded
from tests.support import ask, shard_of


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    journal = FileJournal(tmp_path, "plain")
    journal.enter("run/1")
    journal.enter("run/2")

    def record(name: str, role: str, reply: Reply) -> None:
        ticket = journal.begin("run/1", ask(name, role=role), "test/model", 1)
        asyncio.run(journal.finish(ticket, reply))

    record("round1/prover", "prover", Reply("complete", "By \x1b[31minduction [bold]x[/bold]", Usage(100, 50, 20, 10)))
    record("round1/verifier", "verifier", Reply("refused", "", Usage(120, 0, 1, 0)))
    failed = journal.begin("run/1", ask("round2/prover"), "test/model", 1)
    journal.fault(failed, 1, Overloaded("no room"))
    journal.give_up(failed, 1, "Overloaded")
    journal.begin("run/2", ask("round1/prover"), "test/model", 1)
    journal.close()
    return tmp_path


def as_json(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> Any:  # noqa: ANN401
    assert run([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_show_lists_calls_and_filters_by_scope_name_and_role(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    calls = as_json(["journal", "show", str(folder)], capsys)
    assert [(call["scope"], call["name"], call["fate"]) for call in calls] == [
        ("run/1", "round1/prover", "answered"),
        ("run/1", "round1/verifier", "answered"),
        ("run/1", "round2/prover", "failed"),
        ("run/2", "round1/prover", "under way"),
    ]
    assert len(as_json(["journal", "show", str(folder), "--role", "ver*"], capsys)) == 1
    assert len(as_json(["journal", "show", str(folder), "--scope", "run/2"], capsys)) == 1
    assert [call["name"] for call in as_json(["journal", "show", str(folder), "--last", "2"], capsys)] == [
        "round2/prover",
        "round1/prover",
    ]


def test_show_full_gives_prompt_and_reply_whole_and_harmless(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["journal", "show", str(folder), "--name", "round1/prover", "--scope", "run/1", "--full"]) == 0
    shown = capsys.readouterr().out
    assert "You are the prover." in shown
    assert "By ␛[31minduction [bold]x[/bold]" in shown
    assert "100 in, 50 cached, 20 out, 10 of it reasoning" in shown


def test_show_prints_a_line_a_call_for_people(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["journal", "show", str(folder)]) == 0
    shown = capsys.readouterr().out
    assert "failed, 1 lost" in shown
    assert "4 calls." in shown


def test_stats_add_up_by_role(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stats = as_json(["journal", "stats", str(folder)], capsys)
    prover = stats["roles"]["prover"]
    assert (prover["answered"], prover["failed"], prover["under_way"], prover["attempts_lost"]) == (1, 1, 1, 1)
    assert prover["usage"] == {"known": True, "input": 100, "cached": 50, "output": 20, "reasoning": 10}
    assert stats["roles"]["verifier"]["refused"] == 1
    assert stats["shards"][0]["durability"] == ["plain"]
    assert run(["journal", "stats", str(folder)]) == 0
    assert "lost when their process ended" in capsys.readouterr().out


def test_verify_and_repair_go_from_1_to_0(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["journal", "verify", str(folder)]) == 0
    assert "all sound" in capsys.readouterr().out
    path = shard_of(folder)
    content = bytearray(path.read_bytes())
    content[content.index(b"induction")] ^= 1
    path.write_bytes(content)
    assert run(["journal", "verify", str(folder)]) == 1
    assert "the content of a record is damaged" in capsys.readouterr().out
    assert run(["journal", "repair", str(folder)]) == 0
    assert "the damaged file is kept as" in capsys.readouterr().out
    assert run(["journal", "verify", str(folder)]) == 0
    assert run(["journal", "repair", str(folder)]) == 0
    assert "Nothing is damaged" in capsys.readouterr().out
