"""What is known of hosted models (context, caps, prices, efforts), from a dated data file that the user can override."""

import tomllib
from datetime import date
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from tcsalgbench.calls import Price
from tcsalgbench.errors import BadInput
from tcsalgbench.workspace.schema import check_version

SCHEMA = 1
WORKSPACE_FILE = "models.toml"
Effort = Literal["low", "medium", "high", "xhigh", "max"]
Dollars = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class Prices(BaseModel):
    """Dollars for a million tokens. Cached input without a price of its own costs what input costs."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    input: Dollars
    output: Dollars
    cached: Dollars | None = None


class Entry(BaseModel):
    """One model. What is absent is not known; `schema`, `seed` set aside what its provider's format would make one expect."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)
    name: str
    title: str | None = None
    context: int | None = Field(default=None, ge=1)
    max_output: int | None = Field(default=None, ge=1)
    efforts: tuple[Effort, ...] | None = None
    takes_schema: bool | None = Field(default=None, alias="schema")
    takes_seed: bool | None = Field(default=None, alias="seed")
    price: Prices | None = None
    source: str | None = None
    checked: date | None = None
    note: str | None = None

    def channel_price(self) -> Price:
        """The price as budgets use it; nothing where it is not known, which the channel says apart."""
        return Price() if self.price is None else Price(self.price.input, self.price.output, self.price.cached)


class Catalog(BaseModel):
    """All that is known; the first entry of a name counts."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    checked: date | None = None
    model: tuple[Entry, ...] = ()

    def entry(self, name: str) -> Entry:
        """What is known of a model: nothing but its name, if it is not listed."""
        return next((one for one in self.model if one.name == name), Entry(name=name))

    def over(self, below: "Catalog") -> "Catalog":
        """This catalogue laid over another: its entries replace those of the same name, whole."""
        mine = {one.name for one in self.model}
        return Catalog(checked=below.checked, model=(*self.model, *(one for one in below.model if one.name not in mine)))


def _read(text: str, where: str) -> Catalog:
    try:
        fields = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{where} cannot be read as TOML: {error}.") from None
    check_version(fields.pop("schema", None), SCHEMA, where)
    try:
        catalog = Catalog.model_validate(fields)
    except ValidationError as error:
        first = error.errors()[0]
        place = " ".join(str(step + 1) if isinstance(step, int) else str(step) for step in first["loc"]) or "the whole"
        raise BadInput(f"{where}: {place}: {first['msg']}.") from None
    day = catalog.checked
    return catalog.model_copy(
        update={"model": tuple(one.model_copy(update={"checked": one.checked or day}) for one in catalog.model)}
    )


def read_catalog(path: Path) -> Catalog:
    """A user's catalogue alone."""
    try:
        return _read(path.read_text("utf-8"), str(path))
    except FileNotFoundError:
        raise BadInput(f"There is no catalogue at {path}.") from None
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{path} cannot be read: {error}.") from None


def load_catalog(file: Path | None = None, workspace: Path | None = None) -> Catalog:
    """The catalogue of the package, under that of the workspace if it has one, under the file if one is named."""
    catalog = _read((files("tcsalgbench.models") / "catalog.toml").read_text("utf-8"), "the catalogue of the package")
    if workspace is not None and (workspace / WORKSPACE_FILE).is_file():
        catalog = read_catalog(workspace / WORKSPACE_FILE).over(catalog)
    return catalog if file is None else read_catalog(file).over(catalog)
