"""Key-value lists such as `name=Key bound, label={thm:a,b}`: commas inside braces belong to the value."""

import re

_PART = re.compile(r"\\[\s\S]|%[^\n]*\n?|[{}\[\],=]")


def key_values(text: str) -> dict[str, str]:
    """The keys and values of a list; a key without a value has the empty one, and the first equals sign counts."""
    pairs: dict[str, str] = {}
    for part in split_list(text):
        key, _, value = part.partition("=")
        value = value.strip()
        if value.startswith("{") and value.endswith("}"):
            value = value[1:-1].strip()
        if key.strip():
            pairs.setdefault(key.strip(), value)
    return pairs


def split_list(text: str) -> list[str]:
    """The parts of a list, cut at commas outside braces, without the spaces around them."""
    parts, depth, last = [], 0, 0
    for match in _PART.finditer(text):
        character = text[match.start()]
        if character == "{":
            depth += 1
        elif character == "}":
            depth -= 1
        elif character == "," and depth <= 0:
            parts.append(text[last : match.start()])
            last = match.end()
    parts.append(text[last:])
    return [part.strip() for part in parts if part.strip()]
