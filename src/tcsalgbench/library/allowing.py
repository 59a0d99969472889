"""The library of a challenge: an explicit list of the works that its paper cites, the paper itself never among them."""

import re
from collections.abc import Iterator
from pathlib import Path

from tcsalgbench.challenges.model import Challenge, Withheld
from tcsalgbench.challenges.store import load_withheld
from tcsalgbench.errors import BadInput
from tcsalgbench.graphs.keys import tree_digest
from tcsalgbench.library.identity import why_the_paper
from tcsalgbench.library.model import CitedText, Library, Refusal
from tcsalgbench.library.scan import refusals
from tcsalgbench.library.shelf import Shelf, WorkRecord, WorkText, main_file, text_files
from tcsalgbench.papers.record import FILE, CitedRecord, Paper, Source, load_paper
from tcsalgbench.papers.store import kept_paper
from tcsalgbench.tex.frames import group_end
from tcsalgbench.tex.source import as_text, readable
from tcsalgbench.workspace import Workspace

_TITLE = re.compile(r"\\title\s*(?:\[[^\]]*\]\s*)?\{")
_COMMAND = re.compile(r"\\\\|\\[a-zA-Z]+\s?|[{}]")


def library_of(workspace: Workspace, challenge: Challenge, shelf: Shelf | None = None) -> Library:
    """The library of a challenge of the workspace: the works that its paper cites and that were added with it."""
    paper = kept_paper(workspace, f"{challenge.paper.id}{challenge.paper.version}")
    return library_of_paper(paper, challenge, load_withheld(workspace, challenge.id), shelf or Shelf(workspace))


def library_of_paper(
    paper: Paper, challenge: Challenge, withheld: Withheld | None = None, shelf: Shelf | None = None
) -> Library:
    """The library of a challenge whose paper is at hand.

    Kept out is what is the paper itself, what holds the proof or a lemma that was taken out, and what cannot be read.
    """
    shelf = shelf or Shelf()
    works: list[CitedText] = []
    refused: list[Refusal] = []
    review: list[Refusal] = []
    for record in sorted(paper.record.cited, key=lambda one: one.key):
        source = paper.cited[record.key]
        reason = why_the_paper(paper, record, source)
        if reason is not None:
            refused.append(Refusal(record.key, "source paper", reason))
            continue
        try:
            work = shelf.text(_known(record), _text(source))
        except BadInput as error:
            refused.append(Refusal(record.key, "unreadable", str(error)))
            continue
        matches = shelf.scanner.matches(work, paper, challenge, withheld)
        leaks = list(refusals(work.key, matches, "refused"))
        refused += leaks
        if not leaks:
            works.append(work)
            review += refusals(work.key, matches, "review")
    return Library(challenge.id, tuple(works), tuple(refused), tuple(review))


def library_from_folder(folder: Path, name: str = "", shelf: Shelf | None = None) -> Library:
    """A library for a lemma of one's own: every sub-folder and every .tex file of the folder is one work.

    The work is called by the name of its folder or file; a `paper.toml` in a sub-folder gives title, authors, main file.
    """
    if not folder.is_dir():
        raise BadInput(f"{folder} is no folder. A library is a folder of cited sources: a sub-folder or a .tex file a work.")
    shelf = shelf or Shelf()
    works = [shelf.text(*_work_at(path)) for path in _entries(folder)]
    if not works:
        raise BadInput(f"{folder} holds no cited work: put a sub-folder with TeX, or a .tex file, for each there.")
    keys = [work.key for work in works]
    twice = sorted({key for key in keys if keys.count(key) > 1})
    if twice:
        raise BadInput(f"{folder} holds two works called {twice[0]}; give one of them another name.")
    return Library(name or folder.resolve().name, tuple(sorted(works, key=lambda work: work.key)))


def library_of_folder(folder: Path, shelf: Shelf | None = None) -> Library:
    """A library of one work: the TeX in a folder."""
    if not folder.is_dir():
        raise BadInput(f"{folder} is no folder. A work is a folder with its TeX.")
    return Library(folder.resolve().name, ((shelf or Shelf()).text(*_work_at(folder.resolve())),))


def _entries(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if not path.name.startswith(".") and not path.is_symlink() and (path.is_dir() or path.suffix == ".tex"):
            yield path


def _work_at(path: Path) -> tuple[WorkRecord, WorkText]:
    if (path / FILE).is_file():
        paper = load_paper(path)
        record = paper.record
        return WorkRecord(path.name, record.title, record.authors, record.version, record.source_url), _text(paper.source)
    files = text_files(path) if path.is_dir() else {path.name: path.read_bytes()}
    main = main_file(files, path)
    key = path.name if path.is_dir() else path.stem
    return WorkRecord(key, _title(files[main]) or key), WorkText(files, main, tree_digest(files))


def _known(record: CitedRecord) -> WorkRecord:
    return WorkRecord(record.key, record.title, record.authors, record.version, record.source_url)


def _text(source: Source) -> WorkText:
    return WorkText(text_files(source.folder), source.main, source.digest())


def _title(data: bytes) -> str:
    text = as_text(data)
    match = _TITLE.search(text)
    end = group_end(text, match.end() - 1, len(text)) if match else -1
    return " ".join(_COMMAND.sub(" ", readable(text[match.end() : end])).split()) if match and end > 0 else ""
