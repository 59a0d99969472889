"""What a run leaves: one submission, or the reason why there is none; and submissions that others made."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictInt

from tcsalgbench.workspace import Schema

# How a run ended. `errored` is an infrastructure failure: it says nothing about the system, and is resumed.
RunEnd = Literal["submitted", "conceded", "exhausted", "errored"]
Confidence = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class RunUsage(_Record):
    """Calls and tokens of a run; input includes what was cached, output what was reasoning."""

    calls: int = Field(default=0, ge=0)
    input_tokens: int = Field(default=0, ge=0)
    cached_input_tokens: int = Field(default=0, ge=0)
    output_tokens: int = Field(default=0, ge=0)
    reasoning_tokens: int = Field(default=0, ge=0)


class Submission(_Record):
    """One proof for one challenge, by whomever: the line of a submissions file."""

    challenge_id: str
    system: str = Field(min_length=1)
    seed: StrictInt
    proof: str
    confidence: Confidence | None = None
    usage: RunUsage | None = None


class Run(_Record):
    """One run: a system on a challenge with a seed. `scope` is its name in the journal."""

    system: str
    family: str | None = None
    model: str
    effort: str | None = None
    workflow: str
    challenge_id: str
    seed: int
    purpose: Literal["comparison", "calibration"] = "comparison"
    end: RunEnd
    why: str | None = None
    proof: str | None = None
    internally_accepted: bool = False
    confidence: Confidence | None = None
    usage: RunUsage = RunUsage()
    usage_by_role: dict[str, RunUsage] = {}
    scope: str
    settings: dict[str, str | int | float | bool | None] = {}
    prompts: dict[str, str] = {}
    library: str | None = None  # the digest of what could be read; None where nothing could, or where it was not recorded
    counts: dict[str, int] = {}  # of things that happened besides calls: uses of tools, refusals
    review: tuple[str, ...] = ()  # reasons why a person should look at the challenge


RUN = Schema(Run, version=1)
