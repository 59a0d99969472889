"""What `models check` finds out, against servers that honour our settings and servers that do not."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tcsalgbench.errors import Rejected
from tcsalgbench.models import open_model
from tcsalgbench.models.probe import Report, probe
from tests.servers.formats import FORMATS, Format, of, served
from tests.servers.loopback import Mode


def report(form: Format, *plan: Mode, model: str | None = None, effort: str | None = "high", careless: bool = False) -> Report:
    with served(form, *plan, model=model, careless=careless) as (server, channel):
        found = asyncio.run(probe(channel, effort))
        assert len(server.seen) <= 5
        return found


def verdicts(found: Report) -> dict[str, str]:
    return {one.setting: one.verdict for one in found.findings}


@pytest.mark.parametrize("form", [one for one in FORMATS if one.name != "openai chat"], ids=lambda form: form.name)
def test_what_each_format_honours(form: Format) -> None:
    found = report(form)
    assert verdicts(found) == {
        "schema": "honoured",
        "effort": "honoured",
        "usage": "honoured",
        "cached tokens": "unknown",
        "reasoning tokens": "unknown",
        "output cap": "honoured",
        "seed": "honoured" if form.name == "compatible" else "not sent",
    }
    assert found.sound
    assert found.usage.input == 20 * found.calls


def test_a_careless_server_is_found_out() -> None:
    found = report(of("compatible"), careless=True)
    assert verdicts(found) | {"schema": "ignored", "output cap": "ignored", "seed": "ignored"} == verdicts(found)
    assert not found.sound


def test_a_model_whose_effort_is_dropped_on_the_way_is_found_out() -> None:
    found = report(of("bedrock"), model="bedrock/meta.llama3-3-70b-instruct-v1:0")
    assert verdicts(found)["effort"] == "ignored"
    assert verdicts(found)["schema"] == "not sent"


def test_an_effort_that_arrives_as_another_is_found_out() -> None:
    found = report(of("openai responses"), model="openai/gpt-5.2", effort="max")
    (effort,) = (one for one in found.findings if one.setting == "effort")
    assert (effort.verdict, effort.told) == ("ignored", "max was asked; sent was xhigh")


def test_an_effort_that_the_model_lacks_is_refused_and_the_rest_is_tried_without() -> None:
    found = report(of("openai responses"), effort="max")
    assert verdicts(found)["effort"] == "refused"
    assert verdicts(found)["schema"] == "honoured"


def test_counts_of_cached_and_reasoning_tokens_are_seen() -> None:
    found = report(of("compatible"), "cached")
    assert verdicts(found) | {"cached tokens": "honoured", "reasoning tokens": "honoured"} == verdicts(found)


def test_a_wrong_key_ends_the_check() -> None:
    with pytest.raises(Rejected, match="look at ANTHROPIC_API_KEY"):
        report(of("anthropic"), "401", "401")


@pytest.fixture
def script(tmp_path: Path) -> Iterator[str]:
    path = tmp_path / "replies.toml"
    path.write_text('schema = 1\n[[reply]]\ntext = "yes"\nusage = { input = 3, output = 2 }\n')
    yield f"scripted/{path}"


def test_a_model_that_tells_nothing_of_what_is_sent_can_be_checked_too(script: str) -> None:
    found = asyncio.run(probe(open_model(script), None))
    assert verdicts(found)["schema"] == "ignored"
    assert verdicts(found)["seed"] == "honoured"
