import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tcsalgbench.samples import Truth, cited_folder, load_sample_paper

pytestmark = pytest.mark.skipif(
    shutil.which("pdflatex") is None,
    reason="NOT CHECKED that the bundled papers compile: pdflatex is not installed",
)
NEWLABEL = re.compile(r"^\\newlabel\{([^}@]+)\}\{\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}", re.MULTILINE)
COMPLAINT = re.compile(r"(?:LaTeX|Package \w+) Warning.*|Overfull.*|.*undefined.*")


def pdflatex(folder: Path, runs: int) -> str:
    command = ["pdflatex", "-no-shell-escape", "-interaction=nonstopmode", "-halt-on-error", "main.tex"]
    for _ in range(runs):
        done = subprocess.run(command, cwd=folder, capture_output=True, check=False, timeout=60)
        assert done.returncode == 0, done.stdout.decode("latin-1")[-2000:]
    return (folder / "main.log").read_text(encoding="latin-1")


def test_paper_and_cited_works_compile_without_a_warning_and_print_the_recorded_labels(sample: Truth, tmp_path: Path) -> None:
    works = [work.folder for work in load_sample_paper(sample.name).cited]
    folders = [(sample.tex, sample.labels["paper"])]
    folders += [(cited_folder(sample.name, work), sample.labels["cited"][work]) for work in works]
    for folder, labels in folders:
        copy = tmp_path / folder.name
        shutil.copytree(folder, copy)
        assert COMPLAINT.findall(pdflatex(copy, runs=3)) == []
        found = NEWLABEL.findall((copy / "main.aux").read_text(encoding="latin-1"))
        assert {label: re.sub(r"[{}]", "", number) for label, number in found} == labels


def test_every_challenge_compiles_alone(sample: Truth, tmp_path: Path) -> None:
    for challenge in sample.challenges["challenges"]:
        folder = tmp_path / challenge["target"].replace(":", "-")
        folder.mkdir()
        macros = [piece["text"] for piece in challenge["pieces"] if piece["slot"] == "notation"]
        text = [piece["text"] for piece in challenge["pieces"] if piece["slot"] != "notation"]
        head = ["\\documentclass{article}", "\\usepackage{amsmath,amssymb,enumitem}", *macros, "\\begin{document}"]
        (folder / "main.tex").write_text("\n".join([*head, "\n\n".join(text), "\\end{document}", ""]))
        assert "undefined" not in pdflatex(folder, runs=1)
