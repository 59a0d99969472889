"""What prover, decider and verifier answer: forms that code acts on, and short ones for models of little context."""

from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator
from pydantic_core import PydanticCustomError

CiteKind = Literal["hypothesis", "standard", "snippet", "sibling", "child"]
Outcome = Literal["argument", "concede", "gap"]
Action = Literal["prove", "disprove", "concede"]

# JSON reads \frac as a form feed and "rac", \beta as a backspace and "eta": a text with these has lost its TeX.
_LOST_BACKSLASHES = frozenset("\f\b\v\0")


class _Form(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Cite(_Form):
    """Something that an argument leans on: what kind of source, its name, and the words of it that are used."""

    kind: CiteKind
    name: str
    quote: str


class Argument(_Form):
    """The prover's answer: an argument, or the honest word that there is none."""

    sketch: str
    argument: str
    cites: tuple[Cite, ...]
    outcome: Outcome
    strategy_summary: str

    @field_validator("sketch", "argument", "strategy_summary")
    @classmethod
    def _tex_is_whole(cls, text: str) -> str:
        if _LOST_BACKSLASHES.intersection(text):
            raise PydanticCustomError("a_backslash_of_TeX_was_not_written_twice", "a backslash was not written twice")
        return text

    @model_validator(mode="after")
    def _says_what_its_outcome_needs(self) -> Self:
        if self._must_argue() and not self.argument.strip():
            raise PydanticCustomError("the_outcome_is_argument_but_the_argument_is_empty", "no argument")
        if self.outcome != "argument" and not self.strategy_summary.strip():
            raise PydanticCustomError("the_strategy_summary_is_empty", "no strategy summary")
        return self

    def _must_argue(self) -> bool:
        return self.outcome == "argument"


class ConfidentArgument(Argument):
    """The same with the prover's chance, as it sees it, that the argument is right."""

    confidence: float = Field(ge=0, le=1, allow_inf_nan=False)


_TAKES = {
    "search_library": ("query",),
    "read_statement": ("work", "statement"),
    "follow_dependencies": ("work", "statement"),
    "read_lines": ("work", "file", "first", "last"),
}


class LookUp(_Form):
    """One use of a read-only tool; fields that the tool does not take are ignored.

    Any name is taken: a tool that is not there is refused and counted, and does not make the whole answer malformed.
    """

    tool: str = Field(max_length=100, json_schema_extra={"enum": list(_TAKES)})
    query: str = ""
    work: str = ""
    statement: str = ""
    file: str = ""
    first: int = 1
    last: int = 1

    def arguments(self) -> dict[str, str | int]:
        """What its tool takes."""
        takes = _TAKES.get(self.tool, ())
        return {name: getattr(self, name) for name in takes}


class ReadingArgument(Argument):
    """An argument of a prover that may look things up first: with `look_ups`, the rest of the answer is set aside."""

    look_ups: tuple[LookUp, ...] = ()

    def _must_argue(self) -> bool:
        return self.outcome == "argument" and not self.look_ups


class ConfidentReadingArgument(ReadingArgument, ConfidentArgument):
    """The same with a confidence."""


class Decision(_Form):
    """The decider's answer."""

    reason: str
    action: Action


class Objection(_Form):
    """One objection: which step, what is wrong with it, what would mend it."""

    step: str
    error: str
    repair: str
    about: Literal["citation", "other"]


class Verdict(_Form):
    """The verifier's answer. `concerns` is for what it noticed and thinks minor, `settled` for numbers of older objections."""

    examination: str
    concerns: tuple[str, ...]
    objections: tuple[Objection, ...]
    settled: tuple[int, ...]
    verdict: Literal["accept", "reject", "gap"]


class Summary(_Form):
    """What an iteration tried, where it failed, and another angle."""

    strategy_summary: str


class ShortCite(Cite):
    """A cite of a model that must be brief."""

    name: str = Field(max_length=60)
    quote: str = Field(max_length=80)


class ShortArgument(Argument):
    """An argument of a model that must be brief."""

    sketch: str = Field(max_length=120)
    argument: str = Field(max_length=360)
    cites: tuple[ShortCite, ...] = Field(max_length=1)
    strategy_summary: str = Field(max_length=120)


class ShortConfidentArgument(ShortArgument, ConfidentArgument):
    """The same with a confidence."""


class ShortDecision(Decision):
    """A decision of a model that must be brief."""

    reason: str = Field(max_length=120)


class ShortObjection(Objection):
    """An objection of a model that must be brief."""

    step: str = Field(max_length=100)
    error: str = Field(max_length=140)
    repair: str = Field(max_length=100)


class ShortVerdict(Verdict):
    """A verdict of a model that must be brief."""

    examination: str = Field(max_length=200)
    concerns: tuple[str, ...] = Field(max_length=0)
    objections: tuple[ShortObjection, ...] = Field(max_length=1)
    settled: tuple[int, ...] = Field(max_length=0)


class ShortSummary(Summary):
    """A summary of a model that must be brief."""

    strategy_summary: str = Field(max_length=240)
