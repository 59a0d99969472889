"""The systems that are compared: a name, a workflow, its models and its settings; ten of them fit into one small TOML file."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from tcsalgbench.errors import BadInput
from tcsalgbench.jobs import Cast, cast_of
from tcsalgbench.provers.roles import PROVER
from tcsalgbench.provers.settings import Settings
from tcsalgbench.provers.workflow import Workflow, find_workflow
from tcsalgbench.workspace.schema import check_version

SCHEMA = 1
# A name becomes part of the names of runs in the journal.
Name = Annotated[str, StringConstraints(pattern=r"^[^\s/][^/\r\n\t]*$", max_length=80)]


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")
    workflow: str | None = None
    model: str | None = None
    preset: str | None = None
    effort: str | None = None
    max_output: int | None = Field(default=None, ge=1)
    family: str | None = None
    settings: dict[str, Any] = {}


class _NamedEntry(_Entry):
    name: Name


class _File(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")
    defaults: _Entry = _Entry()
    system: tuple[_NamedEntry, ...] = Field(min_length=1)


@dataclass(frozen=True, slots=True)
class System:
    """One system."""

    name: str
    workflow: str
    cast: Cast
    settings: Settings
    family: str | None = None

    @property
    def found(self) -> Workflow:
        """Its workflow."""
        return find_workflow(self.workflow)

    @property
    def roles(self) -> list[str]:
        """The roles it calls."""
        return sorted({role.name for role in self.found.roles})

    @property
    def model(self) -> str:
        """The model that proves, which is what a system is known by."""
        return self.cast.choice(PROVER.name).model

    @property
    def effort(self) -> str | None:
        """The effort of that model."""
        return self.cast.choice(PROVER.name).effort

    def recorded(self) -> dict[str, str | int | float | bool | None]:
        """All settings, and the model, effort and output cap of each role, as a run records them."""
        recorded: dict[str, str | int | float | bool | None] = dict(self.settings.model_dump())
        for role in self.roles:
            choice = self.cast.choice(role)
            recorded |= {
                f"{role}.model": choice.model,
                f"{role}.effort": choice.effort,
                f"{role}.max_output": choice.max_output,
            }
        return recorded


def system_of(
    workflow: str, cast: Cast, settings: dict[str, Any] | None = None, name: str | None = None, family: str | None = None
) -> System:
    """A system from its parts; what is wrong with them is said now."""
    find_workflow(workflow)
    try:
        checked = Settings.model_validate(settings or {})
    except ValidationError as error:
        raise BadInput(f"The settings of {name or workflow}: {_first(error)}") from None
    prover = cast.choice(PROVER.name)
    words = (f"{workflow},", prover.model.replace("/", " "), prover.effort or "")
    return System(name or " ".join(words).strip(), workflow, cast, checked, family)


def load_systems(path: Path, settings: dict[str, Any] | None = None) -> tuple[System, ...]:
    """The systems of a file; `settings` stand over those of the file."""
    entries, defaults = _read(path)
    names = [entry.name for entry in entries]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise BadInput(f"{path} has two systems called {twice[0]!r}; a name stands for one system.")
    return tuple(_system(path, entry, defaults, settings or {}) for entry in entries)


def _system(path: Path, entry: _NamedEntry, defaults: _Entry, over: dict[str, Any]) -> System:
    workflow = entry.workflow or defaults.workflow
    if workflow is None:
        raise BadInput(f"{path}: the system {entry.name!r} names no workflow.")
    own = entry.model is not None or entry.preset is not None
    model, preset = (entry.model, entry.preset) if own else (defaults.model, defaults.preset)
    try:
        cast = cast_of("proving", preset, model, entry.effort or defaults.effort, entry.max_output or defaults.max_output)
        settings = {**defaults.settings, **entry.settings, **over}
        return system_of(workflow, cast, settings, entry.name, entry.family or defaults.family)
    except BadInput as error:
        raise BadInput(f"{path}: the system {entry.name!r}: {error}") from None


def _read(path: Path) -> tuple[tuple[_NamedEntry, ...], _Entry]:
    try:
        fields = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise BadInput(f"There is no file of systems at {path}.") from None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadInput(f"{path} cannot be read as TOML: {error}.") from None
    check_version(fields.pop("schema", None), SCHEMA, str(path))
    try:
        file = _File.model_validate(fields)
    except ValidationError as error:
        raise BadInput(f"{path}: {_first(error)}") from None
    return file.system, file.defaults


def _first(error: ValidationError) -> str:
    first = error.errors()[0]
    steps = [str(step + 1) if isinstance(step, int) else str(step) for step in first["loc"]]
    return f"{' '.join(steps) or 'the whole'}: {first['msg']}."
