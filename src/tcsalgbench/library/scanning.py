"""The leak scan as a job of its own: the libraries of many challenges, with what was refused and what a person should see."""

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from typing import Any

from tcsalgbench.challenges.model import Challenge
from tcsalgbench.challenges.store import load_withheld
from tcsalgbench.errors import BadInput
from tcsalgbench.library.allowing import library_of
from tcsalgbench.library.model import Refusal
from tcsalgbench.library.shelf import Shelf
from tcsalgbench.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Scanned:
    """What the scan of one challenge found. Not `whole`: its proof is not at hand, so only the paper was looked for."""

    challenge: str
    works: tuple[str, ...]
    refused: tuple[Refusal, ...]
    review: tuple[Refusal, ...]
    whole: bool
    why_not: str | None = None  # why it could not be scanned at all

    @property
    def clean(self) -> bool:
        """Whether nothing was refused."""
        return not self.refused and self.why_not is None

    def fields(self) -> dict[str, Any]:
        """The same for machines."""
        return asdict(self)


def scan_libraries(
    workspace: Workspace, challenges: Iterable[Challenge], each: Callable[[Scanned], None] = lambda scanned: None
) -> tuple[Scanned, ...]:
    """Scan the library of every challenge; one that cannot be scanned is reported, and does not stop the others."""
    shelf = Shelf(workspace)
    found = []
    for challenge in challenges:
        try:
            library = library_of(workspace, challenge, shelf)
            whole = load_withheld(workspace, challenge.id) is not None
            works = tuple(work.key for work in library.works)
            found.append(Scanned(challenge.id, works, library.refused, library.review, whole))
        except BadInput as error:
            found.append(Scanned(challenge.id, (), (), (), whole=False, why_not=str(error)))
        each(found[-1])
    return tuple(found)
