"""Sample papers whose cited works hold what they should not."""

import shutil
from pathlib import Path

from tcsalgbench.challenges.model import Challenge, Withheld
from tcsalgbench.library.allowing import library_of_paper
from tcsalgbench.library.model import Library
from tcsalgbench.papers.record import Paper, load_paper
from tcsalgbench.samples import expected_challenges, sample_folder
from tcsalgbench.tex import Folder, read_document
from tcsalgbench.tex.macros import Macro

HOST = "selection"  # the cited work of `private` that copies are put into
KEY = "prototype"


def target(name: str = "private", index: int = 0) -> tuple[Challenge, Withheld]:
    return expected_challenges(name)[index]


def macros(name: str = "private") -> dict[str, Macro]:
    return dict(read_document(Folder(sample_folder(name) / "paper"), "main.tex").macros)


def paper_with(folder: Path, copy: str, file: str | None = None, preamble: str = "") -> Paper:
    """The sample `private`, with a text put into a cited work: before its end, or as a file of its own."""
    if not folder.exists():
        shutil.copytree(sample_folder("private"), folder)
    host = folder / "cited" / HOST
    if file is not None:
        (host / file).parent.mkdir(exist_ok=True)
        (host / file).write_text(copy)
        return load_paper(folder)
    main = host / "main.tex"
    text = main.read_text().replace("\\begin{document}", preamble + "\\begin{document}")
    main.write_text(text.replace("\\end{document}", f"\n{copy}\n\n\\end{{document}}"))
    return load_paper(folder)


def library_with(folder: Path, copy: str, file: str | None = None, preamble: str = "", index: int = 1) -> Library:
    """The library of a challenge of `private` after that."""
    return library_of_paper(paper_with(folder, copy, file, preamble), *target(index=index))
