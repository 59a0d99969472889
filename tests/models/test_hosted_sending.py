"""What goes over the wire: the settings that a format takes, and nothing that was not asked for."""

import asyncio
import json
import sys
from dataclasses import replace
from typing import Any

import pytest

from tcsalgbench.calls import Part, Request
from tcsalgbench.errors import Rejected
from tests.servers.formats import FORMATS, Format, client_of, of, served
from tests.support import Verdict, ask

every_format = pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)


def wire(form: Format, request: Request[Any], draw: int = 1, model: str | None = None) -> dict[str, Any]:
    with served(form, model=model) as (server, channel):
        asyncio.run(channel.client.generate(request, draw))
        return server.wire


def talk(*turns: str) -> Request[Any]:
    parts = [Part.of("role", "You are the prover."), Part.of("problem", "Prove $a{b}$.\n"), Part.of("snippets", "  Lemma 1.")]
    return Request("a", "prover", (*parts, *(Part.of("turn", turn) for turn in turns)), str, 100)


@every_format
def test_nothing_is_sent_but_the_question(form: Format) -> None:
    sent = wire(form, ask("a"))
    assert not sent.get("tools")
    assert "tool_choice" not in sent
    assert "toolConfig" not in sent
    assert "temperature" not in json.dumps(sent)


def test_openai_is_sent_one_request_and_keeps_nothing() -> None:
    with served(of("openai responses")) as (server, channel):
        asyncio.run(channel.client.generate(ask("a"), 1))
        assert len(server.seen) == 1
        assert server.wire["store"] is False
        assert "summary" not in json.dumps(server.wire)


@pytest.mark.parametrize(
    ("name", "path", "value"),
    [
        ("anthropic", ("max_tokens",), 100),
        ("anthropic", ("output_config", "effort"), "high"),
        ("anthropic", ("output_format", "type"), "json_schema"),
        ("bedrock", ("inferenceConfig", "maxTokens"), 100),
        ("bedrock", ("additionalModelRequestFields", "output_config", "effort"), "high"),
        ("bedrock", ("additionalModelRequestFields", "output_config", "format", "type"), "json_schema"),
        ("google", ("generationConfig", "maxOutputTokens"), 100),
        ("google", ("generationConfig", "thinkingConfig", "thinking_level"), "HIGH"),
        ("google", ("generationConfig", "responseMimeType"), "application/json"),
        ("openai responses", ("max_output_tokens",), 100),
        ("openai responses", ("reasoning", "effort"), "high"),
        ("openai responses", ("text", "format", "type"), "json_schema"),
        ("openai responses", ("text", "format", "strict"), True),
        ("openai chat", ("max_tokens",), 100),
        ("openai chat", ("response_format", "type"), "json_schema"),
        ("compatible", ("max_tokens",), 100),
        ("compatible", ("reasoning_effort",), "high"),
        ("compatible", ("response_format", "json_schema", "strict"), True),
    ],
)
def test_a_setting_is_sent_where_the_format_has_it(name: str, path: tuple[str, ...], value: object) -> None:
    sent: Any = wire(of(name), replace(ask("a", form=Verdict), effort="high"))
    for step in path:
        sent = sent[step]
    assert sent == value


@pytest.mark.parametrize("effort", ["high", "xhigh", "max"])
def test_every_effort_of_the_paper_reaches_the_models_that_have_it(effort: str) -> None:
    models = {"anthropic": "anthropic/claude-opus-4-8", "openai responses": "openai/gpt-5.6-sol"}
    for name, model in models.items():
        sent = wire(of(name), replace(ask("a"), effort=effort), model=model)
        assert f'"effort": "{effort}"' in json.dumps(sent)


@pytest.mark.parametrize("effort", ["high", "xhigh"])
def test_the_effort_of_fable_on_bedrock_is_not_lost(effort: str) -> None:
    sent = wire(of("bedrock"), replace(ask("a"), effort=effort), model="bedrock/anthropic.claude-fable-5")
    assert sent["additionalModelRequestFields"]["output_config"]["effort"] == effort


@pytest.mark.parametrize(
    ("name", "model", "effort", "why"),
    [
        ("openai responses", "openai/gpt-5.5", "max", "no effort 'max'.*low, medium, high, xhigh"),
        ("bedrock", "bedrock/anthropic.claude-fable-5", "max", "no effort 'max'"),
        ("bedrock", "bedrock/amazon.nova-2-lite-v1:0", "high", "no cap on its output"),
        ("compatible", "openai-api/my-server/any", "heroic", "no effort 'heroic'"),
    ],
)
def test_an_effort_that_would_be_changed_in_silence_is_refused_unsent(name: str, model: str, effort: str, why: str) -> None:
    with served(of(name), model=model) as (server, channel):
        with pytest.raises(Rejected, match=why):
            asyncio.run(channel.client.generate(replace(ask("a"), effort=effort), 1))
        assert server.seen == []


