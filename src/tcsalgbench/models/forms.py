"""The form of an answer as providers bind it: a JSON schema without references, every field wanted, no others allowed."""

from functools import lru_cache
from typing import Any

from pydantic import TypeAdapter

# What a provider may refuse in a schema. The answer is checked against the whole form afterwards in any case.
_KEPT = ("type", "description", "enum", "format")


class _NotBindable(Exception):
    """The form has no such schema."""


@lru_cache(maxsize=256)
def bound_form(answer: type) -> dict[str, Any] | None:
    """The schema to bind an answer to; None where a form has none that all providers take: free text, recursion, open keys."""
    if answer is str:
        return None
    schema = TypeAdapter(answer).json_schema()
    try:
        bound = _closed(schema, schema.get("$defs", {}), ())
    except _NotBindable:
        return None
    return bound if bound.get("type") == "object" else None


def _closed(schema: dict[str, Any], defs: dict[str, Any], inside: tuple[str, ...]) -> dict[str, Any]:
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[1]
        if name in inside:
            raise _NotBindable
        return _closed({**defs[name], **{key: schema[key] for key in schema if key != "$ref"}}, defs, (*inside, name))
    bound = {key: schema[key] for key in _KEPT if key in schema}
    if "const" in schema:
        bound["enum"] = [schema["const"]]
    for key in ("anyOf", "oneOf"):
        if key in schema:
            bound["anyOf"] = [_closed(one, defs, inside) for one in schema[key]]
    if schema.get("type") == "object":
        if "properties" not in schema:
            raise _NotBindable
        bound["properties"] = {name: _closed(one, defs, inside) for name, one in schema["properties"].items()}
        bound["required"] = list(schema["properties"])
        bound["additionalProperties"] = False
        bound.pop("description", None)  # the docstring of the class: words for those who read code
    if schema.get("type") == "array":
        if not isinstance(schema.get("items"), dict):
            raise _NotBindable
        bound["items"] = _closed(schema["items"], defs, inside)
    if not bound.keys() & {"type", "anyOf", "enum"}:
        raise _NotBindable
    return bound
