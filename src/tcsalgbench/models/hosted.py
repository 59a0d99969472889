"""Hosted models (Bedrock, OpenAI, Anthropic, Google, any OpenAI-compatible server), through the model layer of Inspect AI.

Importing this module imports Inspect AI (nearly two seconds), so only `opening` does, when a hosted model is opened.
"""

import asyncio
import contextvars
import logging
import os
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import Any, ParamSpec, TypeVar

from inspect_ai._util.error import PrerequisiteError
from inspect_ai.event import ModelEvent
from inspect_ai.log import transcript
from inspect_ai.model import ContentText, Model, ModelOutput, ModelUsage, get_model

from tcsalgbench.calls import Channel, Reply, Request, Usage
from tcsalgbench.calls.request import ReplyEnd
from tcsalgbench.errors import MissingKey
from tcsalgbench.models.catalog import Entry
from tcsalgbench.models.faults import fault_of, too_long
from tcsalgbench.models.providers import Provider, region_of
from tcsalgbench.models.sending import Way, messages, settings

# Above the clock of the caller (Retry.timeout), which is the one that decides; this one is for calls made without a caller.
_TIMEOUT = 1_860.0
_CONNECT = 60
_DEEPEST = 20

P = ParamSpec("P")
R = TypeVar("R")

_ENDS: dict[str, ReplyEnd] = {"stop": "complete", "content_filter": "refused"}


@dataclass(frozen=True, slots=True)
class Sent:
    """One call as it went: the reply, and what Inspect gave the library of the provider."""

    reply: Reply
    wire: dict[str, Any]


class HostedModel:
    """One model at one provider. Asked once for every call of `generate`: who tries again is the caller."""

    def __init__(self, model: Model, provider: Provider, way: Way) -> None:
        """Ask `model`; `way` says how requests to it are sent."""
        self._model = model
        self._provider = provider
        self._way = way

    async def generate(self, request: Request[Any], draw: int) -> Reply:
        """The reply, or a fault."""
        return (await self.send(request, draw)).reply

    async def send(self, request: Request[Any], draw: int) -> Sent:
        """The reply together with what was sent, for checks."""
        self._way.check(request)
        # Inspect appends every call to a transcript of its context. In a context of its own that goes with the call;
        # in the context of a whole run it would keep every prompt in memory.
        call = asyncio.get_running_loop().create_task(self._ask(request, draw), context=contextvars.copy_context())
        return await call

    async def _ask(self, request: Request[Any], draw: int) -> Sent:
        way = self._way
        try:
            # No tools at all: with none given, Inspect's providers send none, so nothing searches or runs code.
            output = await self._model.generate(
                messages(request, blocks=way.blocks), tools=[], config=settings(request, draw, way)
            )
        except Exception as error:
            raise fault_of(error, way.model, self._provider.wanted(), self._provider.base_url) from error
        calls = [event.call for event in transcript().events if isinstance(event, ModelEvent) and event.call is not None]
        return Sent(reply_of(output, way.model), dict(calls[-1].request) if calls else {})


def reply_of(output: ModelOutput, model: str) -> Reply:
    """What was paid for. Only what the provider calls complete is complete: any end that is not known counts as cut off."""
    if output.usage is None and output.response_id is None:
        return _unpaid(output, model)
    end = _ENDS.get(output.stop_reason, "truncated") if output.choices else "truncated"
    if end == "complete" and _declines(output):
        end = "refused"
    return Reply(end, output.completion, _usage_of(output.usage))


def _usage_of(usage: ModelUsage | None) -> Usage:
    """The counts as ours. An answer that took no token at all does not exist: such counts were never filled in."""
    if usage is None or usage.input_tokens + usage.output_tokens + (usage.input_tokens_cache_read or 0) == 0:
        return Usage(known=False)
    # Inspect counts apart what was read from the provider's cache and what was written to it; both were input.
    cached = usage.input_tokens_cache_read or 0
    read = usage.input_tokens + cached + (usage.input_tokens_cache_write or 0)
    return Usage(read, cached, usage.output_tokens, usage.reasoning_tokens or 0)


