"""Runs on disk, and submissions of others."""

import multiprocessing
from pathlib import Path

import pytest

from tcsalgbench.errors import BadInput, NewerSchema
from tcsalgbench.provers.model import Run, RunEnd
from tcsalgbench.provers.store import FILE, ROOM, load_runs, read_submissions, save_run
from tcsalgbench.workspace import Workspace

LINE = '{"challenge_id": "c", "system": "mine", "seed": 1, "proof": "By induction.", "confidence": 0.5}'


def made(challenge: str = "c", seed: int = 1, end: RunEnd = "submitted", system: str = "direct") -> Run:
    return Run(
        system=system, model="m/x", workflow="direct", challenge_id=challenge, seed=seed, end=end, proof="P\n\u2028", scope="s"
    )


def test_runs_come_back_as_they_were_saved_in_a_stable_order(tmp_path: Path) -> None:
    workspace = Workspace.create(tmp_path)
    assert load_runs(workspace) == ()
    for run in (made("d"), made("c", 2), made("c", 1), made("c", 1, system="a")):
        save_run(workspace, run)
    assert load_runs(workspace) == (made("c", 1, system="a"), made("c", 1), made("c", 2), made("d"))


def test_a_resumed_run_replaces_its_errored_record_and_never_the_other_way_round(tmp_path: Path) -> None:
    workspace = Workspace.create(tmp_path)
    save_run(workspace, made(end="errored"))
    save_run(workspace, made(end="conceded"))
    assert [run.end for run in load_runs(workspace)] == ["conceded"]
    save_run(workspace, made(end="errored"))
    assert [run.end for run in load_runs(workspace)] == ["conceded"]


@pytest.mark.parametrize("torn", [b'{"schema":1,"system":"dir', b'{"sys' + b"x" * 200_000])
def test_a_record_that_was_cut_short_costs_no_other(tmp_path: Path, torn: bytes) -> None:
    workspace = Workspace.create(tmp_path)
    save_run(workspace, made("a"))
    with (tmp_path / ROOM / FILE).open("ab") as stream:
        stream.write(torn)
    assert load_runs(workspace) == (made("a"),)
    save_run(workspace, made("b"))
    assert load_runs(workspace) == (made("a"), made("b"))


def test_a_file_that_holds_nothing_but_a_torn_record_is_begun_again(tmp_path: Path) -> None:
    workspace = Workspace.create(tmp_path)
    (workspace.folder(ROOM) / FILE).write_bytes(b'{"sys')
    save_run(workspace, made("b"))
    assert load_runs(workspace) == (made("b"),)


def save_many(root: Path, system: str) -> None:
    for seed in range(50):
        save_run(Workspace.open(root), made(seed=seed, system=system))


def test_processes_that_save_at_once_lose_nothing(tmp_path: Path) -> None:
    workspace = Workspace.create(tmp_path)
    processes = [multiprocessing.get_context("fork").Process(target=save_many, args=(tmp_path, name)) for name in "abc"]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert len(load_runs(workspace)) == 150


def test_damage_and_newer_records_are_named_with_their_line(tmp_path: Path) -> None:
    workspace = Workspace.create(tmp_path)
    save_run(workspace, made())
    path = tmp_path / ROOM / FILE
    whole = path.read_bytes()
    path.write_bytes(whole + b"{]\n")
    with pytest.raises(BadInput, match="line 2"):
        load_runs(workspace)
    path.write_bytes(whole.replace(b'"schema":1', b'"schema":99'))
    with pytest.raises(NewerSchema, match="line 1"):
        load_runs(workspace)


def test_submissions_are_read_and_blank_lines_skipped(tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_text(f"{LINE}\n\n" + LINE.replace('"seed": 1', '"seed": 2, "schema": 1'))
    first, second = read_submissions(path)
    assert (first.proof, first.confidence, second.seed) == ("By induction.", 0.5, 2)


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        ("{]", "not JSON"),
        ("[1]", "no JSON object"),
        ('{"challenge_id": "c"}', "system: Field required"),
        (LINE.replace("0.5", "1.5"), "confidence"),
        (LINE.replace("}", ', "verdict": "pass"}'), "verdict: Extra"),
        (LINE, "stands on line 1 already"),
    ],
)
def test_a_bad_submission_is_named_with_file_line_and_reason(tmp_path: Path, bad: str, reason: str) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_text(f"{LINE}\n{bad}\n")
    with pytest.raises(BadInput, match=reason) as caught:
        read_submissions(path)
    assert "mine.jsonl, line 2" in str(caught.value)


def test_a_submissions_file_that_is_not_there_or_no_text_is_bad_input(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read"):
        read_submissions(tmp_path / "none.jsonl")
    path = tmp_path / "mine.jsonl"
    path.write_bytes(b'{"challenge_id": "\xff"}\n')
    with pytest.raises(BadInput, match="line 1"):
        read_submissions(path)
