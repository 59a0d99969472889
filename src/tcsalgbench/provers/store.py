"""Where runs lie: one append-only file of JSON lines a workspace, and submissions that others made, read from such a file."""

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

from pydantic import ValidationError

from tcsalgbench.errors import BadInput
from tcsalgbench.provers.model import RUN, Run, Submission
from tcsalgbench.workspace import Workspace
from tcsalgbench.workspace.files import open_file
from tcsalgbench.workspace.schema import check_version

ROOM = "runs"
FILE = "runs.jsonl"
SUBMISSIONS_VERSION = 1

RunKey: TypeAlias = tuple[str, str, str, int]  # system, purpose, challenge, seed
_TAIL = 1 << 16


def run_key(run: Run) -> RunKey:
    """What there is one run of."""
    return (run.system, run.purpose, run.challenge_id, run.seed)


def save_run(workspace: Workspace, run: Run) -> None:
    """Append a run. It takes the place of an earlier record of the same run when runs are loaded.

    Nothing waits for the disk here: a record that a power failure took is made again from the journal, without a call.
    """
    line = json.dumps({"schema": RUN.version, **run.model_dump(mode="json")}, ensure_ascii=True, separators=(",", ":"))
    with _locked(workspace.folder(ROOM) / FILE) as handle:
        _cut_torn_tail(handle)
        data = memoryview(line.encode() + b"\n")
        while data:
            data = data[os.write(handle, data) :]


def load_runs(workspace: Workspace) -> tuple[Run, ...]:
    """Every run once, in the order of system, purpose, challenge and seed.

    The last record of a run counts, unless it only says that a finished run could not be repeated.
    """
    found: dict[RunKey, Run] = {}
    for run in _records(workspace.root / ROOM / FILE):
        key = run_key(run)
        if run.end != "errored" or key not in found or found[key].end == "errored":
            found[key] = run
    return tuple(found[key] for key in sorted(found))


def read_submissions(path: Path) -> tuple[Submission, ...]:
    """The submissions of a JSON lines file; a line that cannot be used is named, with the reason."""
    return tuple(one for _, one in numbered_submissions(path))


def numbered_submissions(path: Path) -> tuple[tuple[int, Submission], ...]:
    """The same with the numbers of their lines."""
    read: dict[tuple[str, str, int], int] = {}
    submissions = []
    for number, line in _lines(path):
        where = f"{path}, line {number}"
        fields = _object(line, where)
        if "schema" in fields:
            check_version(fields.pop("schema"), SUBMISSIONS_VERSION, where)
        try:
            one = Submission.model_validate(fields)
        except ValidationError as error:
            raise BadInput(f"{where}: {_first(error)}") from None
        key = (one.challenge_id, one.system, one.seed)
        if key in read:
            raise BadInput(
                f"{where}: a submission of {one.system!r} for {one.challenge_id!r} with seed {one.seed} stands on line "
                f"{read[key]} already. One challenge, system and seed have one submission."
            )
        read[key] = number
        submissions.append((number, one))
    return tuple(submissions)


@contextmanager
def _locked(path: Path) -> Iterator[int]:
    """The file, open for appending, with no other process at it."""
    handle = open_file(path, os.O_RDWR | os.O_CREAT | os.O_APPEND)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield handle
    finally:
        os.close(handle)


def _cut_torn_tail(handle: int) -> None:
    """Take away what a process that was killed left of its last record: it would spoil the next one."""
    end = os.fstat(handle).st_size
    if end == 0 or os.pread(handle, 1, end - 1) == b"\n":
        return
    while end > 0:
        begin = max(0, end - _TAIL)
        newline = os.pread(handle, end - begin, begin).rfind(b"\n")
        if newline >= 0:
            os.ftruncate(handle, begin + newline + 1)
            return
        end = begin
    os.ftruncate(handle, 0)


def _records(path: Path) -> Iterator[Run]:
    if not path.exists():
        return
    for number, line in _lines(path, torn=True):
        where = f"{path}, line {number}"
        fields = _object(line, where)
        for version in range(check_version(fields.pop("schema", None), RUN.version, where), RUN.version):
            fields = RUN.upgrades[version](fields)
        try:
            yield Run.model_validate(fields)
        except ValidationError as error:
            raise BadInput(f"{where}: {_first(error)}") from None


def _lines(path: Path, *, torn: bool = False) -> Iterator[tuple[int, bytes]]:
    """The lines that are not blank, with their numbers; `torn`: without one at the end that was never finished."""
    try:
        with path.open("rb") as stream:
            for number, line in enumerate(stream, 1):
                if line.strip() and (line.endswith(b"\n") or not torn):
                    yield number, line
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}.") from None


def _object(line: bytes, where: str) -> dict[str, Any]:
    try:
        fields = json.loads(line, object_pairs_hook=_no_repeated_keys)
    except RecursionError:
        raise BadInput(f"{where}: this is nested too deeply to be read.") from None
    except ValueError as error:
        raise BadInput(f"{where}: this is not JSON: {error}.") from None
    if not isinstance(fields, dict):
        raise BadInput(f"{where}: this is no JSON object.")
    return fields


def _no_repeated_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A key that stands twice could mean either; nobody is to guess which."""
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise ValueError("a key stands twice in one object")
    return fields


def _first(error: ValidationError) -> str:
    first = error.errors()[0]
    place = ".".join(str(step) for step in first["loc"]) or "the whole"
    return f"{place}: {first['msg']}."
