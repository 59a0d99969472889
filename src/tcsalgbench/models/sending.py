"""A request as Inspect takes it: messages whose beginning stays the same, byte for byte, and the settings of one call."""

import re
from dataclasses import dataclass
from typing import Any, cast, get_args

from inspect_ai.model import ChatMessage, ChatMessageSystem, ChatMessageUser, ContentText, GenerateConfig, ResponseSchema
from inspect_ai.util import JSONSchema

from tcsalgbench.calls import Request
from tcsalgbench.errors import Rejected
from tcsalgbench.models.catalog import Effort, Entry
from tcsalgbench.models.forms import bound_form
from tcsalgbench.models.providers import Provider

_BETWEEN = "\n\n"
_SEEDS = 2**31  # what every provider that takes a seed takes; some keep it in 32 bits with a sign
_AT_ONCE = 100_000  # Inspect's own limit out of the way: our gate decides


@dataclass(frozen=True, slots=True)
class Way:
    """How requests to one model are sent."""

    model: str
    schema: bool
    seed: bool
    blocks: bool
    efforts: tuple[Effort, ...] | None
    max_output: int | None
    timeout: float

    @classmethod
    def to(cls, model: str, provider: Provider, entry: Entry, timeout: float, *, responses: bool) -> "Way":
        """What the provider's format takes, as far as the catalogue does not know better. OpenAI's Responses take no seed."""
        schema = provider.schema if entry.takes_schema is None else entry.takes_schema
        if provider.name == "bedrock":
            schema = schema and "claude" in model  # Inspect sends a schema to no other family
        seed = (provider.seed or provider.name == "openai") if entry.takes_seed is None else entry.takes_seed
        return cls(model, schema, seed and not responses, provider.blocks, entry.efforts, entry.max_output, timeout)

    def check(self, request: Request[Any]) -> None:
        """Refuse, before it costs anything, what the model is known not to have: it would be changed in silence."""
        if request.effort is not None and request.effort not in get_args(Effort):
            raise Rejected(f"{self.model}: there is no effort {request.effort!r}; write one of {', '.join(get_args(Effort))}.")
        if request.effort is not None and self.efforts is not None and request.effort not in self.efforts:
            known = ", ".join(self.efforts) or "none at all"
            raise Rejected(f"{self.model} has no effort {request.effort!r}; the catalogue of models lists {known}.")
        if request.effort == "high" and re.match(r"bedrock/.*nova", self.model):
            raise Rejected(
                f"{self.model}: at the effort high, Nova takes no cap on its output, so no budget could hold. Ask for medium."
            )
        if self.max_output is not None and request.max_output > self.max_output:
            raise Rejected(
                f"{self.model} writes at most {self.max_output:,} tokens a call, by the catalogue of models; the call "
                f"{request.name!r} wants up to {request.max_output:,}. Lower the output cap a call."
            )


def messages(request: Request[Any], *, blocks: bool) -> list[ChatMessage]:
    """The role as system message, all else as one message of the user.

    Who speaks in a turn is written in its text, so no message is ever the model's own: there is nothing to sign or to replay.
    Where a provider caches at the ends of blocks, a part is a block; its separator stands before it, so that a
    transcript that grows never changes the blocks that were there.
    """
    roles = [_sendable(part.text) for part in request.parts if part.kind == "role"]
    rest = [_sendable(part.text) for part in request.parts if part.kind != "role" and part.text]
    texts = [text if place == 0 else _BETWEEN + text for place, text in enumerate(rest or [request.role])]
    user = ChatMessageUser(content=[ContentText(text=text) for text in texts] if blocks else "".join(texts))
    return [ChatMessageSystem(content=_BETWEEN.join(roles)), user] if roles else [user]


def _sendable(text: str) -> str:
    """The text as UTF-8 can hold it: a model may have written half a surrogate pair, and no request could carry that."""
    return text if text.isascii() else text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def settings(request: Request[Any], draw: int, way: Way) -> GenerateConfig:
    """The settings of one call. Whatever Inspect would do beside the call itself is off: retries, cache, limits, batches."""
    effort = cast(Effort | None, request.effort)  # `Way.check` has seen to it
    answer: type = request.answer
    form = bound_form(answer) if way.schema else None
    bound = None
    if form is not None:
        name = re.sub(r"[^A-Za-z0-9_-]", "_", answer.__name__)[:64]
        bound = ResponseSchema(name=name, json_schema=JSONSchema.model_validate(form), strict=True)
    return GenerateConfig(
        max_tokens=request.max_output,
        reasoning_effort=effort,
        # Inspect's Bedrock provider knows some Claude models' effort by this name only; its Anthropic provider by both.
        effort=effort if "claude" in way.model else None,
        # Left open, it makes Inspect send one more (paid) request to OpenAI, to learn whether summaries may be had.
        reasoning_summary="none",
        seed=draw % _SEEDS if way.seed else None,
        response_schema=bound,
        cache_prompt=True,
        cache=False,
        batch=False,
        max_retries=0,
        max_connections=_AT_ONCE,
        timeout=max(1, round(way.timeout)),
    )
