"""The leak scan of a library: each work against what a challenge withholds and against the source paper as a whole."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from tcsalgbench.challenges.model import Challenge, Withheld
from tcsalgbench.library.leaks import LeakSettings, Match, Verdict, Withholding, find_leaks, withholding, withholdings
from tcsalgbench.library.model import CitedText, Refusal, RefusalKind
from tcsalgbench.library.prints import Print, print_of
from tcsalgbench.papers.record import Paper
from tcsalgbench.tex import read_document
from tcsalgbench.tex.macros import Macro
from tcsalgbench.tex.source import decode

_OF_PAPER = (".tex", ".ltx", ".txt")


@dataclass(slots=True)
class Scanner:
    """Compares works with what challenges withhold. Works and papers are prepared once, however many challenges there are."""

    settings: LeakSettings = field(default_factory=LeakSettings)
    _prints: dict[str, Print] = field(default_factory=dict)
    _papers: dict[str, tuple[Mapping[str, Macro], Withholding]] = field(default_factory=dict)
    _wanted: dict[tuple[str, bool], tuple[Withholding, ...]] = field(default_factory=dict)

    def matches(self, work: CitedText, paper: Paper, challenge: Challenge, withheld: Withheld | None) -> tuple[Match, ...]:
        """What of the paper and of the challenge's secrets stands in the work, the worst first."""
        if work.digest not in self._prints:
            self._prints[work.digest] = print_of(work.files, work.macros, self.settings.sketching)
        place = (challenge.id, withheld is not None)
        if place not in self._wanted:
            macros, whole = self._paper(paper)
            self._wanted[place] = (whole, *withholdings(challenge, withheld, macros, self.settings))
        return find_leaks(self._prints[work.digest], self._wanted[place], self.settings)

    def _paper(self, paper: Paper) -> tuple[Mapping[str, Macro], Withholding]:
        name = paper.record.version_id
        if name not in self._papers:
            macros = read_document(paper.source.files, paper.source.main).macros
            text = "\n\n".join(decode(data) for file, data in paper.source.files.items() if file.endswith(_OF_PAPER))
            self._papers[name] = macros, withholding("paper", name, text, macros, self.settings)
        return self._papers[name]


def refusals(work: str, matches: Sequence[Match], verdict: Verdict) -> Iterator[Refusal]:
    """The matches of one verdict as they are reported."""
    for match in matches:
        if match.verdict == verdict:
            yield Refusal(work, _kind(match), match.sentence())


def _kind(match: Match) -> RefusalKind:
    if match.part == "paper":
        return "source paper"
    return "leak" if match.part in ("proof of", "lemma or algorithm") else "statement"
