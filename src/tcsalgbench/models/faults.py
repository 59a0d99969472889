"""What a provider's library raises, as one of our exceptions: which decides whether a call is tried again, and what is told."""

import os
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from tcsalgbench.calls.secrets import Secrets
from tcsalgbench.errors import (
    ClientFailed,
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

_LONGEST = 600
_DEEPEST = 12
# By the name of the exception, over all the libraries beneath: they need not be imported to be known.
_NO_KEYS = re.compile(r"Credential|ProfileNotFound|NoRegion|SSOToken|SSOError|TokenRetrieval")  # Amazon's, found out at a call
_TIMEOUTS = re.compile(r"Timeout")
_CONNECTIONS = re.compile(
    r"Connection|Disconnected|RemoteProtocol|ReadError|WriteError|PayloadError|ResponseStream|EndOfStream"
)
# What the libraries stumble over when a whole answer is not as it should be (JSON and Pydantic errors are ValueErrors).
_UNREADABLE = (ValueError, TypeError, AttributeError, LookupError)
# Amazon's errors within a stream, and of its libraries, come with a name in place of a status.
_AMAZON = {
    "ThrottlingException": 429,
    "TooManyRequestsException": 429,
    "ServiceQuotaExceededException": 429,
    "ModelNotReadyException": 503,
    "ServiceUnavailableException": 503,
    "ModelStreamErrorException": 500,
    "ModelErrorException": 500,
    "InternalServerException": 500,
    "ModelTimeoutException": 408,
    "ValidationException": 400,
    "UnrecognizedClientException": 401,
    "ExpiredTokenException": 401,
    "InvalidSignatureException": 401,
    "AccessDeniedException": 403,
    "ResourceNotFoundException": 404,
}
_SPENT = re.compile(
    r"insufficient_quota|exceeded your current quota|limit: 0\b|credit balance is too low|billing", re.IGNORECASE
)
_TOO_LONG = re.compile(
    r"context.{0,20}(length|window|limit|size)|(prompt|input).{0,20}too (long|many)|maximum number of tokens", re.IGNORECASE
)
_HINT = re.compile(
    r"(?:retry[ _-]?(?:after|delay|in)|try again in)\W{0,4}(?:(\d+)m(?!s))?(\d+(?:\.\d+)?)?(ms|s\b|s(?=\W)| ?sec|$|\W)",
    re.IGNORECASE,
)
_BY_STATUS: dict[int, type[Retryable]] = {
    408: TimedOut,
    429: RateLimited,
    503: Overloaded,
    504: TimedOut,
    529: Overloaded,
}
_TO_DO = {
    400: "The provider finds the request impossible; `tcsalgbench models check` shows which settings the model takes.",
    401: "The key is not accepted: look at {keys} in the environment.",
    403: "The key may not use this model: look at {keys}, and at the access rights of the account.",
    404: "There is no such model at this address: look at its name and at {url}.",
}


def fault_of(error: BaseException, model: str, keys: str = "the key", url: str = "the base URL") -> ProviderFault:
    """Our exception for theirs. Nothing in its message is a key of this environment, or looks like one."""
    cause = _cause(error)
    status = _status(cause)
    said = Secrets.of(os.environ).hide(_message(cause))
    what = f"{model}: {said}"
    if status is not None and status >= 400:
        return _by_status(status, what, _retry_after(cause, said), keys, url)
    names = " ".join(kind.__name__ for kind in type(cause).__mro__)
    if _NO_KEYS.search(names):
        return Rejected(f"{what}. {_TO_DO[401].format(keys=keys)}")
    if _TIMEOUTS.search(names):
        return TimedOut(what)
    if _CONNECTIONS.search(names) or isinstance(cause, OSError):
        return ConnectionLost(what)
    if not isinstance(cause, _UNREADABLE):
        return ClientFailed(f"{what} ({type(cause).__name__}, from the libraries beneath).")
    return UnusableReply(
        f"{what}. The provider answered, but not in its own format. "
        "It is not asked again by itself, since it may have cost money; see what `tcsalgbench models check` shows."
    )


def too_long(model: str, said: str) -> Rejected:
    """The provider did not take a prompt for its length."""
    hidden = _line(Secrets.of(os.environ).hide(said))
    return Rejected(f"{model}: the prompt is longer than the model reads. The provider says: {hidden}. Shorten the prompt.")


def _by_status(status: int, what: str, retry_after: float | None, keys: str, url: str) -> ProviderFault:
    if status == 429 and _SPENT.search(what):
        return Rejected(
            f"{what}. The account's quota or credit is used up, so waiting does not help: look at its billing page."
        )
    if status in (400, 413, 422) and _TOO_LONG.search(what):
        return too_long(*what.split(": ", 1))
    kind = _BY_STATUS.get(status, ServerFault if status >= 500 else None)
    if kind is not None:
        return kind(what, retry_after)
    return Rejected(f"{what}. {_TO_DO.get(status, 'HTTP status {status}.').format(keys=keys, url=url, status=status)}")


def _cause(error: BaseException) -> BaseException:
    """What was raised first of all: Inspect and the retry library beneath it wrap the provider's exception."""
    for _ in range(_DEEPEST):
        attempt = getattr(error, "last_attempt", None)
        inner = attempt.exception() if attempt is not None else None
        if inner is None and type(error).__name__ == "ModelGenerateError":
            inner = error.__cause__
        if inner is None:
            break
        error = inner
    return error


def _response(error: BaseException) -> Mapping[str, Any]:
    """Amazon's libraries keep the answer as a dictionary."""
    response = getattr(error, "response", None)
    return response if isinstance(response, dict) else {}


def _status(error: BaseException) -> int | None:
    fields = _response(error)
    code = str(fields.get("Error", {}).get("Code", ""))
    named = _AMAZON.get(code[:1].upper() + code[1:])
    if named is not None:
        return named
    found = fields.get("ResponseMetadata", {}).get("HTTPStatusCode")
    for status in (found, getattr(error, "status_code", None), getattr(error, "code", None)):
        if isinstance(status, int):
            return status
    # A fault within a stream of OpenAI's has a code in words.
    return {"rate_limit_exceeded": 429, "server_error": 500}.get(str(getattr(error, "code", "")))


def _message(error: BaseException) -> str:
    """The provider's own sentence, if it gave one; else what its library says, and the library's reason."""
    body = getattr(error, "body", None) or _response(error)
    if isinstance(body, dict):
        inner = body.get("error") or body.get("Error") or body
        said = inner.get("message") or inner.get("Message") if isinstance(inner, dict) else None
        if said:
            return _line(str(said))
    reason = error.__cause__ or error.__context__
    said = str(getattr(error, "message", None) or error) or type(error).__name__
    return _line(said if reason is None or not str(reason) else f"{said} ({reason})")


def _line(text: str) -> str:
    line = " ".join(text.split())
    return (line if len(line) <= _LONGEST else line[:_LONGEST] + " …").rstrip(".")


def _retry_after(error: BaseException, said: str) -> float | None:
    """The provider's hint in seconds: from its headers, else from its words. Times at which a quota is whole are no hint."""
    headers = getattr(getattr(error, "response", None), "headers", None)
    headers = headers or _response(error).get("ResponseMetadata", {}).get("HTTPHeaders") or {}
    lower = {str(name).lower(): str(value) for name, value in headers.items()}
    if (milliseconds := _number(lower.get("retry-after-ms"))) is not None:
        return milliseconds / 1000
    if "retry-after" in lower:
        seconds = _number(lower["retry-after"])
        return seconds if seconds is not None else _until(lower["retry-after"])
    return _hint(f"{said} {getattr(error, 'details', '')}")


def _number(text: str | None) -> float | None:
    return float(text) if text is not None and re.fullmatch(r"\s*\d+(\.\d+)?\s*", text) else None


def _until(moment: str) -> float | None:
    try:
        then = parsedate_to_datetime(moment)
    except ValueError:
        return None
    return max(0.0, (then.astimezone(UTC) - datetime.now(UTC)).total_seconds())


def _hint(said: str) -> float | None:
    found = _HINT.search(said)
    if found is None or not (found[1] or found[2]):
        return None
    seconds = float(found[2] or 0)
    return int(found[1] or 0) * 60 + (seconds / 1000 if found[3] == "ms" else seconds)
