"""The roles of proving: one template each, and the forms of their answers for large models and for small ones."""

from typing import Any, TypeVar

from tcsalgbench.jobs import Desk
from tcsalgbench.jobs.desk import SMALL_MODELS
from tcsalgbench.prompts import Role
from tcsalgbench.provers import forms

A = TypeVar("A")

_PROVER = frozenset({"goal", "snippets", "claims", "asked", "action", "kind", "standing", "reading", "confidence"})
_DECIDER = frozenset({"goal", "claims", "round", "rounds"})
_VERIFIER = frozenset({"goal", "snippets", "claims", "name", "kind", "standing", "doubts"})
MOST_OUTPUT = 128_000

# One name a part to play: all actions of the prover share their fixed part, so that prompts of a run share their beginning.
PROVER = Role("prover", "proving", forms.Argument, _PROVER, MOST_OUTPUT)
CONFIDENT_PROVER = Role("prover", "proving", forms.ConfidentArgument, _PROVER, MOST_OUTPUT)
READING_PROVER = Role("prover", "proving", forms.ReadingArgument, _PROVER, MOST_OUTPUT)
CONFIDENT_READING_PROVER = Role("prover", "proving", forms.ConfidentReadingArgument, _PROVER, MOST_OUTPUT)
SUMMARISER = Role("prover", "proving", forms.Summary, _PROVER, MOST_OUTPUT)
DECIDER = Role("decider", "proving", forms.Decision, _DECIDER, MOST_OUTPUT)
VERIFIER = Role("verifier", "proving", forms.Verdict, _VERIFIER, MOST_OUTPUT)

_SHORT: dict[type, type] = {
    forms.Argument: forms.ShortArgument,
    forms.ConfidentArgument: forms.ShortConfidentArgument,
    forms.ReadingArgument: forms.ShortArgument,  # no room for look-ups
    forms.ConfidentReadingArgument: forms.ShortConfidentArgument,
    forms.Summary: forms.ShortSummary,
    forms.Decision: forms.ShortDecision,
    forms.Verdict: forms.ShortVerdict,
}


def fitted(role: Role[A], desk: Desk) -> Role[A]:
    """The role with the short form of its answer where a small model plays it."""
    if not is_small(desk, role.name):
        return role
    short: type[A] = _SHORT[role.answer]
    return Role(role.name, role.purpose, short, role.variables, role.max_output)


def prover_role(*, confident: bool, reads: bool) -> Role[Any]:
    """The prover with the form of answer that the run asks for."""
    if reads:
        return CONFIDENT_READING_PROVER if confident else READING_PROVER
    return CONFIDENT_PROVER if confident else PROVER


def is_small(desk: Desk, role: str) -> bool:
    """Whether the role is played by a model that gets short templates."""
    return desk.cast.choice(role).model.startswith(SMALL_MODELS)


def digests(desk: Desk, roles: tuple[Role[A], ...]) -> dict[str, str]:
    """The digest of the template that each role is told by."""
    return {role.name: desk.book.template(role, short=is_small(desk, role.name)).digest for role in roles}
