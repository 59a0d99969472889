"""The embedded model, for real: schema-bound, seeded, within its context."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from tcsalgbench.calls import FileJournal, Part, Request
from tcsalgbench.errors import Rejected, UnknownModel
from tcsalgbench.models import open_model
from tcsalgbench.models.embedded import CONTEXT, EmbeddedModel, missing
from tests.support import Verdict, ask, caller

pytestmark = pytest.mark.skipif(missing() is not None, reason=f"THE EMBEDDED MODEL IS NOT INSTALLED: {missing()}")


@pytest.fixture(scope="module")
def model() -> EmbeddedModel:
    return EmbeddedModel()


def short(text: str, *, max_output: int = 120, form: type = Verdict) -> Request[object]:
    return Request("a", "verifier", (Part.of("role", "You check proofs."), Part.of("problem", text)), form, max_output)


def test_answers_are_bound_to_their_schema_and_repeat_with_the_draw(model: EmbeddedModel, tmp_path: Path) -> None:
    replies = [asyncio.run(model.generate(short("1 + 1 = 3, since 3 is odd."), draw)) for draw in (1, 2, 1)]
    assert replies[0].text == replies[2].text
    journal = FileJournal(tmp_path, "plain")
    to = open_model("embedded/smollm2")
    ends = [asyncio.run(caller(journal, to).ask(ask(f"{n}", form=Verdict, max_output=200))).end for n in range(4)]
    assert set(ends) <= {"answered", "truncated"}
    assert "answered" in ends


def test_usage_is_reported_and_a_repeated_prefix_is_cached(model: EmbeddedModel) -> None:
    long = "Every even number is the sum of two odd numbers. " * 20
    asyncio.run(model.generate(short(long), 1))
    again = asyncio.run(model.generate(short(long), 2))
    assert again.usage.input > 200
    assert again.usage.cached > 200
    assert 0 < again.usage.output <= 120


def test_a_cap_on_output_truncates(model: EmbeddedModel) -> None:
    reply = asyncio.run(model.generate(short("Say something long.", max_output=5, form=str), 1))
    assert (reply.end, reply.usage.output) == ("truncated", 5)


def test_a_prompt_that_is_too_long_is_refused_with_the_count(model: EmbeddedModel) -> None:
    with pytest.raises(Rejected, match=rf"The prompt has 9,\d\d\d tokens; the embedded model reads {CONTEXT:,}"):
        asyncio.run(model.generate(short("word " * 9000), 1))


def test_an_effort_is_not_given_to_it_and_it_says_so(model: EmbeddedModel) -> None:
    sent = asyncio.run(model.send(replace(short("Say yes.", max_output=5), effort="high"), 1))
    assert not [key for key in sent.wire if "effort" in key]
    assert sent.wire["seed"] == 1
    assert sent.reply.usage.output > 0


def test_there_is_one_embedded_model() -> None:
    with pytest.raises(UnknownModel, match="There is one embedded model"):
        open_model("embedded/giant")


def test_nothing_is_printed_by_the_library(model: EmbeddedModel, capfd: pytest.CaptureFixture[str]) -> None:
    asyncio.run(EmbeddedModel().generate(short("1 = 1", max_output=4), 1))
    assert capfd.readouterr() == ("", "")


def test_two_roles_that_take_turns_both_find_what_they_read_before(model: EmbeddedModel) -> None:
    prompts = ["You prove that the sum of odd numbers is a square. " * 20, "You doubt every word of every proof. " * 30]
    for prompt in prompts:
        asyncio.run(model.generate(short(prompt), 1))
    for prompt in prompts:
        assert asyncio.run(model.generate(short(prompt), 2)).usage.cached > 200
