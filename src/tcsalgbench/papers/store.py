"""The papers of a workspace: each kept as a folder of its own, as it was added, so that later work needs no other place."""

import shutil
import tempfile
from pathlib import Path

from tcsalgbench.errors import BadInput
from tcsalgbench.papers.record import FILE, Paper, load_paper
from tcsalgbench.workspace import Workspace

ROOM = "papers"


def keep_paper(workspace: Workspace, folder: Path) -> Paper:
    """Copy a paper's folder (its `paper.toml`, `paper/`, `cited/`) into the workspace, unless that version is there already.

    A version that is there with another text is refused: what was made of it would no longer be traceable to its line.
    """
    paper = load_paper(folder)
    home = workspace.folder(ROOM) / paper.record.version_id
    if home.exists():
        kept = load_paper(home)
        if kept.source.digest() != paper.source.digest():
            raise BadInput(
                f"{home} already holds another text of {paper.record.version_id}. Give the changed paper another `version` "
                "in its paper.toml, or use another workspace."
            )
        return kept
    root = folder if folder.is_dir() else folder.parent
    with tempfile.TemporaryDirectory(dir=home.parent, prefix=".new-") as made:
        half = Path(made) / "paper"
        half.mkdir()
        shutil.copyfile(root / FILE, half / FILE)
        for part in ("paper", "cited"):
            if (root / part).is_dir():
                shutil.copytree(root / part, half / part, symlinks=False)
        half.rename(home)
    return load_paper(home)


def kept_paper(workspace: Workspace, version_id: str) -> Paper:
    """A paper of the workspace by its version id (`2503.01234v2`)."""
    home = workspace.root / ROOM / version_id
    if not home.is_dir():
        raise BadInput(f"The workspace {workspace.root} holds no paper {version_id}. Build its graph or its challenges first.")
    return load_paper(home)


def kept_papers(workspace: Workspace) -> tuple[Paper, ...]:
    """All papers of the workspace, in the order of their version ids."""
    return tuple(load_paper(path.parent) for path in sorted((workspace.root / ROOM).glob(f"[!.]*/{FILE}")))
