from pathlib import Path
from typing import Any

import pytest

from tcsalgbench.calls import Request
from tcsalgbench.errors import BadInput
from tcsalgbench.judging.family import family_flags, family_of
from tcsalgbench.judging.model import Score
from tcsalgbench.judging.rescore import compare, rescore
from tcsalgbench.workspace import Workspace
from tests.judging.panelists import Panelist, ballot, fenced, session, submissions

CHALLENGE = "sample-sketching/thm:main"
OTHER = "sample-sketching/thm:upper"


def score(system: str, challenge: str, judge: str, label: bool | None, seed: int = 1) -> Score:
    key = f"{system}{challenge}{seed}"
    return Score(submission=key, challenge_id=challenge, system=system, seed=seed, judge=judge, label=label)


def test_a_second_judge_votes_on_the_same_organised_proofs_and_changes_are_counted(
    workspace: Workspace, tmp_path: Path
) -> None:
    path = submissions(
        tmp_path / "s.jsonl", (CHALLENGE, "a", "By symmetry it holds.", 1), (CHALLENGE, "b", "It is obvious.", 1)
    )
    session(workspace, Panelist()).score(path)

    def strict(request: Request[Any], draw: int) -> str:
        return ballot("FAIL" if "obvious" in fenced(request)["proof to verify"] else "PASS")

    client = Panelist(strict)
    scored, report = rescore(session(workspace, client, model="test/strict", name="strict", votes=1))
    assert client.asked == ["vote/1", "vote/1"]
    assert [one.judge for one in scored.scores] == ["strict", "strict"]
    assert (report.both_accept, report.only_first, report.only_second, report.both_reject) == (1, 1, 0, 0)
    assert report.changes == ((CHALLENGE, "b", 1, False),)
    assert {one.system: one.second_coverage for one in report.systems} == {"a": 1, "b": 0}


def test_a_change_of_order_is_named_and_a_tie_is_none() -> None:
    scores = []
    for system, first, second in (
        ("a", (True, True), (True, False)),
        ("b", (True, False), (True, True)),
        ("c", (0, 0), (1, 0)),
    ):
        for challenge, one, other in zip(("p", "q"), first, second, strict=True):
            scores += [score(system, challenge, "majority", bool(one)), score(system, challenge, "m", bool(other))]
    report = compare(scores, "majority", "m")
    assert report.swapped == (("a", "b"),)
    assert {one.system: (one.gained, one.lost) for one in report.systems} == {"a": (0, 1), "b": (1, 0), "c": (1, 0)}


def test_what_one_judge_has_not_scored_is_not_compared() -> None:
    scores = [
        score("a", "p", "majority", label=True),
        score("a", "p", "m", label=None),
        score("a", "q", "majority", label=True),
    ]
    report = compare(scores, "majority", "m")
    assert (report.compared, report.unscored) == (0, 1)


def test_rescoring_needs_scores_and_a_name_of_its_own(workspace: Workspace) -> None:
    with pytest.raises(BadInput, match="score"):
        rescore(session(workspace, Panelist(), name="m"))
    with pytest.raises(BadInput, match="name of its own"):
        rescore(session(workspace, Panelist()))


@pytest.mark.parametrize(
    ("voter", "prover", "same"),
    [
        ("openai/gpt-5.5", "openai/gpt-5.6-sol", True),
        ("bedrock/anthropic.claude-opus-4-8", "anthropic/claude-fable-5", True),
        ("openai/gpt-5.5", "anthropic/claude-opus-4-8", False),
        ("openai/o3", "openai/gpt-5.5", True),
        ("vendor/own-model", "vendor/own-model", True),
        ("vendor/own-model", "vendor/other", False),
    ],
)
def test_voter_and_prover_of_one_family_are_flagged(voter: str, prover: str, same: bool) -> None:
    assert (family_of(voter) == family_of(prover)) is same
    assert bool(family_flags(voter, [prover, None])) is same
