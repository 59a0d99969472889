"""What logic without I/O needs to write its requests: the prompts, and what was chosen for each role."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from tcsalgbench.calls import Part, Request
from tcsalgbench.jobs.cast import Cast
from tcsalgbench.prompts import PromptBook, Role, Untrusted

A = TypeVar("A")

# The embedded model has 8,192 tokens of context and reads some 300 a second: it gets the short templates.
SMALL_MODELS = "embedded/"


@dataclass(frozen=True, slots=True)
class Desk:
    """The prompts in use and the cast; generators that ask models take one."""

    book: PromptBook
    cast: Cast

    def request(
        self, role: Role[A], name: str, values: Mapping[str, str | Untrusted], turns: Sequence[Part] = ()
    ) -> Request[A]:
        """A request of the role, with the output cap and the effort that were chosen for it."""
        choice = self.cast.choice(role.name)
        short = choice.model.startswith(SMALL_MODELS)
        return self.book.request(role, name, values, turns, max_output=choice.max_output, effort=choice.effort, short=short)
