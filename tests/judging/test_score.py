from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tcsalgbench.calls import Reply, Request, Usage
from tcsalgbench.errors import BadInput, ServerFault
from tcsalgbench.judging.entries import entries_of
from tcsalgbench.judging.model import Score
from tcsalgbench.judging.store import load_scores, organised_log, vote_log
from tcsalgbench.workspace import Workspace
from tests.judging.panelists import Panelist, ballot, fenced, organised, session, submissions

CHALLENGE = "sample-sketching/thm:main"
PROOF = "Let $m\\ge 1$. Then the claim follows from the definition. This proves the theorem."


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return submissions(tmp_path / "s.jsonl", (CHALLENGE, "theirs", PROOF, 1), (CHALLENGE, "theirs", PROOF + " Done again.", 2))


def labels(scores: tuple[Score, ...]) -> list[bool | None]:
    return [score.label for score in scores]


def votes_by_number(*verdicts: str | Reply) -> Panelist:
    def voter(request: Request[Any], draw: int) -> str | Reply:
        said = verdicts[int(request.name.removeprefix("vote/")[0]) - 1]
        return said if isinstance(said, Reply) else ballot(said)

    return Panelist(voter)


@pytest.mark.parametrize(
    ("verdicts", "label"),
    [
        (("PASS", "PASS", "PASS"), True),
        (("PASS", "FAIL", "PASS"), True),
        (("FAIL", "PASS", "FAIL"), False),
        (("FAIL", "FAIL", "FAIL"), False),
    ],
)
def test_two_of_three_decide(workspace: Workspace, file: Path, verdicts: tuple[str, ...], label: bool) -> None:
    assert labels(session(workspace, votes_by_number(*verdicts)).score(file).scores) == [label, label]


@pytest.mark.parametrize(
    "reply",
    [
        Reply("refused", "", Usage()),
        Reply("truncated", ballot("PASS"), Usage()),
        Reply("complete", "PASS", Usage()),
        Reply("complete", ballot("PASS") + ballot("PASS"), Usage()),
    ],
)
def test_a_vote_that_is_none_is_no_pass_and_is_not_asked_again(workspace: Workspace, file: Path, reply: Reply) -> None:
    client = votes_by_number("PASS", reply, "FAIL")
    assert labels(session(workspace, client).score(file).scores) == [False, False]
    asked = len(client.asked)
    assert labels(session(workspace, client).score(file).scores) == [False, False]
    assert len(client.asked) == asked
    ends = {vote.number: vote.end for vote in vote_log(workspace).records()}
    assert ends[2] == ("malformed" if reply.end == "complete" else reply.end)


def test_nothing_is_judged_twice_and_equal_proofs_are_judged_once(workspace: Workspace, tmp_path: Path) -> None:
    path = submissions(tmp_path / "s.jsonl", (CHALLENGE, "a", PROOF, 1), (CHALLENGE, "b", PROOF, 7))
    client = Panelist()
    assert labels(session(workspace, client).score(path).scores) == [True, True]
    assert sorted(client.asked) == ["organise/1", "vote/1", "vote/2", "vote/3"]
    session(workspace, client).score(path)
    assert len(client.asked) == 4
    assert len(list(vote_log(workspace).records())) == 3
    assert {(score.system, score.seed) for score in load_scores(workspace)} == {("a", 1), ("b", 7)}


def test_a_fault_leaves_a_submission_unscored_and_its_vote_alone_is_asked_again(workspace: Workspace, file: Path) -> None:
    down = [True]

    def voter(request: Request[Any], draw: int) -> str:
        if down[0] and request.name == "vote/2" and "Done again" in fenced(request)["proof to verify"]:
            raise ServerFault("down")
        return ballot()

    client = Panelist(voter)
    first = session(workspace, client).score(file)
    assert labels(first.scores) == [True, None]
    assert "vote 2 of 3 missing" in (first.scores[1].why or "") and "down" in (first.scores[1].why or "")
    down[0] = False
    client.asked.clear()
    assert labels(session(workspace, client).score(file).scores) == [True, True]
    assert client.asked == ["vote/2"]
    assert labels(load_scores(workspace)) == [True, True]


def test_faults_in_every_wave_of_a_scoring_are_waited_out(workspace: Workspace, file: Path) -> None:
    failed: set[int] = set()

    def first_down(answer: Callable[[Request[Any]], str]) -> Callable[[Request[Any], int], str]:
        def answering(request: Request[Any], draw: int) -> str:
            if draw not in failed:
                failed.add(draw)
                raise ServerFault("down")
            return answer(request)

        return answering

    client = Panelist(first_down(lambda request: ballot()), first_down(organised))
    assert labels(session(workspace, client, early=True).score(file).scores) == [True, True]
    assert len(client.asked) == 2 * len(failed) == 12