def test_a_cap_above_what_the_model_writes_is_refused_unsent() -> None:
    with served(of("openai responses")) as (server, channel):
        with pytest.raises(Rejected, match="at most 128,000"):
            asyncio.run(channel.client.generate(ask("a", max_output=128_001), 1))
        assert server.seen == []


@pytest.mark.parametrize("name", ["openai chat", "compatible"])
def test_a_draw_is_the_seed_in_31_bits_where_the_format_takes_one(name: str) -> None:
    seeds = {draw: wire(of(name), ask("a"), draw)["seed"] for draw in (5, 2**62 + 5, 2**62 + 6)}
    assert seeds == {5: 5, 2**62 + 5: 5, 2**62 + 6: 6}


@pytest.mark.parametrize("name", ["anthropic", "bedrock", "google", "openai responses"])
def test_no_seed_is_sent_where_it_would_be_dropped(name: str) -> None:
    assert "seed" not in json.dumps(wire(of(name), ask("a")))


@pytest.mark.parametrize("model", ["bedrock/meta.llama3-3-70b-instruct-v1:0", "bedrock/openai.gpt-oss-120b-1:0"])
def test_on_bedrock_only_claude_is_given_a_schema(model: str) -> None:
    assert "format" not in json.dumps(wire(of("bedrock"), ask("a", form=Verdict), model=model))


def test_a_transcript_that_grows_leaves_every_earlier_block_as_it_was() -> None:
    for name, key in (("anthropic", "messages"), ("bedrock", "messages")):
        short, long = wire(of(name), talk("one"))[key], wire(of(name), talk("one", "two"))[key]
        texts = [[block["text"] for block in message[0]["content"] if "text" in block] for message in (short, long)]
        assert texts[1][: len(texts[0])] == texts[0]
        assert "".join(texts[1]) == "Prove $a{b}$.\n\n\n  Lemma 1.\n\none\n\ntwo"


@pytest.mark.parametrize("name", ["google", "openai responses", "openai chat", "compatible"])
def test_elsewhere_the_parts_are_one_text_whose_beginning_stays(name: str) -> None:
    texts = [json.dumps(wire(of(name), talk(*turns))) for turns in (("one",), ("one", "two"))]
    whole = json.dumps("Prove $a{b}$.\n\n\n  Lemma 1.\n\none")[:-1]
    assert whole + '"' in texts[0]
    assert whole + "\\n\\ntwo" in texts[1]


def test_anthropic_is_told_where_the_prompt_may_be_cached() -> None:
    sent = wire(of("anthropic"), talk("one", "two"))
    assert sent["system"][-1]["cache_control"] == {"type": "ephemeral"}
    assert sent["cache_control"] == {"type": "ephemeral"}
    marked = [block["text"] for block in sent["messages"][0]["content"] if "cache_control" in block]
    assert marked == ["\n\none"], "what comes before the last part is what the next call shares"


def test_calls_leave_nothing_behind_in_memory() -> None:
    async def ask_often() -> int:
        from inspect_ai.log import transcript  # noqa: PLC0415  # heavy

        with served(of("compatible")) as (_, channel):
            for number in range(5):
                await channel.client.generate(ask(f"a{number}"), number)
        return len(transcript().events)

    assert asyncio.run(ask_often()) == 0


def test_nothing_is_printed_or_logged(capfd: pytest.CaptureFixture[str]) -> None:
    with served(of("openai responses"), "429", "cut") as (_, channel):
        for _ in range(2):
            with pytest.raises(Exception, match="gpt"):
                asyncio.run(channel.client.generate(ask("a"), 1))
        asyncio.run(channel.client.generate(ask("a"), 1))
    sys.stderr.flush()
    assert capfd.readouterr() == ("", "")


def test_what_was_sent_can_be_told() -> None:
    with served(of("compatible")) as (server, channel):
        sent = asyncio.run(client_of(channel).send(ask("a"), 3))
        assert sent.wire["seed"] == server.wire["seed"] == 3


@every_format
def test_half_a_surrogate_pair_in_a_prompt_does_not_stop_a_run(form: Format) -> None:
    sent = wire(form, ask("a", "∑ \ud835 and \ud835\udd38"))
    assert "∑ \ufffd and 𝔸" in json.dumps(sent, ensure_ascii=False)
