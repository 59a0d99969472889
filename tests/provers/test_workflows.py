"""The three workflows, the one rule of submission, the limit on calls."""

from typing import Any

import pytest

from tcsalgbench.calls import Steps
from tcsalgbench.errors import BadInput
from tcsalgbench.provers.ending import Ending, within
from tcsalgbench.provers.shelf import EmptyShelf
from tcsalgbench.provers.workflow import Case, find_workflow, workflow, workflow_names
from tests.provers.acting import (
    STATEMENT,
    Stage,
    accept,
    argue,
    concede,
    decide,
    desk,
    gap,
    objection,
    reject,
    settings,
    summary,
    sure,
)


def played(name: str, answers: Any, *, confident: bool = False, **changed: Any) -> tuple[Ending, Stage]:  # noqa: ANN401
    stage = Stage(answers)
    case = Case(desk(), STATEMENT, EmptyShelf(), settings(**changed), confident=confident)
    return stage.play(within(find_workflow(name).play(case), case.settings.max_calls)), stage


def always(verdict: Any, argument: Any = None) -> Any:  # noqa: ANN401
    """Answers by the last word of the name."""

    def answer(request: Any) -> object:  # noqa: ANN401
        word = request.name.rsplit("/", 1)[-1]
        said = {"decider": decide("prove"), "verifier": verdict, "summary": summary(f"after {request.name}")}
        return said.get(word) or argument or argue(f"argument of {request.name}")

    return answer


def test_direct_is_one_call_and_nobody_has_accepted_it() -> None:
    ended, stage = played("direct", {"prover": argue("A")})
    assert ended == Ending("submitted", proof="A")
    assert stage.names == ["prover"]


@pytest.mark.parametrize(
    ("said", "end"), [("refused", "exhausted"), ("truncated", "exhausted"), ("malformed", "exhausted"), (concede(), "conceded")]
)
def test_direct_without_an_argument_submits_nothing(said: Any, end: str) -> None:  # noqa: ANN401
    ended, _ = played("direct", {"prover": said})
    assert (ended.end, ended.proof) == (end, None)
    assert ended.why


def test_direct_with_a_gap_lists_the_challenge_for_review() -> None:
    ended, _ = played("direct", {"prover": argue("f is undefined", outcome="gap")})
    assert (ended.end, ended.why, ended.proof) == ("conceded", "specification gap", None)
    assert "f is undefined" in ended.review[0]


def test_direct_gives_its_confidence_in_a_calibration_run() -> None:
    ended, _ = played("direct", {"prover": sure("A", 0.75)}, confident=True)
    assert ended.confidence == 0.75


def test_discussion_10_alternates_and_never_decides_or_disproves() -> None:
    ended, stage = played("discussion-10", always(reject(objection())), rounds=10)
    assert len(stage.asked) == 20
    assert {request.role for request in stage.asked} == {"prover", "verifier"}
    assert (ended.end, ended.accepted, ended.proof) == ("submitted", False, "argument of round10/prover")


def test_discussion_10_stops_at_the_first_acceptance() -> None:
    ended, stage = played("discussion-10", always(accept()))
    assert (ended.end, ended.accepted, len(stage.asked)) == ("submitted", True, 2)


def test_discussion_goes_on_with_one_history_and_a_summary_between_iterations() -> None:
    ended, stage = played("discussion", always(reject(objection())), iterations=3, rounds=2)
    assert stage.names.count("iter1/summary") == stage.names.count("iter2/summary") == 1
    assert "iter3/summary" not in stage.names
    assert len(stage.asked) == 3 * 2 * 3 + 2
    assert "after iter1/summary" in stage.prompt("iter2/round1/decider")
    assert "argument of iter1/round1/prover" in stage.prompt("iter2/round1/prover")
    assert (ended.end, ended.accepted) == ("submitted", False)
    assert ended.proof == "argument of iter3/round2/prover"


def test_only_what_was_accepted_is_submitted_under_the_other_rule() -> None:
    ended, _ = played("discussion", always(reject(objection())), submit="closed-only")
    assert (ended.end, ended.proof) == ("exhausted", None)
    ended, _ = played("discussion-10", always(accept()), submit="closed-only")
    assert ended.accepted
    ended, _ = played("direct", {"prover": argue("A")}, submit="closed-only")
    assert (ended.end, ended.proof) == ("exhausted", None)


def test_a_refuted_root_is_conceded_and_listed_for_review_and_its_refutation_never_submitted() -> None:
    answers = {
        "iter1/round1/decider": decide("prove"),
        "iter1/round1/prover": argue("A"),
        "iter1/round1/verifier": reject(objection()),
        "iter1/round2/decider": decide("disprove"),
        "iter1/round2/prover": argue("n = 3"),
        "iter1/round2/verifier": accept(),
    }
    ended, _ = played("discussion", answers)
    assert (ended.end, ended.proof, ended.accepted) == ("conceded", None, False)
    assert "disproof" in str(ended.why)
    assert "n = 3" in ended.review[0]


def test_a_gap_at_the_root_is_conceded_with_that_reason() -> None:
    ended, _ = played("discussion-10", {"round1/prover": argue("A"), "round1/verifier": gap()})
    assert (ended.end, ended.why, ended.proof) == ("conceded", "specification gap", None)
    assert ended.review


def test_a_concession_ends_an_iteration_and_one_before_anything_was_tried_ends_the_run() -> None:
    answers = {
        "iter1/round1/decider": decide("prove"),
        "iter1/round1/prover": "refused",
        "iter1/round2/decider": decide("concede", "stuck"),
        "iter1/summary": summary(),
        "iter2/round1/decider": decide("concede", "really stuck"),
    }
    ended, stage = played("discussion", answers, iterations=20)
    assert (ended.end, ended.why) == ("conceded", "really stuck")
    assert len(stage.asked) == 5


@pytest.mark.parametrize("most", range(1, 9))
def test_a_limit_on_calls_ends_the_search_with_what_it_has(most: int) -> None:
    ended, stage = played("discussion", always(reject(objection())), max_calls=most)
    assert len(stage.asked) == most
    assert (ended.end, ended.accepted) == (("exhausted" if most < 2 else "submitted"), False)


def test_a_new_workflow_is_one_function_under_one_registration() -> None:
    @workflow("twice", "two calls, the second counts", ())
    def twice(case: Case) -> Steps[Ending]:
        attempt = case.attempt_at_root()
        yield from attempt.argue("first/", "proof")
        said = yield from attempt.argue("second/", "proof")
        return Ending("submitted", proof=None if said is None else said.argument)

    assert "twice" in workflow_names()
    ended, _ = played("twice", {"first/prover": argue("A"), "second/prover": argue("B")})
    assert ended.proof == "B"


def test_a_workflow_that_is_not_there_is_named_beside_those_that_are() -> None:
    with pytest.raises(BadInput, match="direct, discussion, discussion-10"):
        find_workflow("luck")
