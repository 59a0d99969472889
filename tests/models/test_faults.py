"""From what a library raises to our exceptions, where no server is needed to see it."""

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from tcsalgbench.errors import ClientFailed, ConnectionLost, Rejected, Retryable, ServerFault, TimedOut, UnusableReply
from tcsalgbench.models.faults import fault_of


class Answered(Exception):
    """What the libraries of OpenAI and Anthropic raise, as far as it is read."""

    def __init__(self, status: int, message: str = "no", headers: dict[str, str] | None = None) -> None:
        super().__init__(message)
        self.status_code = status
        self.response = type("Response", (), {"headers": headers or {}})()


class AmazonError(Exception):
    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.response = {"Error": {"Code": code, "Message": "said"}, "ResponseMetadata": {"HTTPStatusCode": 200}}


def hint(headers: dict[str, str], message: str = "slow down") -> float | None:
    fault = fault_of(Answered(429, message, headers), "p/m")
    assert isinstance(fault, Retryable)
    return fault.retry_after


def test_hints_of_all_kinds_are_read() -> None:
    assert hint({"retry-after": "12"}) == 12
    assert hint({"Retry-After": "2.5"}) == 2.5
    assert hint({"retry-after-ms": "250", "retry-after": "1"}) == 0.25
    moment = hint({"retry-after": format_datetime(datetime.now(UTC) + timedelta(seconds=30), usegmt=True)})
    assert moment is not None
    assert 25 < moment <= 30


@pytest.mark.parametrize(
    ("words", "seconds"),
    [
        ("Please try again in 1.5s.", 1.5),
        ("Please try again in 20ms.", 0.02),
        ("Please try again in 1m30s.", 90),
        ("Please retry in 21.339s.", 21.339),
        ("'retryDelay': '7s'", 7),
        ("Retry after 30 seconds", 30),
        ("Wait before trying again.", None),
        ("Limit 30000 tokens a minute.", None),
    ],
)
def test_hints_in_words_are_read(words: str, seconds: float | None) -> None:
    assert hint({}, words) == seconds


@pytest.mark.parametrize("headers", [{"retry-after": "soon"}, {"x-ratelimit-reset-tokens": "8h"}])
def test_what_is_no_hint_is_none(headers: dict[str, str]) -> None:
    assert hint(headers) is None


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (Answered(500), ServerFault),
        (Answered(502), ServerFault),
        (Answered(504), TimedOut),
        (Answered(408), TimedOut),
        (Answered(413), Rejected),
        (Answered(418), Rejected),
        (AmazonError("modelStreamErrorException"), ServerFault),
        (AmazonError("ModelTimeoutException"), TimedOut),
        (AmazonError("ExpiredTokenException"), Rejected),
        (ConnectionResetError("reset"), ConnectionLost),
        (TimeoutError("slow"), TimedOut),
        (ValueError("odd"), UnusableReply),
        (AttributeError("odd"), UnusableReply),
        (AssertionError("odd"), ClientFailed),
    ],
)
def test_each_error_has_its_kind(error: Exception, kind: type[Exception]) -> None:
    assert type(fault_of(error, "p/m")) is kind


def test_a_key_of_the_environment_is_never_in_a_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_API_KEY", "very-private-value")
    assert "very-private" not in str(fault_of(Answered(401, "bad key very-private-value"), "p/m"))


def test_a_long_message_is_cut() -> None:
    assert len(str(fault_of(Answered(400, "x" * 10_000), "p/m"))) < 1_000
