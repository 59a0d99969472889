"""The library of a bundled paper: the notes that it cites, as the provers of its challenges see them."""

from tcsalgbench.library.allowing import library_of_paper
from tcsalgbench.library.model import Library
from tcsalgbench.library.shelf import Shelf
from tcsalgbench.papers.record import load_paper
from tcsalgbench.samples.challenges import expected_challenges
from tcsalgbench.samples.folders import sample_folder


def sample_library(name: str, shelf: Shelf | None = None) -> Library:
    """The library of the first challenge of a bundled paper; all its challenges have the same works."""
    challenge, withheld = expected_challenges(name)[0]
    return library_of_paper(load_paper(sample_folder(name)), challenge, withheld, shelf)
