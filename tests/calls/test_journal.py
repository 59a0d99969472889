"""The journal: found again by name, durable, explained when it drifts, refused when damaged."""

import asyncio
import json
import os
import subprocess
import sys
import tempfile
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tcsalgbench.calls import FileJournal, Part, Price, Reply, Request, Usage
from tcsalgbench.calls.history import LOST, calls_of, lost_on
from tcsalgbench.calls.journal import records
from tcsalgbench.calls.journal.check import check_shard
from tcsalgbench.calls.journal.frames import HEADER, frame
from tcsalgbench.calls.journal.reading import reading
from tcsalgbench.calls.journal.repair import repair_shard
from tcsalgbench.errors import BadInput, Drift, InUse, JournalDamaged, JournalUnwritable, NewerSchema
from tests.support import ask, enter, said, shard_of

TEXT = st.text(alphabet=st.characters(codec=None, exclude_categories=()), max_size=40)
COUNT = st.integers(0, 2**32 - 1)
REPLIES = st.builds(
    Reply, st.sampled_from(["complete", "refused", "truncated"]), TEXT, st.builds(Usage, COUNT, COUNT, COUNT, COUNT)
)
REQUESTS = st.builds(
    Request,
    TEXT,
    TEXT,
    st.lists(st.builds(Part.of, st.sampled_from(["role", "turn", "now"]), TEXT, untrusted=st.booleans()), max_size=4).map(
        tuple
    ),
    st.just(str),
    st.integers(1, 10**6),
    st.none() | st.sampled_from(["high", "max"]),
)


def record(journal: FileJournal, scope: str, request: Request[Any], reply: Reply) -> None:
    enter(journal, scope)
    ticket = journal.begin(scope, request, "test/model", draw=7)
    asyncio.run(journal.finish(ticket, reply))


def find(journal: FileJournal, scope: str, request: Request[Any], model: str) -> Reply | None:
    enter(journal, scope)
    return journal.find(scope, request, model)


def filled(folder: Path, names: str = "abc") -> Path:
    journal = FileJournal(folder, "plain")
    for name in names:
        record(journal, "run", ask(name, f"Prove {name}."), said(f"proof of {name}"))
    journal.close()
    return shard_of(folder)


@settings(max_examples=60)
@given(st.lists(st.tuples(st.sampled_from(["run 1", "run 2"]), REQUESTS, REPLIES), max_size=8))
def test_replay_is_the_identity(calls: list[tuple[str, Request[Any], Reply]]) -> None:
    unique = {(scope, request.name): (scope, request, reply) for scope, request, reply in calls}
    with tempfile.TemporaryDirectory() as folder:
        journal = FileJournal(Path(folder), "plain")
        for scope, request, reply in unique.values():
            assert find(journal, scope, request, "test/model") is None
            record(journal, scope, request, reply)
            assert find(journal, scope, request, "test/model") == reply
        journal.close()
        again = FileJournal(Path(folder), "plain")
        assert [find(again, scope, request, "test/model") for scope, request, _ in unique.values()] == [
            reply for *_, reply in unique.values()
        ]
        again.close()


def test_every_prefix_of_a_journal_file_opens_holds_each_whole_answer_and_goes_on(tmp_path: Path) -> None:
    path = filled(tmp_path)
    content = path.read_bytes()
    with reading(tmp_path) as (shard,):
        log = shard.log_of("run")
        assert log is not None
        ends = [place + HEADER.size + len(shard.payload(place)) for place in log.replies]
    assert len(ends) == 3
    for length in range(len(content) + 1):
        path.write_bytes(content[:length])
        journal = FileJournal(tmp_path, "plain")
        kept = sum(end <= length for end in ends)
        found = [find(journal, "run", ask(name, f"Prove {name}."), "test/model") for name in "abc"]
        assert found == [said(f"proof of {name}") for name in "abc"[:kept]] + [None] * (3 - kept)
        if kept < 3 and length % 7 == 0:
            record(journal, "run", ask("abc"[kept], f"Prove {'abc'[kept]}."), said("made again"))
        journal.close()
        assert check_shard(path) == []


