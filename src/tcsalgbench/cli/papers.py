"""Which paper a command is to work on: a folder with a `paper.toml`, or a bundled one as `sample:NAME`."""

from pathlib import Path

from tcsalgbench.papers.record import Paper, load_paper
from tcsalgbench.samples import sample_folder, sample_names

SAMPLE = "sample:"
PAPER_HELP = "A folder with a paper.toml, or sample:NAME for a bundled paper."


def paper_at(written: str) -> Paper:
    """The paper that the user named."""
    if written.startswith(SAMPLE):
        return load_paper(sample_folder(written.removeprefix(SAMPLE)))
    return load_paper(Path(written))


def sample_papers() -> tuple[Paper, ...]:
    """All bundled papers."""
    return tuple(paper_at(SAMPLE + name) for name in sample_names())
