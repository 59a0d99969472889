"""Build the graphs of works with models: jobs of a journal, so that what was killed goes on where it stopped."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tcsalgbench.calls import Errored, Meter, Outcome, Request, Steps, Stop
from tcsalgbench.graphs.annotating import Annotations
from tcsalgbench.graphs.asking import Found
from tcsalgbench.graphs.auditing import Audit
from tcsalgbench.graphs.glossing import Glossary
from tcsalgbench.graphs.invoking import Invocations
from tcsalgbench.graphs.keys import version_id
from tcsalgbench.graphs.linking import Links
from tcsalgbench.graphs.material import Material
from tcsalgbench.graphs.model import ProofGraph
from tcsalgbench.graphs.passes import Factory, Passes, Plan, assembled, roles_of, with_flags, without_edges
from tcsalgbench.graphs.plain import plain_graph
from tcsalgbench.graphs.store import read_source, save_graph
from tcsalgbench.jobs import Cast, Desk, Forecast, Work, forecast
from tcsalgbench.jobs.prices import prices_of
from tcsalgbench.jobs.work import Spending
from tcsalgbench.models.catalog import load_catalog
from tcsalgbench.papers.record import Paper, Source
from tcsalgbench.prompts import Fence, PromptBook
from tcsalgbench.workspace import Workspace

# What an answer usually is, in tokens: of the text that is shown to it, and at least.
_SHARE = {"annotator": 0.25, "edge_finder": 0.08, "glossary_writer": 0.2, "version_linker": 0.02, "graph_auditor": 0.03}
_LEAST_OUTPUT = 60
_BYTES_A_TOKEN = 4
_NOTHING: dict[str, object] = {
    "annotator": Annotations(statements=()),
    "edge_finder": Invocations(edges=()),
    "glossary_writer": Glossary(entries=()),
    "version_linker": Links(links=()),
    "graph_auditor": Audit(flags=()),
}


@dataclass(frozen=True, slots=True)
class Wanted:
    """A work whose graph is wanted: its text, the version it is kept under, how it is to be built."""

    source: Source
    work: str
    version: str
    plan: Plan


def wanted_of(paper: Paper, plan: Plan, *, cited: bool = False) -> tuple[Wanted, ...]:
    """The paper; with `cited`, also the works that it cites, each once and without an audit."""
    record = paper.record
    made = [Wanted(paper.source, record.id, record.version, plan)]
    quiet = Plan(plan.again, audit=False, most_chunks=plan.most_chunks, sizes=plan.sizes)
    for one in record.cited if cited else ():
        made.append(Wanted(paper.cited[one.key], one.folder, one.version or "v1", quiet))
    return tuple(made)


def material_of(wanted: Wanted) -> Material:
    """The document and the graph by code."""
    document = read_source(wanted.source)
    return Material(document, plain_graph(document, wanted.work, wanted.version, wanted.source.digest()))


def graph_by_code(material: Material) -> ProofGraph:
    """The graph that needs no model: nodes, explicit edges, and the definition layer by code."""
    return assembled(material, {}, (), {})


def build_graph(
    work: Work, desk: Desk, material: Material, plan: Plan, ended: Callable[[int, int], None] = lambda done, of: None
) -> ProofGraph:
    """The graph of one work with all passes; it is for the caller to keep it. What cannot end is raised when all else has."""
    passes = Passes(desk, material, plan)

    def run(jobs: Mapping[str, Factory]) -> dict[str, Found]:
        done: list[str] = []

        def one_more(name: str, outcome: Outcome[Found]) -> None:
            done.append(name)
            ended(len(done), len(jobs))

        outcomes = work.run({passes.scope(name): factory for name, factory in jobs.items()}, ended=one_more)
        return {name: _value(outcomes[passes.scope(name)]) for name in jobs}

    found = run(passes.first())
    for name, again in run(passes.against_cycles(found)).items():
        first = name.removesuffix("/cycle")
        if again.edges or not any(drop.what == "answer" for drop in again.drops):
            found[first] = without_edges(found[first])
            found[name] = again
    models = tuple(desk.cast.choice(role).model for role in roles_of(plan))
    graph = assembled(material, found, models, desk.book.digests())
    return with_flags(graph, run(passes.last(graph))).model_copy(update={"prompts": desk.book.digests()})


def _value(outcome: Outcome[Found]) -> Found:
    if isinstance(outcome, Errored):
        raise outcome.error
    return outcome.value


Accounts = dict[str, dict[str, int]]


@dataclass(frozen=True, slots=True)
class Built:
    """The graphs that were built, and what their calls took, by role: each of them (`took`), and all together."""

    graphs: tuple[ProofGraph, ...]
    meter: Meter
    took: tuple[Accounts, ...] = ()

    def roles(self) -> Accounts:
        """The accounts, in the order of roles."""
        return accounts_of(self.meter)


def accounts_of(meter: Meter, since: Accounts | None = None) -> Accounts:
    """Calls and tokens by role; with `since`, what came on top of that."""
    made: Accounts = {}
    for role, one in sorted(meter.roles.items()):
        now = {"calls": one.calls, "replayed": one.replayed, "input": one.input, "output": one.output}
        before = (since or {}).get(role, {})
        made[role] = {name: count - before.get(name, 0) for name, count in now.items()}
    return {role: one for role, one in made.items() if since is None or any(one.values())}


@dataclass(frozen=True, slots=True)
class Building:
    """Graphs in the making: a workspace, who is asked (nobody, where the cast is None), and what it may cost."""

    workspace: Workspace
    cast: Cast | None = None
    prompts: Path | None = None
    spending: Spending = field(default_factory=Spending)
    stop: Stop = field(default_factory=Stop)

    def run(self, wanted: Sequence[Wanted], progress: Callable[[int], None] = lambda done: None) -> Built:
        """Build graphs, and keep each as soon as it is whole."""
        if self.cast is None:
            graphs = tuple(graph_by_code(material_of(one)) for one in wanted)
            for graph in graphs:
                save_graph(self.workspace, graph)
            return Built(graphs, Meter(), ({},) * len(graphs))
        desk = desk_of(self.workspace, self.cast, self.prompts)
        asked = sorted({role for one in wanted for role in roles_of(one.plan)})
        made: list[ProofGraph] = []
        took: list[Accounts] = []
        done = 0

        def one_more(ended: int, of: int) -> None:
            nonlocal done
            done += 1
            progress(done)

        with Work(self.workspace, self.cast, asked, self.spending, self.stop) as work:
            for one in wanted:
                before = accounts_of(work.meter)
                made.append(build_graph(work, desk, material_of(one), one.plan, one_more))
                save_graph(self.workspace, made[-1])
                took.append(accounts_of(work.meter, before))
            return Built(tuple(made), work.meter, tuple(took))


def desk_of(workspace: Workspace, cast: Cast, prompts: Path | None) -> Desk:
    """The prompts and the cast of a workspace."""
    return Desk(PromptBook(Fence(workspace.secret()), prompts), cast)


@dataclass(frozen=True, slots=True)
class Estimate:
    """What building would take, and its price, where it is known; `works` says it of each work by itself."""

    forecast: Forecast
    dollars: float | None
    works: tuple[tuple[str, Forecast], ...] = ()


def forecast_of(workspace: Workspace, cast: Cast | None, wanted: Iterable[Wanted], prompts: Path | None = None) -> Estimate:
    """What building would take, if nothing had to be asked again."""
    made = Forecast()
    if cast is None:
        return Estimate(made, 0.0)
    desk = desk_of(workspace, cast, prompts)
    works: list[tuple[str, Forecast]] = []
    for one in wanted:
        material = material_of(one)
        passes = Passes(desk, material, one.plan)
        jobs: list[Steps[Any]] = [factory() for factory in passes.first().values()]
        jobs += [factory() for factory in passes.last(graph_by_code(material)).values()]
        works.append((version_id(one.work, one.version), forecast(jobs, typical)))
        for role, of_role in works[-1][1].roles.items():
            made.add_all(role, of_role)
    dollars = made.dollars(prices_of(cast, made.roles, load_catalog(None, workspace.root)))
    return Estimate(made, dollars, tuple(works))


def typical(request: Request[Any]) -> tuple[object, int]:
    """An answer that finds nothing, and as many tokens as an answer usually has."""
    shown = sum(len(part.text) for part in request.parts if part.untrusted)
    return _NOTHING[request.role], max(_LEAST_OUTPUT, int(shown / _BYTES_A_TOKEN * _SHARE[request.role]))
