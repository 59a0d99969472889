"""A form for a model that knows no end: the schema of an answer with lengths, so that it can be finished within the output cap.

A grammar holds a small model to the form, not to brevity: left alone, it fills the first field until the cap cuts it off, and a
truncated answer is none. So the tokens that may be written are shared out over the fields of the form.
"""

from typing import Any

from pydantic import TypeAdapter

_LETTERS_A_TOKEN = 1.5  # of what it writes, which is TeX and digits: a text of the trade has twice as many
_AROUND = 6  # letters of quotes, colon, comma and white space about a key
_LEAST = 12  # letters: a field that may hold nothing would be of no use
_WORD = 8  # letters of a number, a truth value, one of several words
_ITEMS = 2  # of a list, where
_ROOM = 400  # letters are left for each; else there is one


def bounded_form(answer: type, max_output: int) -> dict[str, Any]:
    """The JSON schema of the form, with bounds on its texts and lists where it has none that are tighter."""
    schema: dict[str, Any] = TypeAdapter(answer).json_schema()
    return _bounded(schema, schema.get("$defs", {}), max_output * _LETTERS_A_TOKEN, ())


def _bounded(schema: dict[str, Any], defs: dict[str, Any], letters: float, inside: tuple[str, ...]) -> dict[str, Any]:
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[1]
        if name in inside:
            return {"type": "null"}  # a form within itself ends here, where it may
        return _bounded(defs[name], defs, letters, (*inside, name))
    found = {key: value for key, value in schema.items() if key not in ("$defs", "title", "description", "default")}
    for key in ("anyOf", "oneOf", "allOf"):
        if key in found:
            found[key] = [_bounded(one, defs, letters, inside) for one in found[key]]
    if found.get("type") == "object" and "properties" in found:
        fields = found["properties"]
        wanted = [name for name, one in fields.items() if _grows(one, defs)]
        left = letters - sum(len(name) + _AROUND + (0 if name in wanted else _WORD) for name in fields)
        share = max(left, 0.0) / max(1, len(wanted))
        found["properties"] = {name: _bounded(one, defs, share, inside) for name, one in fields.items()}
        found["required"] = list(fields)
    elif found.get("type") == "array" and isinstance(found.get("items"), dict):
        usual = _ITEMS if letters >= _ITEMS * _ROOM else 1
        most = max(usual, found.get("minItems", 0))
        most = min(found.get("maxItems", most), most)
        found["maxItems"] = most
        found["items"] = _bounded(found["items"], defs, letters / max(1, most), inside)
    elif found.get("type") == "string" and not found.keys() & {"enum", "const", "pattern", "format"}:
        least = found.get("minLength", 0)
        most = max(_LEAST, int(letters))
        found["maxLength"] = max(least, min(found.get("maxLength", most), most))
    return found


def _grows(schema: dict[str, Any], defs: dict[str, Any]) -> bool:
    """Whether what stands there may be long."""
    if "$ref" in schema:
        schema = defs[schema["$ref"].rsplit("/", 1)[1]]
    if any(key in schema for key in ("anyOf", "oneOf", "allOf")):
        return any(_grows(one, defs) for key in ("anyOf", "oneOf", "allOf") for one in schema.get(key, ()))
    return schema.get("type") in ("object", "array") or (
        schema.get("type") == "string" and not schema.keys() & {"enum", "const", "pattern", "format"}
    )
