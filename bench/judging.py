"""Judging measured: the panel killed and resumed, organisers' faults, citations, another judge, votes spared, injections.

`python -m bench.judging` writes docs/benchmarks-judging.md; `python -m bench.judging PART` prints one part.
"""

import argparse
import tempfile
from collections.abc import Callable
from pathlib import Path

from bench.judging_attacks import measure_attacks
from bench.judging_checks import measure_citations, measure_faults, measure_rescoring
from bench.judging_panel import measure_early, measure_panel
from bench.judging_study import CHALLENGES
from bench.printing import heading

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks-judging.md"
COMMAND = "python -m bench.judging"
INTRODUCTION = (
    "All models here are scripted: they answer by rule, so these tables measure the machinery, not the judgement "
    "of any model.\n"
)
ABOUT = {
    "panel": (
        "Challenges (398, unless the command says otherwise; copies of the bundled ones) with five submissions each "
        "are scored twice: once in peace, and "
        "once killed with SIGKILL again and again and resumed. A ledger of the scripted voters says what they were "
        "asked; a call is finished when the logic was told its answer.\n"
    ),
    "faults": (
        "Each change is made to the hidden proofs of the bundled papers, to proofs of what they cite, and to proofs "
        "in Markdown and in plain text, at places drawn by chance. What is caught goes back to the organiser once; "
        "after a second failed check the proof goes to the vote as it was submitted. *Not held by code*: whole "
        "paragraphs may change places, which is what organising is.\n"
    ),
    "citations": (
        "Citations of the works that the bundled papers cite, written by hand with the outcome that each should have "
        "(`tests/judging/citations.json`). Where code leaves the decision to the citation checker (`model`), its "
        "answer was written by hand too: a scripted one.\n"
    ),
    "rescoring": (
        "Four scripted systems with three seeds on the bundled challenges, judged by a scripted panel and by another "
        "scripted judge.\n"
    ),
    "early": "",
    "attacks": (
        "A scripted voter that obeys whatever stands outside the delimiters, and whatever a careless server or eye "
        "would take for a command, sits before every attack (`tests/judging/attacks*.json`, and large ones from "
        "`attacks.py`); once as one that accepts, once as one that rejects. That no attack breaks a page in the "
        "browser, a report or a terminal is held by `tests/judging/test_pages.py`.\n"
    ),
}
TITLES = {
    "panel": "A panel of three, killed and resumed",
    "faults": "Faults of an organiser",
    "citations": "Citations",
    "rescoring": "Another judge over identical submissions",
    "early": "Votes that need not be cast",
    "attacks": "Injections",
}


def parts(top: Path, challenges: int) -> dict[str, Callable[[], str]]:
    """What makes each part."""
    return {
        "panel": lambda: measure_panel(top, challenges),
        "faults": measure_faults,
        "citations": measure_citations,
        "rescoring": lambda: measure_rescoring(top / "rescoring"),
        "early": lambda: measure_early(top, challenges),
        "attacks": lambda: measure_attacks(top / "attacks"),
    }


def main() -> None:
    """Write the page, or print the parts that are wanted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("part", nargs="*", choices=[*TITLES, []])
    parser.add_argument("--challenges", type=int, default=CHALLENGES)
    options = parser.parse_args()
    made = []
    with tempfile.TemporaryDirectory() as folder:
        for name, measure in parts(Path(folder), options.challenges).items():
            if not options.part or name in options.part:
                smaller = "" if options.challenges == CHALLENGES else f" --challenges {options.challenges}"
                made.append("\n".join((heading(TITLES[name], f"{COMMAND} {name}{smaller}"), ABOUT[name], measure())))
    if not options.part:
        PAGE.write_text("\n".join(("# Measurements: judging", "", INTRODUCTION, *made)), "utf-8")
    print("\n".join(made))


if __name__ == "__main__":
    main()
