"""A study: many runs at once, recorded as they end, resumed without repeating anything."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tcsalgbench.calls import Stop
from tcsalgbench.errors import BadInput
from tcsalgbench.jobs import cast_of
from tcsalgbench.provers.matched import check_match, made_of_plan, made_of_runs
from tcsalgbench.provers.model import Run
from tcsalgbench.provers.order import Order, Plan, plan_of
from tcsalgbench.provers.processes import run_plan
from tcsalgbench.provers.store import load_runs
from tcsalgbench.provers.systems import System, system_of
from tcsalgbench.workspace import Workspace
from tests.provers.workspaces import ARGUMENT, rule, sample_workspace, script, world

UPPER = "sample-regret/thm:upper"


def system(model: str, workflow: str = "discussion-10", **settings: Any) -> System:  # noqa: ANN401
    return system_of(workflow, cast_of("proving", model=model), {"iterations": 2, "rounds": 3, **settings}, workflow)


def plan(workspace: Workspace, *systems: System, **more: Any) -> Plan:  # noqa: ANN401
    return plan_of(workspace, Order(systems, **more))


def outcome(run: Run) -> dict[str, object]:
    """All of a run but the model, whose name is that of the file with its latency."""
    return run.model_dump(exclude={"model", "settings"})


def test_a_run_is_recorded_with_all_that_led_to_it(tmp_path: Path) -> None:
    workspace = sample_workspace(tmp_path / "w")
    counts = run_plan(plan(workspace, system(script(tmp_path)), patterns=(UPPER,), seeds=(1, 2)), resume=False)
    first, second = load_runs(workspace)
    assert (first.end, first.internally_accepted, first.proof, first.confidence) == ("submitted", True, "P", None)
    assert (first.seed, second.seed) == (1, 2)
    assert first.scope == f"run/comparison/discussion-10/{UPPER}/seed1"
    assert first.usage.calls == 4
    assert first.usage_by_role["prover"].input_tokens == 200
    assert first.usage_by_role["verifier"].cached_input_tokens == 80
    assert set(first.prompts) == {"prover", "verifier"}
    assert first.settings["rounds"] == 3
    assert first.settings["prover.model"] == first.model
    assert (counts.done, counts.accepted, counts.calls, counts.errored, counts.running) == (2, 2, 8, 0, 0)


def test_the_prover_reads_the_library_and_never_what_is_withheld_or_meant_for_people(tmp_path: Path) -> None:
    from tcsalgbench.calls.history import calls_of  # noqa: PLC0415
    from tcsalgbench.calls.journal.reading import reading  # noqa: PLC0415
    from tcsalgbench.challenges.store import load_challenge, load_withheld  # noqa: PLC0415

    workspace = sample_workspace(tmp_path / "w")
    run_plan(plan(workspace, system(script(tmp_path)), patterns=(UPPER,)), resume=False)
    with reading(workspace.root) as shards:
        parts = [part for call in calls_of(shards) for part in call.prompt() if part is not None]
    prompts = "\n".join(part.text for part in parts)
    withheld = load_withheld(workspace, UPPER)
    assert withheld is not None
    assert load_challenge(workspace, UPPER).intuition not in prompts
    assert withheld.proof[:60] not in prompts
    assert all(text[:80] not in prompts for text in withheld.stripped.values())
    assert any("snippets of the library" in part.text for part in parts if part.kind == "snippets")


def test_nothing_that_is_recorded_is_run_again_and_what_errored_goes_on(tmp_path: Path) -> None:
    workspace = sample_workspace(tmp_path / "w")
    broken = rule("prover", ARGUMENT, "round2/prover", 'fault = "server-fault"\ntimes = 99')
    failing = system(script(tmp_path, broken))
    counts = run_plan(plan(workspace, failing), resume=False)
    assert (counts.errored, counts.done) == (2, 2)
    assert {run.end for run in load_runs(workspace)} == {"errored"}
    assert all("fault" in str(run.why) for run in load_runs(workspace))
    script(tmp_path)  # the same file without the fault
    counts = run_plan(plan(workspace, failing, seeds=(1, 2)), resume=True)
    assert (counts.done, counts.errored, counts.calls, counts.replayed) == (4, 0, 16, 4)
    assert {run.end for run in load_runs(workspace)} == {"submitted"}
    assert run_plan(plan(workspace, failing, seeds=(1, 2)), resume=True).calls == 0


def test_recorded_runs_are_not_mixed_with_those_of_another_system_of_the_same_name(tmp_path: Path) -> None:
    workspace = sample_workspace(tmp_path / "w")
    model = script(tmp_path)
    run_plan(plan(workspace, system(model)), resume=False)
    with pytest.raises(BadInput, match="--resume"):
        run_plan(plan(workspace, system(model)), resume=False)
    with pytest.raises(BadInput, match=r"other settings \(rounds"):
        run_plan(plan(workspace, system(model, rounds=4)), resume=True)
    prompts = tmp_path / "prompts"
    prompts.mkdir()
    from tcsalgbench.prompts.book import bundled_text  # noqa: PLC0415

    (prompts / "prover.md").write_text(bundled_text("prover").replace("careful", "careless"))
    with pytest.raises(BadInput, match="the prompt of the prover"):
        run_plan(plan(workspace, system(model), prompts=prompts), resume=True)


def test_the_same_seed_comes_to_the_same_end_in_whatever_order_answers_come(tmp_path: Path) -> None:
    results = []
    for name, latency, faults, at_once in (("still", 0.0, 0.0, 1), ("late", 0.002, 0.0, 1000), ("stormy", 0.001, 0.1, 7)):
        workspace = sample_workspace(tmp_path / name, "regret", "sketching")
        (workspace.root / "secret").write_text("00" * 32)
        systems = [system(world(tmp_path, name, latency, faults), workflow) for workflow in ("direct", "discussion")]
        run_plan(plan(workspace, *systems, seeds=(1, 2, 3), at_once=at_once), resume=False)
        results.append([outcome(run) for run in load_runs(workspace)])
    assert len(results[0]) == 18
    assert results[0] == results[1] == results[2]


def test_seeds_and_systems_draw_independently(tmp_path: Path) -> None:
    workspace = sample_workspace(tmp_path / "w")
    run_plan(plan(workspace, system(world(tmp_path, "w", 0.0), "discussion"), seeds=tuple(range(1, 9))), resume=False)
    assert len({run.usage.output_tokens for run in load_runs(workspace)}) > 8


def test_two_processes_make_the_same_runs_as_one(tmp_path: Path) -> None:
    results = []
    for processes in (1, 2):
        workspace = sample_workspace(tmp_path / str(processes))
        (workspace.root / "secret").write_text("00" * 32)
        order = plan(workspace, system(world(tmp_path, "w", 0.0), "discussion"), seeds=(1, 2, 3))
        counts = run_plan(order, resume=False, processes=processes)
        assert (counts.done, counts.running) == (6, 0)
        results.append(([outcome(run) for run in load_runs(workspace)], counts.calls))
        assert 1 <= len(list(workspace.journal.glob("shard-*.journal"))) <= processes
    assert results[0] == results[1]


def test_a_stop_leaves_runs_to_be_made_and_records_none_as_errored(tmp_path: Path) -> None:
    workspace = sample_workspace(tmp_path / "w")
    stop = Stop()
    stop.now()
    counts = run_plan(plan(workspace, system(script(tmp_path))), resume=False, stop=stop)
    assert (counts.done, counts.left, counts.errored) == (0, 2, 0)
    assert load_runs(workspace) == ()


def test_processes_that_are_stopped_as_they_begin_leave_their_runs_for_later(tmp_path: Path) -> None:
    workspace = sample_workspace(tmp_path / "w")
    stop = Stop()
    stop.now()
    order = plan(workspace, system(world(tmp_path, "slow", 0.5)), seeds=(1, 2, 3))
    counts = run_plan(order, resume=False, processes=2, stop=stop)
    assert (counts.done, counts.left, counts.errored) == (0, 6, 0)


def test_calibration_runs_ask_for_a_confidence_and_are_kept_apart(tmp_path: Path) -> None:
    sure = ARGUMENT.replace(" }", ", confidence = 0.3 }")
    workspace = sample_workspace(tmp_path / "w")
    order = plan(workspace, system(script(tmp_path, rule("prover", sure))), purpose="calibration")
    run_plan(order, resume=False)
    assert {(run.purpose, run.confidence) for run in load_runs(workspace)} == {("calibration", 0.3)}
    script(tmp_path)
    counts = run_plan(plan(workspace, system(script(tmp_path))), resume=False)
    assert counts.done == 2


def test_a_limit_of_tokens_pauses_a_run_and_a_limit_of_calls_ends_it(tmp_path: Path) -> None:
    workspace = sample_workspace(tmp_path / "w")
    tight = system(script(tmp_path), max_output_tokens=128_005)
    run_plan(plan(workspace, tight, patterns=(UPPER,)), resume=False)
    (run,) = load_runs(workspace)
    assert (run.end, run.usage.calls) == ("errored", 1)
    assert "output tokens" in str(run.why)
    raised = system(script(tmp_path), max_output_tokens=1_000_000)
    counts = run_plan(plan(workspace, raised, patterns=(UPPER,)), resume=True)
    assert (counts.done, counts.errored, counts.calls, counts.replayed) == (1, 0, 4, 1), "a pausing limit may be raised"
    assert [run.end for run in load_runs(workspace)] == ["submitted"]
    ended = replace(system(script(tmp_path), max_calls=1), name="limited")
    run_plan(plan(workspace, ended, patterns=(UPPER,)), resume=False)
    limited = load_runs(workspace)[-1]
    assert (limited.end, limited.usage.calls, limited.internally_accepted) == ("submitted", 1, False)


def test_held_challenges_are_not_run_and_unknown_ones_named(tmp_path: Path) -> None:
    from tcsalgbench.challenges.store import load_challenge, save_challenge  # noqa: PLC0415

    workspace = sample_workspace(tmp_path / "w")
    save_challenge(workspace, load_challenge(workspace, UPPER).model_copy(update={"status": "held"}))
    made = plan(workspace, system(script(tmp_path)))
    assert [one.task.id for one in made.planned] == ["sample-regret/thm:lower"]
    with pytest.raises(BadInput, match="held back"):
        plan(workspace, system(script(tmp_path)), patterns=(UPPER,))
    with pytest.raises(BadInput, match="thm:none"):
        plan(workspace, system(script(tmp_path)), patterns=("thm:none",))


def test_a_comparison_is_matched_when_everything_but_the_workflow_is_equal(tmp_path: Path) -> None:
    workspace = sample_workspace(tmp_path / "w")
    model = script(tmp_path)
    order = plan(workspace, system(model), system(model, "discussion"))
    match = check_match(made_of_plan(order.planned, order.book))
    assert match.matched
    assert match.verdict.startswith("limits equal, opportunities not")
    run_plan(order, resume=False)
    match = check_match(made_of_runs(load_runs(workspace)))
    assert match.matched
    calls = {one.name: dict(one.calls) for one in match.systems}
    assert calls == {"discussion": {"decider": 4, "prover": 4, "verifier": 4}, "discussion-10": {"prover": 4, "verifier": 4}}
    limited = plan(workspace, system(model, max_calls=9), system(model, "discussion", max_calls=9))
    assert check_match(made_of_plan(limited.planned, limited.book)).verdict == "calls matched"


def test_runs_that_read_other_texts_or_are_errored_do_not_match(tmp_path: Path) -> None:
    workspace = sample_workspace(tmp_path / "w")
    model = script(tmp_path)
    run_plan(plan(workspace, system(model), system(model, "discussion")), resume=False)
    runs = load_runs(workspace)
    assert all(run.library for run in runs)
    assert len({run.library for run in runs}) == 1
    other = [run.model_copy(update={"library": "another"}) if run.system == "discussion" else run for run in runs]
    assert [one.name for one in check_match(made_of_runs(other)).aspects if not one.equal] == ["texts of the libraries"]
    failed = [runs[0].model_copy(update={"end": "errored"}), *runs[1:]]
    match = check_match(made_of_runs(failed))
    assert match.verdict == "not matched: texts of the libraries, challenges and seeds differ"
    assert match.aspects[-1].found["discussion"] == f"1, others on {runs[0].challenge_id}"


def test_what_is_not_equal_is_named_with_what_each_system_has(tmp_path: Path) -> None:
    workspace = sample_workspace(tmp_path / "w")
    model = script(tmp_path)
    order = plan(workspace, system(model), system("simulated/steady", "discussion", submit="closed-only", snippets=3))
    match = check_match(made_of_plan(order.planned, order.book))
    unequal = {one.name: one.found for one in match.aspects if not one.equal}
    assert set(unequal) == {"models and efforts", "library and tools", "submission"}
    assert unequal["submission"] == {"discussion-10": "submit last", "discussion": "submit closed-only"}
    assert not match.matched
