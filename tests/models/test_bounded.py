"""Forms with lengths for the embedded model: what fits them fits the form itself, and is as short as the cap wants it."""

from typing import Any, Literal

from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, Field, TypeAdapter

from tcsalgbench.models.bounded import bounded_form


class Step(BaseModel):
    """One step."""

    words: str
    kind: Literal["easy", "hard"]
    again: "Step | None"


class Argument(BaseModel):
    title: str = Field(max_length=20)
    steps: list[Step]
    three: list[str] = Field(min_length=3)
    label: str = Field(pattern="^[a-z]+$")
    count: int
    note: str | None


def longest(schema: dict[str, Any]) -> Any:  # noqa: ANN401
    """The largest document that a bounded schema allows, alternatives by their first."""
    for key in ("anyOf", "oneOf", "allOf"):
        if key in schema:
            return longest(schema[key][0])
    if "enum" in schema:
        return schema["enum"][0]
    if schema["type"] == "object":
        return {name: longest(one) for name, one in schema["properties"].items()}
    if schema["type"] == "array":
        return [longest(schema["items"]) for _ in range(schema["maxItems"])]
    return {"string": "x" * schema.get("maxLength", 3), "integer": 7, "null": None}[schema["type"]]


@given(st.integers(1, 4000))
def test_the_longest_answer_that_fits_the_bounds_fits_the_form_and_is_about_as_long_as_the_cap(cap: int) -> None:
    document = longest(bounded_form(Argument, cap))
    TypeAdapter(Argument).validate_python(document)
    assert len(document["steps"]) <= 2
    assert len(document["title"]) <= 20
    texts = sum(len(step["words"]) for step in document["steps"]) + sum(map(len, document["three"])) + len(document["title"])
    assert texts <= max(1.5 * cap, 20 + 12 * 6)


def test_more_output_leaves_room_for_longer_texts_and_for_a_second_item() -> None:
    small, large = (bounded_form(Argument, cap)["properties"] for cap in (100, 4000))
    assert (small["steps"]["maxItems"], large["steps"]["maxItems"]) == (1, 2)
    assert small["note"]["anyOf"][0]["maxLength"] < large["note"]["anyOf"][0]["maxLength"]


def test_bounds_of_the_form_itself_are_kept_and_patterns_are_left_alone() -> None:
    found = bounded_form(Argument, 4000)["properties"]
    assert found["title"]["maxLength"] == 20
    assert (found["three"]["minItems"], found["three"]["maxItems"]) == (3, 3)
    assert found["label"] == {"pattern": "^[a-z]+$", "type": "string"}


def test_a_form_within_itself_ends_where_it_may() -> None:
    again = bounded_form(Step, 500)["properties"]["again"]["anyOf"]
    assert {"type": "null"} in again