def test_what_is_acknowledged_is_on_disk_before_the_next_step(tmp_path: Path) -> None:
    journal = FileJournal(tmp_path, "fsync")
    record(journal, "run", ask("a"), said("paid for"))
    assert b"paid for" in shard_of(tmp_path).read_bytes()
    journal.close()


def test_the_journal_says_how_durable_it_was(tmp_path: Path) -> None:
    FileJournal(tmp_path, "plain").close()
    FileJournal(tmp_path, "fsync").close()
    with reading(tmp_path) as (shard,):
        assert [json.loads(shard.payload(place))["durability"] for place in shard.openings] == ["plain", "fsync"]


def test_a_part_that_prompts_share_is_stored_once(tmp_path: Path) -> None:
    journal = FileJournal(tmp_path, "plain")
    for name in "abc":
        record(journal, "run", ask(name, "The same long problem. " * 50), said("x"))
    journal.close()
    again = FileJournal(tmp_path, "plain")
    record(again, "run", ask("d", "The same long problem. " * 50), said("x"))
    again.close()
    assert shard_of(tmp_path).read_bytes().count(b"The same long problem. " * 50) == 1


def test_the_same_name_in_another_scope_is_another_call(tmp_path: Path) -> None:
    journal = FileJournal(tmp_path, "plain")
    record(journal, "seed 1", ask("vote"), said("one"))
    assert find(journal, "seed 2", ask("vote"), "test/model") is None
    record(journal, "seed 2", ask("vote"), said("two"))
    assert [find(journal, scope, ask("vote"), "test/model") for scope in ("seed 1", "seed 2")] == [said("one"), said("two")]
    journal.close()


def test_drift_is_explained_part_by_part(tmp_path: Path) -> None:
    journal = FileJournal(tmp_path, "plain")
    record(journal, "run", ask("a", "Let x be fixed. Prove it."), said("x"))
    changed = ask("a", "Let x be given. Prove it.", max_output=200)
    with pytest.raises(Drift) as caught:
        find(journal, "run", changed, "other/model")
    message = str(caught.value)
    assert "The call 'a' of 'run' was answered before, but now asks something else" in message
    assert "max_output: 100 before, 200 now" in message
    assert "model: test/model before, other/model now" in message
    assert "part 2 (problem): differs from character 9: 'Let x be fixed. Prove it.' before" in message
    assert "part 1" not in message
    journal.close()


def test_drift_names_parts_that_came_or_went(tmp_path: Path) -> None:
    journal = FileJournal(tmp_path, "plain")
    record(journal, "run", ask("a"), said("x"))
    longer = ask("a")
    with pytest.raises(Drift, match=r"part 3 \(turn\): new, 5 characters"):
        find(journal, "run", Request("a", "prover", (*longer.parts, Part.of("turn", "Hmm, ")), str, 100), "test/model")
    with pytest.raises(Drift, match=r"part 2 \(problem\): gone, it had 9 characters"):
        find(journal, "run", Request("a", "prover", longer.parts[:1], str, 100), "test/model")
    with pytest.raises(Drift, match=r"trusted problem before, untrusted problem now, with the same text"):
        untrusted = Part.of("problem", "Prove it.", untrusted=True)
        find(journal, "run", Request("a", "prover", (longer.parts[0], untrusted), str, 100), "test/model")
    journal.close()


def test_a_call_that_was_never_answered_cannot_drift(tmp_path: Path) -> None:
    journal = FileJournal(tmp_path, "plain")
    enter(journal)
    journal.begin("run", ask("a", "before"), "test/model", 1)
    journal.close()
    again = FileJournal(tmp_path, "plain")
    assert find(again, "run", ask("a", "after"), "test/model") is None
    again.close()


