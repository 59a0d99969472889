"""The citation checker: where words differ and code cannot decide, a model says whether they state the same."""

from typing import Literal

from pydantic import BaseModel, ConfigDict

from tcsalgbench.calls import Answer, Steps
from tcsalgbench.jobs import Desk
from tcsalgbench.judging.citations import Cited, Open, check
from tcsalgbench.judging.model import Checked
from tcsalgbench.judging.sources import Sources
from tcsalgbench.judging.text import plain
from tcsalgbench.prompts import Role, Untrusted


class Comparison(BaseModel):
    """The citation checker's answer."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    reason: str
    outcome: Literal["matches", "differs", "not checkable"]


CHECKER = Role("citation-checker", "scoring", Comparison, frozenset({"quote", "source", "difference"}), max_output=4_000)


def check_citations(desk: Desk, cited: tuple[Cited, ...], sources: Sources) -> Steps[tuple[Checked, ...]]:
    """Every citation, numbered in the order of the document; a comparison that got no answer is not checkable."""
    checked: list[Checked] = []
    for number, one in enumerate(cited, 1):
        found, left = check(f"C{number}", one, sources)
        if left is not None:
            answer: Answer[Comparison] = yield desk.request(CHECKER, f"citation/{number}", _values(left))
            found = _settled(found, answer)
        checked.append(found)
    return tuple(checked)


def _values(left: Open) -> dict[str, str | Untrusted]:
    return {
        "quote": Untrusted("what the proof says that the source says", left.quote),
        "source": Untrusted("statement of the source", plain(left.source)),
        "difference": Untrusted("difference of the words", plain(left.difference)),
    }


def _settled(found: Checked, answer: Answer[Comparison]) -> Checked:
    if answer.value is None:
        note = f"{found.note} The citation checker gave no answer ({answer.end}).".strip()
        return found.model_copy(update={"by": "code", "note": note})
    note = f"{found.note} {plain(answer.value.reason)}".strip()
    return found.model_copy(update={"outcome": answer.value.outcome, "note": note})
