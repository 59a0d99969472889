"""Which paper a command is to work on: TeX as it lies on disk, a folder with a `paper.toml`, a bundled one as `sample:NAME`."""

import atexit
import tempfile
from pathlib import Path

from tcsalgbench.errors import BadInput
from tcsalgbench.papers.bare import is_bare, open_bare, remove
from tcsalgbench.papers.record import Paper, load_paper
from tcsalgbench.papers.store import ROOM
from tcsalgbench.samples import sample_folder, sample_names

SAMPLE = "sample:"
PAPER_HELP = "A folder of TeX, its main .tex file, a .tar.gz or .zip, a folder with a paper.toml, or sample:NAME."


def paper_at(written: str, workspace: Path | None = None) -> Paper:
    """The paper that the user named. TeX without a `paper.toml` gets one; `workspace` knows the versions of it so far."""
    if written.startswith(SAMPLE):
        return load_paper(sample_folder(written.removeprefix(SAMPLE)))
    path = Path(written)
    if not path.exists():
        raise BadInput(f"{path} does not exist. A paper is a folder of TeX, its main .tex file, an archive, or sample:NAME.")
    if not is_bare(path):
        return load_paper(path)
    home = Path(tempfile.mkdtemp(prefix="tcsalgbench-paper-"))
    atexit.register(remove, home)  # its files are read as long as the command runs
    return open_bare(path, home, None if workspace is None else workspace / ROOM)


def sample_papers() -> tuple[Paper, ...]:
    """All bundled papers."""
    return tuple(paper_at(SAMPLE + name) for name in sample_names())
