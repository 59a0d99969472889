"""From a model's written name, `provider/name`, to a channel. A provider is one function, registered under its name."""

from collections.abc import Callable
from importlib import import_module
from importlib.metadata import entry_points
from typing import TypeAlias, cast

from tcsalgbench.calls import Channel
from tcsalgbench.errors import UnknownModel
from tcsalgbench.models.catalog import Catalog
from tcsalgbench.models.opening import open_hosted
from tcsalgbench.models.providers import HOSTED

Opener: TypeAlias = Callable[[str], Channel]

ENTRY_POINTS = "tcsalgbench.models"

# Imported when a model of theirs is opened: some need heavy libraries.
BUILT_IN = {
    "anthropic": "tcsalgbench.models.opening:open_anthropic",
    "bedrock": "tcsalgbench.models.opening:open_bedrock",
    "embedded": "tcsalgbench.models.embedded:open_embedded",
    "google": "tcsalgbench.models.opening:open_google",
    "openai": "tcsalgbench.models.opening:open_openai",
    "openai-api": "tcsalgbench.models.opening:open_compatible",
    "scripted": "tcsalgbench.models.scripted:open_scripted",
    "simulated": "tcsalgbench.models.simulated:open_simulated",
}


def provider(name: str) -> Opener:
    """The function that opens models of this provider: a built-in one, or one that an installed package offers."""
    written = BUILT_IN.get(name)
    if written is not None:
        module, function = written.split(":")
        return _checked(getattr(import_module(module), function), name)
    offered = {entry.name: entry for entry in entry_points(group=ENTRY_POINTS)}
    if name in offered:
        return _checked(offered[name].load(), name)
    known = ", ".join(sorted({*BUILT_IN, *offered}))
    raise UnknownModel(
        f"There is no provider {name!r} (known: {known}). A model is written provider/name, e.g. simulated/steady."
    )


def open_model(written: str, catalog: Catalog | None = None) -> Channel:
    """The channel to a model, from its written name. A catalogue (prices, caps) concerns hosted models only."""
    name, slash, rest = written.partition("/")
    if not slash or not rest:
        raise UnknownModel(f"{written!r} is no model: write provider/name, e.g. simulated/steady or scripted/replies.toml.")
    if name in HOSTED and catalog is not None:
        return open_hosted(written, catalog)
    return provider(name)(rest)


def _checked(opener: object, name: str) -> Opener:
    if not callable(opener):
        raise UnknownModel(f"What is registered as the provider {name!r} is no function.")
    return cast(Opener, opener)
