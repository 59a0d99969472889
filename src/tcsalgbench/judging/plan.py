"""What a scoring would take in calls, tokens and money: the same steps, run against answers of the usual size."""

from collections.abc import Sequence
from typing import Any

from tcsalgbench.calls import Request
from tcsalgbench.jobs import Forecast, forecast
from tcsalgbench.judging.ballot import DETAILED, STRUCTURAL, Ballot
from tcsalgbench.judging.checker import CHECKER, Comparison
from tcsalgbench.judging.docket import Docket
from tcsalgbench.judging.entries import Entry
from tcsalgbench.judging.model import Organised
from tcsalgbench.judging.organise import ORGANISER, CitedStatement, OrganisedProof, raw_citations
from tcsalgbench.judging.panel import prepare, vote
from tcsalgbench.judging.score import Panel, left_to_judge

# Output tokens, reasoning included, that answers were assumed to have beyond the text they repeat.
VOTE_TOKENS = 12_000
CHECK_TOKENS = 1_500
ORGANISE_TOKENS = 2_000
_BYTES_A_TOKEN = 4


def plan(panel: Panel, entries: Sequence[Entry]) -> Forecast:
    """What is left to do for these entries; nobody is asked, nothing is written."""
    docket = Docket.read(panel.workspace, panel.judge)
    made = Forecast()
    for entry, organise_first, votes in left_to_judge(docket, entries):
        sources = panel.sources(entry)
        answers = _Typical(entry, sources_cited=raw_citations(entry.case.proof, None, sources))
        if organise_first:
            forecast([prepare(panel.desk, entry.case, sources, "")], answers, made)
            organised = Organised(submission=entry.case.submission, text="", document=entry.case.proof, raw=False)
        else:
            organised = docket.organised(entry.case.submission)
        forecast(
            (vote(panel.desk, entry.case, organised, panel.judge, number, "") for number in range(1, votes + 1)), answers, made
        )
    return made


class _Typical:
    def __init__(self, entry: Entry, sources_cited: Sequence[Any]) -> None:
        cited = tuple(
            CitedStatement(written=one.written, work=one.work, label=one.label, quote=one.quote) for one in sources_cited
        )
        phases: dict[str, Any] = {f"phase_{phase}": "PASS" for phase in (*STRUCTURAL, *DETAILED)}
        self._answers: dict[str, tuple[object, int]] = {
            ORGANISER.name: (
                OrganisedProof(document=entry.case.proof, renames=(), citations=cited),
                len(entry.case.proof) // _BYTES_A_TOKEN + ORGANISE_TOKENS,
            ),
            CHECKER.name: (Comparison(reason="", outcome="matches"), CHECK_TOKENS),
        }
        self._ballot = Ballot(**phases, citations=(), offending=(), rationale="", verdict="PASS")

    def __call__(self, request: Request[Any]) -> tuple[object, int]:
        value, output = self._answers.get(request.role, (self._ballot, VOTE_TOKENS))
        return value, min(output, request.max_output)
