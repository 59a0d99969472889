"""What providers do wrong, over real HTTP: each fault reaches us once, as the exception that says whether to try again."""

import asyncio
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from tcsalgbench.calls import FileJournal, Retry, Usage
from tcsalgbench.errors import (
    ConnectionLost,
    Overloaded,
    ProviderFault,
    RateLimited,
    Rejected,
    Retryable,
    ServerFault,
    TimedOut,
    UnusableReply,
)
from tests.servers.formats import FORMATS, KEY, Format, of, served
from tests.servers.loopback import Mode
from tests.support import FAST, ask, caller

every_format = pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)


def fault(form: Format, mode: Mode, effort: str | None = None) -> ProviderFault:
    with served(form, mode) as (server, channel):
        with pytest.raises(ProviderFault) as caught:
            asyncio.run(channel.client.generate(replace(ask("a"), effort=effort), 1))
        assert len(server.seen) == 1, "nothing beneath us may try again"
        assert KEY not in str(caught.value)
        return caught.value


KINDS: dict[Mode, type[ProviderFault]] = {
    "quota": Rejected,
    "500": ServerFault,
    "503": Overloaded,
    "529": Overloaded,
    "403": Rejected,
    "cut": ConnectionLost,
    "hang-up": ConnectionLost,
    "malformed": UnusableReply,
}


@every_format
def test_a_fault_comes_once_and_as_the_right_exception(form: Format) -> None:
    with served(form, *KINDS) as (server, channel):
        for number, (mode, kind) in enumerate(KINDS.items(), start=1):
            with pytest.raises(ProviderFault) as caught:
                asyncio.run(channel.client.generate(ask("a"), 1))
            assert type(caught.value) is kind, mode
            assert len(server.seen) == number, f"{mode}: nothing beneath us may try again"
            assert KEY not in str(caught.value), mode


@every_format
def test_an_answer_without_token_counts_is_kept_and_says_so_wherever_inspect_lets_it_through(form: Format) -> None:
    with served(form, "no-usage") as (server, channel):
        if form.name in ("anthropic", "bedrock"):  # Inspect cannot read an answer of these formats without its counts
            with pytest.raises(UnusableReply):
                asyncio.run(channel.client.generate(ask("a"), 1))
        else:
            reply = asyncio.run(channel.client.generate(ask("a"), 1))
            assert reply.text
            assert reply.usage == Usage(known=False)
        assert len(server.seen) == 1


@every_format
def test_a_hint_when_to_come_back_is_read_from_headers_or_details(form: Format) -> None:
    limited = fault(form, "429")
    assert isinstance(limited, RateLimited)
    assert limited.retry_after == 7.0


@every_format
def test_a_hint_when_to_come_back_is_read_from_words(form: Format) -> None:
    limited = fault(form, "429-words")
    assert isinstance(limited, Retryable)
    assert limited.retry_after == 1.5


@every_format
def test_a_wrong_key_names_its_variable_and_never_shows_a_key(form: Format) -> None:
    rejected = fault(form, "401")
    assert type(rejected) is Rejected
    assert form.keys[0] in str(rejected)
    assert "abcdefghijklmnopqrstuvwxyz" not in str(rejected)


@every_format
def test_a_missing_model_names_the_variable_of_the_address(form: Format) -> None:
    assert form.url in str(fault(form, "404"))


@every_format
def test_a_prompt_that_is_too_long_is_rejected_with_what_the_provider_counts(form: Format) -> None:
    rejected = fault(form, "too-long")
    assert type(rejected) is Rejected
    assert "longer than the model reads" in str(rejected)
    counts = {"bedrock": "too long", "google": "1204111", "anthropic": "1204111"}.get(form.name, "5021")
    assert counts in str(rejected)


def test_a_stream_that_is_cut_is_a_connection_lost() -> None:
    lost = fault(of("anthropic"), "cut-stream", effort="high")  # effort makes Inspect stream
    assert type(lost) is ConnectionLost
    assert lost.may_have_billed


@every_format
def test_a_server_that_is_not_there_is_a_connection_lost(form: Format) -> None:
    with served(form) as (server, channel):
        server.close()
        with pytest.raises(ConnectionLost):
            asyncio.run(channel.client.generate(ask("a"), 1))


@every_format
def test_a_server_that_never_answers_is_timed_out_by_the_caller(form: Format, tmp_path: Path) -> None:
    once = Retry(attempts=1, timeout=1.0)
    with served(form, "silent") as (server, channel), closing(FileJournal(tmp_path, "fsync")) as journal:
        with pytest.raises(TimedOut):
            asyncio.run(caller(journal, replace(channel, retry=once)).ask(ask("a")))
        assert len(server.seen) <= 1


@every_format
def test_the_caller_tries_again_and_gets_the_answer(form: Format, tmp_path: Path) -> None:
    with served(form, "503", "500") as (server, channel), closing(FileJournal(tmp_path, "fsync")) as journal:
        answer = asyncio.run(caller(journal, replace(channel, retry=FAST)).ask(ask("a")))
        assert answer.end == "answered"
        assert len(server.seen) == 3
