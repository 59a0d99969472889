"""Presets: which model, at which effort, plays which role; data files, ours or a user's."""

import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from tcsalgbench.errors import BadInput
from tcsalgbench.prompts.role import Purpose
from tcsalgbench.workspace.schema import check_version

SCHEMA = 1


class Choice(BaseModel):
    """A model for a purpose, or for one role."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    model: str
    effort: str | None = None
    max_output: int | None = Field(default=None, ge=1)
    about: str = ""


class Preset(BaseModel):
    """A choice for every purpose; `roles` overrides single roles."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    about: str
    construction: Choice
    proving: Choice
    scoring: Choice
    rescoring: Choice
    lean: Choice
    roles: dict[str, Choice] = Field(default_factory=dict)

    def choice(self, role: str, purpose: Purpose) -> Choice:
        """The model that plays a role."""
        chosen: Choice = self.roles.get(role) or getattr(self, purpose)
        return chosen


def preset_names() -> list[str]:
    """The presets that ship with the package."""
    return sorted(entry.name.removesuffix(".toml") for entry in (files(__package__) / "presets").iterdir())


def load_preset(name: str) -> Preset:
    """A preset by its name, or by the path of its file."""
    if name in preset_names():
        return _parse((files(__package__) / "presets" / f"{name}.toml").read_text("utf-8"), f"the preset {name}")
    try:
        return _parse(Path(name).read_text("utf-8"), name)
    except FileNotFoundError:
        raise BadInput(f"There is no preset {name!r}: name one of {', '.join(preset_names())}, or a file.") from None
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{name} cannot be read: {error}.") from None


def _parse(text: str, where: str) -> Preset:
    try:
        fields: dict[str, Any] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{where} is not TOML: {error}.") from None
    check_version(fields.pop("schema", None), SCHEMA, where)
    try:
        return Preset.model_validate(fields)
    except ValidationError as error:
        first = error.errors()[0]
        raise BadInput(f"{where}: {' '.join(str(step) for step in first['loc'])}: {first['msg']}.") from None
