"""Schema versions on disk."""

import json
from pathlib import Path

import pytest
from pydantic import BaseModel

from tcsalgbench.errors import BadInput, NewerSchema
from tcsalgbench.workspace import Schema


class Point(BaseModel):
    x: int
    y: int


POINT = Schema(Point, version=3, upgrades={1: lambda old: {"x": old["at"]}, 2: lambda old: {**old, "y": 0}})


def written(tmp_path: Path, content: object) -> Path:
    path = tmp_path / "point.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return path


def test_what_was_written_is_read_back(tmp_path: Path) -> None:
    POINT.write(tmp_path / "point.json", Point(x=1, y=2))
    assert POINT.read(tmp_path / "point.json") == Point(x=1, y=2)
    assert json.loads((tmp_path / "point.json").read_text())["schema"] == 3


def test_an_older_file_is_upgraded_step_by_step_and_left_as_it_is(tmp_path: Path) -> None:
    path = written(tmp_path, {"schema": 1, "at": 7})
    assert POINT.read(path) == Point(x=7, y=0)
    assert json.loads(path.read_text()) == {"schema": 1, "at": 7}


def test_a_newer_file_is_refused_with_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(NewerSchema, match=r"newer version of tcsalgbench \(schema 4; this one reads up to 3\)"):
        POINT.read(written(tmp_path, {"schema": 4, "x": 1, "y": 2}))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{", "is not JSON"),
        ("[]", "holds no JSON object"),
        ({"x": 1}, "no schema version that makes sense"),
        ({"schema": True, "x": 1}, "no schema version that makes sense"),
        ({"schema": 3, "x": "one", "y": 2}, "x: Input should be a valid integer"),
    ],
)
def test_a_file_that_cannot_be_used_is_named_with_the_reason(tmp_path: Path, content: object, said: str) -> None:
    with pytest.raises(BadInput, match=said) as caught:
        POINT.read(written(tmp_path, content))
    assert "point.json" in str(caught.value)


def test_a_missing_file_is_said_to_be_missing(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="does not exist"):
        POINT.read(tmp_path / "none.json")
