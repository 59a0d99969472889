"""Making the challenges of papers in a workspace: from papers and graphs to files, with what it took, pass by pass."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from tcsalgbench.calls import Errored, Meter, Outcome, Stop
from tcsalgbench.challenges.build import Built, build
from tcsalgbench.challenges.case import Bounds, Case, paper_ref
from tcsalgbench.challenges.foresight import typical
from tcsalgbench.challenges.roles import PASS_OF_ROLE, ROLES
from tcsalgbench.challenges.store import save_challenge
from tcsalgbench.errors import TcsalgbenchError
from tcsalgbench.graphs.store import read_source, shared_graph
from tcsalgbench.jobs import Cast, Desk, Forecast, Work, forecast
from tcsalgbench.jobs.work import Spending
from tcsalgbench.models.catalog import load_catalog
from tcsalgbench.papers.record import Paper
from tcsalgbench.papers.store import keep_paper
from tcsalgbench.prompts import Fence, PromptBook
from tcsalgbench.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Spent:
    """What one pass took."""

    name: str
    calls: int
    replayed: int
    input_tokens: int
    output_tokens: int


@dataclass(frozen=True, slots=True)
class Made:
    """What became of the papers: those that were built, those that could not be, and what it took."""

    built: tuple[Built, ...]
    failed: Mapping[str, str]
    spent: tuple[Spent, ...]
    by_code: tuple[str, ...] = ()  # papers whose graph no model has looked at: no hypotheses, no glossary


@dataclass(frozen=True, slots=True)
class Making:
    """A job of making challenges: where, with which models, told what, within which bounds."""

    workspace: Workspace
    cast: Cast
    prompts: Path | None = None
    spending: Spending = field(default_factory=Spending)
    stop: Stop = field(default_factory=Stop)
    bounds: Bounds = field(default_factory=Bounds)

    def cases(self, papers: Iterable[Paper]) -> dict[str, Case]:
        """The papers with the graphs that the workspace has of them, or else graphs by code alone, by their scopes."""
        desk = Desk(PromptBook(Fence(self.workspace.secret()), self.prompts), self.cast)
        found = {}
        for paper in papers:
            record = paper.record
            graph = shared_graph(self.workspace, paper.source, record.id, record.version)
            found[f"challenges/{record.version_id}"] = Case(
                paper_ref(paper), graph, read_source(paper.source), desk, self.bounds
            )
        return found

    def run(self, papers: Sequence[Paper], progress: Callable[[int], None]) -> Made:
        """Make the challenges and keep them. What was answered before is found in the journal and not asked again."""
        for paper in papers:
            keep_paper(self.workspace, paper.source.folder.parent)
        cases = self.cases(papers)
        built: dict[str, Built] = {}
        failed: dict[str, str] = {}
        errors: list[TcsalgbenchError] = []

        def ended(scope: str, outcome: Outcome[Built]) -> None:
            if isinstance(outcome, Errored):
                failed[scope.partition("/")[2]] = str(outcome.error)
                errors.append(outcome.error)
            else:
                built[scope] = outcome.value
                for challenge, withheld in outcome.value.challenges:
                    save_challenge(self.workspace, challenge, withheld)
            progress(len(built) + len(failed))

        names = [role.name for role in ROLES]
        catalog = load_catalog(workspace=self.workspace.root)
        with Work(self.workspace, self.cast, names, self.spending, self.stop, catalog) as work:
            work.run({scope: partial(build, case) for scope, case in cases.items()}, ended=ended)
        if errors and not built:
            raise errors[0]
        by_code = tuple(f"{case.paper.id}{case.paper.version}" for case in cases.values() if _by_code(case))
        return Made(tuple(built[scope] for scope in cases if scope in built), failed, spent_of(work.meter), by_code)

    def forecast(self, papers: Iterable[Paper]) -> Forecast:
        """What it would take, without asking anybody."""
        made = Forecast()
        for case in self.cases(papers).values():
            forecast([build(case)], typical(case), made)
        return made


def _by_code(case: Case) -> bool:
    graph = case.graph
    return not (graph.models or graph.glossary or any(node.hypotheses for node in graph.nodes))


def spent_of(meter: Meter) -> tuple[Spent, ...]:
    """The account by pass, in the order of the passes."""
    return tuple(
        Spent(PASS_OF_ROLE[role.name], tally.calls, tally.replayed, tally.input, tally.output)
        for role in ROLES
        if (tally := meter.roles.get(role.name)) is not None
    )
