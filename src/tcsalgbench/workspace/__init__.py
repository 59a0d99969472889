"""Where things lie on disk, and how they are written so that nothing is lost."""

from tcsalgbench.workspace.files import atomic_write, file_name
from tcsalgbench.workspace.locks import Claims
from tcsalgbench.workspace.schema import Schema
from tcsalgbench.workspace.workspace import Workspace

__all__ = ["Claims", "Schema", "Workspace", "atomic_write", "file_name"]
