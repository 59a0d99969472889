"""A panel over a workspace, opened and closed with its models: what the command line, the demo and tests start from."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tcsalgbench.calls import Channel, Stop
from tcsalgbench.jobs import Cast, Desk, Forecast, Work
from tcsalgbench.jobs.prices import prices_of
from tcsalgbench.jobs.work import Spending
from tcsalgbench.judging.entries import Entry, entries_of, sources_in
from tcsalgbench.judging.judges import PHASES
from tcsalgbench.judging.model import MAJORITY
from tcsalgbench.judging.panel import ROLES, judge_of
from tcsalgbench.judging.plan import plan
from tcsalgbench.judging.score import Panel, Scored
from tcsalgbench.models.catalog import load_catalog
from tcsalgbench.prompts import Fence, PromptBook
from tcsalgbench.workspace import Workspace

PANEL = 3


@dataclass(frozen=True, slots=True)
class Terms:
    """How a judge works: its name, its votes, its method, rules of the user's own, and what it may spend."""

    name: str = MAJORITY
    votes: int = PANEL
    rules: str = ""
    method: str = PHASES
    early: bool = False
    prompts: Path | None = None
    spending: Spending = field(default_factory=Spending)


@dataclass(frozen=True, slots=True)
class Session:
    """A workspace, the cast that judges, and the terms; `channels` are models that are open already."""

    workspace: Workspace
    cast: Cast
    terms: Terms = field(default_factory=Terms)
    stop: Stop = field(default_factory=Stop)
    progress: Callable[[int], None] = lambda done: None
    channels: dict[str, Channel] = field(default_factory=dict)

    @contextmanager
    def panel(self, *, dry: bool = False) -> Iterator[Panel]:
        """The panel at work; a dry one asks nobody and opens no model."""
        work = Work(
            self.workspace,
            self.cast,
            ROLES,
            self.terms.spending,
            self.stop,
            load_catalog(None, self.workspace.root),
            _channels=self.channels,
        )
        book = PromptBook(Fence(self.workspace.secret()), self.terms.prompts)
        made = Panel(
            self.workspace,
            work,
            Desk(book, self.cast),
            judge_of(self.terms.name, book, self.cast, self.terms.votes, self.terms.rules, self.terms.method),
            sources_in(self.workspace),
            self.terms.early,
            self.progress,
        )
        if dry:
            yield made
        else:
            with work:
                yield made

    def score(self, submissions: Path | None = None) -> Scored:
        """Score the runs of the workspace, or a file of submissions."""
        return self.judge(entries_of(self.workspace, submissions))

    def judge(self, entries: Sequence[Entry]) -> Scored:
        """Score these submissions and no others."""
        with self.panel() as panel:
            return panel.score(entries)

    def forecast(self, entries: Sequence[Entry]) -> tuple[Forecast, float | None]:
        """What scoring these would take, and the money where prices are known."""
        with self.panel(dry=True) as panel:
            made = plan(panel, entries)
        return made, made.dollars(prices_of(self.cast, ROLES, load_catalog(None, self.workspace.root)))
