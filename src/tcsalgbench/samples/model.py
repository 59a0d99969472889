"""What the `paper.toml` of a bundled paper says."""

from datetime import date
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from tcsalgbench.papers.record import Area


class Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Screening(Record):
    """The verdict that screening should reach; `also_acceptable` lists areas that a careful reader could defend."""

    bounds_complexity: bool
    area: Area
    also_acceptable: tuple[Area, ...]
    reason: str


class CitedWork(Record):
    """A bundled note; `key` is its citation key in the paper, `folder` its folder under `cited/`."""

    key: str
    folder: str
    title: str
    authors: tuple[str, ...]
    licence: str
    first_version_date: date
    main: str


class SamplePaper(Record):
    """The metadata of a bundled paper as `papers add` needs them, the right verdict of screening, the cited works."""

    # `schema` is a name that Pydantic keeps for itself.
    schema_version: Literal[1] = Field(alias="schema")
    id: str
    version: str
    title: str
    authors: tuple[str, ...]
    abstract: str
    area: Area
    licence: str
    first_version_date: date
    main: str
    screening: Screening
    cited: tuple[CitedWork, ...]
