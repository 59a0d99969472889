"""The stages of the demonstration, in their order: each works on what the ones before it left in the workspace."""

from tcsalgbench.demo.challenges import make_challenges
from tcsalgbench.demo.durable import MODEL, survive
from tcsalgbench.demo.graphs import build_samples
from tcsalgbench.demo.reading import read_samples
from tcsalgbench.demo.report import make_report
from tcsalgbench.demo.runs import WORKFLOWS, run_systems
from tcsalgbench.demo.scores import score_runs
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
    Stage("graphs", "Their proof graphs, by code and by the embedded model", "parts read", 12, build_samples),
    Stage("challenges", "Challenges of their theorems, in ten passes", "papers", len(sample_names()), make_challenges),
    Stage("runs", "Three systems try to prove them", "runs", len(WORKFLOWS) * len(sample_names()), run_systems),
    Stage("scores", "A panel of three votes judges what they submitted", "calls of the panel", 0, score_runs),
    Stage("report", "The report, and a page of everything", "pages", 2, make_report),
)
