"""The provider formats, each with a model that is sent in it and the server that speaks it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest

from tcsalgbench.calls import Channel
from tcsalgbench.models import open_model
from tcsalgbench.models.hosted import HostedModel
from tests.servers.anthropic import AnthropicServer
from tests.servers.bedrock import BedrockServer
from tests.servers.google import GoogleServer
from tests.servers.loopback import LoopbackServer, Mode
from tests.servers.openai import OpenAIServer

KEY = "loopback-key-0123456789"


@dataclass(frozen=True)
class Format:
    name: str
    model: str
    server: type[LoopbackServer]
    url: str
    keys: tuple[str, ...]
    others: tuple[tuple[str, str], ...] = ()

    def environment(self, server: LoopbackServer) -> dict[str, str]:
        return {self.url: server.url, **dict.fromkeys(self.keys, KEY), **dict(self.others)}


AMAZON = (("AWS_REGION", "us-east-1"), ("AWS_EC2_METADATA_DISABLED", "true"))
FORMATS = [
    Format("anthropic", "anthropic/claude-opus-4-8", AnthropicServer, "ANTHROPIC_BASE_URL", ("ANTHROPIC_API_KEY",)),
    Format(
        "bedrock",
        "bedrock/anthropic.claude-opus-4-8",
        BedrockServer,
        "BEDROCK_BASE_URL",
        ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"),
        AMAZON,
    ),
    Format("google", "google/gemini-3.1-pro", GoogleServer, "GOOGLE_BASE_URL", ("GOOGLE_API_KEY",)),
    Format("openai responses", "openai/gpt-5.5", OpenAIServer, "OPENAI_BASE_URL", ("OPENAI_API_KEY",)),
    Format("openai chat", "openai/gpt-4o", OpenAIServer, "OPENAI_BASE_URL", ("OPENAI_API_KEY",)),
    Format("compatible", "openai-api/my-server/some-model", OpenAIServer, "MY_SERVER_BASE_URL", ("MY_SERVER_API_KEY",)),
]
VARIABLES = {name for one in FORMATS for name in (one.url, *one.keys)} | {
    "ANTHROPIC_AUTH_TOKEN",
    "AWS_BEARER_TOKEN_BEDROCK",
    "AWS_DEFAULT_REGION",
    "AWS_PROFILE",
    "AWS_REGION",
    "GEMINI_API_KEY",
}


def of(name: str) -> Format:
    return next(one for one in FORMATS if one.name == name)


def empty_environment(patch: pytest.MonkeyPatch) -> None:
    """No key of whoever runs the tests."""
    for name in VARIABLES:
        patch.delenv(name, raising=False)
    for name in ("AWS_SHARED_CREDENTIALS_FILE", "AWS_CONFIG_FILE"):
        patch.setenv(name, "/nonexistent/aws")


@contextmanager
def served(
    form: Format, *plan: Mode, model: str | None = None, careless: bool = False
) -> Iterator[tuple[LoopbackServer, Channel]]:
    """A server of this format, and the channel to a model behind it."""
    with form.server(plan, careless=careless) as server, pytest.MonkeyPatch.context() as patch:
        empty_environment(patch)
        for name, value in form.environment(server).items():
            patch.setenv(name, value)
        yield server, open_model(model or form.model)


def client_of(channel: Channel) -> HostedModel:
    assert isinstance(channel.client, HostedModel)
    return channel.client
