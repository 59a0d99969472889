"""Keys never leave: whatever a provider says is cleaned of them before it is journalled or shown."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

_NAMES = re.compile(r"(?i)(key|token|secret|password|credential)")
_SHORTEST = 8
# What keys of the providers look like, also when they did not come from our environment.
_SHAPES = re.compile(
    r"\b(?:sk|pk|rk)-[A-Za-z0-9_-]{16,}|\bAIza[A-Za-z0-9_-]{30,}|\b(?:AKIA|ASIA)[A-Z0-9]{16}\b|(?i:bearer) +[\w.~+/=-]{16,}"
)
HIDDEN = "[key hidden]"


@dataclass(frozen=True, slots=True)
class Secrets:
    """The secrets of an environment."""

    values: tuple[str, ...]

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> "Secrets":
        """Every value whose name says that it is one; the longest first, since one may contain another."""
        found = {value for name, value in environment.items() if _NAMES.search(name) and len(value) >= _SHORTEST}
        return cls(tuple(sorted(found, key=len, reverse=True)))

    def hide(self, text: str) -> str:
        """The text without them."""
        for value in self.values:
            text = text.replace(value, HIDDEN)
        return _SHAPES.sub(HIDDEN, text)
