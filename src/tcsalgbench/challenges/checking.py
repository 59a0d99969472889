"""Checking challenges of a workspace again, from what lies on disk: does their source still say what they say?"""

from collections.abc import Sequence
from dataclasses import dataclass

from tcsalgbench.challenges.build import judged
from tcsalgbench.challenges.case import Case, paper_ref
from tcsalgbench.challenges.model import Challenge, Finding
from tcsalgbench.challenges.pdf import compile_tex, find_engine
from tcsalgbench.challenges.render_latex import render_latex
from tcsalgbench.errors import BadInput
from tcsalgbench.graphs.store import read_source, shared_graph
from tcsalgbench.jobs import Cast, Desk
from tcsalgbench.papers.record import Paper
from tcsalgbench.papers.store import kept_paper
from tcsalgbench.prompts import Fence, PromptBook
from tcsalgbench.workspace import Workspace

# What passes find and no check can find again in the finished challenge: an answer that did not come, a choice to look at.
FOUND_BY_PASSES = frozenset(
    ("self-containment", "information access", "rewriting", "glossary", "reference", "safety", "assumption")
)


@dataclass(frozen=True, slots=True)
class Checked:
    """A challenge as it is judged now; `why_not` says why it could not be."""

    challenge: Challenge
    why_not: str | None = None

    @property
    def blocked(self) -> bool:
        """Whether something holds it."""
        return self.challenge.status == "held"


def check_all(workspace: Workspace, challenges: Sequence[Challenge], *, compiled: bool = False) -> tuple[Checked, ...]:
    """Judge challenges from their final texts, their source and its graph; `compiled` also runs a TeX engine on each."""
    engine = find_engine() if compiled else None
    if compiled and engine is None:
        raise BadInput("There is no TeX engine here (pdflatex, xelatex), so nothing can be compiled: leave out --compile.")
    cases: dict[str, Case | str] = {}
    done = []
    for challenge in challenges:
        key = f"{challenge.paper.id}{challenge.paper.version}"
        if key not in cases:
            cases[key] = _case(workspace, key, challenge)
        case = cases[key]
        if isinstance(case, str):
            done.append(Checked(challenge, case))
            continue
        before = [one for one in challenge.findings if one.check in FOUND_BY_PASSES]
        if engine is not None:
            before += _compile(challenge, engine)
        done.append(Checked(judged(challenge, case, before)))
    return tuple(done)


def _case(workspace: Workspace, key: str, challenge: Challenge) -> Case | str:
    if challenge.imported_from is not None:
        return f"it was imported from {challenge.imported_from}; there is no source to check it against"
    try:
        paper = kept_paper(workspace, key)
    except BadInput as error:
        return str(error)
    if paper.source.digest() != challenge.paper.digest:
        return f"the text of {key} in this workspace is not the one that it was made from"
    return case_of(workspace, paper)


def case_of(workspace: Workspace, paper: Paper) -> Case:
    """A case for checks alone: its desk asks nobody."""
    graph = shared_graph(workspace, paper.source, paper.record.id, paper.record.version)
    desk = Desk(PromptBook(Fence(b"")), Cast("construction"))
    return Case(paper_ref(paper), graph, read_source(paper.source), desk)


def _compile(challenge: Challenge, engine: str) -> list[Finding]:
    found = compile_tex(render_latex(challenge), engine)
    return [] if found.error is None else [Finding(check="compile", blocking=True, detail=found.error)]
