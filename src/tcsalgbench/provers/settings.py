"""The settings of a system: everything besides its models that could change what it does; recorded with each run."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from tcsalgbench.calls import Limits
from tcsalgbench.library.settings import RetrievalSettings

# Limits that pause a run, to be resumed: they decide when it ends, never how, and may be raised between two attempts.
PAUSING = ("max_input_tokens", "max_output_tokens", "max_dollars", "max_seconds")


class Settings(BaseModel):
    """Settings of a run. Those of 2.3 of a workflow's budget are limits; a workflow that has no use for one ignores it."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    iterations: int = Field(default=20, ge=1)
    rounds: int = Field(default=10, ge=1)
    concessions: int = Field(default=2, ge=1)  # that many in a row end a discussion without a decider
    history_tokens: int = Field(default=60_000, ge=100)
    library: Literal["none", "snippets", "tools"] = "snippets"
    snippets: int = Field(default=8, ge=1)
    snippet_tokens: int = Field(default=6_000, ge=1)
    retrieve_again: bool = True  # after an objection about a citation
    look_ups: int = Field(default=4, ge=1)  # in a round, with `library = "tools"`
    submit: Literal["last", "closed-only"] = "last"
    max_calls: int | None = Field(default=None, ge=1)
    max_input_tokens: int | None = Field(default=None, ge=1)
    max_output_tokens: int | None = Field(default=None, ge=1)
    max_dollars: float | None = Field(default=None, gt=0)
    max_seconds: float | None = Field(default=None, gt=0)

    def retrieval(self) -> RetrievalSettings:
        """The settings in the terms of the library."""
        return RetrievalSettings(self.snippets, self.snippet_tokens)

    def pauses(self) -> Limits | None:
        """The limits that pause a run, to be resumed; `max_calls` is none of them: it ends the search, and the run."""
        limits = Limits(None, self.max_input_tokens, self.max_output_tokens, self.max_dollars, self.max_seconds)
        return None if limits == Limits() else limits
