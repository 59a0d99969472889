"""Workspaces for tests of studies: the bundled papers with their challenges, and models that answer from files."""

from pathlib import Path

from tcsalgbench.challenges.store import save_challenge
from tcsalgbench.papers.store import keep_paper
from tcsalgbench.samples import expected_challenges, sample_folder
from tcsalgbench.workspace import Workspace

ARGUMENT = '{ sketch = "s", argument = "P", cites = [], outcome = "argument", strategy_summary = "by induction" }'
REJECTION = (
    '{ examination = "e", concerns = [], objections = [{ step = "2", error = "gap", repair = "close", about = "other" }], '
    'settled = [], verdict = "reject" }'
)
ACCEPTANCE = '{ examination = "e", concerns = [], objections = [], settled = [], verdict = "accept" }'
PROVING = '{ reason = "try", action = "prove" }'
SUMMARY = '{ strategy_summary = "another angle" }'
USAGE = "usage = { input = 100, cached = 40, output = 10, reasoning = 5 }"


def sample_workspace(folder: Path, *names: str) -> Workspace:
    workspace = Workspace.create(folder)
    for name in names or ("regret",):
        keep_paper(workspace, sample_folder(name))
        for challenge, withheld in expected_challenges(name):
            save_challenge(workspace, challenge, withheld)
    return workspace


def rule(role: str, answer: str, name: str = "*", more: str = "") -> str:
    return f'[[reply]]\nrole = "{role}"\nname = "{name}"\njson = {answer}\n{USAGE}\n{more}\n'


def script(folder: Path, *rules: str) -> str:
    """A model that argues, rejects in the first round of all, and accepts after that, unless rules say otherwise."""
    usual = (
        rule("prover", SUMMARY, "*summary"),
        rule("prover", ARGUMENT),
        rule("decider", PROVING),
        rule("verifier", REJECTION, "*round1/verifier"),
        rule("verifier", ACCEPTANCE),
    )
    path = folder / "replies.toml"
    path.write_text("schema = 1\n" + "".join((*rules, *usual)))
    return f"scripted/{path}"


def world(folder: Path, name: str, latency: float, seed_of_faults: float = 0.0) -> str:
    """A simulated provider whose answers depend on the draw only, however late they come."""
    path = folder / f"{name}.toml"
    path.write_text(
        f"schema = 1\n[latency]\nmedian = {latency}\nspread = 1.0\n[faults]\nserver = {seed_of_faults}\n"
        "[ends]\nrefused = 0.05\ntruncated = 0.05\nmalformed = 0.05\n"
    )
    return f"simulated/{path}"
