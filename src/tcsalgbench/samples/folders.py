"""Where the bundled papers lie, and how their metadata are read."""

import tomllib
from pathlib import Path
from typing import Literal

from tcsalgbench.errors import BadInput
from tcsalgbench.samples.model import SamplePaper

TruthName = Literal["graph", "glossary", "challenges", "labels"]

_HERE = Path(__file__).parent


def sample_names() -> tuple[str, ...]:
    return tuple(sorted(path.parent.name for path in _HERE.glob("*/paper.toml")))


def sample_folder(name: str) -> Path:
    """The folder with everything that belongs to the sample."""
    names = sample_names()
    if name not in names:
        raise BadInput(f"There is no bundled paper {name!r}; there are {', '.join(names)}.")
    return _HERE / name


def tex_folder(name: str) -> Path:
    """The folder that a user would add: the TeX of the paper and nothing else."""
    return sample_folder(name) / "paper"


def cited_folder(name: str, work: str) -> Path:
    """The TeX of a work that the paper cites."""
    folder = sample_folder(name) / "cited" / work
    if work not in {cited.folder for cited in load_sample_paper(name).cited}:
        raise BadInput(f"The bundled paper {name!r} cites no work {work!r}.")
    return folder


def truth_file(name: str, what: TruthName) -> Path:
    return sample_folder(name) / "truth" / f"{what}.json"


def load_sample_paper(name: str) -> SamplePaper:
    content = tomllib.loads((sample_folder(name) / "paper.toml").read_text(encoding="utf-8"))
    return SamplePaper.model_validate(content)
