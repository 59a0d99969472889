"""The hosted providers: how their models are written, which variables of the environment open them, what their format takes."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tcsalgbench.errors import MissingKey, UnknownModel

# Inspect reads a first segment like these as another way to the same models, with keys that are not checked for here.
_SERVICES = ("azure", "bedrock", "vertex")

_USUAL = 3


@dataclass(frozen=True, slots=True)
class Provider:
    """One provider. `keys` are ways to be let in: any one of them suffices, and a way may need several variables."""

    name: str
    title: str
    keys: tuple[tuple[str, ...], ...]
    base_url: str
    schema: bool = True
    seed: bool = False
    blocks: bool = False  # each part of a prompt as a block of its own, since the provider caches at the ends of blocks
    key_files: tuple[tuple[str, str], ...] = ()  # (variable that names it, where it lies else)

    def way_in(self, environment: Mapping[str, str]) -> str | None:
        """The variables (never their values) by which the environment opens this provider."""
        for way in self.keys:
            if all(environment.get(name) for name in way):
                return " + ".join(way)
        for variable, usual in self.key_files:
            if Path(environment.get(variable) or usual).expanduser().is_file():
                return (environment.get(variable) and variable) or usual
        return None

    def wanted(self) -> str:
        """The variables that would open it, in words: the usual ways."""
        return " or ".join(" + ".join(way) for way in self.keys[:_USUAL])


_FIXED = {
    one.name: one
    for one in (
        Provider(
            "anthropic", "Anthropic", (("ANTHROPIC_API_KEY",), ("ANTHROPIC_AUTH_TOKEN",)), "ANTHROPIC_BASE_URL", blocks=True
        ),
        Provider(
            "bedrock",
            "Amazon Bedrock",
            (
                ("AWS_BEARER_TOKEN_BEDROCK",),
                ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"),
                ("AWS_PROFILE",),
                ("AWS_WEB_IDENTITY_TOKEN_FILE", "AWS_ROLE_ARN"),
                ("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI",),
                ("AWS_CONTAINER_CREDENTIALS_FULL_URI",),
            ),
            "BEDROCK_BASE_URL",
            blocks=True,
            key_files=(("AWS_SHARED_CREDENTIALS_FILE", "~/.aws/credentials"), ("AWS_CONFIG_FILE", "~/.aws/config")),
        ),
        Provider("google", "Google", (("GOOGLE_API_KEY",), ("GEMINI_API_KEY",)), "GOOGLE_BASE_URL"),
        Provider("openai", "OpenAI", (("OPENAI_API_KEY",),), "OPENAI_BASE_URL"),
    )
}
HOSTED = (*_FIXED, "openai-api")


def provider_of(written: str) -> Provider:
    """The provider of a hosted model, from the model's written name."""
    name, _, model = written.partition("/")
    if name == "openai-api":
        server, _, model = model.partition("/")
        if not server or not model:
            raise UnknownModel(
                f"{written!r} names no model: write openai-api/<server>/<model>, e.g. openai-api/vllm/qwen3-32b."
            )
        stem = server.upper().replace("-", "_")
        return Provider(f"{name}/{server}", f"the server {server!r}", ((f"{stem}_API_KEY",),), f"{stem}_BASE_URL", seed=True)
    if name not in _FIXED:
        raise UnknownModel(f"{written!r} is no hosted model; their providers are {', '.join(HOSTED)}.")
    if "/" in model and model.split("/")[0] in _SERVICES:
        raise UnknownModel(
            f"{written!r} goes through another service, which is not supported. For Amazon Bedrock write bedrock/<model id>; "
            "another service may offer an OpenAI-compatible address: openai-api/<server>/<model>."
        )
    return _FIXED[name]


def check_key(written: str, environment: Mapping[str, str]) -> Provider:
    """The provider, if the environment has what a call needs; found out before any call."""
    provider = provider_of(written)
    if provider.way_in(environment) is None:
        raise MissingKey(
            f"There is no key for {provider.title}, which {written} needs. Set {provider.wanted()} in the environment."
        )
    if provider.name.startswith("openai-api/") and not environment.get(provider.base_url):
        raise MissingKey(
            f"The address of {provider.title} is not known. Set {provider.base_url}, e.g. to http://127.0.0.1:8000/v1 "
            "(without the path of an endpoint)."
        )
    if provider.name == "bedrock" and not (region_of(environment) or environment.get(provider.base_url)):
        raise MissingKey(f"{written} needs a region. Set AWS_REGION, e.g. to us-east-1.")
    return provider


def region_of(environment: Mapping[str, str]) -> str | None:
    """The region of Amazon Bedrock. A profile may hold one too; the library that reads profiles finds that by itself."""
    if environment.get("AWS_PROFILE"):
        return environment.get("AWS_REGION") or environment.get("AWS_DEFAULT_REGION") or "profile"
    return environment.get("AWS_REGION") or environment.get("AWS_DEFAULT_REGION")
