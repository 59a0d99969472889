"""One reading of a project from its bytes to a `Document`."""

import re
from collections.abc import Mapping, Sequence

from tcsalgbench.errors import BadInput
from tcsalgbench.tex import (
    algorithm2e,
    boxes,
    conditionals,
    definitions,
    displays,
    environments,
    floats,
    headings,
    inputs,
    lists,
    loops,
    numbering,
    proofs,
    refs,
    sections,
    theorems,
)
from tcsalgbench.tex.assembling import assemble
from tcsalgbench.tex.limits import Limits
from tcsalgbench.tex.model import Document
from tcsalgbench.tex.reader import Reader
from tcsalgbench.tex.source import LARGEST_FILE, SourceFile, is_binary

_ROOMS = (
    proofs,
    theorems,
    boxes,
    loops,
    environments,
    definitions,
    numbering,
    sections,
    lists,
    displays,
    floats,
    algorithm2e,
    refs,
    conditionals,
    inputs,
)


def read_document(files: Mapping[str, bytes], main: str, limits: Limits | None = None) -> Document:
    """Read a project: `files` by name relative to its root, `main` the file LaTeX would be run on.

    Raises `BadInput` where the main file is missing or is no text; everything else is a warning in the document.
    """
    if main not in files:
        raise BadInput(f"{main} is not there; name the main TeX file of the project")
    data = files.get(main)
    if data is None:
        raise BadInput(f"{main} cannot be read, or is larger than {LARGEST_FILE // 1_000_000} MB; name the main TeX file")
    if is_binary(data):
        raise BadInput(f"{main} is not a text file; name the main TeX file of the project")
    reader = _read(files, main, limits or Limits(), None)
    if reader.flags.get("only referenced"):
        # Equations that nothing refers to have no number here, so what is referred to has to be known first.
        wanted = frozenset(label for reference in reader.found.references for label in _labels(reference.written))
        reader = _read(files, main, limits or Limits(), wanted)
    return assemble(reader)


def _labels(written: str) -> Sequence[str]:
    return [written, *(part.strip() for part in re.split("[,\0]", written))]


def _read(
    files: Mapping[str, bytes], main: str, limits: Limits, wanted: frozenset[str] | None, *, whole: bool = False
) -> Reader:
    reader = Reader(files, main, limits)
    reader.wanted = wanted
    reader.label_taken_by = displays.anchor_of_display
    reader.sets_proof = headings.sets_proof
    reader.on_file = headings.watch_headings
    for room in _ROOMS:
        reader.builtins.update(room.HANDLERS)
    reader.meanings.update(reader.builtins)
    source = SourceFile("(classes)", inputs.BASE.encode())
    reader.run_declarations(source)
    if whole:
        reader.warn(None, "there is no \\begin{document}; the file was read as it stands")
        reader.in_document = True
    main_source = reader.open_file(main, None)
    if main_source is not None:
        reader.read_main(main_source)
    if not reader.in_document:
        return _read(files, main, limits, wanted, whole=True)
    return reader
