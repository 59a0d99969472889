"""Theorems of real papers, chosen by a model that changes nothing: how many are held, why, and which compile alone."""

from collections import Counter
from pathlib import Path

from bench.printing import table
from tcsalgbench.challenges.model import Challenge
from tcsalgbench.challenges.origins import holds
from tcsalgbench.challenges.pdf import compile_tex, find_engine
from tcsalgbench.challenges.render_latex import render_latex
from tcsalgbench.tex import Folder, read_document
from tests.challenges.honest import honest
from tests.challenges.silent import case_of_document

CORPORA = Path(__file__).resolve().parents[2] / "shared" / "corpora"
PAPERS = {
    "carleson": ("carleson/blueprint/src", "web.tex"),
    "param-trace": ("param-trace/paper", "paper.tex"),
    "pfr": ("pfr/blueprint/src", "web.tex"),
    "seymour": ("seymour/blueprint/src", "web.tex"),
    "sphere": ("sphere/blueprint/src", "web.tex"),
    "stacks": ("stacks", "algebra.tex"),
}
MOST = 20  # theorems of a paper


def papers() -> str:
    """A row a paper, and below the reasons of all that is held."""
    if not CORPORA.is_dir():
        return "Not measured: the corpora are not here.\n"
    rows, held = [], []
    for name, (folder, main) in PAPERS.items():
        case = case_of_document(name, read_document(Folder(CORPORA / folder), main), MOST)
        challenges = [challenge for challenge, _ in honest(case).challenges]
        count = Counter(one.status for one in challenges)
        true = sum(holds(piece, case.files) for one in challenges for piece in one.pieces)
        pieces = sum(len(one.pieces) for one in challenges)
        passed = [one for one in challenges if one.status != "held"]
        rows.append(
            [
                name,
                str(len(challenges)),
                *(str(count[status]) for status in ("ready", "review", "held")),
                f"{true} of {pieces}",
                _compiled(passed),
            ]
        )
        held += [[name, one.printed, finding.detail] for one in challenges for finding in one.findings if finding.blocking]
    head = ["paper", "theorems", "ready", "for review", "held", "pieces true to the source", "not held, and compile"]
    reasons = table(["paper", "held", "because"], [[*row[:2], f"`` {row[2][:140]} ``"] for row in held]) if held else ""
    return table(head, rows, numbers=True) + "\n" + reasons


def _compiled(challenges: list[Challenge]) -> str:
    engine = find_engine()
    if engine is None:
        return "no TeX engine here"
    done = sum(compile_tex(render_latex(one), engine).error is None for one in challenges)
    return f"{done} of {len(challenges)}"
