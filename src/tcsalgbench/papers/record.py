"""What is known about a paper, as its `paper.toml` says it, and its TeX on disk."""

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, StringConstraints, ValidationError

from tcsalgbench.errors import BadInput
from tcsalgbench.tex import Folder
from tcsalgbench.workspace.schema import check_version

SCHEMA = 1
FILE = "paper.toml"
Area = Literal["AF", "DP", "LT", "Opt", "Samp", "Other"]
# An id becomes the name of a folder, and part of the names of calls.
PaperId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$", max_length=80)]


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class CitedRecord(_Record):
    """A cited work that is at hand: its key in the bibliography of the paper, and its folder under `cited/`."""

    key: str
    folder: PaperId
    title: str
    authors: tuple[str, ...]
    licence: str | None = None
    first_version_date: date | None = None
    main: str = "main.tex"
    version: str | None = None
    source_url: str | None = None


class PaperRecord(_Record):
    """One exact version of a paper."""

    id: PaperId
    version: str = "v1"
    title: str
    authors: tuple[str, ...]
    abstract: str = ""
    area: Area | None = None
    licence: str | None = None
    first_version_date: date | None = None
    main: str = "main.tex"
    source_url: str | None = None
    cited: tuple[CitedRecord, ...] = ()

    @property
    def version_id(self) -> str:
        """The id with the version, as people write it: `2503.01234v2`."""
        return f"{self.id}{self.version}"


@dataclass(frozen=True, slots=True)
class Source:
    """The TeX of a work: its files by name, and the one that LaTeX would be run on."""

    folder: Path
    main: str

    @property
    def files(self) -> Mapping[str, bytes]:
        """The files by name; read when asked for."""
        return Folder(self.folder)

    def digest(self) -> str:
        """The SHA-256 of the tree: of every file's name and content, in the order of their names."""
        whole = hashlib.sha256()
        for path in sorted(path for path in self.folder.rglob("*") if path.is_file()):
            name = path.relative_to(self.folder).as_posix().encode()
            whole.update(b"%d:%s%d:" % (len(name), name, path.stat().st_size))
            whole.update(path.read_bytes())
        return whole.hexdigest()


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper at hand: what is known of it, its TeX, and the TeX of the works it cites by their keys."""

    record: PaperRecord
    source: Source
    cited: Mapping[str, Source]


def load_paper(path: Path) -> Paper:
    """A paper from its `paper.toml`, or from the folder that holds one: TeX in `paper/`, cited works in `cited/<folder>/`."""
    file = path / FILE if path.is_dir() else path
    record = _read(file)
    root = file.parent
    source = Source(root / "paper", record.main)
    if not (source.folder / source.main).is_file():
        raise BadInput(f"{file} says that the main TeX file is {source.folder / source.main}, which is not there.")
    cited = {}
    for one in record.cited:
        cited[one.key] = Source(root / "cited" / one.folder, one.main)
        if not (cited[one.key].folder / one.main).is_file():
            raise BadInput(f"{file} names a cited work at {cited[one.key].folder / one.main}, which is not there.")
    return Paper(record, source, cited)


def _read(file: Path) -> PaperRecord:
    try:
        fields = tomllib.loads(file.read_text("utf-8"))
    except FileNotFoundError:
        raise BadInput(f"{file} does not exist. A paper is a folder with a paper.toml, its TeX in paper/.") from None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadInput(f"{file} cannot be read as TOML: {error}.") from None
    check_version(fields.pop("schema", None), SCHEMA, str(file))
    try:
        return PaperRecord.model_validate(fields)
    except ValidationError as error:
        first = error.errors()[0]
        raise BadInput(f"{file}: {' '.join(str(step) for step in first['loc'])}: {first['msg']}.") from None
