"""Cited works read from disk, each once however many challenges cite it: their text files, their graphs, their macros."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tcsalgbench.errors import BadInput
from tcsalgbench.graphs.model import ProofGraph
from tcsalgbench.graphs.plain import plain_graph
from tcsalgbench.graphs.store import find_graph, save_graph
from tcsalgbench.library.model import CitedText
from tcsalgbench.library.scan import Scanner
from tcsalgbench.tex import read_document
from tcsalgbench.tex.macros import Macro
from tcsalgbench.tex.source import LARGEST_FILE, is_binary
from tcsalgbench.workspace import Workspace

_CLASS = re.compile(rb"^[ \t]*\\documentclass", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class WorkRecord:
    """What is known of a cited work besides its TeX."""

    key: str
    title: str
    authors: tuple[str, ...] = ()
    version: str | None = None
    source_url: str | None = None


@dataclass(frozen=True, slots=True)
class WorkText:
    """The text of a work: its files by name, the main one, and the digest of all that lies in its folder."""

    files: Mapping[str, bytes]
    main: str
    digest: str


@dataclass(slots=True)
class Shelf:
    """Works at hand, each read once. One shelf serves all challenges of a job.

    With a workspace, a graph that was built there from the same text is used (it may have a glossary), and new ones are kept.
    """

    workspace: Workspace | None = None
    scanner: Scanner = field(default_factory=Scanner)
    _read: dict[tuple[str, str], tuple[ProofGraph, Mapping[str, Macro]]] = field(default_factory=dict)

    def text(self, record: WorkRecord, text: WorkText) -> CitedText:
        """A cited work, read now unless it was read before."""
        place = (text.digest, text.main)
        if place not in self._read:
            self._read[place] = self._reading(record, text)
        graph, macros = self._read[place]
        return CitedText(
            record.key, record.title, record.authors, record.version, record.source_url, text.digest, graph, text.files, macros
        )

    def _reading(self, record: WorkRecord, text: WorkText) -> tuple[ProofGraph, Mapping[str, Macro]]:
        document = read_document(text.files, text.main)
        found = None if self.workspace is None else find_graph(self.workspace, text.digest)
        if found is None:
            found = plain_graph(document, record.key, record.version or "", text.digest)
            if self.workspace is not None:
                save_graph(self.workspace, found)
        return found, document.macros


def text_files(folder: Path) -> dict[str, bytes]:
    """The text files of a folder by name. What is no text, or a link to elsewhere, is not part of a work."""
    files: dict[str, bytes] = {}
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        linked = any((folder / part).is_symlink() for part in (inside, *inside.parents[:-1]))
        if linked or not path.is_file() or path.stat().st_size > LARGEST_FILE:
            continue
        data = path.read_bytes()
        if not is_binary(data):
            files[inside.as_posix()] = data
    return files


def main_file(files: Mapping[str, bytes], where: Path) -> str:
    """The file LaTeX would be run on: `main.tex`, or the only one that declares a document class, or the only one."""
    names = [name for name in files if name.endswith(".tex")]
    declaring = [name for name in names if _CLASS.search(files[name])]
    for candidates in (declaring, names):
        if len(candidates) == 1:
            return candidates[0]
        if "main.tex" in candidates:
            return "main.tex"
    if not names:
        raise BadInput(f"{where} holds no .tex file, so it is no cited work. Take it away, or put the TeX source there.")
    raise BadInput(
        f"{where} has more than one file that could be the main one ({', '.join(declaring or names)[:200]}). "
        "Call the main one main.tex, or give the folder a paper.toml."
    )
