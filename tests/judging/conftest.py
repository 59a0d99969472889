from pathlib import Path

import pytest

from tcsalgbench.challenges.store import save_challenge
from tcsalgbench.papers.store import keep_paper
from tcsalgbench.samples import sample_folder, sample_names
from tcsalgbench.samples.challenges import expected_challenges
from tcsalgbench.workspace import Workspace


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    """A workspace with the bundled papers and their challenges."""
    made = Workspace.create(tmp_path / "w")
    for name in sample_names():
        keep_paper(made, sample_folder(name))
        for challenge, withheld in expected_challenges(name):
            save_challenge(made, challenge, withheld)
    return made
