"""Fill a JSON schema with small values drawn from a seed: what a simulated model answers where code wants structure."""

import json
import random
from typing import Any

_MOST_ITEMS = 3
_DEEPEST = 8


def fill(schema: dict[str, Any], chance: random.Random) -> str:
    """A JSON document that satisfies the schema, for the constructs that Pydantic makes."""
    return json.dumps(_value(schema, schema.get("$defs", {}), chance, 0), ensure_ascii=False)


def _value(schema: dict[str, Any], defs: dict[str, Any], chance: random.Random, depth: int) -> object:
    if "$ref" in schema:
        return _value(defs[schema["$ref"].rsplit("/", 1)[1]], defs, chance, depth + 1)
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return chance.choice(schema["enum"])
    for key in ("anyOf", "oneOf"):
        if key in schema:
            # Deep inside a recursive schema only null, if allowed, makes an end.
            options = sorted(schema[key], key=lambda option: option.get("type") != "null")
            return _value(options[0] if depth > _DEEPEST else chance.choice(schema[key]), defs, chance, depth + 1)
    return _of_type(schema, defs, chance, depth)


def _of_type(schema: dict[str, Any], defs: dict[str, Any], chance: random.Random, depth: int) -> object:
    match schema.get("type"):
        case "object":
            value: object = {name: _value(one, defs, chance, depth + 1) for name, one in schema.get("properties", {}).items()}
        case "array":
            value = _items(schema, defs, chance, depth)
        case "integer":
            value = chance.randint(*(round(end) for end in _range(schema)))
        case "number":
            value = round(chance.uniform(*_range(schema)), 3)
        case "boolean":
            value = chance.random() < 0.5
        case "null":
            value = None
        case _:
            text = f"simulated text {chance.randrange(16**6):06x}"
            value = text.ljust(schema.get("minLength", 0), ".")[: schema.get("maxLength")]
    return value


def _items(schema: dict[str, Any], defs: dict[str, Any], chance: random.Random, depth: int) -> list[object]:
    if "prefixItems" in schema:
        return [_value(item, defs, chance, depth + 1) for item in schema["prefixItems"]]
    least = schema.get("minItems", 0)
    most = least if depth > _DEEPEST else min(schema.get("maxItems", max(_MOST_ITEMS, least)), max(_MOST_ITEMS, least))
    return [_value(schema.get("items", {}), defs, chance, depth + 1) for _ in range(chance.randint(least, most))]


def _range(schema: dict[str, Any]) -> tuple[float, float]:
    low = schema.get("minimum", schema.get("exclusiveMinimum", 0 if schema.get("maximum", 1) >= 0 else schema["maximum"] - 9))
    high = schema.get("maximum", schema.get("exclusiveMaximum", low + 9))
    if "exclusiveMinimum" in schema:
        low = low + 1 if schema["type"] == "integer" else low + (high - low) / 1000
    if "exclusiveMaximum" in schema:
        high = high - 1 if schema["type"] == "integer" else high - (high - low) / 1000
    return low, high
