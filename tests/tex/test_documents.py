"""Our numbers, statements and proofs against LaTeX's own, for documents that declare statements in every way."""

import json
import re
from pathlib import Path

import pytest

from tcsalgbench.tex import Document, Folder, read_document, text_at

DOCUMENTS = Path(__file__).parent / "documents"
NAMES = sorted(path.name for path in DOCUMENTS.iterdir() if path.is_dir())
# Fonts and thin spaces do not show in a number.
UNSEEN = re.compile(
    r"\\(?:nobreakspace|nonbreakingspace|protect|relax|text(?:bf|it|rm|up)|emph|(?:bf|it|up)(?:series|shape)?|normalfont|mbox|ensuremath)(?![a-zA-Z])|\\,|[{}\s$~]"
)


def read(name: str) -> Document:
    return read_document(Folder(DOCUMENTS / name), "main.tex")


def shown(number: str, labels: dict[str, str]) -> str:
    resolved = re.sub(r"\\ref ?\{([^{}]*)\}", lambda match: labels.get(match[1], "??"), number)
    return UNSEEN.sub("", resolved)


@pytest.mark.parametrize("name", NAMES)
def test_every_label_prints_the_number_that_latex_printed(name: str) -> None:
    recorded: dict[str, str] = json.loads((DOCUMENTS / name / "labels.json").read_text())
    counted = {label: its.number for label, its in read(name).labels.items()}
    assert {k: shown(v, recorded) for k, v in counted.items()} == {k: shown(v, recorded) for k, v in recorded.items()}


@pytest.mark.parametrize("name", NAMES)
def test_every_statement_is_found_once(name: str) -> None:
    document = read(name)
    said = re.search(r"% blocks: (\d+)", (DOCUMENTS / name / "main.tex").read_text("latin-1"))
    assert said is not None, "a document says in its first line how many statements it has"
    assert len(document.blocks) == int(said[1])


@pytest.mark.parametrize("name", NAMES)
def test_every_proof_is_linked_to_what_it_says_it_proves(name: str) -> None:
    document = read(name)
    blocks = {block.id: block for block in document.blocks}
    said = {}
    for proof in document.proofs:
        match = re.search(r"% proof of (.+)", text_at(document, proof.body))
        if match:
            labels = blocks[proof.block].labels if proof.block is not None else ()
            said[match[1].strip(), proof.line] = labels
    assert all(label in labels for (label, _), labels in said.items()), said
    written = sum(path.read_text("latin-1").count("% proof of") for path in (DOCUMENTS / name).rglob("*.tex"))
    assert len(said) == written


def test_there_are_documents_of_every_kind() -> None:
    assert len(NAMES) >= 45
