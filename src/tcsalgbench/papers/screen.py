"""Screen a paper: does a main result bound sample or runtime complexity, and which area is it of?"""

from pydantic import BaseModel, ConfigDict, Field

from tcsalgbench.calls import Answer, Steps
from tcsalgbench.papers.record import Area
from tcsalgbench.prompts import PromptBook, Role, Untrusted
from tcsalgbench.prompts.preset import Choice


class Screening(BaseModel):
    """The screener's answer."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    bounds_complexity: bool
    area: Area
    reason: str = Field(max_length=300)


SCREENER = Role("screener", "construction", Screening, frozenset({"title", "abstract"}), max_output=1000)


def screen(book: PromptBook, title: str, abstract: str, choice: Choice) -> Steps[Answer[Screening]]:
    """One call, with its repair; an answer that is refused, cut or in no form decides nothing."""
    values = {"title": Untrusted("title of the paper", title), "abstract": Untrusted("abstract of the paper", abstract)}
    answer: Answer[Screening] = yield book.request(
        SCREENER, SCREENER.name, values, max_output=choice.max_output, effort=choice.effort
    )
    return answer
