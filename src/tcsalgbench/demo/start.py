"""The start page of the demonstration: one page that leads to every page that was made."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from tcsalgbench.challenges.exporting import export
from tcsalgbench.challenges.model import Challenge
from tcsalgbench.challenges.store import file_name, load_challenges
from tcsalgbench.graphs.draw import look_of
from tcsalgbench.graphs.draw_svg import draw_graph
from tcsalgbench.graphs.store import find_graph, read_source
from tcsalgbench.judging.page import verdict_page
from tcsalgbench.judging.store import load_scores
from tcsalgbench.judging.verdict import load_verdict
from tcsalgbench.pages import Page, template, write_page
from tcsalgbench.papers.store import kept_papers
from tcsalgbench.provers.conversation import conversation, conversation_page
from tcsalgbench.provers.store import load_runs
from tcsalgbench.workspace import Workspace

START = "index.html"
FOLDER = "pages"


@dataclass(frozen=True, slots=True)
class Link:
    """A page that was made: where it is from the start page, what it shows, and how that came out."""

    to: str
    title: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Shelf:
    """Pages of one kind. `of` is what they are called in a count."""

    key: str
    heading: str
    about: str
    of: str
    links: tuple[Link, ...]


def write_start(workspace: Workspace, report: str) -> tuple[Shelf, ...]:
    """Write all pages, and the start page over them."""
    challenges = load_challenges(workspace)
    shelves = (
        Shelf(
            "challenges",
            "Challenges",
            "Each piece is cut from the source; ask for its passage, and for what was changed in it.",
            "challenges",
            tuple(_challenges(workspace, challenges)),
        ),
        Shelf(
            "graphs",
            "Proof graphs",
            "Which statement leans on which: to search, filter and walk.",
            "proof graphs",
            tuple(_graphs(workspace)),
        ),
        Shelf(
            "runs",
            "Runs",
            "Each run as a conversation of prover, verifier and decider.",
            "runs",
            tuple(_runs(workspace, challenges)),
        ),
        Shelf(
            "verdicts",
            "Verdicts",
            "What the panel said of each submission, beside the proof: which phase, which step, why.",
            "verdicts",
            tuple(_verdicts(workspace)),
        ),
    )
    body = template("tcsalgbench.demo", "start.html").render(report=report, shelves=shelves)
    style = files("tcsalgbench.demo").joinpath("start.css").read_text("utf-8")
    write_page(workspace.root / START, Page("TCSAlgBench: the demonstration", body, styles=(style,)))
    return shelves


def _challenges(workspace: Workspace, challenges: Sequence[Challenge]) -> Iterator[Link]:
    export(workspace, challenges, "html", workspace.root / FOLDER / "challenges")
    for one in challenges:
        title = " ".join(one.texts("title")) or one.id
        models = ", ".join(one.models)
        yield Link(f"{FOLDER}/challenges/{file_name(one.id)}.html", title, f"{one.id}, {one.status}, {_maker(models)}")


def _maker(models: str) -> str:
    return f"made by {models}" if models else "written by hand"


def _graphs(workspace: Workspace) -> Iterator[Link]:
    for paper in kept_papers(workspace):
        graph = find_graph(workspace, paper.source.digest())
        if graph is None:
            continue
        name = f"{FOLDER}/graphs/{paper.record.version_id}.html"
        draw_graph(graph, look_of(read_source(paper.source)), workspace.root / name, svg=False)
        note = f"{len(graph.nodes)} statements, {len(graph.edges)} edges, {len(graph.terms)} uses of terms"
        yield Link(name, paper.record.title, note)


def _runs(workspace: Workspace, challenges: Sequence[Challenge]) -> Iterator[Link]:
    by_id = {one.id: one for one in challenges}
    for run in load_runs(workspace):
        name = _name("runs", run.challenge_id, run.system, run.seed)
        page = conversation_page(run, conversation(workspace, run), by_id.get(run.challenge_id))
        write_page(workspace.root / name, page)
        yield Link(
            name,
            f"{run.system} on {run.challenge_id}",
            f"{run.end} after {run.usage.calls} call{'s' if run.usage.calls != 1 else ''}",
        )


def _verdicts(workspace: Workspace) -> Iterator[Link]:
    for score in load_scores(workspace):
        name = _name("verdicts", score.challenge_id, score.system, score.seed)
        verdict = load_verdict(workspace, score.challenge_id, score.system, score.seed, score.judge)
        write_page(workspace.root / name, verdict_page(verdict))
        yield Link(name, f"{score.system} on {score.challenge_id}", f"{verdict.outcome}, {verdict.tally}")


def _name(folder: str, challenge_id: str, system: str, seed: int) -> str:
    return str(Path(FOLDER) / folder / f"{file_name(f'{challenge_id}-{system}-{seed}')}.html")