@pytest.mark.parametrize("where", ["header", "content"])
def test_a_flipped_bit_is_refused_named_and_repaired_without_further_loss(tmp_path: Path, where: str) -> None:
    path = filled(tmp_path)
    content = bytearray(path.read_bytes())
    text = content.index(b"proof of b")
    at = text if where == "content" else content.rindex(b"TJ\0R", 0, text) + 5
    content[at] ^= 4
    path.write_bytes(content)

    def read_all() -> list[Reply | None]:
        journal = FileJournal(tmp_path, "plain")
        try:
            return [find(journal, "run", ask(name, f"Prove {name}."), "test/model") for name in "abc"]
        finally:
            journal.close()

    with pytest.raises(JournalDamaged, match=r"shard-0001\.journal: the (header|content) of a record is damaged at byte \d+"):
        read_all()
    assert path.read_bytes().startswith(content)  # what was there was left as it was
    assert len(check_shard(path)) >= 1
    kept = repair_shard(path)
    assert kept is not None
    assert kept.read_bytes().startswith(bytes(content))
    assert read_all() == [said("proof of a"), None, said("proof of c")]
    assert not any("damaged" in problem.what for problem in check_shard(path))


def test_damage_in_the_last_record_is_refused_since_it_may_have_been_acknowledged(tmp_path: Path) -> None:
    path = filled(tmp_path)
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)
    journal = FileJournal(tmp_path, "plain")
    with pytest.raises(JournalDamaged):
        find(journal, "run", ask("c", "Prove c."), "test/model")
    journal.close()
    kept = repair_shard(path)
    assert kept is not None
    assert b"proof of" in kept.read_bytes()
    assert check_shard(path) == []


def test_after_a_repair_the_same_process_can_open_the_journal(tmp_path: Path) -> None:
    path = filled(tmp_path).rename(tmp_path / "shard-0002.journal")
    content = path.read_bytes()
    path.write_bytes(content[:60] + b"?" + content[61:])
    with pytest.raises(JournalDamaged):
        FileJournal(tmp_path, "plain")
    assert repair_shard(path) is not None
    journal = FileJournal(tmp_path, "plain")
    assert journal._shard.path.name == "shard-0001.journal"  # which the attempt before has given back
    journal.close()


def test_a_run_that_could_not_be_entered_is_not_left_claimed(tmp_path: Path) -> None:
    journal = FileJournal(tmp_path, "plain")
    (tmp_path / "shard-0002.journal").write_bytes(b"some notes of mine, kept under an unlucky name")
    with pytest.raises(BadInput, match="is not a journal"):
        journal.enter("run")
    (tmp_path / "shard-0002.journal").unlink()
    journal.enter("run")
    journal.close()


def test_damage_of_the_head_is_repaired(tmp_path: Path) -> None:
    path = filled(tmp_path)
    content = bytearray(path.read_bytes())
    content[HEADER.size + 2] ^= 1
    path.write_bytes(content)
    repair_shard(path)
    journal = FileJournal(tmp_path, "plain")
    assert find(journal, "run", ask("c", "Prove c."), "test/model") == said("proof of c")
    journal.close()


def test_zeros_at_the_end_are_what_a_power_cut_leaves_and_are_cut(tmp_path: Path) -> None:
    path = filled(tmp_path)
    sound = path.read_bytes()
    path.write_bytes(sound + bytes(5000))
    journal = FileJournal(tmp_path, "plain")
    assert find(journal, "run", ask("c", "Prove c."), "test/model") == said("proof of c")
    journal.close()
    assert check_shard(path) == []


