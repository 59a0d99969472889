"""Challenges: what becomes of every fault of a bad model, what an honest one loses, what it costs, what a small model makes.

    python -m bench.challenges [--faults] [--papers] [--cost] [--embedded]

Without a word, the first three. The faults and attacks are those of `tests/challenges`: a scripted model that knows the truth
about the bundled papers answers all but the one thing. The real papers are the corpora in `../shared`, if they are there.
"""

import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench.challenges_papers import papers
from bench.printing import heading, table
from tcsalgbench.challenges.build import judged
from tcsalgbench.challenges.case import BRIEF, Bounds
from tcsalgbench.challenges.making import Made, Making
from tcsalgbench.challenges.model import Challenge
from tcsalgbench.graphs.store import save_graph
from tcsalgbench.jobs import cast_of
from tcsalgbench.papers.record import load_paper
from tcsalgbench.samples import sample_folder, sample_names
from tcsalgbench.samples.graphs import expected_graph
from tcsalgbench.workspace import Workspace
from tests.challenges.all_faults import FAULTS
from tests.challenges.expert import built, case_of, write_script
from tests.challenges.faults import fate
from tests.challenges.test_attacks import (
    BACKGROUNDS,
    CHOICES,
    CLAUSE,
    CLAUSES,
    REWRITES,
    TAMPERED,
    answering,
    made,
    replaced,
)

COMMAND = "python -m bench.challenges"
_WORDS = {"refused": "refused by code", "held": "held", "shown": "for review", None: "NOT CAUGHT"}
_WIDTH = 150


def faults() -> str:
    """Every fault: in which pass, what became of it, the reason that is shown."""
    rows, count = [], Counter[str]()
    for fault in sorted(FAULTS, key=lambda one: int(one.in_pass.split()[0])):
        found = fate(fault)
        told = _WORDS[found.caught]
        if fault.absent is not None and any(fault.absent in text for text in found.texts):
            told = "NOT CAUGHT"
        count[told] += 1
        rows.append([fault.in_pass, fault.what, told, _cut(found.words)])
    said = ", ".join(f"{number} {what}" for what, number in count.most_common())
    return f"{len(rows)} faults: {said}.\n\n" + table(["pass", "what the model does", "becomes", "reason shown"], rows)


def attacks() -> str:
    """Attacks of one who knows the checks, in models' words and on files."""
    rows = []
    for kind, texts, role, key in (
        ("rewriting", REWRITES, "existence_rewriter", "replacement"),
        ("scoping clause", CLAUSES, "existence_rewriter", "scoping_clause"),
        ("background", BACKGROUNDS, "background_writer", "definition"),
    ):
        for what, text in texts.items():
            rows.append([kind, what, *_outcome(made("private", "thm:main", answering(role, "thm:main", _put(key, text))))])
    for what, (name, target, change, _) in CHOICES.items():
        rows.append(["choice", what, *_outcome(made(name, target, change), made(name, target))])
    one = made("private", "thm:main")
    for what, (slot, number, piece) in TAMPERED.items():
        rows.append(["file changed by hand", what, *_outcome(judged(replaced(one, slot, number, piece), case_of("private")))])
    count = Counter(row[2] for row in rows)
    said = ", ".join(f"{number} {what}" for what, number in count.most_common())
    return f"{len(rows)} attacks: {said}.\n\n" + table(["where", "what it does", "becomes", "reason shown"], rows)


def _put(key: str, text: str) -> Callable[[dict[str, Any]], None]:
    """Put a text into an answer, in the place that its kind has."""

    def change(fields: dict[str, Any]) -> None:
        if key == "scoping_clause":
            fields[key] = CLAUSE + text
        for each in fields["edits"] if key == "replacement" else fields["entries"] if key == "definition" else ():
            each[key] = text

    return change


