"""Keys never leave: whatever a provider says is cleaned of them before it is journalled or shown."""

import base64
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import quote

_NAMES = re.compile(r"(?i)(key|token|secret|password|credential)")
_SHORTEST = 8
# What keys of the providers look like, also when they did not come from our environment.
_SHAPES = re.compile(
    r"\b(?:sk|pk|rk|gsk|hf|xai|ghp|r8)[-_][A-Za-z0-9_-]{16,}"
    r"|\bAIza[A-Za-z0-9_-]{30,}"
    r"|\b(?:AKIA|ASIA)[A-Z0-9]{16}\b"
    r"|\bABSK[A-Za-z0-9+/=]{20,}"
    r"|(?i:bearer|api[-_]key['\"]?[:=]) *['\"]?[\w.~+/=-]{16,}"
)
HIDDEN = "[key hidden]"


@dataclass(frozen=True, slots=True)
class Secrets:
    """The secrets of an environment."""

    values: tuple[str, ...] = field(repr=False)

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> "Secrets":
        """Every value whose name says that it is one; the longest first, since one may contain another."""
        found = {value for name, value in environment.items() if _NAMES.search(name) and len(value) >= _SHORTEST}
        spelt = {spelling for value in found for spelling in _spellings(value) if len(spelling) >= _SHORTEST}
        return cls(tuple(sorted(spelt, key=len, reverse=True)))

    def hide(self, text: str) -> str:
        """The text without them."""
        for value in self.values:
            text = text.replace(value, HIDDEN)
        return _SHAPES.sub(HIDDEN, text)


def _spellings(value: str) -> set[str]:
    """A secret as it is, and as libraries write it: quoted for a URL, escaped for JSON or Python, encoded, line by line."""
    encoded = base64.b64encode(value.encode()).decode()
    return {value, *value.splitlines(), quote(value, safe=""), json.dumps(value)[1:-1], repr(value)[1:-1], encoded}
