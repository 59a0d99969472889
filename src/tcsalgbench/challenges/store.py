"""Where the challenges of a workspace lie: a file each, and what each withholds in a file apart from it."""

import hashlib
import re
from pathlib import Path

from tcsalgbench.challenges.model import CHALLENGE, WITHHELD, Challenge, Withheld
from tcsalgbench.errors import BadInput
from tcsalgbench.workspace import Workspace

ROOM = "challenges"
_WITHHELD = ".withheld"


def file_name(challenge_id: str) -> str:
    """A challenge id as the name of a file: readable, and distinct for distinct ids."""
    readable = re.sub(r"[^A-Za-z0-9._-]+", "-", challenge_id)[:80]
    return f"{readable}-{hashlib.sha256(challenge_id.encode()).hexdigest()[:8]}"


def save_challenge(workspace: Workspace, challenge: Challenge, withheld: Withheld | None = None) -> Path:
    """Write a challenge, after what it withholds: a challenge that can be seen always has its counterpart."""
    folder = workspace.folder(ROOM)
    path = folder / f"{file_name(challenge.id)}.json"
    if withheld is not None:
        WITHHELD.write(folder / f"{file_name(challenge.id)}{_WITHHELD}.json", withheld)
    CHALLENGE.write(path, challenge)
    return path


def load_challenges(workspace: Workspace) -> tuple[Challenge, ...]:
    """All challenges of the workspace, in the order of their ids."""
    paths = (path for path in (workspace.root / ROOM).glob("*.json") if not path.stem.endswith(_WITHHELD))
    return tuple(sorted((CHALLENGE.read(path) for path in paths), key=lambda one: one.id))


def load_challenge(workspace: Workspace, challenge_id: str) -> Challenge:
    """One challenge by its id."""
    path = workspace.root / ROOM / f"{file_name(challenge_id)}.json"
    if not path.is_file():
        known = ", ".join(one.id for one in load_challenges(workspace)[:8]) or "none at all"
        raise BadInput(f"There is no challenge {challenge_id!r} in {workspace.root}; there are {known}.")
    return CHALLENGE.read(path)


def load_withheld(workspace: Workspace, challenge_id: str) -> Withheld | None:
    """What a challenge withholds; None for one that came from elsewhere without it."""
    path = workspace.root / ROOM / f"{file_name(challenge_id)}{_WITHHELD}.json"
    return WITHHELD.read(path) if path.is_file() else None
