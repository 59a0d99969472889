"""JSON files that carry a schema version: an older one is upgraded, a newer one refused with a sentence."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ValidationError

from tcsalgbench.errors import BadInput, NewerSchema
from tcsalgbench.workspace.files import atomic_write

M = TypeVar("M", bound=BaseModel)
Upgrade = Callable[[dict[str, Any]], dict[str, Any]]


def check_version(found: object, known: int, where: str) -> int:
    """The version as a number, if this tool can read it."""
    if not isinstance(found, int) or isinstance(found, bool) or found < 1:
        raise BadInput(f"{where} says no schema version that makes sense ({found!r}); it is not a file of this tool.")
    if found > known:
        raise NewerSchema(
            f"{where} was written by a newer version of tcsalgbench (schema {found}; this one reads up to {known}). "
            "Install a newer tcsalgbench to read it. Nothing was changed."
        )
    return found


@dataclass(frozen=True, slots=True)
class Schema(Generic[M]):
    """How one kind of file is read and written. `upgrades[n]` turns the fields of version n into those of n + 1."""

    model: type[M]
    version: int
    upgrades: Mapping[int, Upgrade] = field(default_factory=dict)

    def read(self, path: Path) -> M:
        """Read a file, upgraded in memory if it is older; the file itself is left as it is."""
        try:
            fields = json.loads(path.read_bytes())
        except FileNotFoundError:
            raise BadInput(f"{path} does not exist.") from None
        except ValueError as error:
            raise BadInput(f"{path} is not JSON: {error}.") from None
        if not isinstance(fields, dict):
            raise BadInput(f"{path} holds no JSON object.")
        for version in range(check_version(fields.pop("schema", None), self.version, str(path)), self.version):
            fields = self.upgrades[version](fields)
        try:
            return self.model.model_validate(fields)
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(str(step) for step in first["loc"]) or "the whole"
            raise BadInput(f"{path}: {place}: {first['msg']}.") from None

    def write(self, path: Path, value: M) -> None:
        """Write a file of the present version, atomically."""
        fields = {"schema": self.version, **value.model_dump(mode="json")}
        atomic_write(path, (json.dumps(fields, ensure_ascii=False, indent=2) + "\n").encode())