@pytest.mark.parametrize("beyond", [0, 5000])
def test_a_record_that_a_power_cut_filled_up_with_zeros_is_cut_too(tmp_path: Path, beyond: int) -> None:
    journal = FileJournal(tmp_path, "plain")
    record(journal, "run", ask("a"), said("proof of a"))
    kept = journal.shards()[0].end
    record(journal, "run", ask("b", "Prove b."), said("b " * 2000))
    journal.close()
    path = shard_of(tmp_path)
    content = path.read_bytes()
    for reached in range(-(-kept // 512) * 512, len(content), 512):
        path.write_bytes(content[:reached] + bytes(len(content) - reached + beyond))
        assert check_shard(path) == []
        with reading(tmp_path) as shards:
            assert [call.fate for call in calls_of(shards)] in (["answered"], ["answered", "under way"])
        journal = FileJournal(tmp_path, "plain")
        assert find(journal, "run", ask("a"), "test/model") == said("proof of a")
        assert find(journal, "run", ask("b", "Prove b."), "test/model") is None
        record(journal, "run", ask("b", "Prove b."), said("once more"))
        journal.close()
        assert check_shard(path) == []


def test_an_answer_that_ends_in_zeros_is_no_blank(tmp_path: Path) -> None:
    journal = FileJournal(tmp_path, "plain")
    record(journal, "run", ask("a"), said("\0" * 5000))
    journal.close()
    journal = FileJournal(tmp_path, "plain")
    assert find(journal, "run", ask("a"), "test/model") == said("\0" * 5000)
    journal.close()


def test_what_a_dead_process_wrote_is_made_durable_before_it_is_used(tmp_path: Path) -> None:
    first = FileJournal(tmp_path / "other", "plain")
    record(first, "run", ask("a"), said("x"))
    first.close()
    (tmp_path / "journal").mkdir()
    shard_of(tmp_path / "other").rename(tmp_path / "journal" / "shard-0002.journal")
    journal = FileJournal(tmp_path / "journal", "fsync")
    other = next(shard for shard in journal.shards() if shard is not journal._index)
    no_file, pipe_end = os.pipe()  # a thing that cannot be fsynced, in place of a file on a disk that died
    os.dup2(no_file, other.handle)
    with pytest.raises(JournalUnwritable, match="no answer in it is used"):
        journal.enter("run")
    journal.enter("another run")
    journal.close()
    os.close(no_file)
    os.close(pipe_end)


def test_an_answer_whose_waiter_was_cancelled_is_made_durable_before_it_is_found(tmp_path: Path) -> None:
    journal = FileJournal(tmp_path, "fsync")
    enter(journal)

    async def cancelled() -> None:
        ticket = journal.begin("run", ask("a"), "test/model", 1)
        finishing = asyncio.create_task(journal.finish(ticket, said("x")))
        await asyncio.sleep(0)
        finishing.cancel()
        await asyncio.wait([finishing])
        journal.give_up(ticket, 1, "CancelledError")  # which changes nothing: the answer is there

    asyncio.run(cancelled())
    journal._shard.synced = 0  # as if the fsync that was under way had not come to its end
    journal.leave("run")
    assert find(journal, "run", ask("a"), "test/model") == said("x")
    assert journal._shard.synced == journal._shard.size
    (call,) = calls_of(journal.shards())
    assert (call.fate, call.faults) == ("answered", ())
    journal.close()


def test_a_disk_that_fails_to_sync_acknowledges_nothing_and_gives_nothing_back(tmp_path: Path) -> None:
    journal = FileJournal(tmp_path, "fsync")
    enter(journal)
    no_file, pipe_end = os.pipe()

    async def fail_after_the_write() -> None:
        finishing = asyncio.create_task(journal.finish(journal.begin("run", ask("a"), "test/model", 1), said("x")))
        await asyncio.sleep(0)  # it is written now, and its fsync has not begun
        os.dup2(pipe_end, journal._shard._handle)
        await finishing

    with pytest.raises(JournalUnwritable, match="cannot be written"):
        asyncio.run(fail_after_the_write())
    assert journal.find("run", ask("a"), "test/model") is None
    journal.leave("run")
    with pytest.raises(JournalUnwritable):
        journal.enter("run")
    os.close(no_file)
    os.close(pipe_end)
    journal.close()


def test_a_journal_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    (tmp_path / "shard-0001.journal").write_bytes(frame(records.HEAD, b'{"schema": 2, "made_by": "tcsalgbench 9"}'))
    with pytest.raises(NewerSchema, match="newer version"):
        FileJournal(tmp_path, "plain")


def test_a_file_that_is_no_journal_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "shard-0001.journal"
    path.write_bytes(frame(records.PART, b"not a beginning"))
    with pytest.raises(BadInput, match="is not a journal of tcsalgbench"):
        FileJournal(tmp_path, "plain")
    for content in (b"some notes of mine, kept under an unlucky name", b"a note", b"T"):
        path.write_bytes(content)
        with pytest.raises(BadInput, match="is not a journal") if len(content) > 1 else nullcontext():
            FileJournal(tmp_path, "plain").close()
        assert path.read_bytes() == content or content == b"T"  # which is how a journal begins


OTHER_PROCESS = """
import asyncio, sys
from pathlib import Path
from tcsalgbench.calls import FileJournal
from tests.support import ask, said
journal = FileJournal(Path(sys.argv[1]), "plain")
with journal.scope("run"):
    ticket = journal.begin("run", ask("a"), "test/model", 1)
    asyncio.run(journal.finish(ticket, said("from the other")))
    print("ready", flush=True)
    sys.stdin.readline()
"""


def test_two_processes_share_a_journal_but_never_a_run_and_find_each_others_answers(tmp_path: Path) -> None:
    command = [sys.executable, "-c", OTHER_PROCESS, str(tmp_path)]
    journal = FileJournal(tmp_path, "plain")
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"ready\n"
        with pytest.raises(InUse, match=r"The run 'run' is being worked on by another process"), journal.scope("run"):
            pass
        record(journal, "another run", ask("a"), said("mine"))
        other.communicate(b"\n")
    assert find(journal, "run", ask("a"), "test/model") == said("from the other")
    journal.close()
    assert len(list(tmp_path.glob("shard-*.journal"))) == 2


def test_a_shard_whose_process_is_gone_is_taken_over(tmp_path: Path) -> None:
    for _ in range(3):
        FileJournal(tmp_path, "plain").close()
    assert len(list(tmp_path.glob("shard-*.journal"))) == 1


def test_a_repair_of_a_shard_in_use_is_refused(tmp_path: Path) -> None:
    journal = FileJournal(tmp_path, "plain")
    with pytest.raises(InUse, match="is being written by a running process"):
        repair_shard(shard_of(tmp_path))
    journal.close()


def test_verify_notices_records_that_do_not_fit_together(tmp_path: Path) -> None:
    path = filled(tmp_path, "a")
    reply = records.Replied(0, 0, records.name_key("a"), bytes(20), 0.0, 1.0, said("a second answer"))
    orphan = records.Replied(0, 9, 1, bytes(20), 0.0, 1.0, said("to nothing"))
    part = records.pack_part(Part("now", "text", bytes(20), untrusted=False))
    with path.open("ab") as stream:
        for kind, payload in ((b"R", records.pack_reply(reply)), (b"R", records.pack_reply(orphan)), (b"P", part)):
            stream.write(frame(kind, payload))
    said_of = " | ".join(problem.what for problem in check_shard(path))
    assert "says that it answers another" in said_of
    assert "was answered twice; the first answer counts" in said_of
    assert "a reply to call 9, of which there is no beginning" in said_of
    assert "does not have the digest it was stored under" in said_of


def test_history_tells_answered_failed_and_under_way_apart(tmp_path: Path) -> None:
    journal = FileJournal(tmp_path, "plain")
    record(journal, "run", ask("a"), said("x"))
    journal.begin("run", ask("b"), "test/model", 1)
    fates = {call.begun.name: call.fate for call in calls_of(journal.shards())}
    assert fates == {"a": "answered", "b": "under way"}
    journal.close()


def test_no_flipped_bit_makes_an_answer_vanish_or_change_without_an_error(tmp_path: Path) -> None:
    path = filled(tmp_path, "ab")
    content = path.read_bytes()
    for at in range(len(content)):
        path.write_bytes(content[:at] + bytes([content[at] ^ 1 << at % 8]) + content[at + 1 :])
        try:
            journal = FileJournal(tmp_path, "plain")
        except (JournalDamaged, BadInput, NewerSchema):
            continue
        try:
            assert [find(journal, "run", ask(name, f"Prove {name}."), "test/model") for name in "ab"] == [
                said("proof of a"),
                said("proof of b"),
            ]
        except JournalDamaged:
            pass
        finally:
            journal.close()


def test_a_scope_that_was_lost_leaves_its_number_to_no_other(tmp_path: Path) -> None:
    journal = FileJournal(tmp_path, "plain")
    for scope in ("seed 1", "seed 2", "seed 3"):
        record(journal, scope, ask("a"), said(f"answer of {scope}"))
    journal.close()
    path = shard_of(tmp_path)
    content = bytearray(path.read_bytes())
    content[content.index(b"seed 1")] ^= 1
    path.write_bytes(content)
    assert repair_shard(path) is not None
    again = FileJournal(tmp_path, "plain")
    assert find(again, "seed 4", ask("a"), "test/model") is None
    record(again, "seed 4", ask("a"), said("answer of seed 4"))
    again.close()
    last = FileJournal(tmp_path, "plain")
    for scope in ("seed 2", "seed 3", "seed 4"):
        assert find(last, scope, ask("a"), "test/model") == said(f"answer of {scope}")
    last.close()


def test_a_repair_loses_nothing_around_bytes_that_do_not_belong(tmp_path: Path) -> None:
    path = filled(tmp_path)
    content = path.read_bytes()
    at = content.index(b"TJ\0R")
    path.write_bytes(content[:at] + b"abc" + content[at:])
    assert repair_shard(path) is not None
    assert path.read_bytes() == content
    assert repair_shard(path) is None


def test_a_repair_refuses_what_is_not_ours_or_is_newer(tmp_path: Path) -> None:
    paper = tmp_path / "paper.tex"
    paper.write_text("\\documentclass{article}")
    newer, foreign = tmp_path / "shard-0001.journal", tmp_path / "shard-0002.journal"
    newer.write_bytes(frame(records.HEAD, b'{"schema": 2}') + b"damage")
    foreign.write_bytes(b"some notes of mine, kept under an unlucky name")
    for path, error in ((paper, BadInput), (newer, NewerSchema), (foreign, BadInput)):
        before = path.read_bytes()
        with pytest.raises(error):
            repair_shard(path)
        assert path.read_bytes() == before


def test_a_reply_whose_beginning_was_lost_still_counts(tmp_path: Path) -> None:
    path = filled(tmp_path, "a")
    content = bytearray(path.read_bytes())
    content[content.index(b"TJ\0B") + 40] ^= 1
    path.write_bytes(content)
    assert repair_shard(path) is not None
    journal = FileJournal(tmp_path, "plain")
    (call,) = calls_of(journal.shards())
    assert (call.fate, call.settings["role"]) == ("answered", LOST)
    assert lost_on(journal.shards(), "run", lambda role: Price()).calls == 0
    with pytest.raises(Drift, match="was damaged and set aside"):
        find(journal, "run", ask("a", "something else"), "test/model")
    journal.close()


def test_a_shard_that_cannot_roll_back_takes_nothing_more(tmp_path: Path) -> None:
    journal = FileJournal(tmp_path, "plain")
    enter(journal)
    ticket = journal.begin("run", ask("a"), "test/model", 1)
    read_only = os.open(shard_of(tmp_path), os.O_RDONLY)
    os.dup2(read_only, journal._shard._handle)  # every write and every roll-back fails now, as on a disk that died
    os.close(read_only)
    with pytest.raises(JournalUnwritable, match="cannot be written"):
        asyncio.run(journal.finish(ticket, said("x")))
    with pytest.raises(JournalUnwritable):
        journal.begin("run", ask("b"), "test/model", 1)
    journal.close()


def test_long_names_and_many_parts_are_no_trouble(tmp_path: Path) -> None:
    journal = FileJournal(tmp_path, "plain")
    request = Request("n" * 70_000, "prover", tuple(Part.of("turn", "x") for _ in range(70_000)), str, 100)
    record(journal, "s" * 70_000, request, said("x"))
    assert find(journal, "s" * 70_000, request, "test/model") == said("x")
    journal.close()
