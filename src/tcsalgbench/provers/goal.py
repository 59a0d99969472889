"""A goal, what stands around it in a search, and how an attempt at it ended."""

from dataclasses import dataclass
from typing import Literal

ClaimStatus = Literal["open", "proved", "dead"]
AttemptKind = Literal["proof", "disproof"]
AttemptEnd = Literal["proved", "refuted", "conceded", "exhausted", "gap"]


@dataclass(frozen=True, slots=True)
class Claim:
    """Another goal of the same search, as an argument may cite it: only when it is proved."""

    key: str
    statement: str
    status: ClaimStatus


@dataclass(frozen=True, slots=True)
class Goal:
    """What is to be proved. The goal of a whole run is the text of its problem, which holds its hypotheses.

    Workflows that decompose give the goals above it, its siblings in the same decomposition, and its own children.
    """

    key: str
    statement: str
    hypotheses: tuple[str, ...] = ()
    ancestors: tuple[str, ...] = ()
    siblings: tuple[Claim, ...] = ()
    children: tuple[Claim, ...] = ()

    @property
    def text(self) -> str:
        """The goal as it is put before a model."""
        assumed = "".join(f"\n- {one}" for one in self.hypotheses)
        above = "".join(f"\n- {one}" for one in self.ancestors)
        hypotheses = f"\n\nHypotheses:{assumed}" if assumed else ""
        return f"{self.statement}{hypotheses}" + (f"\n\nGoals that this one contributes to:{above}" if above else "")

    @property
    def own_words(self) -> str:
        """What may be quoted as a hypothesis or definition of the goal."""
        return "\n".join((self.statement, *self.hypotheses))


@dataclass(frozen=True, slots=True)
class Attempt:
    """How one attempt at a goal ended. `calls` is its logical length; `argument` is what was accepted."""

    goal: str
    end: AttemptEnd
    calls: int
    argument: str | None = None
    cites: tuple[str, ...] = ()
    confidence: float | None = None
    why: str | None = None
    rounds: int = 0  # rounds that were used