def test_stopping_when_decided_skips_the_third_vote_and_never_changes_a_label(workspace: Workspace, tmp_path: Path) -> None:
    patterns = [tuple("PASS" if number >> bit & 1 else "FAIL" for bit in range(3)) for number in range(8)]
    proofs = [(CHALLENGE, "s", f"{PROOF} Pattern {number}.", number) for number in range(8)]
    path = submissions(tmp_path / "s.jsonl", *proofs)

    def voter(request: Request[Any], draw: int) -> str:
        pattern = int(fenced(request)["proof to verify"].rpartition("Pattern ")[2].rstrip("."))
        return ballot(patterns[pattern][int(request.name[-1]) - 1])

    early = session(workspace, Panelist(voter), early=True).score(path)
    assert early.skipped_votes == 4
    assert early.skipped_tokens > 0
    client = Panelist(voter)
    whole = session(workspace, client).score(path)
    assert labels(early.scores) == labels(whole.scores) == [sum(one == "PASS" for one in p) >= 2 for p in patterns]
    assert client.asked == ["vote/3"] * 4


def test_votes_differ_in_their_draws(workspace: Workspace, file: Path) -> None:
    draws: list[int] = []

    def voter(request: Request[Any], draw: int) -> str:
        draws.append(draw)
        return ballot()

    session(workspace, Panelist(voter)).score(file)
    assert len(set(draws)) == 6


def test_voters_see_the_problem_and_the_proof_and_nothing_of_the_system(workspace: Workspace, tmp_path: Path) -> None:
    seen: list[Request[Any]] = []

    def voter(request: Request[Any], draw: int) -> str:
        seen.append(request)
        return ballot()

    path = submissions(tmp_path / "s.jsonl", (CHALLENGE, "system-of-renown", PROOF, 4711))
    session(workspace, Panelist(voter)).score(path)
    assert set(fenced(seen[0])) == {"original problem", "proof to verify"}
    assert not any(words in part.text for part in seen[0].parts for words in ("renown", "4711", CHALLENGE))


def test_an_empty_or_enormous_proof_is_rejected_without_a_call(workspace: Workspace, tmp_path: Path) -> None:
    path = submissions(tmp_path / "s.jsonl", (CHALLENGE, "a", " \n", 1), (CHALLENGE, "a", "x" * 1_500_001, 2))
    client = Panelist()
    scores = session(workspace, client).score(path).scores
    assert labels(scores) == [False, False]
    assert client.asked == []
    assert "empty" in (scores[0].why or "") and "1,500,001 characters" in (scores[1].why or "")


def test_another_judge_under_the_same_name_is_refused(workspace: Workspace, file: Path) -> None:
    session(workspace, Panelist()).score(file)
    with pytest.raises(BadInput, match="rescore"):
        session(workspace, Panelist(), rules="Constants must be explicit.").score(file)


def test_a_submission_for_an_unknown_challenge_is_named(workspace: Workspace, tmp_path: Path) -> None:
    path = submissions(tmp_path / "s.jsonl", ("nobody/knows", "a", PROOF, 1))
    with pytest.raises(BadInput, match="nobody/knows"):
        session(workspace, Panelist()).score(path)


def test_an_organiser_that_repairs_is_told_once_and_then_the_raw_proof_is_judged(workspace: Workspace, file: Path) -> None:
    def organiser(request: Request[Any], draw: int) -> str:
        document = fenced(request)["submitted proof"] + " Since $m$ is an integer, we may divide by it."
        return organised(request, document=document)

    client = Panelist(organiser=organiser)
    session(workspace, client).score(file)
    assert sorted(client.of("organise")) == ["organise/1", "organise/1", "organise/2", "organise/2"]
    for one in organised_log(workspace).records():
        assert one.raw
        assert one.document.startswith(PROOF) and "divide" not in one.document
        assert any("added: «Since $m$ is an integer" in fault for fault in one.faults)


def test_a_citation_without_label_and_quotation_may_leave_them_empty(workspace: Workspace, file: Path) -> None:
    listed = {"written": "from the definition", "work": "textbook", "label": "", "quote": " "}
    session(workspace, Panelist(organiser=lambda request, draw: organised(request, (listed,)))).score(file)
    kept = [(one.raw, one.attempts, one.citations[0].quote) for one in organised_log(workspace).records()]
    assert kept == [(False, 1, None)] * 2


def test_a_dry_run_counts_calls_and_asks_nobody(workspace: Workspace, file: Path) -> None:
    client = Panelist()
    forecast, _ = session(workspace, client).forecast(entries_of(workspace, file))
    assert client.asked == []
    assert {role: one.calls for role, one in forecast.roles.items()} == {"proof-organiser": 2, "scoring-voter": 6}
    session(workspace, client).score(file)
    assert session(workspace, client).forecast(entries_of(workspace, file))[0].calls == 0
