"""Open a hosted model: its key looked for first, the heavy libraries imported only then."""

import os
from importlib import import_module
from typing import cast

from tcsalgbench.calls import Channel
from tcsalgbench.errors import NotInstalled
from tcsalgbench.models.catalog import Catalog, load_catalog
from tcsalgbench.models.providers import check_key


def open_hosted(written: str, catalog: Catalog | None = None) -> Channel:
    """The channel to a hosted model, from its whole written name; fails at once if the key is not there."""
    provider = check_key(written, os.environ)
    entry = (catalog or load_catalog()).entry(written)
    try:
        hosted = import_module("tcsalgbench.models.hosted")
    except ModuleNotFoundError as error:
        raise NotInstalled(
            f"{written} needs the library {error.name!r}, which is not installed. Run: pip install 'tcsalgbench[hosted]'"
        ) from None
    return cast(Channel, hosted.channel(written, provider, entry))


def open_anthropic(name: str) -> Channel:
    """The channel to `anthropic/<name>`."""
    return open_hosted(f"anthropic/{name}")


def open_bedrock(name: str) -> Channel:
    """The channel to `bedrock/<name>`."""
    return open_hosted(f"bedrock/{name}")


def open_google(name: str) -> Channel:
    """The channel to `google/<name>`."""
    return open_hosted(f"google/{name}")


def open_openai(name: str) -> Channel:
    """The channel to `openai/<name>`."""
    return open_hosted(f"openai/{name}")


def open_compatible(name: str) -> Channel:
    """The channel to `openai-api/<server>/<name>`."""
    return open_hosted(f"openai-api/{name}")
