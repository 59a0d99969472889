"""What code makes of organisers' faults and of citations, and what another judge changes; in tables."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bench.printing import table
from tcsalgbench.calls import Request
from tcsalgbench.challenges.store import save_challenge
from tcsalgbench.judging.rescore import Rescoring, rescore
from tcsalgbench.papers.store import keep_paper
from tcsalgbench.samples import sample_folder, sample_names
from tcsalgbench.samples.challenges import expected_challenges
from tcsalgbench.workspace import Workspace
from tests.judging.organisers import FAULTS, HONEST, Change, tried
from tests.judging.panelists import Panelist, ballot, fenced, session, submissions
from tests.judging.sly import SLY
from tests.judging.test_citations import WRITTEN, outcome

TIMES = 25


def measure_faults() -> str:
    """How often each fault is caught, and as what; and how often an honest reorganisation is taken for one."""
    head = ["fault", "tried", "caught", "as"]
    honest = ["honest reorganisation", "tried", "taken for a fault", "as"]
    return f"{table(head, _faults({**FAULTS, **SLY}))}\n{table(honest, _faults(HONEST))}"


def _faults(changes: dict[str, Change]) -> list[list[str]]:
    times: Counter[str] = Counter()
    caught: Counter[str] = Counter()
    kinds: dict[str, Counter[str]] = defaultdict(Counter)
    for name, _, _, faults in tried(changes, TIMES):
        times[name] += 1
        caught[name] += bool(faults)
        kinds[name].update({fault.partition(":")[0] for fault in faults})
    total = ["all", f"{times.total():,}", f"{caught.total():,}", ""]
    rows = [[one, str(times[one]), str(caught[one]), _counted(kinds[one])] for one in changes]
    return [*rows, total]


def _counted(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{kind} {count}" for kind, count in sorted(counts.items(), key=lambda pair: -pair[1]))


def measure_citations() -> str:
    """What comes of citations that were written by hand, kind by kind."""
    kinds: dict[str, list[tuple[dict[str, Any], str, str]]] = defaultdict(list)
    for one in WRITTEN:
        found = outcome(one)
        kinds[one["kind"]].append((one, found.outcome, found.by))
    rows = []
    for kind, found_of_kind in kinds.items():
        outcomes = Counter(got for _, got, _ in found_of_kind)
        deciders = Counter(by for _, _, by in found_of_kind)
        right = sum(one["outcome"] == got for one, got, _ in found_of_kind)
        rows.append([kind, str(len(found_of_kind)), str(right), _counted(outcomes), _counted(deciders)])
    rows.append(["all", str(len(WRITTEN)), str(sum(int(row[2]) for row in rows)), "", ""])
    return table(["kind", "written", "as they should come out", "outcomes", "decided by"], rows)


def measure_rescoring(folder: Path) -> str:
    """Two scripted judges over identical submissions of four systems."""
    workspace = Workspace.create(folder / "w")
    known = []
    for name in sample_names():
        keep_paper(workspace, sample_folder(name))
        for challenge, withheld in expected_challenges(name):
            save_challenge(workspace, challenge, withheld)
            known.append(challenge.id)
    # A letter a challenge: both judges accept x and reject n, the panel alone accepts y, the other one alone o.
    marks = {"careful": "xxxoo", "brief": "xyyyo", "verbose": "xxyoo", "lucky": "yyxno"}
    lines = [
        (challenge, system, f"Proof of kind {kind}, {system}, seed {seed}. It holds.", seed)
        for system, kinds in marks.items()
        for challenge, kind in zip(known, kinds, strict=True)
        for seed in (1, 2, 3)
    ]
    path = submissions(folder / "s.jsonl", *lines)
    session(workspace, Panelist(lambda request, draw: _by_kind(request, "xy"))).score(path)
    second = session(
        workspace, Panelist(lambda request, draw: _by_kind(request, "xo")), model="test/second", name="second", votes=1
    )
    return _rescoring(rescore(second)[1])


def _by_kind(request: Request[Any], accepted: str) -> str:
    kind = fenced(request)["proof to verify"].split("Proof of kind ")[1][0]
    return ballot("PASS" if kind in accepted else "FAIL")


def _rescoring(report: Rescoring) -> str:
    rows = [
        [
            one.system,
            str(one.submissions),
            f"{one.first_seed1} → {one.second_seed1}",
            f"{one.first_coverage} → {one.second_coverage}",
            f"{one.second_coverage - one.first_coverage:+d}",
            str(one.gained),
            str(one.lost),
        ]
        for one in report.systems
    ]
    told = [
        f"{report.compared} submissions judged by both: both accept {report.both_accept}, only the panel {report.only_first}, "
        f"only the second judge {report.only_second}, both reject {report.both_reject}. Labels changed: {len(report.changes)}.",
        *(f"- {one} leads {other} under the panel and trails under the second judge." for one, other in report.swapped),
    ]
    head = ["system (scripted)", "submissions", "accepted, seed 1", "covered", "change", "gained", "lost"]
    return table(head, rows) + "\n" + "\n".join(told) + "\n"
