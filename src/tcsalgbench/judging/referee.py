"""The same examination for an author's own proof: no challenge, no workspace of results, a report with annotations."""

import hashlib
import re
from dataclasses import dataclass, replace
from pathlib import Path

from tcsalgbench.calls.request import encode
from tcsalgbench.errors import BadInput
from tcsalgbench.judging.docket import Docket
from tcsalgbench.judging.entries import Entry
from tcsalgbench.judging.model import Score
from tcsalgbench.judging.page import verdict_page
from tcsalgbench.judging.panel import Case, sources_of
from tcsalgbench.judging.score import Scored
from tcsalgbench.judging.session import Session
from tcsalgbench.judging.sources import Sources, problem_macros
from tcsalgbench.judging.text import plain
from tcsalgbench.judging.verdict import Verdict, markdown, votes_on
from tcsalgbench.library.allowing import library_from_folder
from tcsalgbench.pages import write_page
from tcsalgbench.workspace import atomic_write

JUDGE = "referee"
_BODY = re.compile(r"\\begin\s*\{document\}(.*?)(?:\\end\s*\{document\}|\Z)", re.DOTALL)
_DECLARES = re.compile(r"^[ \t]*\\(?:(?:re)?newcommand|providecommand|def|DeclareMathOperator)\b.*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Manuscript:
    """An author's proof: the problem, the proof, the notation that both declare, the works it may cite."""

    title: str
    problem: str
    proof: str
    notation: str
    sources: Sources


@dataclass(frozen=True, slots=True)
class Report:
    """What the referees said, and where it was written."""

    verdict: Verdict
    scored: Scored
    markdown: Path
    html: Path


def read_manuscript(proof: Path, statement: Path, library: Path | None) -> Manuscript:
    """Read what is to be refereed."""
    written, problem = _read(proof), _read(statement)
    notation = "\n".join(match[0] for text in (problem, written) for match in _DECLARES.finditer(text))
    works = None if library is None else library_from_folder(library)
    sources = Sources(works, problem_macros(notation)) if notation else sources_of(works, None)
    return Manuscript(proof.name, _body(problem), _body(written), notation, sources)


def referee(session: Session, manuscript: Manuscript, out: Path) -> Report:
    """Examine the manuscript and write the report, as Markdown and as a page; nothing enters the scores of the workspace."""
    problem, proof = plain(manuscript.problem), plain(manuscript.proof)
    digest = _digest(problem, proof, manuscript.sources)
    entry = Entry(Case(digest, problem, proof), manuscript.title, "the author", 1, external=True)
    with session.panel() as opened:
        panel = replace(opened, sources=lambda entry: manuscript.sources)
        docket = Docket.read(session.workspace, panel.judge)
        scored = panel.examine([entry], docket)
    verdict = Verdict(
        manuscript.title,
        manuscript.problem,
        manuscript.notation,
        scored.scores[0],
        panel.judge,
        docket.organised(digest) if docket.is_organised(digest) else None,
        votes_on(session.workspace, digest, panel.judge.digest),
        _flags(manuscript, scored.scores[0]),
    )
    out.mkdir(parents=True, exist_ok=True)
    atomic_write(out / "report.md", markdown(verdict).encode("utf-8", "replace"))
    return Report(verdict, scored, out / "report.md", write_page(out / "report.html", verdict_page(verdict)))


def _digest(problem: str, proof: str, sources: Sources) -> str:
    """What is examined, with the works at hand: given another library, citations are checked again and voted on again."""
    works = sorted((work.key, work.digest) for work in sources.works)
    return hashlib.sha256(encode(f"referee\0{problem}\0{proof}\0{works}")).hexdigest()[:40]


def _flags(manuscript: Manuscript, score: Score) -> tuple[str, ...]:
    flags = ["Models can overlook errors and object to what is right: read each objection at its place in the proof."]
    if not manuscript.sources.works:
        flags.append("No library was given, so no citation was compared with its source (--library DIR).")
    if score.label is None:
        flags.append("Votes are missing. Run the same command again: it goes on where this one stopped.")
    return tuple(flags)


def _read(path: Path) -> str:
    try:
        text = path.read_text("utf-8")
    except UnicodeDecodeError:
        text = path.read_text("latin-1")
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}.") from None
    if "\0" in text:
        raise BadInput(f"{path} is no text.")
    if not text.strip():
        raise BadInput(f"{path} is empty.")
    return text


def _body(text: str) -> str:
    found = _BODY.search(text)
    return (text if found is None else found[1]).strip()
