"""A pilot: a subset of the challenges, drawn by area and side of the knowledge cutoffs, and recorded."""

from collections import Counter
from collections.abc import Mapping
from datetime import date
from pathlib import Path

import numpy as np
from pydantic import BaseModel, ConfigDict

from tcsalgbench.errors import BadInput
from tcsalgbench.results.challenge_table import ChallengeTable
from tcsalgbench.results.model import Column, ResultTable
from tcsalgbench.workspace.schema import Schema

NO_AREA, NO_DATE, ANY_DATE = "none named", "no date", "any date"


class Stratum(BaseModel):
    """Challenges of one area that lie on the same side of every cutoff."""

    model_config = ConfigDict(frozen=True)
    area: str
    side: str
    challenges: int
    drawn: int


class Pilot(BaseModel):
    """What was drawn, from what, and how: enough to draw it again."""

    model_config = ConfigDict(frozen=True)
    drawn: tuple[str, ...]
    of: int
    seed: int
    strata: tuple[Stratum, ...]
    cutoffs: tuple[date, ...] = ()
    files: tuple[tuple[str, str], ...] = ()  # name, start of its SHA-256
    command: str = ""
    code: str = ""


PILOT = Schema(Pilot, 1)


def draw_pilot(table: ChallengeTable, cutoffs: Mapping[str, date], size: int, seed: int) -> Pilot:
    """Draw `size` challenges: systematically along topics and sides, in an order that chance decides within each stratum.

    Every challenge has the same probability, also one of a stratum that is too small for a share of its own, and every topic
    and stratum gets its share to within one: plain means over the pilot estimate means over all challenges.
    """
    if not 2 <= size <= len(table):
        raise BadInput(f"--draw {size}: draw at least 2 challenges, and at most the {len(table):,} that there are.")
    days = tuple(sorted(set(cutoffs.values())))
    where = [(area or NO_AREA, side_of(day, days)) for area, day in zip(table.areas, table.dates, strict=True)]
    generator = np.random.default_rng(seed)
    chance = generator.permutation(len(table)).tolist()
    ordered = sorted(range(len(table)), key=lambda place: (where[place], chance[place]))
    # Steps of len/size from a start within the first of them, in whole numbers.
    start = int(generator.integers(len(table)))
    drawn = [ordered[(start + step * len(table)) // size] for step in range(size)]
    counts, taken = Counter(where), Counter(where[place] for place in drawn)
    strata = tuple(
        Stratum(area=area, side=side, challenges=counts[area, side], drawn=taken[area, side]) for area, side in sorted(counts)
    )
    return Pilot(
        drawn=tuple(sorted(table.ids[place] for place in drawn)), of=len(table), seed=seed, strata=strata, cutoffs=days
    )


def side_of(day: date | None, cutoffs: tuple[date, ...]) -> str:
    """Between which cutoffs a date lies; the day of a cutoff itself comes after it."""
    if not cutoffs:
        return ANY_DATE
    if day is None:
        return NO_DATE
    passed = sum(day >= one for one in cutoffs)
    after = f"from {cutoffs[passed - 1]}" if passed else ""
    before = f"before {cutoffs[passed]}" if passed < len(cutoffs) else ""
    return f"{after} {before}".strip()


def pilot_table(pilot: Pilot) -> ResultTable:
    """The strata, and what was drawn from each."""
    columns = (
        Column("area", "Topic", "text"),
        Column("side", "First version", "text"),
        Column("challenges", "Challenges", "count"),
        Column("drawn", "Drawn", "count"),
    )
    rows = tuple((one.area, one.side, one.challenges, one.drawn) for one in pilot.strata)
    none = sum(not one.drawn for one in pilot.strata)
    notes = [
        f"{len(pilot.drawn):,} of {pilot.of:,} challenges, seed {pilot.seed}: every challenge had the same probability, and "
        "every topic and stratum got its share to within one, so that plain means over the pilot speak for all."
    ]
    if none:
        notes.append(f"{none} small strata have no challenge in this pilot; chance might have given them one.")
    if not pilot.cutoffs:
        notes.append("No cutoffs are given (--families): strata are the topics alone.")
    return ResultTable("pilot", "The pilot", columns, rows, tuple(notes))


def read_pilot(path: Path) -> Pilot:
    """A pilot as it was recorded."""
    return PILOT.read(path)
