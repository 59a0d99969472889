"""Ask a model about a part of a paper, check what it says, and tell it what is wrong, a bounded number of times."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from pydantic import BaseModel, ConfigDict

from tcsalgbench.calls import Answer, Part, Steps
from tcsalgbench.graphs.model import Drop, Edge, Flag, GlossaryEntry, Hypothesis
from tcsalgbench.jobs import Desk
from tcsalgbench.prompts import Role, Untrusted

A = TypeVar("A")
_SHOWN_PROBLEMS = 20
_LONGEST_DETAIL = 300


class Said(BaseModel):
    """What an answer is made of: only the fields that were asked for."""

    model_config = ConfigDict(frozen=True, extra="forbid")


@dataclass(frozen=True, slots=True)
class Found:
    """What a part of a paper gave, checked; and what did not enter, with its reason."""

    hypotheses: Mapping[str, tuple[Hypothesis, ...]] | None = None
    variables: Mapping[str, tuple[str, ...]] | None = None
    edges: tuple[Edge, ...] = ()
    entries: tuple[GlossaryEntry, ...] = ()
    informal: Mapping[str, tuple[str, ...]] | None = None
    restated: Mapping[str, str] | None = None
    flags: tuple[Flag, ...] = ()
    drops: tuple[Drop, ...] = ()


@dataclass(frozen=True, slots=True)
class Checked:
    """An answer after its checks. `wrong` is worth asking again for; `idle` is left out for a reason that needs no answer."""

    found: Found
    wrong: tuple[Drop, ...] = ()
    idle: tuple[Drop, ...] = ()


def drop(what: str, detail: str, reason: str) -> Drop:
    """The record of something that does not enter; what a model wrote is cut where it is long."""
    plain = " ".join(detail.split())
    shown = plain if len(plain) <= _LONGEST_DETAIL else plain[: _LONGEST_DETAIL - 1] + "…"
    return Drop.model_validate({"what": what, "detail": shown, "reason": reason})


def asked(
    desk: Desk,
    role: Role[A],
    name: str,
    values: Mapping[str, str | Untrusted],
    check: Callable[[A], Checked],
    again: int,
    problems: str = "",
) -> Steps[Found]:
    """Ask, check, and ask again with what was wrong, at most `again` times; what is wrong at the end is dropped and recorded.

    The last answer that came in its form decides; one that is refused, cut or in no form decides nothing and is recorded.
    """
    turns: tuple[Part, ...] = ()
    last: Checked | None = None
    unformed: tuple[Drop, ...] = ()
    decided = name
    for attempt in range(again + 1):
        called = name if attempt == 0 else f"{name}/again{attempt}"
        shown = {
            **values,
            "problems": Untrusted("what a program found wrong in your last answer", problems) if problems else "",
        }
        answer: Answer[A] = yield desk.request(role, called, shown, turns)
        if answer.value is None:
            unformed += (
                drop("answer", f"{role.name}, {called}", f"{answer.end}: {answer.why}").model_copy(update={"call": called}),
            )
            break
        last, decided = check(answer.value), called
        if not last.wrong:
            break
        problems = _told(last.wrong)
        turns = (desk.book.turn(Untrusted("your last answer", answer.replies[-1].text)),)
    if last is None:
        return Found(drops=unformed)
    dropped = tuple(one.model_copy(update={"call": decided}) for one in (*last.wrong, *last.idle))
    found = last.found
    return Found(
        found.hypotheses,
        found.variables,
        found.edges,
        found.entries,
        found.informal,
        found.restated,
        found.flags,
        (*found.drops, *dropped, *unformed),
    )


def _told(wrong: Sequence[Drop]) -> str:
    lines = [f"- {one.what}: {one.detail}: {one.reason}" for one in wrong[:_SHOWN_PROBLEMS]]
    more = len(wrong) - len(lines)
    return "\n".join(lines) + (f"\n- and {more} more like these" if more else "")
