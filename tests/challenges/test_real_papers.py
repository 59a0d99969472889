"""Theorems of a real paper, chosen by a model that changes nothing: none is held, all compile, all can be traced."""

from pathlib import Path

import pytest

from tcsalgbench.challenges.origins import holds
from tcsalgbench.challenges.pdf import compile_tex, find_engine
from tcsalgbench.challenges.render_latex import render_latex
from tcsalgbench.tex import Folder, read_document
from tests.challenges.honest import honest
from tests.challenges.silent import case_of_document

PAPER = Path(__file__).resolve().parents[3] / "shared" / "corpora" / "param-trace" / "paper"


def test_no_theorem_of_a_real_paper_is_held_without_cause() -> None:
    if not PAPER.is_dir():
        pytest.skip("NOT CHECKED that an honest model's challenges of a real paper pass: the corpora are not here")
    case = case_of_document("param-trace", read_document(Folder(PAPER), "paper.tex"))
    made = [challenge for challenge, _ in honest(case).challenges]
    assert len(made) == 4
    engine = find_engine()
    for one in made:
        assert [finding.detail for finding in one.findings if finding.blocking] == []
        assert all(holds(piece, case.files) for piece in one.pieces)
        assert engine is None or compile_tex(render_latex(one), engine).error is None
