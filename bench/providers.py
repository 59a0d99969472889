"""What each provider's format is sent of a request, and what we make of its faults: from real servers on loopback.

    python -m bench.providers

Prints Markdown. Nothing leaves the machine and no key is needed: the servers are those of the tests.
"""

import asyncio
import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Any

from bench.printing import table
from tcsalgbench.calls import Part, Request
from tcsalgbench.errors import ProviderFault, Retryable
from tests.servers.formats import FORMATS, Format, client_of, of, served
from tests.servers.loopback import Mode, Seen
from tests.support import Verdict

ROLE, PROBLEM, TURN = "the role", "the problem", "the last turn"
MODELS: list[tuple[str, str]] = [
    *((form.name, form.model) for form in FORMATS),
    ("bedrock", "bedrock/anthropic.claude-fable-5"),
    ("bedrock", "bedrock/openai.gpt-oss-120b-1:0"),
    ("bedrock", "bedrock/meta.llama3-3-70b-instruct-v1:0"),
]
KEYS: dict[str, tuple[str, ...]] = {
    "output cap": ("max_tokens", "max_output_tokens", "maxTokens", "maxOutputTokens"),
    "effort": ("effort", "reasoning_effort", "thinking_level"),
    "thinking": ("thinking", "include_thoughts"),
    "seed": ("seed",),
    "schema": ("response_format", "output_format", "format", "responseJsonSchema"),
    "cache marks": ("cache_control", "cachePoint"),
    "tools": ("tools", "toolConfig"),
    "kept by the provider": ("store",),
}
MODES: tuple[Mode, ...] = (
    "429", "429-words", "quota", "500", "503", "529", "401", "403", "404",
    "too-long", "hang-up", "cut", "malformed", "no-usage", "refusal", "max-tokens", "cached",
)  # fmt: skip
MEANS: dict[Mode, str] = {
    "429": "429 with `retry-after: 7` (Google: in the details)",
    "429-words": "429, “try again in 1.5s”",
    "quota": "429, the quota is used up",
    "529": "529 (Bedrock and Google have none: 503)",
    "too-long": "400, the prompt is too long",
    "hang-up": "the connection is closed without an answer",
    "cut": "the body ends too early",
    "malformed": "200, the body is no JSON",
    "no-usage": "200, no token counts",
    "refusal": "a refusal",
    "max-tokens": "the cap is reached",
    "cached": "300 tokens read from a cache",
}


def request() -> Request[Any]:
    parts = (Part.of("role", ROLE), Part.of("problem", PROBLEM), Part.of("turn", TURN))
    return Request("bench", "prover", parts, Verdict, 1_000, "high")


def places(value: object, path: str = "") -> Iterator[tuple[str, str, object]]:
    """Every value at its path, with the last name of the path."""
    if isinstance(value, dict):
        for name, inner in value.items():
            here = f"{path}.{name}" if path else str(name)
            yield here, str(name), inner
            yield from places(inner, here)
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from places(inner, f"{path}[{number}]")


def shown(path: str, value: object) -> str:
    """A path with its value, if that is short."""
    if value in ([], None):
        return ""
    text = json.dumps(value)
    return f"`{path}`" if isinstance(value, dict | list) else f"`{path}: {text}`"


def text_at(seen: Seen, words: str) -> str:
    return next((f"`{path}`" for path, _, value in places(seen.body) if isinstance(value, str) and words in value), "not sent")


def sent(seen: Seen) -> dict[str, str]:
    """What was sent of each setting, and where."""
    found = {"address": f"`{seen.path}`", "role": text_at(seen, ROLE), "other parts": text_at(seen, PROBLEM)}
    for setting, keys in KEYS.items():
        inside = [(path, value) for path, name, value in places(seen.body) if name in keys]
        outer = [(path, value) for path, value in inside if not any(path.startswith(f"{one}.") for one, _ in inside)]
        found[setting] = ", ".join(filter(None, (shown(*one) for one in outer))) or "not sent"
    found["streamed"] = "yes" if seen.body.get("stream") else "no"
    return found


def one_format(form: Format, model: str) -> dict[str, str]:
    with served(form, model=model) as (server, channel):
        asyncio.run(channel.client.generate(request(), 20_260_718))
        return sent(server.seen[-1])


def outcome(form: Format, mode: Mode) -> str:
    """What becomes of an answer of this kind."""
    with served(form, mode) as (server, channel):
        try:
            reply = asyncio.run(client_of(channel).generate(replace(request(), effort=None), 1))
        except ProviderFault as fault:
            hint = f", wait {fault.retry_after:g} s" if isinstance(fault, Retryable) and fault.retry_after else ""
            again = "again" if isinstance(fault, Retryable) else "not again"
            result = f"{type(fault).__name__} ({again}{hint})"
        else:
            used = reply.usage
            counts = f"{used.input} in ({used.cached} cached), {used.output} out" if used.known else "tokens unknown"
            result = f"{reply.end}, {counts}"
        return result if len(server.seen) == 1 else f"{result}, {len(server.seen)} requests"


def main() -> None:
    libraries = ", ".join(
        f"{name} {version(name)}" for name in ("inspect-ai", "anthropic", "aiobotocore", "google-genai", "openai")
    )
    print(f"Made on {datetime.now(UTC).date()} by `python -m bench.providers`, with {libraries}.\n")
    print("What is sent of one request (a role, a problem, a turn; a form; effort high; at most 1,000 tokens; a draw):\n")
    columns = [one_format(of(name), model) for name, model in MODELS]
    rows = [[setting, *(column[setting] for column in columns)] for setting in columns[0]]
    print(table(["", *(f"`{model}`" for _, model in MODELS)], rows))
    print("\nWhat becomes of an answer (“again”: the caller tries again; every one of these is one request):\n")
    rows = [[MEANS.get(mode, mode), *(outcome(form, mode) for form in FORMATS)] for mode in MODES]
    print(table(["the server answers", *(form.name for form in FORMATS)], rows))


if __name__ == "__main__":
    main()
