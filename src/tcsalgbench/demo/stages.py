"""The stages of the demonstration, in their order: each works on what the ones before it left in the workspace."""

from tcsalgbench.demo.durable import MODEL, survive
from tcsalgbench.demo.reading import read_samples
from tcsalgbench.demo.screening import screen_samples
from tcsalgbench.demo.stage import Stage
from tcsalgbench.demo.talks import GOALS
from tcsalgbench.samples import sample_names

STAGES = (
    Stage(
        "durable",
        f"Model calls that survive (with {MODEL}, which is only simulated: what it says means nothing)",
        "talks",
        len(GOALS),
        survive,
        wants_model=False,
    ),
    Stage("reading", "Three bundled papers, read by code", "papers read", len(sample_names()), read_samples, wants_model=False),
    Stage("screening", "The papers, screened by the embedded model", "papers screened", len(sample_names()), screen_samples),
)
