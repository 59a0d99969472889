"""The bundled papers: three short works written for this project, the notes they cite, and what is true about them."""

from tcsalgbench.samples.challenges import expected_challenges
from tcsalgbench.samples.folders import (
    cited_folder,
    load_sample_paper,
    sample_folder,
    sample_names,
    tex_folder,
    truth_file,
)
from tcsalgbench.samples.library import sample_library
from tcsalgbench.samples.model import CitedWork, SamplePaper, Screening
from tcsalgbench.samples.truth import Truth, load_truth

__all__ = [
    "CitedWork",
    "SamplePaper",
    "Screening",
    "Truth",
    "cited_folder",
    "expected_challenges",
    "load_sample_paper",
    "load_truth",
    "sample_folder",
    "sample_library",
    "sample_names",
    "tex_folder",
    "truth_file",
]
