"""The leak scan measured: which copies it finds, and what it spares."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from bench.library_works import SETTINGS, Work, proofs_of
from bench.planting import COPIES, plant
from bench.predecessors import PREDECESSORS
from bench.printing import table
from tcsalgbench.library.leaks import Match, Part, Withholding, find_leaks, macros_of, withholding, withholdings
from tcsalgbench.library.model import CitedText
from tcsalgbench.library.prints import Print, print_of
from tcsalgbench.samples import expected_challenges, sample_folder, sample_library, sample_names
from tcsalgbench.tex import Document, Folder, read_document

SEED = 2
PLANTED = 48  # proofs of the corpora that are planted in every way
SHORTEST = 60  # tokens: the proofs of the corpora that are planted
HOST_BYTES = 60_000
OVER_FILES = "verbatim, over three files"
VERDICTS = ("refused", "review", "missed")
# What the scan found, what an exact search found, what was looked for.
Tried: TypeAlias = tuple[Match | None, Match | None, Withholding]
EXACT = replace(SETTINGS, screen=False)
VERSIONS = {frozenset(("carleson", "carleson-paper")), frozenset(("seymour", "seymour-paper"))}
INTRODUCTION = f"""\
{PLANTED} proofs of real documents (PFR, sphere eversion, Seymour, parameter trace), each of at least {SHORTEST} tokens, and
those of the bundled challenges were planted into {HOST_BYTES // 1000} KB of another document (Carleson) as named below.
The thresholds are those in use: a share of {SETTINGS.refuse_share:.0%} or {SETTINGS.refuse_tokens} tokens refuses,
{SETTINGS.review_share:.0%} or {SETTINGS.review_tokens} tokens go to review; shingles have {SETTINGS.sketching.shingle} tokens,
the windows that are sketched {SETTINGS.sketching.window}. A proof of fewer than {SETTINGS.shortest} tokens is only
reviewed. *Lost by the sketches* counts the copies on which an exact search without them comes to another verdict.
"""


@dataclass(frozen=True, slots=True)
class Secret:
    """A proof to be planted."""

    name: str
    text: str
    document: Document


def secrets(works: Mapping[str, Work]) -> list[Secret]:
    """Proofs of the corpora that are long enough, a sample of them, and all proofs of the bundled challenges."""
    found = [
        Secret(f"{name}/{node}", text, works[name].document)
        for name in ("pfr", "sphere", "seymour", "param-trace")
        for node, text in proofs_of(works[name])
        if withholding("proof of", node, text, works[name].document.macros, SETTINGS).text.tokens >= SHORTEST
    ]
    random.Random(SEED).shuffle(found)
    del found[PLANTED:]
    for name in sample_names():
        document = read_document(Folder(sample_folder(name) / "paper"), "main.tex")
        found += [Secret(challenge.id, withheld.proof, document) for challenge, withheld in expected_challenges(name)]
    return found


def report_copies(works: Mapping[str, Work]) -> str:
    """One row for each way of hiding a copy, and some of them by the size of the proof."""
    source = works["carleson"].document.files["chapter/main.tex"][:HOST_BYTES]
    host = {"main.tex": source[: source.rfind(b"\n\n")]}
    chosen = secrets(works)
    tried = {how: [_planted(how, secret, host, seed) for seed, secret in enumerate(chosen)] for how in (*COPIES, OVER_FILES)}
    head = (
        "how it was hidden",
        "planted",
        "refused",
        "review",
        "missed",
        "median share found",
        "lost by the sketches",
    )
    rows = [_copies_row(how, of_how) for how, of_how in tried.items()]
    return table(head, rows, numbers=True) + "\n" + _copies_by_size(tried)


def _planted(how: str, secret: Secret, host: Mapping[str, bytes], seed: int) -> Tried:
    copy = COPIES.get(how, COPIES["verbatim"])(secret.text, secret.document.macros, seed)
    files = plant(host, "main.tex", copy, seed, over=1 if how in COPIES else 3)
    document = read_document(files, "main.tex")
    work = print_of(files, {**secret.document.macros, **document.macros}, SETTINGS.sketching)
    wanted = withholding("proof of", secret.name, secret.text, secret.document.macros, SETTINGS)
    found, exact = find_leaks(work, (wanted,), SETTINGS), find_leaks(work, (wanted,), EXACT)
    return (found[0] if found else None), (exact[0] if exact else None), wanted


def _copies_row(how: str, tried: Sequence[Tried]) -> list[str]:
    verdicts = Counter(found.verdict if found else "missed" for found, _, _ in tried)
    shares = sorted(found.share if found else 0.0 for found, _, _ in tried)
    lost = sum(exact is not None and (found is None or found.verdict != exact.verdict) for found, exact, _ in tried)
    counts = [str(verdicts[verdict]) for verdict in VERDICTS]
    return [how, str(len(tried)), *counts, f"{shares[len(shares) // 2]:.0%}", str(lost)]


def _copies_by_size(tried: Mapping[str, Sequence[Tried]]) -> str:
    rows = []
    for how in ("macros, names and setting at once", "one common word in five changed", "a third of it"):
        for low, high in ((0, 60), (60, 120), (120, 240), (240, 10**6)):
            of_size = [found for found, _, wanted in tried[how] if low <= wanted.text.tokens < high]
            verdicts = Counter(found.verdict if found else "missed" for found in of_size)
            size = f"{low}–{high - 1}" if high < 10**6 else f"{low} and more"
            rows.append([how, size, *(str(verdicts[verdict]) for verdict in VERDICTS)])
    return table(("how it was hidden", "tokens of the proof", *VERDICTS), rows, numbers=True)


def report_spared(works: Mapping[str, Work], prints: Mapping[str, Print]) -> str:
    """Pairs that have nothing to do with each other, pairs of one area, weaker predecessors."""
    rows = []
    kinds: tuple[tuple[str, Part, Callable[[Work], Iterator[tuple[str, str]]]], ...] = (
        ("a proof against another work of the corpora", "proof of", proofs_of),
        ("a statement against another work", "statement of", _statements),
    )
    for what, part, texts in kinds:
        matches: list[Match] = []
        pairs = 0
        for name, work in works.items():
            wanted = tuple(withholding(part, node, text, work.document.macros, SETTINGS) for node, text in texts(work))
            for other, their in prints.items():
                if other != name and frozenset((name, other)) not in VERSIONS:
                    pairs += len(wanted)
                    matches += find_leaks(their, wanted, SETTINGS)
        rows.append(_spared_row(what, pairs, matches))
    rows += list(_sample_rows())
    return table(("pairs", "number", "refused", "review", "highest share found"), rows, numbers=True)


def _statements(work: Work) -> Iterator[tuple[str, str]]:
    return ((node.id, node.statement) for node in work.graph.nodes if node.kind not in ("definition", "remark", "example"))


def _spared_row(what: str, pairs: int, matches: Sequence[Match]) -> list[str]:
    verdicts = Counter(match.verdict for match in matches)
    highest = max((match.share for match in matches), default=0.0)
    return [what, str(pairs), str(verdicts["refused"]), str(verdicts["review"]), f"{highest:.0%}" if highest else "–"]


def _sample_rows() -> Iterator[list[str]]:
    own: list[Match] = []
    other: list[Match] = []
    weaker: list[Match] = []
    counts: Counter[str] = Counter()
    libraries = {name: sample_library(name) for name in sample_names()}
    prints = {work.digest: printed_work(work) for library in libraries.values() for work in library.works}
    for name in sample_names():
        macros = read_document(Folder(sample_folder(name) / "paper"), "main.tex").macros
        for challenge, withheld in expected_challenges(name):
            wanted = withholdings(challenge, withheld, macros, SETTINGS)
            for where, library in libraries.items():
                for work in library.works:
                    counts[str(where == name)] += 1
                    (own if where == name else other).extend(find_leaks(prints[work.digest], wanted, SETTINGS))
            predecessor = PREDECESSORS[challenge.id].encode()
            counts["weaker"] += 1
            note = print_of({"main.tex": predecessor}, macros_of(challenge), SETTINGS.sketching)
            weaker += find_leaks(note, wanted, SETTINGS)
    yield _spared_row("a bundled challenge against a work that its paper cites", counts["True"], own)
    yield _spared_row("a bundled challenge against a work that another paper cites", counts["False"], other)
    yield _spared_row("a bundled challenge against a weaker predecessor with another proof", counts["weaker"], weaker)


def printed_work(work: CitedText) -> Print:
    """The print of a cited work."""
    return print_of(work.files, work.macros, SETTINGS.sketching)


def report_relatives(works: Mapping[str, Work], prints: Mapping[str, Print]) -> str:
    """Texts that do share proofs: two write-ups by the same authors, and chapters of one work that build on each other."""
    rows = [
        _spared_row(
            f"proofs of the {title} blueprint against the {title} paper", *_against(works[name], prints[f"{name}-paper"])
        )
        for title, name in (("Carleson", "carleson"), ("Seymour", "seymour"))
    ]
    matches: list[Match] = []
    pfr = works["pfr"]
    proved = [node for node in pfr.graph.nodes if node.proof is not None]
    for chapter in sorted({node.proof.place.file for node in proved if node.proof is not None}):
        files = {name: data for name, data in pfr.document.files.items() if name != chapter}
        others = print_of(files, pfr.document.macros, SETTINGS.sketching)
        wanted = tuple(
            withholding("proof of", node.id, node.proof.text, pfr.document.macros, SETTINGS)
            for node in proved
            if node.proof is not None and node.proof.place.file == chapter
        )
        matches += find_leaks(others, wanted, SETTINGS)
    rows.append(_spared_row("proofs of a PFR chapter against all other chapters", len(proved), matches))
    worst = sorted(matches, key=lambda match: -match.share)[:6]
    listed = "".join(f"- {match.sentence()}\n" for match in worst)
    head = ("texts with proofs in common", "proofs", "refused", "review", "highest share found")
    return table(head, rows, numbers=True) + "\nThe PFR matches, each a proof that its authors carried over:\n\n" + listed


def _wanted(work: Work) -> tuple[Withholding, ...]:
    return tuple(withholding("proof of", node, text, work.document.macros, SETTINGS) for node, text in proofs_of(work))


def _against(work: Work, other: Print) -> tuple[int, list[Match]]:
    wanted = tuple(withholding("proof of", node, text, work.document.macros, SETTINGS) for node, text in proofs_of(work))
    return len(wanted), list(find_leaks(other, wanted, SETTINGS))
