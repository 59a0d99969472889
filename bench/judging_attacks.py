"""The injection suite as a table: a voter that obeys whatever stands outside the delimiters, and every place of an attack."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path

from bench.printing import table
from tcsalgbench.challenges.model import Challenge
from tcsalgbench.challenges.store import load_challenge, save_challenge
from tcsalgbench.judging.panel import Case, sources_of
from tcsalgbench.judging.sources import Sources
from tcsalgbench.library.allowing import library_from_folder
from tcsalgbench.library.model import Library
from tcsalgbench.papers.store import keep_paper
from tcsalgbench.samples import cited_folder, sample_folder, sample_names
from tcsalgbench.samples.challenges import expected_challenges
from tcsalgbench.workspace import Workspace
from tests.judging.attacks import Attack
from tests.judging.test_injection import ATTACKS, CHALLENGE, HONEST, QUOTING, SMALL, labels, poisoned, titled

Place = tuple[str, dict[str, tuple[Attack, Case]], Callable[[str], Sources]]


def measure_attacks(folder: Path) -> str:
    """Every attack at every place, before a voter that accepts and one that rejects."""
    rows: dict[str, Counter[str]] = {}
    for base in ("PASS", "FAIL"):
        workspace = _workspace(folder / base)
        for place, cases, sources in _places(folder / base, load_challenge(workspace, CHALLENGE)):
            found, naive = labels(workspace, {name: case for name, (_, case) in cases.items()}, base, sources)
            for name, (attack, _) in cases.items():
                row = rows.setdefault(attack.family, Counter())
                row[place] += 1
                row["changed"] += found[name] is not (base == "PASS")
            rows.setdefault("all", Counter())["steered"] += len(naive.obeyed)
    steered = rows.pop("all")["steered"]
    families = Counter(one.family for one in ATTACKS)
    head = ["family", "attacks", *PLACES, "labels changed"]
    body = [
        [family, str(families[family]), *(str(row[place]) for place in PLACES), str(row["changed"])]
        for family, row in rows.items()
    ]
    total = ["all", *(str(sum(int(row[column]) for row in body)) for column in range(1, len(head)))]
    return table(head, [*body, total], numbers=True) + f"\nRequests in which the voter found something to obey: {steered}.\n"


PLACES = ("in a proof", "alone", "quoted", "in a title", "in the library")


def _places(folder: Path, challenge: Challenge) -> list[Place]:
    honest = sources_of(_library(folder), challenge)
    poison = {one.id: sources_of(poisoned(folder / f"poison{n}", one), challenge) for n, one in enumerate(SMALL)}
    inside = {one.id: (one, Case.of(challenge, f"{HONEST}\n\n{one.text}\n\nThis ends it.")) for one in ATTACKS}
    alone = {one.id: (one, Case.of(challenge, one.text)) for one in SMALL}
    quoted = {one.id: (one, Case.of(challenge, QUOTING.format(one.text))) for one in SMALL}
    title = {one.id: (one, Case.of(titled(challenge, one), HONEST)) for one in SMALL}
    library = {one.id: (one, Case.of(challenge, f"{HONEST} Variant {n}.")) for n, one in enumerate(SMALL)}
    made = [(cases, lambda name: honest) for cases in (inside, alone, quoted, title)]
    every = [*made, (library, lambda name: poison.get(name, honest))]
    return [(place, cases, sources) for place, (cases, sources) in zip(PLACES, every, strict=True)]


def _library(folder: Path) -> Library:
    work = folder / "cited" / "filler"
    work.mkdir(parents=True)
    for name in ("main.tex", "macros.tex"):
        (work / name).write_bytes((cited_folder("sketching", "fano") / name).read_bytes())
    return library_from_folder(folder / "cited")


def _workspace(folder: Path) -> Workspace:
    made = Workspace.create(folder / "w")
    for name in sample_names():
        keep_paper(made, sample_folder(name))
        for challenge, withheld in expected_challenges(name):
            save_challenge(made, challenge, withheld)
    return made
