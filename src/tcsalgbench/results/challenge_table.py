"""The table of challenges, and the assumed knowledge cutoffs of model families."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache, cached_property
from pathlib import Path
from typing import Annotated, Any, Required, get_args

from pydantic import BeforeValidator, ConfigDict, Field, TypeAdapter, ValidationError, with_config
from typing_extensions import TypedDict  # pydantic wants this one before Python 3.12

from tcsalgbench.errors import BadInput
from tcsalgbench.papers.record import Area
from tcsalgbench.results.rows import Name, load_json, open_rows

AREAS: tuple[str, ...] = get_args(Area)
AREA_NAMES: Mapping[str, str] = {
    "AF": "Algorithmic fairness",
    "DP": "Differential privacy",
    "LT": "Learning theory",
    "Opt": "Optimization",
    "Samp": "Sampling",
    "Other": "Other",
}


def _dated(value: object) -> object:
    """A date is a text or a date: a number would be read as seconds since 1970."""
    if isinstance(value, str | date):
        return value
    raise ValueError("a date is written YYYY-MM-DD")


Day = Annotated[date, Field(strict=False), BeforeValidator(_dated)]


@with_config(ConfigDict(strict=True, extra="allow"))
class ChallengeRow(TypedDict, total=False):
    """One challenge; `lean_retained` says whether a formal statement of it was kept."""

    id: Required[Name]
    paper: Name | None
    area: Area | None
    first_version_date: Day | None
    lean_retained: bool | None
    release: Name | None


@with_config(ConfigDict(strict=True, extra="ignore"))
class FamilyRow(TypedDict, total=False):
    """A model family, and the day from which on a paper counts as unknown to it."""

    family: Required[Name]
    cutoff: Required[Day | None]


@dataclass(frozen=True)
class ChallengeTable:
    """The challenges, column by column, in the order of their ids."""

    ids: tuple[str, ...]
    papers: tuple[str | None, ...]
    areas: tuple[str | None, ...]
    dates: tuple[date | None, ...]
    retained: tuple[bool | None, ...]
    releases: tuple[str, ...]  # those named, each once

    def __len__(self) -> int:
        """How many there are: what every rate is over."""
        return len(self.ids)

    @cached_property
    def cluster_names(self) -> list[str]:
        """The paper of each challenge; one without a paper stands alone."""
        return [f"p{paper}" if paper else f"c{id_}" for id_, paper in zip(self.ids, self.papers, strict=True)]


@cache
def _challenge_adapter() -> TypeAdapter[ChallengeRow]:
    return TypeAdapter(ChallengeRow)


def read_challenges(path: Path) -> ChallengeTable:
    """Read and check the table of challenges."""
    source, chunks = open_rows(path, _challenge_adapter())
    rows: dict[str, dict[str, Any]] = {}
    for chunk in chunks:
        for number, row in zip(chunk.numbers, chunk.rows, strict=True):
            if row["id"] in rows:
                raise BadInput(f"{source.at(number)}: the challenge {row['id']!r} stands in the table already.")
            rows[row["id"]] = row
    if not rows:
        raise BadInput(f"{path} holds no challenges.")
    return table_of(rows)


def table_of(rows: Mapping[str, Mapping[str, Any]]) -> ChallengeTable:
    """The table from its rows by id."""
    ids = tuple(sorted(rows))

    def column(name: str) -> tuple[Any, ...]:
        return tuple(rows[id_].get(name) for id_ in ids)

    releases = tuple(sorted({name for name in column("release") if name}))
    return ChallengeTable(ids, column("paper"), column("area"), column("first_version_date"), column("lean_retained"), releases)


def read_families(path: Path) -> dict[str, date]:
    """The cutoff of each family that has one."""
    try:
        rows = TypeAdapter(list[FamilyRow]).validate_python(load_json(path.read_bytes()))
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}.") from None
    except ValidationError as error:
        first = error.errors()[0]
        place = ", ".join(str(step + 1) if isinstance(step, int) else step for step in first["loc"])
        raise BadInput(f"{path}: {'entry ' + place if place else 'the whole'}: {first['msg']}.") from None
    except ValueError as error:
        raise BadInput(f"{path} is not JSON: {error}.") from None
    twice = {row["family"] for row in rows if sum(other["family"] == row["family"] for other in rows) > 1}
    if twice:
        raise BadInput(f"{path} gives the family {min(twice)!r} more than once.")
    return {row["family"]: row["cutoff"] for row in rows if row["cutoff"] is not None}