def _outcome(one: Challenge, before: Challenge | None = None) -> list[str]:
    honest = {finding.detail for finding in (before or made("private", "thm:main")).findings}
    new = [finding for finding in one.findings if finding.detail not in honest]
    notes = [note for record in one.records for note in record.notes if "refused" in note or "was not" in note]
    blocking = [finding.detail for finding in new if finding.blocking]
    if blocking:
        return ["held", _cut(blocking[0])]
    if notes:
        return ["refused by code", _cut(notes[0])]
    return ["for review", _cut(new[0].detail)] if new else ["NOT CAUGHT", ""]


def _cut(text: str) -> str:
    plain = "".join(sign if sign.isprintable() else f"<U+{ord(sign):04X}>" for sign in " ".join(text.split(" ")))
    short = plain if len(plain) <= _WIDTH else f"{plain[: _WIDTH - 2]} …"
    return f"`` {short.replace('`', chr(39))} ``"


def cost() -> str:
    """Calls and tokens by pass, as the build prints them: the scripted expert on the bundled papers."""
    with tempfile.TemporaryDirectory() as top:
        workspace, rows, all_ = Workspace.create(Path(top) / "w"), [], Counter[str]()
        for name in sample_names():
            save_graph(workspace, expected_graph(name))
            script = Path(top) / f"{name}.toml"
            write_script(script, name)
            done = _run(workspace, f"scripted/{script}", [name])
            for one in done.spent:
                rows.append([name, one.name, str(one.calls), f"{one.input_tokens:,}", f"{one.output_tokens:,}"])
                all_.update(calls=one.calls, given=one.input_tokens, said=one.output_tokens)
        rows.append(["together", "", str(all_["calls"]), f"{all_['given']:,}", f"{all_['said']:,}"])
    ready = [f"{challenge.id}: {challenge.status}" for name in sample_names() for challenge, _ in built(name).challenges]
    return table(["paper", "pass", "calls", "tokens in", "tokens out"], rows) + f"\n{'; '.join(ready)}.\n"


def embedded() -> str:
    """One theorem of each bundled paper by the embedded model, as the demonstration does it."""
    with tempfile.TemporaryDirectory() as top:
        workspace = Workspace.create(Path(top))
        wall, cpu = time.monotonic(), time.process_time()
        done = _run(workspace, None, list(sample_names()), BRIEF)
        wall, cpu = time.monotonic() - wall, time.process_time() - cpu
    rows = []
    for one in done.built:
        for challenge, _ in one.challenges:
            reasons = [finding.detail for finding in challenge.findings if finding.blocking]
            rows.append([challenge.id, str(len(challenge.pieces)), challenge.status, _cut(reasons[0]) if reasons else ""])
    rows.append(["seconds, and seconds of CPU", f"{wall:.0f}, {cpu:.0f}", "", ""])
    rows.append(["calls", str(sum(one.calls for one in done.spent)), "", ""])
    rows.append(["tokens in and out", f"{sum(one.input_tokens + one.output_tokens for one in done.spent):,}", "", ""])
    return table(["SmolLM2-135M", "pieces", "becomes", "because"], rows)


def _run(workspace: Workspace, model: str | None, names: list[str], bounds: Bounds | None = None) -> Made:
    cast = cast_of("construction", None if model else "embedded", model)
    papers_ = [load_paper(sample_folder(name)) for name in names]
    return Making(workspace, cast, bounds=bounds or Bounds()).run(papers_, lambda done: None)


def main() -> None:
    """Print what is asked for."""
    asked = set(sys.argv[1:]) or {"--faults", "--papers", "--cost"}
    print(heading("Challenges", " ".join((COMMAND, *sys.argv[1:]))))
    if "--faults" in asked:
        print("### Faults of a scripted bad model, one at a time\n")
        print(faults())
        print("### Attacks of one who knows the checks\n")
        print(attacks())
    if "--papers" in asked:
        print("### Theorems of real papers, with an honest model\n")
        print(papers())
    if "--cost" in asked:
        print("### What the bundled papers take, with the scripted expert\n")
        print(cost())
    if "--embedded" in asked:
        print("### The embedded model on the bundled papers, one theorem each\n")
        print(embedded())


if __name__ == "__main__":
    main()
