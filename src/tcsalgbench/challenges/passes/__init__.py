"""The ten passes, in their order; the first makes the draft, each of the others takes one and gives one."""

from collections.abc import Callable
from typing import TypeAlias

from tcsalgbench.calls import Steps
from tcsalgbench.challenges.case import Case
from tcsalgbench.challenges.draft import Draft
from tcsalgbench.challenges.passes import (
    access,
    assumptions,
    background,
    existence,
    glossary,
    labels,
    notation,
    references,
    strip,
)

Pass: TypeAlias = Callable[[Draft, Case], Steps[Draft]]

# After `select.run`, which makes the draft.
AFTER_SELECTION: tuple[Pass, ...] = (
    glossary.run,
    background.run,
    references.run,
    labels.run,
    notation.run,
    access.run,
    assumptions.run,
    strip.run,
    existence.run,
)
