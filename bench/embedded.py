"""The embedded model: are its answers in their form, how fast is it, and does a killed job go on where it stopped?

    python -m bench.embedded

Thirty schema-bound screenings of the bundled papers, ten draws each; then a job of three screenings, killed with SIGKILL
after its first answer and started again, held against the same job undisturbed.
"""

import asyncio
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.printing import heading, table
from tcsalgbench.calls import Answer, Caller, FileJournal, Finished, Job, Secrets, Stop, drive_all
from tcsalgbench.demo.durable import answers_in
from tcsalgbench.demo.screening import screen_samples
from tcsalgbench.models import open_model
from tcsalgbench.papers.screen import SCREENER, Screening, screen
from tcsalgbench.prompts import Fence, PromptBook
from tcsalgbench.prompts.preset import load_preset
from tcsalgbench.samples import load_sample_paper, sample_names
from tcsalgbench.workspace import Workspace

DRAWS = 10
CHOICE = load_preset("embedded").choice(SCREENER.name, SCREENER.purpose)


def thirty_answers(folder: Path) -> list[list[str]]:
    journal, channel, book = FileJournal(folder, "plain"), open_model(CHOICE.model), PromptBook(Fence(b"bench"))

    def job(name: str, seed: int) -> Job[Answer[Screening]]:
        paper = load_sample_paper(name)
        caller = Caller(f"{name}/{seed}", seed, journal, lambda role: channel, Secrets(()))
        return Job(caller, lambda: screen(book, paper.title, paper.abstract, CHOICE))

    began = time.monotonic()
    jobs = [job(name, seed) for name in sample_names() for seed in range(1, DRAWS + 1)]
    outcomes = asyncio.run(drive_all(jobs, at_once=1))
    wall = time.monotonic() - began
    answers = [outcome.value for outcome in outcomes.values() if isinstance(outcome, Finished)]
    valid = sum(answer.end == "answered" for answer in answers)
    first = sum(answer.end == "answered" and len(answer.replies) == 1 for answer in answers)
    used = [reply.usage for answer in answers for reply in answer.replies]
    output, read = sum(usage.output for usage in used), sum(usage.input for usage in used)
    cached = sum(usage.cached for usage in used)
    journal.close()
    return [
        ["answers in their form", f"{valid} of {len(jobs)}"],
        ["of these, without a repair call", f"{first}"],
        ["seconds an answer", f"{wall / len(jobs):.1f}"],
        ["output tokens a second, reading included", f"{output / wall:.0f}"],
        ["input tokens found in the prefix cache", f"{cached / read:.0%}"],
    ]


def kill_and_resume(top: Path) -> list[list[str]]:
    disturbed, undisturbed = Workspace.create(top / "disturbed"), Workspace.create(top / "undisturbed")
    (undisturbed.root / "secret").write_bytes(disturbed.secret().hex().encode())  # the same prompts, byte for byte
    process = subprocess.Popen([sys.executable, "-m", "bench.embedded", "--screen", str(disturbed.root)])
    while process.poll() is None and answers_in(disturbed) < 1:
        time.sleep(0.05)
    process.kill()
    process.wait()
    kept = answers_in(disturbed)
    resumed = screen_samples(disturbed, Stop(), lambda done: None)
    whole = screen_samples(undisturbed, Stop(), lambda done: None)
    same = sum(one.answer == other.answer for one, other in zip(resumed.papers, whole.papers, strict=True))
    return [
        ["answers in the journal at the kill", str(kept)],
        ["answers found, not asked again, by the second process", str(resumed.replayed)],
        ["final answers equal to those of the undisturbed job", f"{same} of {len(whole.papers)}"],
    ]


def main() -> None:
    if sys.argv[1:2] == ["--screen"]:
        screen_samples(Workspace.create(Path(sys.argv[2])), Stop(), lambda done: None)
        return
    with tempfile.TemporaryDirectory() as top:
        rows = thirty_answers(Path(top) / "thirty") + kill_and_resume(Path(top))
    print(heading("The embedded model", "python -m bench.embedded"))
    print(table(["SmolLM2-135M on the CPU", ""], rows, numbers=True))


if __name__ == "__main__":
    main()
