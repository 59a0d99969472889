"""The folder a user's work lies in, and the names of what lies there."""

import os
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from tcsalgbench import __version__
from tcsalgbench.errors import BadInput
from tcsalgbench.workspace.files import atomic_write
from tcsalgbench.workspace.schema import Schema


class Marker(BaseModel):
    """What `workspace.json` says: that this folder is a workspace, and who made it."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    made_by: str


MARKER = Schema(Marker, version=1)


@dataclass(frozen=True, slots=True)
class Workspace:
    """A workspace that exists; get one from `create` or `open`."""

    root: Path

    @classmethod
    def create(cls, root: Path) -> "Workspace":
        """Open the workspace at `root`, made now if there is none yet."""
        if (root / "workspace.json").exists():
            return cls.open(root)
        try:
            root.mkdir(parents=True, exist_ok=True)
            MARKER.write(root / "workspace.json", Marker(made_by=f"tcsalgbench {__version__}"))
        except OSError as error:
            raise BadInput(f"No workspace can be made at {root}: {error.strerror}. Name another with --workspace.") from None
        return cls(root)

    @classmethod
    def open(cls, root: Path) -> "Workspace":
        """Open a workspace that must be there already."""
        if not (root / "workspace.json").is_file():
            raise BadInput(f"{root} is no workspace (it has no workspace.json). Name yours with --workspace DIR.")
        MARKER.read(root / "workspace.json")
        return cls(root)

    @property
    def journal(self) -> Path:
        """The folder of the journal of model calls."""
        return self.root / "journal"

    def folder(self, *names: str) -> Path:
        """A folder of the workspace, made now if there is none yet: graphs, challenges, runs, scores, results."""
        path = self.root.joinpath(*names)
        path.mkdir(parents=True, exist_ok=True)
        return path

    def secret(self) -> bytes:
        """The secret of this workspace, made once: the codes around untrusted text in prompts come from it."""
        path = self.root / "secret"
        try:
            return bytes.fromhex(path.read_text("ascii"))
        except FileNotFoundError:
            atomic_write(path, os.urandom(32).hex().encode())
            return bytes.fromhex(path.read_text("ascii"))
        except ValueError:
            raise BadInput(
                f"{path} is damaged. Without it, journalled calls cannot be found again; restore it from a copy."
            ) from None
