"""The stage of the demonstration that reads the bundled papers."""

from pathlib import Path

from tcsalgbench.calls import Stop
from tcsalgbench.demo.reading import read_samples
from tcsalgbench.demo.stages import STAGES
from tcsalgbench.workspace import Workspace


def test_theorems_are_told_in_full_and_every_statement_by_name_and_place(tmp_path: Path) -> None:
    seen: list[int] = []
    readings = read_samples(Workspace.create(tmp_path), Stop(), seen.append)
    told = "\n".join(readings.lines())
    assert seen == [1, 2, 3]
    assert "Theorem 3.3 (Upper bound)  [sections/upper.tex:48, proof sections/upper.tex:56-64]" in told
    assert "For all integers $N\\ge 2$, $T\\ge 1$ and $\\lag\\ge 0$ there is a learner" in told
    assert all(paper["warnings"] == 0 for paper in readings.fields().values() if isinstance(paper, dict))
    assert sum(told.count(block.printed) > 0 for g in readings.graphs.values() for block in g.document.blocks) == 46


def test_every_stage_has_a_key_of_its_own() -> None:
    assert len({stage.key for stage in STAGES}) == len(STAGES)
