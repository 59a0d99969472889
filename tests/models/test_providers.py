"""Keys: found by name, missed before any call, never shown."""

import asyncio
from pathlib import Path

import pytest

from tcsalgbench.errors import MissingKey, ModelError, Rejected, UnknownModel
from tcsalgbench.models import open_model
from tcsalgbench.models.providers import check_key, provider_of
from tests.servers.formats import FORMATS, Format, empty_environment
from tests.support import ask

NO_FILES = {"AWS_SHARED_CREDENTIALS_FILE": "/nonexistent/a", "AWS_CONFIG_FILE": "/nonexistent/b"}


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_a_missing_key_is_found_at_opening_and_names_its_variable(form: Format, monkeypatch: pytest.MonkeyPatch) -> None:
    empty_environment(monkeypatch)
    with pytest.raises(MissingKey, match=form.keys[0]):
        open_model(form.model)


def test_an_empty_key_is_no_key() -> None:
    with pytest.raises(MissingKey, match="Set OPENAI_API_KEY"):
        check_key("openai/gpt-5.5", {"OPENAI_API_KEY": ""})


def test_a_compatible_server_needs_its_address_too() -> None:
    with pytest.raises(MissingKey, match="MY_VLLM_BASE_URL"):
        check_key("openai-api/my-vllm/qwen", {"MY_VLLM_API_KEY": "none"})
    check_key("openai-api/my-vllm/qwen", {"MY_VLLM_API_KEY": "none", "MY_VLLM_BASE_URL": "http://127.0.0.1:1"})


def test_bedrock_needs_a_region_unless_a_profile_may_hold_one() -> None:
    pair = {"AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b", **NO_FILES}
    with pytest.raises(MissingKey, match="AWS_REGION"):
        check_key("bedrock/anthropic.claude-opus-4-8", pair)
    check_key("bedrock/anthropic.claude-opus-4-8", {**pair, "AWS_REGION": "us-east-1"})
    check_key("bedrock/anthropic.claude-opus-4-8", {"AWS_PROFILE": "work", **NO_FILES})


@pytest.mark.parametrize(
    ("variables", "way"),
    [
        ({"AWS_BEARER_TOKEN_BEDROCK": "t"}, "AWS_BEARER_TOKEN_BEDROCK"),
        ({"AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b"}, "AWS_ACCESS_KEY_ID + AWS_SECRET_ACCESS_KEY"),
        ({"AWS_ACCESS_KEY_ID": "a"}, None),
    ],
)
def test_the_way_in_is_told_by_the_names_of_variables(variables: dict[str, str], way: str | None) -> None:
    assert provider_of("bedrock/x").way_in({**variables, **NO_FILES}) == way


def test_a_credentials_file_of_amazon_counts(tmp_path: Path) -> None:
    (tmp_path / "credentials").write_text("[default]\n")
    variables = {**NO_FILES, "AWS_SHARED_CREDENTIALS_FILE": str(tmp_path / "credentials")}
    assert provider_of("bedrock/x").way_in(variables) == "AWS_SHARED_CREDENTIALS_FILE"


@pytest.mark.parametrize("written", ["openai-api/model", "openai-api//model", "openai-api/server/"])
def test_a_compatible_model_needs_a_server_in_its_name(written: str) -> None:
    with pytest.raises(UnknownModel, match="openai-api/<server>/<model>"):
        provider_of(written)


@pytest.mark.parametrize("written", ["openai/azure/gpt-5.5", "anthropic/bedrock/claude", "google/vertex/gemini"])
def test_other_services_are_refused_with_what_to_write(written: str) -> None:
    with pytest.raises(UnknownModel, match="bedrock/<model id>"):
        provider_of(written)


def test_a_profile_of_amazon_that_is_not_there_is_said_with_what_to_set(monkeypatch: pytest.MonkeyPatch) -> None:
    empty_environment(monkeypatch)
    monkeypatch.setenv("AWS_PROFILE", "nobody")
    monkeypatch.setenv("AWS_REGION", "us-east-1")
    with pytest.raises(ModelError, match="AWS_PROFILE"):
        asyncio.run(open_model("bedrock/anthropic.claude-opus-4-8").client.generate(ask("a"), 1))


def test_a_profile_of_amazon_without_credentials_is_said_with_what_to_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    empty_environment(monkeypatch)
    (tmp_path / "config").write_text("[profile empty]\nregion = us-east-1\n")
    for name, value in {"AWS_CONFIG_FILE": str(tmp_path / "config"), "AWS_PROFILE": "empty"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    with pytest.raises(Rejected, match="look at AWS_BEARER_TOKEN_BEDROCK or"):
        asyncio.run(open_model("bedrock/anthropic.claude-opus-4-8").client.generate(ask("a"), 1))
