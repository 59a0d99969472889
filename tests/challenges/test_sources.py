"""The source of every piece, with its lines, and what was changed in it."""

from pathlib import Path

from tcsalgbench.challenges.model import Challenge, Edit, Origin, Piece, SpanRecord
from tcsalgbench.challenges.sources import Passage, passages, source_of
from tcsalgbench.papers.record import load_paper
from tcsalgbench.papers.store import keep_paper
from tcsalgbench.samples import sample_folder
from tcsalgbench.workspace import Workspace
from tests.challenges.making import challenge, sample_challenges


def of_slot(one: Challenge, found: tuple[Passage | None, ...], slot: str) -> Passage:
    passage = next(passage for piece, passage in zip(one.pieces, found, strict=True) if piece.slot == slot)
    assert passage is not None
    return passage


def private() -> tuple[Challenge, tuple[Passage | None, ...]]:
    one = sample_challenges()["sample-private/thm:main"]
    return one, passages(one, load_paper(sample_folder("private")).source.files)


def test_every_quoted_and_rewritten_piece_has_its_passage_and_follows_from_it() -> None:
    one, found = private()
    for piece, passage in zip(one.pieces, found, strict=True):
        assert (passage is not None) == (piece.origin.kind in ("quoted", "rewritten"))
        assert passage is None or passage.true


def test_a_passage_names_its_lines_and_what_stands_around() -> None:
    one, found = private()
    statement = of_slot(one, found, "statement")
    lines = (sample_folder("private") / "paper" / statement.file).read_text().splitlines()
    assert statement.place == "sections/mechanism.tex, lines 17–21"
    assert statement.text.splitlines() == lines[16:21]
    assert statement.before.splitlines() == lines[13:16]
    assert statement.after.strip().splitlines()[0] == lines[21]


def test_changes_are_the_piece_when_read_forwards_and_the_source_when_read_backwards() -> None:
    one, found = private()
    for piece, passage in zip(one.pieces, found, strict=True):
        if passage is not None:
            assert "".join(change.text for change in passage.changes if change.kind != "removed") == piece.text
            assert "".join(change.text for change in passage.changes if change.kind != "added") == passage.text


def test_a_rewrite_is_shown_word_by_word_with_its_reason() -> None:
    source = b"run on $n$ records, the map is fast."
    edit = Edit(start=0, end=18, text="run on $m$ records", reason="pass 8")
    origin = Origin(kind="rewritten", span=SpanRecord(file="a.tex", start=0, end=len(source)), edits=(edit,))
    piece = Piece(slot="statement", text="run on $m$ records, the map is fast.", origin=origin)
    (passage,) = passages(challenge(piece), {"a.tex": source})
    assert passage is not None
    assert [(change.kind, change.text, change.reason) for change in passage.changes] == [
        ("kept", "run on $", None),
        ("removed", "n", "pass 8"),
        ("added", "m", "pass 8"),
        ("kept", "$ records", None),
        ("kept", ", the map is fast.", None),
    ]


def test_a_piece_that_does_not_follow_from_its_source_is_known() -> None:
    origin = Origin(kind="quoted", span=SpanRecord(file="a.tex", start=0, end=3))
    (passage,) = passages(challenge(Piece(slot="statement", text="abd", origin=origin)), {"a.tex": b"abc"})
    assert passage is not None
    assert not passage.true


def test_the_source_is_found_in_the_workspace_only_while_it_is_that_very_text(tmp_path: Path) -> None:
    workspace = Workspace.create(tmp_path / "w")
    one = sample_challenges()["sample-private/thm:main"]
    assert source_of(workspace, one) is None
    paper = keep_paper(workspace, sample_folder("private"))
    assert source_of(workspace, one) is not None
    with (paper.source.folder / "main.tex").open("a") as file:
        file.write("% changed")
    assert source_of(workspace, one) is None
