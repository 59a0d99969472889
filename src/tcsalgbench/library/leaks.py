"""Does a work hold what a challenge withholds? Copies are found and shown in both places, near-copies of the statement too."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from tcsalgbench.challenges.model import Challenge, Slot, Withheld
from tcsalgbench.library.prints import Print, Sketching, stretches_of, text_shingles
from tcsalgbench.library.shingles import EMPTY, Shingled
from tcsalgbench.tex import read_document
from tcsalgbench.tex.macros import Macro

if TYPE_CHECKING:
    import numpy as np
    from datasketch import MinHash
    from numpy.typing import NDArray

Verdict = Literal["refused", "review"]
Part = Literal["paper", "proof of", "statement of", "lemma or algorithm", "statement of the lemma"]
_FIRST = re.compile(r"\s*\\begin\s*\{([^{}]*)\}")
# Shown to every prover anyway, so nothing of it can leak.
_PUBLIC: tuple[Slot, ...] = ("notation", "definition", "protocol", "context", "hypothesis", "statement", "existence_note")


@dataclass(frozen=True, slots=True)
class LeakSettings:
    """The thresholds of the scan; `docs/benchmarks-library.md` has the pairs that they were chosen on."""

    sketching: Sketching = field(default_factory=Sketching)
    stretch: int = 48  # matches count where they lie close together: chance scatters them,
    density: float = 0.4  # a copy has at least this share of a stretch
    refuse_share: float = 0.25  # of a proof or lemma: from here on the work is refused
    refuse_tokens: int = 150  # or this much of it, however long the whole
    review_share: float = 0.1  # from here on a person should look
    review_tokens: int = 60
    statement_share: float = 0.5  # of the statement of the challenge: a person should look
    statement_tokens: int = 12  # but not because of less than this
    screen: bool = True  # look closely only where the sketches agree; without, everywhere: slower, for measurements
    paper_share: float = 0.3  # of the whole source paper: from here on the work is another version of it
    shortest: int = 30  # tokens; what is shorter cannot be told from what everybody writes, and goes to review


@dataclass(frozen=True, slots=True)
class Withholding:
    """One text to look for: what it is of, its shingles, and which of them everybody may see."""

    part: Part
    node: str
    text: Shingled
    public: "NDArray[np.bool_]"  # or say nothing
    stretches: "tuple[MinHash, ...]"


@dataclass(frozen=True, slots=True)
class Match:
    """A copy that was found: how much of the withheld text, where in it, and where in the work."""

    verdict: Verdict
    part: Part
    node: str
    share: float
    tokens: int
    withheld_lines: tuple[int, int]
    places: tuple[tuple[str, int, int], ...]

    def sentence(self) -> str:
        """The match for people."""
        where = "; ".join(f"{file}, lines {first}-{last}" for file, first, last in self.places[:5])
        more = f" and {len(self.places) - 5} more places" if len(self.places) > 5 else ""
        first, last = self.withheld_lines
        return (
            f"{self.share:.0%} of the {self.part} {self.node} ({self.tokens} tokens, from its lines {first}-{last}) "
            f"stands in {where}{more}"
        )


def withholdings(
    challenge: Challenge, withheld: Withheld | None, macros: Mapping[str, Macro], settings: LeakSettings
) -> tuple[Withholding, ...]:
    """What to look for: the proof, the lemmas and algorithms that were taken out, and the statement of the challenge.

    `macros` are those of the source paper.
    """
    public = "\n\n".join(challenge.texts(*_PUBLIC))
    found = []
    # A copy may stand where its macros are not declared: the text is looked for as it is, too.
    for known in ({**macros_of(challenge), **macros}, {}):
        shown = text_shingles(public, known, settings.sketching)
        for part, node, text in _parts(challenge, withheld):
            found.append(withholding(part, node, text, known, settings, None if part == "statement of" else shown))
    return tuple(found)


def withholding(
    part: Part, node: str, text: str, macros: Mapping[str, Macro], settings: LeakSettings, public: Shingled | None = None
) -> Withholding:
    """A text to look for. What stands in `public` too does not count."""
    import numpy as np  # noqa: PLC0415 - a tenth of a second that most commands do not need

    shingled = text_shingles(text, macros, settings.sketching)
    shown = shingled.hashes == EMPTY
    if public is not None:
        shown |= np.isin(shingled.hashes, public.hashes)
    return Withholding(part, node, shingled, shown, stretches_of(shingled, settings.sketching))


def macros_of(challenge: Challenge) -> Mapping[str, Macro]:
    """The macros that a challenge supplies."""
    notation = "\n".join(challenge.texts("notation"))
    return read_document({"notation.tex": notation.encode()}, "notation.tex").macros


def _parts(challenge: Challenge, withheld: Withheld | None) -> Iterator[tuple[Part, str, str]]:
    if withheld is not None:
        yield "proof of", challenge.target, withheld.proof
        for node, text in sorted(withheld.stripped.items()):
            statement, rest = split_lemma(text)
            if rest:
                yield "statement of the lemma", node, statement
            yield "lemma or algorithm", node, rest or statement
    yield "statement of", challenge.target, "\n\n".join(challenge.texts("hypothesis", "statement"))


def split_lemma(text: str) -> tuple[str, str]:
    """A lemma as its first environment, and what follows it: its proof. An algorithm is all statement."""
    opening = _FIRST.match(text)
    closing = f"\\end{{{opening[1]}}}" if opening else ""
    at = text.find(closing) + len(closing) if opening else -1
    return (text[:at], text[at:].strip()) if at >= len(closing) > 0 and closing in text else (text, "")


def find_leaks(work: Print, wanted: tuple[Withholding, ...], settings: LeakSettings) -> tuple[Match, ...]:
    """Every match of a work with what is withheld, the worst first; of one text that was looked for in two ways, the better."""
    best: dict[tuple[Part, str], Match] = {}
    for one in wanted:
        match = _match(work, one, settings)
        known = best.get((one.part, one.node))
        if match is not None and (known is None or match.share > known.share):
            best[one.part, one.node] = match
    return tuple(sorted(best.values(), key=lambda match: (match.verdict != "refused", -match.share)))


def _match(work: Print, wanted: Withholding, settings: LeakSettings) -> Match | None:
    import numpy as np  # noqa: PLC0415

    counted = int((~wanted.public).sum())
    if counted == 0 or len(work.hashes) == 0:
        return None
    near = work.near(wanted.stretches) if settings.screen else np.ones(len(work.hashes), bool)
    if not near.any():
        return None
    secret = wanted.text.hashes[~wanted.public]
    in_work = _dense(near & np.isin(work.hashes, secret), len(secret), settings)
    in_text = ~wanted.public & np.isin(wanted.text.hashes, work.hashes[in_work])
    in_text = _dense(in_text, len(secret), settings)
    tokens = int(in_text.sum())
    share = tokens / counted
    verdict = _verdict(wanted, share, tokens, settings)
    if verdict is None or tokens == 0:
        return None
    lines = wanted.text.lines[: len(in_text)][in_text]
    in_work = _dense(in_work & np.isin(work.hashes, wanted.text.hashes[in_text]), len(secret), settings)
    return Match(
        verdict, wanted.part, wanted.node, share, tokens, (int(lines.min()), int(lines.max())), tuple(_stretches(work, in_work))
    )


def _verdict(wanted: Withholding, share: float, tokens: int, settings: LeakSettings) -> Verdict | None:
    if wanted.part in ("statement of", "statement of the lemma"):
        return "review" if share >= settings.statement_share and tokens >= settings.statement_tokens else None
    if wanted.part == "paper":
        return "refused" if share >= settings.paper_share else "review" if share >= settings.review_share else None
    if wanted.text.tokens < settings.shortest:
        return "review" if share >= 1 - settings.review_share else None
    if share >= settings.refuse_share or tokens >= settings.refuse_tokens:
        return "refused"
    return "review" if share >= settings.review_share or tokens >= settings.review_tokens else None


def _dense(marks: "NDArray[np.bool_]", whole: int, settings: LeakSettings) -> "NDArray[np.bool_]":
    """The marks that lie in some stretch with enough others."""
    import numpy as np  # noqa: PLC0415

    width = min(settings.stretch, whole, len(marks))
    if width == 0:
        return marks
    sums = np.concatenate([[0], np.cumsum(marks)])
    full = np.flatnonzero(sums[width:] - sums[:-width] >= settings.density * width)
    change = np.zeros(len(marks) + 1, np.int64)
    np.add.at(change, full, 1)
    np.add.at(change, full + width, -1)
    return marks & (np.cumsum(change)[:-1] > 0)


def _stretches(work: Print, marks: "NDArray[np.bool_]") -> Iterator[tuple[str, int, int]]:
    """The marked places as files and lines, those that are near each other as one."""
    import numpy as np  # noqa: PLC0415

    held: tuple[str, int, int] | None = None
    for at in np.flatnonzero(marks).tolist():
        file, line = work.place(at)
        if held is not None and held[0] == file and 0 <= line - held[2] <= 3:
            held = (file, held[1], line)
            continue
        if held is not None:
            yield held
        held = (file, line, line)
    if held is not None:
        yield held
