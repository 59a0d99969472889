"""What goes wrong around model calls, as a user meets it: for each its own message and exit code, and nothing is lost."""

import subprocess
import sys
from pathlib import Path

import pytest

from tcsalgbench.calls.journal import records
from tcsalgbench.calls.journal.frames import frame
from tcsalgbench.cli.main import run
from tests.servers.formats import of, served
from tests.support import shard_of

REPLIES = 'schema = 1\n[[reply]]\ntext = "I would rather talk about the weather."\n'
HOLDS = """
import sys
from pathlib import Path
from tcsalgbench.calls import FileJournal
from tcsalgbench.calls.journal.reading import reading
with reading(Path(sys.argv[1])) as shards:
    scopes = [scope for shard in shards for scope in shard.scopes]
journal = FileJournal(Path(sys.argv[1]), "plain")
for scope in scopes:
    journal.enter(scope)
print("holding", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def build(tmp_path: Path) -> list[str]:
    """A command that asks a model which answers garbage for ever."""
    (tmp_path / "replies.toml").write_text(REPLIES)
    model = f"scripted/{tmp_path / 'replies.toml'}"
    return ["graph", "build", "sample:regret", "--model", model, "--no-audit", "--workspace", str(tmp_path / "work")]


def shard(tmp_path: Path) -> Path:
    return shard_of(tmp_path / "work" / "journal")


def told(capsys: pytest.CaptureFixture[str]) -> str:
    return capsys.readouterr().err


def test_a_model_that_answers_garbage_for_ever_is_asked_twice_a_call_and_each_dropped_answer_is_named(
    build: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    run(build)
    shown = capsys.readouterr().out
    assert shown.count("malformed: it is not one JSON document") == 3
    run(build)
    assert "annotator        2      2" in capsys.readouterr().out  # both found again, neither asked again


def test_a_journal_that_was_cut_goes_on(build: list[str], tmp_path: Path) -> None:
    ended = run(build)
    content = shard(tmp_path).read_bytes()
    shard(tmp_path).write_bytes(content[:-100])
    assert run(build) == ended
    assert run(["journal", "verify", str(tmp_path / "work")]) == 0


def test_a_flipped_bit_in_an_answer_ends_with_2_until_it_is_repaired(
    build: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ended = run(build)
    content = bytearray(shard(tmp_path).read_bytes())
    content[content.index(b"the weather")] ^= 4
    shard(tmp_path).write_bytes(content)
    capsys.readouterr()
    assert run(build) == 2
    assert "error (journal-damaged)" in (shown := told(capsys))
    assert "tcsalgbench journal repair" in shown
    assert run(["journal", "repair", str(tmp_path / "work")]) == 0
    assert run(build) == ended


def test_a_journal_of_a_newer_version_ends_with_2_and_is_left_alone(
    build: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(build)
    newer = frame(records.HEAD, records.pack_json({"schema": records.SCHEMA + 1}))
    newer += shard(tmp_path).read_bytes()[len(records.head_frame()) :]
    shard(tmp_path).write_bytes(newer)
    capsys.readouterr()
    assert run(build) == 2
    assert "error (newer-schema)" in (shown := told(capsys))
    assert "Install a newer tcsalgbench" in shown
    assert shard(tmp_path).read_bytes() == newer


def test_two_processes_on_one_run_end_with_2_for_the_second(
    build: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(build)
    command = [sys.executable, "-c", HOLDS, str(tmp_path / "work" / "journal")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"holding\n"
        capsys.readouterr()
        assert run(build) == 2
        assert "is being worked on by another process" in told(capsys)
        other.communicate(b"")


def test_a_budget_that_can_never_fit_ends_with_2_before_anything_is_sent(
    build: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    dear = [*build[:3], "--model", "anthropic/claude-opus-4-8", "--no-audit", *build[-2:]]
    with served(of("anthropic")) as (server, _):
        assert run([*dear, "--max-dollars", "0.01"]) == 2
        assert "it can never fit" in told(capsys)
        assert run(dear) == 2
        assert "Cap it with --max-dollars" in told(capsys)
        assert server.seen == []
