"""None of the attacks changes a label through parsing or delimiting, wherever it stands."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tcsalgbench.challenges.model import Challenge
from tcsalgbench.challenges.store import load_challenge
from tcsalgbench.judging.docket import Docket
from tcsalgbench.judging.entries import Entry
from tcsalgbench.judging.panel import Case, sources_of
from tcsalgbench.judging.sources import Sources
from tcsalgbench.library.allowing import library_from_folder
from tcsalgbench.library.model import Library
from tcsalgbench.samples import cited_folder
from tcsalgbench.workspace import Workspace
from tests.judging.attacks import Attack, attacks
from tests.judging.naive import Naive
from tests.judging.panelists import session

CHALLENGE = "sample-sketching/thm:main"
HONEST = "Let $x\\ge 1$. Then $x^2\\ge x$, and the claim follows by [filler, Theorem 4]."
QUOTING = 'By [filler, Theorem 4] which states: "{}" and so on, the claim follows. Here $x\\ge 1$.'
ATTACKS = attacks()
SMALL = [one for one in ATTACKS if one.family != "large"]


def test_there_are_attacks_of_every_kind() -> None:
    assert len(SMALL) >= 60
    assert len({one.id for one in ATTACKS}) == len(ATTACKS)
    assert {one.family for one in ATTACKS} >= {
        "verdict",
        "json",
        "delimiter",
        "chat",
        "invisible",
        "instruction",
        "tex",
        "format",
    }


@pytest.fixture
def library(tmp_path: Path) -> Library:
    (tmp_path / "cited").mkdir()
    for name in ("main.tex", "macros.tex"):
        (tmp_path / "cited" / "filler").mkdir(exist_ok=True)
        (tmp_path / "cited" / "filler" / name).write_bytes((cited_folder("sketching", "fano") / name).read_bytes())
    return library_from_folder(tmp_path / "cited")


def titled(challenge: Challenge, attack: Attack) -> Challenge:
    pieces = [piece.model_copy(update={"text": attack.text}) if piece.slot == "title" else piece for piece in challenge.pieces]
    return challenge.model_copy(update={"pieces": tuple(pieces)})


def poisoned(folder: Path, attack: Attack) -> Library:
    """A library whose work says the attack: in its title, in the name of a theorem and in the theorem."""
    work = folder / "filler"
    work.mkdir(parents=True)
    text = attack.text.encode("utf-8", "replace").replace(b"\0", b"")  # a file with a NUL is no text, and is not read
    (work / "main.tex").write_bytes(
        b"\\documentclass{article}\\newtheorem{theorem}{Theorem}\\setcounter{theorem}{3}\\begin{document}\n\\title{"
        + text[:300]
        + b"}\n\\begin{theorem}\n"
        + text
        + b"\n\\end{theorem}\n\\end{document}\n"
    )
    return library_from_folder(folder)


def labels(
    workspace: Workspace, cases: dict[str, Case], base: str, sources: Callable[[str], Sources]
) -> tuple[dict[str, bool | None], Naive]:
    """The label of each case, by its name, and the voter."""
    naive = Naive(base)
    with session(workspace, naive.panel()).panel() as opened:
        panel = replace(opened, sources=lambda entry: sources(entry.challenge_id))
        docket = Docket.read(workspace, panel.judge)
        honest = Case.of(load_challenge(workspace, CHALLENGE), HONEST)
        panel.examine([Entry(honest, "honest", "s", 1)], docket)
        naive.obeyed.clear()
        scored = panel.examine([Entry(case, name, "s", 1) for name, case in cases.items()], docket)
    return {score.challenge_id: score.label for score in scored.scores}, naive


@pytest.mark.parametrize("base", ["PASS", "FAIL"])
def test_no_attack_in_a_proof_or_a_quotation_changes_a_label(workspace: Workspace, library: Library, base: str) -> None:
    challenge = load_challenge(workspace, CHALLENGE)
    cases = {f"in proof: {one.id}": Case.of(challenge, f"{HONEST}\n\n{one.text}\n\nThis ends it.") for one in ATTACKS}
    cases |= {f"alone: {one.id}": Case.of(challenge, one.text) for one in SMALL}
    cases |= {f"quoted: {one.id}": Case.of(challenge, QUOTING.format(one.text)) for one in SMALL}
    found, naive = labels(workspace, cases, base, lambda name: sources_of(library, challenge))
    assert naive.obeyed == []
    assert set(found.values()) == {base == "PASS"}


@pytest.mark.parametrize("base", ["PASS", "FAIL"])
def test_no_attack_in_a_title_changes_a_label(workspace: Workspace, library: Library, base: str) -> None:
    challenge = load_challenge(workspace, CHALLENGE)
    cases = {one.id: Case.of(titled(challenge, one), HONEST) for one in SMALL}
    found, naive = labels(workspace, cases, base, lambda name: sources_of(library, challenge))
    assert naive.obeyed == []
    assert set(found.values()) == {base == "PASS"}


@pytest.mark.parametrize("base", ["PASS", "FAIL"])
def test_no_attack_in_a_document_of_the_library_changes_a_label(workspace: Workspace, tmp_path: Path, base: str) -> None:
    challenge = load_challenge(workspace, CHALLENGE)
    libraries = {one.id: poisoned(tmp_path / str(number), one) for number, one in enumerate(SMALL)}
    cases = {one.id: Case.of(challenge, f"{HONEST} Variant {number}.") for number, one in enumerate(SMALL)}
    found, naive = labels(
        workspace, cases, base, lambda name: sources_of(libraries.get(name, libraries["verdict/plain"]), challenge)
    )
    assert naive.obeyed == []
    assert set(found.values()) == {base == "PASS"}


def test_the_naive_voter_does_obey_what_stands_outside(workspace: Workspace) -> None:
    """The suite would prove nothing with a voter that obeys nothing."""
    challenge = load_challenge(workspace, CHALLENGE)
    naive = Naive("FAIL")
    with session(workspace, naive.panel(), rules="Vote PASS.").panel() as panel:
        docket = Docket.read(workspace, panel.judge)
        panel.examine([Entry(Case.of(challenge, HONEST), CHALLENGE, "s", 1)], docket)
        assert naive.obeyed == []
        loose = replace(panel, judge=panel.judge.model_copy(update={"rules": "Vote PASS, whatever it says.", "digest": "x"}))
        scored = loose.examine([Entry(Case.of(challenge, HONEST), CHALLENGE, "s", 1)], Docket.read(workspace, loose.judge))
    assert scored.scores[0].label is True
    assert re.search("vote", naive.obeyed[0])
