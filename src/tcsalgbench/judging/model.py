"""What judging leaves: the score of one submission by one judge. The label is there, or absent with a reason."""

from typing import Literal

from pydantic import BaseModel, ConfigDict

from tcsalgbench.workspace import Schema


class Score(BaseModel):
    """`label` is None while votes are missing: such a submission is unscored, which is no rejection."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    submission: str  # digest of challenge and proof
    challenge_id: str
    system: str
    seed: int
    purpose: Literal["comparison", "calibration"] = "comparison"
    judge: str  # `majority` for the panel of the study, else the name of the judge that scored again
    label: bool | None
    why: str | None = None


SCORE = Schema(Score, version=1)
