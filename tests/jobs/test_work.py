from functools import partial
from pathlib import Path

import pytest

from tcsalgbench.calls import Answer, Errored, Finished, Price, Steps
from tcsalgbench.errors import BadInput
from tcsalgbench.jobs import Cast, Desk, Work, cast_of, forecast
from tcsalgbench.papers.screen import SCREENER, Screening
from tcsalgbench.prompts import Fence, PromptBook, Untrusted
from tcsalgbench.workspace import Workspace

VALUES = {"title": Untrusted("title", "T"), "abstract": Untrusted("abstract", "A" * 4000)}


def script(folder: Path) -> str:
    path = folder / "replies.toml"
    path.write_text(
        'schema = 1\n[[reply]]\nrole = "screener"\n'
        'json = { bounds_complexity = true, area = "DP", reason = "r" }\nusage = { input = 7, output = 3 }\n'
    )
    return f"scripted/{path}"


def steps(desk: Desk) -> Steps[Answer[Screening]]:
    answer: Answer[Screening] = yield desk.request(SCREENER, "screener", VALUES)
    return answer


def test_jobs_of_one_workspace_share_journal_and_accounts_and_are_replayed(tmp_path: Path) -> None:
    workspace, cast = Workspace.create(tmp_path / "w"), cast_of("construction", model=script(tmp_path))
    for replayed in (0, 2):
        desk = Desk(PromptBook(Fence(workspace.secret())), cast)
        with Work(workspace, cast, ["screener"]) as work:
            outcomes = work.run({scope: partial(steps, desk) for scope in ("a", "b")})
        assert all(isinstance(one, Finished) and one.value.value is not None for one in outcomes.values())
        assert (work.meter.of("screener").calls, work.meter.of("screener").replayed) == (2, replayed)


def test_a_job_that_cannot_end_does_not_disturb_the_others(tmp_path: Path) -> None:
    workspace, cast = Workspace.create(tmp_path / "w"), cast_of("construction", model=script(tmp_path))
    desk = Desk(PromptBook(Fence(workspace.secret())), cast)

    def failing() -> Steps[Answer[Screening]]:
        yield from steps(desk)
        raise BadInput("no")

    with Work(workspace, cast, ["screener"]) as work:
        outcomes = work.run({"a": failing, "b": lambda: steps(desk)})
    assert isinstance(outcomes["a"], Errored)
    assert isinstance(outcomes["b"], Finished)


def test_a_model_that_costs_money_wants_a_cap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "not-a-key-of-anybody")
    work = Work(Workspace.create(tmp_path / "w"), cast_of("construction", model="anthropic/claude-opus-4-8"), ["screener"])
    with pytest.raises(BadInput, match="--max-dollars"), work:
        pass


def test_a_preset_names_a_model_a_role_and_an_effort_replaces_its_own(tmp_path: Path) -> None:
    cast = cast_of("scoring", preset="paper", effort="max")
    assert cast.choice("voter").effort == "max"
    assert cast.choice("voter").model == cast_of("scoring", preset="paper").choice("voter").model


def test_without_a_model_the_command_says_how_to_name_one() -> None:
    with pytest.raises(BadInput, match="--preset"):
        cast_of("scoring")
    with pytest.raises(BadInput, match="either --model"):
        cast_of("scoring", preset="paper", model="simulated/steady")
    with pytest.raises(BadInput, match="Name the models"):
        Cast("scoring").choice("voter")


def test_a_forecast_counts_calls_and_prompts_without_asking_anybody() -> None:
    desk = Desk(PromptBook(Fence(b"s")), cast_of("construction", model="simulated/steady"))
    said = Screening(bounds_complexity=True, area="DP", reason="r")
    made = forecast((steps(desk) for _ in range(3)), lambda request: (said, 100))
    assert made.calls == 3
    assert made.roles["screener"].output_tokens == 300
    assert made.roles["screener"].input_tokens > 3 * 1000
    assert made.dollars({"screener": Price(1.0, 10.0)}) == pytest.approx(made.roles["screener"].input_tokens / 1e6 + 0.003)
    assert made.dollars({}) is None
