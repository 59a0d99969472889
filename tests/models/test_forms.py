"""The schema that an answer is bound to: closed, without references, only what every provider takes."""

from typing import Annotated, Literal, Optional

import pytest
from pydantic import BaseModel, Field

from tcsalgbench.models.forms import bound_form
from tests.support import Verdict


class Step(BaseModel):
    """Words for those who read code."""

    number: Annotated[int, Field(ge=1, description="its place")]
    kind: Literal["claim"] = "claim"


class Proof(BaseModel):
    steps: Annotated[list[Step], Field(min_length=1)]
    gap: str | None = None


class Tree(BaseModel):
    child: Optional["Tree"] = None


class Open(BaseModel):
    notes: dict[str, str]


def test_every_field_is_wanted_and_no_other_allowed() -> None:
    form = bound_form(Verdict)
    assert form is not None
    assert form["required"] == ["verdict", "why"]
    assert form["additionalProperties"] is False
    assert form["properties"]["verdict"] == {"type": "string", "enum": ["pass", "fail"]}


def test_references_are_written_out_and_limits_left_to_our_own_check() -> None:
    form = bound_form(Proof)
    assert form is not None
    step = form["properties"]["steps"]["items"]
    assert step == {
        "type": "object",
        "properties": {
            "number": {"type": "integer", "description": "its place"},
            "kind": {"type": "string", "enum": ["claim"]},
        },
        "required": ["number", "kind"],
        "additionalProperties": False,
    }
    assert form["properties"]["gap"] == {"anyOf": [{"type": "string"}, {"type": "null"}]}


@pytest.mark.parametrize("answer", [str, Tree, Open, list[int]])
def test_free_text_recursion_open_keys_and_lists_are_not_bound(answer: type) -> None:
    assert bound_form(answer) is None
