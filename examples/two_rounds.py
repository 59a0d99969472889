"""Logic that asks a model: a generator yields requests and is sent answers. Run it twice: the second time pays for nothing.

python examples/two_rounds.py [WORKSPACE]
"""

import asyncio
import sys
from pathlib import Path
from typing import Literal

from pydantic import BaseModel

from tcsalgbench.calls import Caller, FileJournal, Job, Part, Request, Secrets, Steps, drive_all
from tcsalgbench.models import open_model
from tcsalgbench.workspace import Workspace


class Verdict(BaseModel):
    verdict: Literal["accept", "reject"]
    objection: str


def two_rounds(claim: str) -> Steps[str]:
    """Prove, check, and prove again if the check found something. No I/O here: this is what makes it easy to test."""
    role, problem = Part.of("role", "You prove."), Part.of("problem", claim)
    talk: tuple[Part, ...] = ()
    for number in (1, 2):
        argued = yield Request(f"round{number}/prover", "prover", (role, problem, *talk), str, 2000)
        talk += (Part.of("turn", argued.value or f"({argued.end})", untrusted=True),)
        checked = yield Request(f"round{number}/verifier", "verifier", (problem, *talk), Verdict, 500)
        if checked.value is not None and checked.value.verdict == "accept":
            return f"accepted in round {number}"
        talk += (Part.of("turn", checked.value.objection if checked.value else "(no verdict)", untrusted=True),)
    return "not accepted"


def main() -> None:
    workspace = Workspace.create(Path(sys.argv[1] if len(sys.argv) > 1 else "two-rounds"))
    model = open_model(f"scripted/{Path(__file__).parent / 'replies.toml'}")
    journal = FileJournal(workspace.journal, "plain")
    caller = Caller("two-rounds/seed1", 1, journal, lambda role: model, Secrets(()))
    job = Job(caller, lambda: two_rounds("The sum of the first n odd numbers is n^2."))
    print(asyncio.run(drive_all([job])))
    print({role: (tally.calls, tally.replayed) for role, tally in caller.meter.roles.items()}, "calls, and of them replayed")
    journal.close()


if __name__ == "__main__":
    main()
