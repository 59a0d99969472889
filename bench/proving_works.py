"""A workspace with as many challenges as are wanted, with problems and libraries of a realistic size, written by chance."""

import random
import re
from pathlib import Path

from tcsalgbench.challenges.model import Challenge, Origin, Piece
from tcsalgbench.challenges.store import save_challenge
from tcsalgbench.papers.store import keep_paper
from tcsalgbench.samples import expected_challenges, sample_folder, sample_names
from tcsalgbench.workspace import Workspace

A_PAPER = 20  # challenges
STATEMENTS = 60  # of the cited work of each paper
STATEMENT_BYTES = 2_600  # eight snippets of them come near their cap of 6,000 tokens
MORE_PROBLEM_BYTES = 3_500  # beside the two to four thousand of a bundled challenge
SECRET = "07" * 32  # the same in each workspace, so that prompts are


def made_workspace(root: Path, challenges: int) -> Workspace:
    """The workspace."""
    workspace = Workspace.create(root)
    (root / "secret").write_text(SECRET)
    vocabulary = _vocabulary()
    models = [challenge for name in sample_names() for challenge, _ in expected_challenges(name)]
    for number in range(-(-challenges // A_PAPER)):
        _add_paper(workspace, root / "made" / f"p{number}", number, vocabulary)
    for number in range(challenges):
        save_challenge(workspace, _challenge(models[number % len(models)], number, vocabulary))
    return workspace


def _challenge(model: Challenge, number: int, vocabulary: list[str]) -> Challenge:
    context = Piece(
        slot="context", text=_prose(vocabulary, f"context {number}", MORE_PROBLEM_BYTES), origin=Origin(kind="imported")
    )
    paper = model.paper.model_copy(update={"id": f"made-{number // A_PAPER:03d}", "version": "v1"})
    pieces = (*model.pieces, context)
    return model.model_copy(update={"id": f"made/{number:03d}", "paper": paper, "pieces": pieces})


def _add_paper(workspace: Workspace, folder: Path, number: int, vocabulary: list[str]) -> None:
    """A paper of no content that cites one work of many statements."""
    (folder / "paper").mkdir(parents=True)
    (folder / "cited" / "work").mkdir(parents=True)
    record = (
        (sample_folder("regret") / "paper.toml")
        .read_text()
        .split("[[cited]]")[0]
        .replace("sample-regret", f"made-{number:03d}")
    )
    record += f'[[cited]]\nkey = "work{number}"\nfolder = "work"\ntitle = "Work {number}"\nauthors = ["N. Obody"]\n'
    record += 'licence = "CC0-1.0"\nfirst_version_date = 2025-03-03\nmain = "main.tex"\n'
    (folder / "paper.toml").write_text(record)
    opening = "\\documentclass{article}\\newtheorem{lemma}{Lemma}\\begin{document}\n"
    own = f"\\begin{{lemma}}{_prose(vocabulary, f'paper {number}', 600)}\\end{{lemma}}\n"
    (folder / "paper" / "main.tex").write_text(opening + own + "\\end{document}\n")
    cited = "\n".join(
        f"\\begin{{lemma}}\nSuppose {_prose(vocabulary, f'{number}/{one}', STATEMENT_BYTES)}\n\\end{{lemma}}"
        for one in range(STATEMENTS)
    )
    (folder / "cited" / "work" / "main.tex").write_text(f"{opening}{cited}\n\\end{{document}}\n")
    keep_paper(workspace, folder)


def _vocabulary() -> list[str]:
    """Words of the bundled papers."""
    texts = (path.read_text() for name in sample_names() for path in sorted((sample_folder(name) / "paper").rglob("*.tex")))
    return sorted(set(re.findall(r"(?<![\\a-zA-Z])[a-z]{2,}(?![a-zA-Z])", " ".join(texts))))


def _prose(vocabulary: list[str], seed: str, size: int) -> str:
    """Words and small formulas, so many bytes of them."""
    chance = random.Random(seed)
    made: list[str] = []
    length = 0
    while length < size:
        word = (
            chance.choice(vocabulary) if chance.random() < 0.8 else f"$x_{{{chance.randrange(99)}}}\\le {chance.randrange(99)}$"
        )
        made.append(word)
        length += len(word) + 1
    return " ".join(made)
