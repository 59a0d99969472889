"""The catalogue of models: every figure has a source, what is unknown is absent, a user's file goes above it."""

import re
from pathlib import Path

import pytest

from tcsalgbench.calls import Price
from tcsalgbench.errors import BadInput, NewerSchema
from tcsalgbench.models.catalog import Entry, load_catalog
from tcsalgbench.models.providers import HOSTED, provider_of

PAPER = {
    "anthropic/claude-opus-4-8": {"high", "xhigh", "max"},
    "anthropic/claude-fable-5": {"high", "xhigh"},
    "openai/gpt-5.5": {"high", "xhigh"},
    "openai/gpt-5.6-sol": {"high", "xhigh", "max"},
}


def test_every_figure_has_its_source_and_day() -> None:
    for entry in load_catalog().model:
        assert entry.source, entry.name
        assert entry.checked is not None
        assert entry.name == "embedded/smollm2" or provider_of(entry.name).name in HOSTED


def test_the_models_of_the_paper_are_known_with_their_efforts() -> None:
    for name, efforts in PAPER.items():
        assert efforts <= set(load_catalog().entry(name).efforts or ())


def test_a_model_that_is_not_listed_is_known_by_its_name_only() -> None:
    assert load_catalog().entry("openai/gpt-99") == Entry(name="openai/gpt-99")


def write(path: Path, *lines: str) -> Path:
    path.write_text("\n".join(("schema = 1", *lines)))
    return path


def test_a_file_of_the_user_replaces_an_entry_whole_and_adds_others(tmp_path: Path) -> None:
    file = write(
        tmp_path / "mine.toml",
        '[[model]]\nname = "openai/gpt-5.5"\nprice = { input = 1.0, output = 2.0 }\nchecked = 2026-01-02',
        '[[model]]\nname = "openai-api/vllm/qwen"\nschema = false\nseed = false\nefforts = []',
    )
    known = load_catalog(file)
    assert known.entry("openai/gpt-5.5").channel_price() == Price(1.0, 2.0, None)
    assert known.entry("openai/gpt-5.5").context is None
    assert known.entry("openai-api/vllm/qwen").takes_schema is False
    assert known.entry("anthropic/claude-opus-4-8").context == 1_000_000


def test_the_workspace_may_hold_a_catalogue_and_a_named_file_goes_above_it(tmp_path: Path) -> None:
    write(tmp_path / "models.toml", '[[model]]\nname = "openai/gpt-5.5"\ncontext = 5')
    above = write(tmp_path / "above.toml", '[[model]]\nname = "openai/gpt-5.5"\ncontext = 6')
    assert load_catalog(None, tmp_path).entry("openai/gpt-5.5").context == 5
    assert load_catalog(above, tmp_path).entry("openai/gpt-5.5").context == 6


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("[[model]]\ncontext = 5", "model 1 name: Field required"),
        ('[[model]]\nname = "a/b"\nprice = { input = -1.0, output = 2.0 }', "model 1 price input"),
        ('[[model]]\nname = "a/b"\nefforts = ["heroic"]', "model 1 efforts 1"),
        ('[[model]]\nname = "a/b"\ncolour = "red"', "model 1 colour: Extra inputs"),
        ("[[model", "cannot be read as TOML"),
    ],
)
def test_what_is_wrong_with_a_file_is_said_with_its_place(line: str, why: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=re.escape(why)):
        load_catalog(write(tmp_path / "mine.toml", line))


def test_a_missing_file_and_a_newer_one_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="There is no catalogue at"):
        load_catalog(tmp_path / "none.toml")
    (tmp_path / "new.toml").write_text("schema = 99")
    with pytest.raises(NewerSchema):
        load_catalog(tmp_path / "new.toml")
