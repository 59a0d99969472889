"""What a role is: its name, what it is told, the answer it must give, and what it is there for."""

from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

A = TypeVar("A")

Purpose = Literal["construction", "proving", "scoring", "rescoring", "lean"]


@dataclass(frozen=True, slots=True)
class Role(Generic[A]):
    """A role. Its template is `templates/<name>.md`; `variables` are the names that the template may use."""

    name: str
    purpose: Purpose
    answer: type[A]
    variables: frozenset[str]
    max_output: int
