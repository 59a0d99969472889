"""Third stage of the demonstration: the embedded model screens the bundled papers, in the prompts a real one would get."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from tcsalgbench.calls import Answer, Caller, Errored, FileJournal, Job, Meter, Secrets, Stop, drive_all
from tcsalgbench.models import open_model
from tcsalgbench.papers.screen import SCREENER, Screening, screen
from tcsalgbench.prompts import Fence, PromptBook
from tcsalgbench.prompts.preset import load_preset
from tcsalgbench.samples import SamplePaper, load_sample_paper, sample_names
from tcsalgbench.workspace import Workspace, atomic_write

PRESET = "embedded"
RESULT = "screening.json"


@dataclass(frozen=True, slots=True)
class Screened:
    """A paper, what the model said of it, and what it cost."""

    paper: SamplePaper
    answer: Answer[Screening]
    tokens: int

    def line(self) -> str:
        """One paper for a person."""
        said, truth = self.answer.value, self.paper.screening
        told = f"({self.answer.end})" if said is None else _verdict(said.bounds_complexity, said.area)
        return f"{self.paper.id:<18} said: {told:<28} should be: {_verdict(truth.bounds_complexity, truth.area)}"

    def fields(self) -> dict[str, object]:
        """One paper of the result, beside what should have been said."""
        said = self.answer.value
        return {
            "paper": self.paper.id,
            "end": self.answer.end,
            "said": None if said is None else said.model_dump(),
            "should_be": self.paper.screening.model_dump(include={"bounds_complexity", "area"}),
            "tokens": self.tokens,
        }


@dataclass(frozen=True, slots=True)
class Screenings:
    """All papers, and how many of the calls were made now."""

    model: str
    prompts: dict[str, str]
    papers: tuple[Screened, ...]
    replayed: int

    def lines(self) -> list[str]:
        """What was said beside what should have been said, and what that is worth."""
        found = f"; {self.replayed} answers were found in the journal" if self.replayed else ""
        formed = sum(one.answer.end == "answered" for one in self.papers)
        return [
            *(one.line() for one in self.papers),
            f"{formed} of {len(self.papers)} answers of {self.model} are in their form: a schema binds them{found}.",
            "Whether they are right is another matter: a model of 135 million parameters understands no research paper and",
            "proves nothing. It is here so that prompts, journal, limits and pages run for real on any machine, without a key.",
        ]

    def fields(self) -> dict[str, object]:
        """The result as a file: what was said, by which model, told by which templates."""
        return {"schema": 1, "model": self.model, "prompts": self.prompts, "papers": [one.fields() for one in self.papers]}


def screen_samples(workspace: Workspace, stop: Stop, progress: Callable[[int], None]) -> Screenings:
    """Screen every bundled paper; what an earlier demonstration screened is found in the journal."""
    choice = load_preset(PRESET).choice(SCREENER.name, SCREENER.purpose)
    channel, book, meter = open_model(choice.model), PromptBook(Fence(workspace.secret())), Meter()
    papers = {f"screen/{name}": load_sample_paper(name) for name in sample_names()}
    journal, done = FileJournal(workspace.journal, "plain"), []

    def job(scope: str, paper: SamplePaper) -> Job[Answer[Screening]]:
        caller = Caller(scope, 1, journal, lambda role: channel, Secrets(()), (), meter, stop)
        return Job(caller, partial(screen, book, paper.title, paper.abstract, choice))

    def ended(scope: str, outcome: object) -> None:
        done.append(scope)
        progress(len(done))

    try:
        outcomes = asyncio.run(drive_all([job(*one) for one in papers.items()], at_once=1, ended=ended))
    finally:
        journal.close()
    screened: list[Screened] = []
    for scope, paper in papers.items():
        outcome = outcomes[scope]
        if isinstance(outcome, Errored):
            raise outcome.error
        tokens = sum(reply.usage.input + reply.usage.output for reply in outcome.value.replies)
        screened.append(Screened(paper, outcome.value, tokens))
    result = Screenings(choice.model, book.digests(), tuple(screened), meter.of(SCREENER.name).replayed)
    atomic_write(workspace.root / RESULT, (json.dumps(result.fields(), indent=2) + "\n").encode())
    return result


def _verdict(bounds: bool, area: str) -> str:
    return f"{'a bound' if bounds else 'no bound'}, area {area}"
