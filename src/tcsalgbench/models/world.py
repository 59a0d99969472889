"""The file of a simulated world: how long, how much, how often it goes wrong."""

import math
import random
import tomllib
from importlib.resources import files
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from tcsalgbench.errors import BadInput
from tcsalgbench.workspace.schema import check_version

SCHEMA = 1
BYTES_A_TOKEN = 4


class _Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class LogNormal(_Section):
    """A quantity with a long tail: its median, and the standard deviation of its logarithm."""

    median: float = Field(ge=0)
    spread: float = Field(default=0.0, ge=0)

    def draw(self, chance: random.Random) -> float:
        """One value."""
        return self.median * math.exp(chance.gauss(0.0, self.spread)) if self.spread else self.median


class Tokens(_Section):
    """How many tokens an answer has, and which share of input is cached, of output reasoning."""

    output: LogNormal = LogNormal(median=500, spread=0.5)
    cached_share: float = Field(default=0.0, ge=0, le=1)
    reasoning_share: float = Field(default=0.0, ge=0, le=1)


class Faults(_Section):
    """How likely an attempt is to fail, and how."""

    rate_limited: float = Field(default=0.0, ge=0, le=1)
    overloaded: float = Field(default=0.0, ge=0, le=1)
    server: float = Field(default=0.0, ge=0, le=1)
    timed_out: float = Field(default=0.0, ge=0, le=1)
    connection_lost: float = Field(default=0.0, ge=0, le=1)


class Ends(_Section):
    """How likely a reply is to be no use."""

    refused: float = Field(default=0.0, ge=0, le=1)
    truncated: float = Field(default=0.0, ge=0, le=1)
    malformed: float = Field(default=0.0, ge=0, le=1)


class RateLimits(_Section):
    """What the simulated provider bears."""

    at_once: int | None = Field(default=None, ge=1)
    a_second: int | None = Field(default=None, ge=1)
    retry_after: float | None = Field(default=None, ge=0)


class World(_Section):
    """A whole world. `speed` divides every time in it: 1000 makes seconds of milliseconds."""

    about: str = ""
    speed: float = Field(default=1.0, gt=0)
    start_at_once: int = Field(default=64, ge=1, le=10_000)
    latency: LogNormal = LogNormal(median=0)
    tokens: Tokens = Tokens()
    faults: Faults = Faults()
    ends: Ends = Ends()
    limits: RateLimits = RateLimits()


def world_names() -> list[str]:
    """The worlds that ship with the package."""
    return sorted(entry.name.removesuffix(".toml") for entry in (files(__package__) / "worlds").iterdir())


def load_world(name: str) -> World:
    """A world by its name, or by the path of its file."""
    if name in world_names():
        text, where = (files(__package__) / "worlds" / f"{name}.toml").read_text("utf-8"), f"the world {name}"
    else:
        text, where = _read(Path(name)), name
    try:
        fields = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{where} is not TOML: {error}.") from None
    check_version(fields.pop("schema", None), SCHEMA, where)
    try:
        return World.model_validate(fields)
    except ValidationError as error:
        first = error.errors()[0]
        raise BadInput(f"{where}: {' '.join(str(step) for step in first['loc'])}: {first['msg']}.") from None


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except FileNotFoundError:
        raise BadInput(f"There is no simulated world {path}: name one of {', '.join(world_names())}, or a file.") from None
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{path} cannot be read: {error}.") from None