def _declines(output: ModelOutput) -> bool:
    """OpenAI's formats end a refusal like any answer, and mark its text."""
    content = output.message.content
    return not isinstance(content, str) and any(isinstance(one, ContentText) and one.refusal for one in content)


def _unpaid(output: ModelOutput, model: str) -> Reply:
    """Neither counts nor an identity: what Inspect makes of two kinds of errors (HTTP 4xx), which cost nothing."""
    if output.stop_reason == "model_length":
        raise too_long(model, output.completion)
    if output.stop_reason == "content_filter":
        return Reply("refused", output.completion, Usage())
    end = _ENDS.get(output.stop_reason, "truncated") if output.choices else "truncated"
    return Reply(end, output.completion, Usage(known=False))


def _arguments(provider: Provider) -> dict[str, Any]:
    """What each provider's library must be told so that a fault reaches us once, and a long answer is waited for."""
    match provider.name:
        case "bedrock":
            region = region_of(os.environ)
            named = {} if region in (None, "profile") else {"region_name": region}
            return {"read_timeout": round(_TIMEOUT), "connect_timeout": _CONNECT, **named}
        case "anthropic":
            return {"max_retries": 0, "timeout": _TIMEOUT}
        case "google":
            return {}
        case _:
            return {"max_retries": 0, "client_timeout": _TIMEOUT}


def _model(written: str, provider: Provider) -> Model:
    # Without a handler, Python prints what a library logs to standard error, in the midst of what we show.
    logging.getLogger("inspect_ai").addHandler(logging.NullHandler())
    try:
        model = get_model(written, memoize=False, **_arguments(provider))
    except PrerequisiteError as error:
        raise MissingKey(f"{written} cannot be opened: {error}") from None
    _no_retries_beneath(model.api, provider.name)
    model.api.generate = _without_stacks(model.api.generate)  # type: ignore[method-assign]  # of this one object
    return model


def _no_retries_beneath(api: Any, provider: str) -> None:  # noqa: ANN401  # each provider's own class, loaded by Inspect
    """Two libraries try again by themselves, and Inspect has no setting for it. A request that is sent twice may cost twice."""
    if provider == "bedrock":
        api.session.set_config_variable("max_attempts", 1)
    if provider == "google":
        from google.genai.types import HttpRetryOptions  # noqa: PLC0415  # only with this provider

        options = api._http_options
        once = {"retry_options": HttpRetryOptions(attempts=1)}
        api._http_options = lambda config=None: options(config).model_copy(update=once)


def _without_stacks(generate: Callable[P, Awaitable[R]]) -> Callable[P, Coroutine[Any, Any, R]]:
    """Inspect renders the stack of every fault in colours for its log: up to a second in which no other call goes on.

    When a provider pushes back, faults come by the hundred. Nobody reads those stacks here, so they are taken off first.
    """

    async def bare(*args: P.args, **named: P.kwargs) -> R:
        try:
            result = await generate(*args, **named)
        except Exception as error:
            _strip(error)
            raise
        if isinstance(result, tuple) and isinstance(result[0], Exception):
            _strip(result[0])
        return result

    return bare


def _strip(error: BaseException | None) -> None:
    for _ in range(_DEEPEST):
        if error is None:
            return
        error.__traceback__ = None
        error = error.__cause__ or error.__context__


def channel(written: str, provider: Provider, entry: Entry) -> Channel:
    """The channel to a hosted model whose key is there."""
    model = _model(written, provider)
    responses = bool(getattr(model.api, "responses_api", False))
    way = Way.to(written, provider, entry, _TIMEOUT, responses=responses)
    client = HostedModel(model, provider, way)
    return Channel(written, client, price=entry.channel_price(), costs_money=True, priced=entry.price is not None)
