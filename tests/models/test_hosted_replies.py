"""What hosted models answer: ends, text and token counts mean the same for every provider."""

import asyncio

import pytest

from tcsalgbench.calls import Reply, Usage
from tests.servers.formats import FORMATS, Format, of, served
from tests.servers.loopback import CUT, Mode
from tests.support import ask

every_format = pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)


def reply(form: Format, mode: Mode) -> Reply:
    with served(form, mode) as (_, channel):
        return asyncio.run(channel.client.generate(ask("a"), 1))


@every_format
def test_an_answer_is_complete_with_its_text_and_counts(form: Format) -> None:
    text = "An answer, drawn with 1." if form.name in ("openai chat", "compatible") else "Answer number 1."
    assert reply(form, "ok") == Reply("complete", text, Usage(20, 0, 9, 0))


@every_format
def test_an_answer_cut_at_the_cap_is_truncated(form: Format) -> None:
    assert reply(form, "max-tokens") == Reply("truncated", CUT, Usage(20, 0, 9, 0))


@every_format
def test_a_refusal_is_a_reply_that_was_paid_for(form: Format) -> None:
    refused = reply(form, "refusal")
    assert refused.end == "refused"
    assert refused.usage == Usage(20, 0, 9, 0)


@every_format
def test_input_includes_what_was_read_from_the_cache_and_written_to_it(form: Format) -> None:
    usage = reply(form, "cached").usage
    assert (usage.input, usage.cached, usage.output) == (360, 300, 9)


@pytest.mark.parametrize("name", ["google", "openai responses", "openai chat", "compatible"])
def test_output_includes_reasoning_which_is_counted_apart(name: str) -> None:
    assert reply(of(name), "cached").usage.reasoning == 4


@pytest.mark.parametrize("name", ["anthropic", "openai responses", "openai chat", "compatible"])
def test_a_prompt_that_is_blocked_before_it_cost_anything_is_a_refusal_of_no_tokens(name: str) -> None:
    refused = reply(of(name), "blocked")
    assert (refused.end, refused.usage) == ("refused", Usage())


def test_a_hosted_model_costs_money_at_the_price_of_the_catalogue() -> None:
    with served(of("anthropic")) as (_, channel):
        assert channel.costs_money
        assert channel.priced
        assert channel.price.of(Usage(1_000_000, 500_000, 1_000_000)) == pytest.approx(2.5 + 0.25 + 25)


def test_a_model_without_a_known_price_says_so() -> None:
    with served(of("compatible")) as (_, channel):
        assert channel.costs_money
        assert not channel.priced
