"""One's own lemma, outside any benchmark: a statement in a TeX or Markdown file, and a folder of cited sources on wish."""

import hashlib
import re
from collections.abc import Callable
from pathlib import Path

from tcsalgbench.calls import Stop
from tcsalgbench.calls.request import encode
from tcsalgbench.errors import BadInput, RunErrored
from tcsalgbench.jobs.work import Spending
from tcsalgbench.library.allowing import library_from_folder
from tcsalgbench.library.model import Library
from tcsalgbench.models.catalog import load_catalog
from tcsalgbench.pages import write_page
from tcsalgbench.prompts import Fence, PromptBook
from tcsalgbench.provers.conversation import conversation, conversation_page
from tcsalgbench.provers.model import RUN, Run
from tcsalgbench.provers.shelf import LibraryIndex
from tcsalgbench.provers.study import Planned, Study, Task
from tcsalgbench.provers.systems import System
from tcsalgbench.provers.tracking import Tracker
from tcsalgbench.workspace import Workspace, atomic_write, file_name

ROOM = "own"
_BODY = re.compile(r"\\begin\{document\}(.*?)\\end\{document\}", re.DOTALL)
_NOT_NOTATION = re.compile(r"^\s*\\(?:documentclass|usepackage|RequirePackage|title|author|date)\b.*$", re.MULTILINE)


def own_task(path: Path, library: Path | None) -> Task:
    """The statement of a file as a task. Its id holds a digest: another text is another task."""
    try:
        text = path.read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{path} cannot be read as text: {error}.") from None
    whole = _BODY.search(text)
    if whole is not None:
        notation = _NOT_NOTATION.sub("", text[: whole.start()]).strip()
        text = f"Notation (LaTeX macros):\n{notation}\n\n{whole[1].strip()}" if notation else whole[1].strip()
    if not text or (whole is not None and not whole[1].strip()):
        raise BadInput(f"{path} holds no statement.")
    digest = hashlib.sha256(encode(text)).hexdigest()[:8]
    name = file_name(f"{path.stem}-{digest}")
    read = Library(name, ()) if library is None else library_from_folder(library, name)
    return Task(f"{ROOM}/{name}", f"Prove the statement below.\n\n{text}", LibraryIndex(lambda: read))


def prove_own(
    workspace: Workspace,
    task: Task,
    system: System,
    seeds: int,
    prompts: Path | None = None,
    *,
    spending: Spending | None = None,
    stop: Stop | None = None,
    show: Callable[[Tracker], None] | None = None,
) -> tuple[Run, ...]:
    """Run the system on the task. Run again, it goes on where it stopped, and repeats no call."""
    runs: list[Run] = []
    tracker = Tracker()
    planned = [Planned(system, task, seed) for seed in range(1, seeds + 1)]
    book = PromptBook(Fence(workspace.secret()), prompts)
    study = Study(workspace, book, planned, spending or Spending(), stop or Stop(), tracker, load_catalog(None, workspace.root))
    study.save = lambda _, run: runs.append(run)
    study.ended = lambda _: None if show is None else show(tracker)
    study.run()
    for run in runs:
        _keep(workspace, task, run)
    return tuple(sorted(runs, key=lambda run: run.seed))


def folder_of(workspace: Workspace, run: Run) -> Path:
    """Where the outcome of a run lies: the proof, the record, the conversation as a page."""
    return workspace.folder(ROOM, run.challenge_id.removeprefix(f"{ROOM}/"), file_name(f"{run.system}, seed {run.seed}"))


def _keep(workspace: Workspace, task: Task, run: Run) -> None:
    folder = folder_of(workspace, run)
    RUN.write(folder / "run.json", run)
    if run.proof is not None:
        atomic_write(folder / "proof.md", encode(run.proof + "\n"))
    atomic_write(folder / "problem.md", encode(task.problem + "\n"))
    write_page(folder / "conversation.html", conversation_page(run, conversation(workspace, run), None))


def check_ended(runs: tuple[Run, ...]) -> None:
    """Say why a run could not end, if one could not."""
    for run in runs:
        if run.end == "errored":
            raise RunErrored(f"Seed {run.seed} could not end: {run.why} Run the same command again: nothing is repeated.")
