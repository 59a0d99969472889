"""Systems in a file, and what a study of them would take."""

from pathlib import Path

import pytest

from tcsalgbench.calls import Price
from tcsalgbench.errors import BadInput, NewerSchema
from tcsalgbench.jobs import cast_of
from tcsalgbench.models.catalog import load_catalog
from tcsalgbench.provers.foresight import catalog_prices, foresee
from tcsalgbench.provers.order import Order, plan_of
from tcsalgbench.provers.systems import load_systems, system_of
from tests.provers.workspaces import sample_workspace

TEN = """schema = 1
[defaults]
workflow = "discussion-10"
effort = "high"
[defaults.settings]
snippets = 4

[[system]]
name = "A"
family = "GPT-5.5"
model = "openai/gpt-5.5"
effort = "xhigh"

[[system]]
name = "B"
workflow = "direct"
preset = "simulated"
[system.settings]
snippets = 2
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "systems.toml"
    path.write_text(text)
    return path


def test_systems_of_a_file_take_what_they_do_not_say_from_its_defaults(tmp_path: Path) -> None:
    first, second = load_systems(written(tmp_path, TEN))
    assert (first.workflow, first.model, first.effort, first.family) == ("discussion-10", "openai/gpt-5.5", "xhigh", "GPT-5.5")
    assert (second.workflow, second.model, second.effort) == ("direct", "simulated/steady", "high")
    assert (first.settings.snippets, second.settings.snippets) == (4, 2)
    assert load_systems(written(tmp_path, TEN), {"snippets": 9})[1].settings.snippets == 9


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('name = "B"', 'name = "A"', "two systems called 'A'"),
        ('name = "B"', 'name = "a/b"', "system 2 name"),
        ('workflow = "direct"', 'workflow = "luck"', "no workflow 'luck'"),
        ('preset = "simulated"', 'preset = "luck"', "no preset 'luck'"),
        ("snippets = 2", "snippets = 0", "snippets: Input should be greater"),
        ("snippets = 2", "snipets = 2", "snipets: Extra"),
        ('family = "GPT-5.5"', 'famly = "GPT-5.5"', "system 1 famly: Extra"),
        ('workflow = "discussion-10"', "", "names no workflow"),
    ],
)
def test_what_is_wrong_with_a_file_of_systems_is_said_with_its_place(tmp_path: Path, old: str, new: str, told: str) -> None:
    with pytest.raises(BadInput, match=told):
        load_systems(written(tmp_path, TEN.replace(old, new)))


def test_a_newer_file_or_none_is_said(tmp_path: Path) -> None:
    with pytest.raises(NewerSchema):
        load_systems(written(tmp_path, TEN.replace("schema = 1", "schema = 2")))
    with pytest.raises(BadInput, match="no file of systems"):
        load_systems(tmp_path / "none.toml")


def test_a_forecast_says_what_it_takes_at_least_and_at_most_without_asking_anybody(tmp_path: Path) -> None:
    workspace = sample_workspace(tmp_path / "w")
    cast = cast_of("proving", model="openai/gpt-5.5")
    systems = (system_of("discussion", cast), system_of("discussion-10", cast), system_of("direct", cast))
    plan = plan_of(workspace, Order(systems, seeds=(1, 2, 3, 4, 5)))
    discussion, ten, direct = foresee(plan.planned, plan.book)
    assert (discussion.runs, discussion.least.calls, discussion.most.calls) == (10, 30, 10 * (20 * 30 + 19))
    assert (ten.least.calls, ten.most.calls) == (20, 200)
    assert direct.least.calls == direct.most.calls == 10
    price = catalog_prices(load_catalog())
    assert price("openai/gpt-5.5") is not None
    assert price("embedded/smollm2") == Price()
    assert price("openai/gpt-unheard-of") is None
    assert direct.most.dollars({"prover": Price(1.0, 2.0)}) == pytest.approx(
        (direct.most.roles["prover"].input_tokens + 2 * 50_000) / 1e6
    )
