"""From LaTeX to PDF without trust in what is written there: no shell, no file outside a temporary folder, bounds on all."""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

ENGINES = ("pdflatex", "xelatex")  # not LuaLaTeX: its Lua reaches files whatever TeX itself may do
SECONDS = 60.0
_LARGEST_FILE = 64 << 20  # bytes; a page thrown out in a loop fills a disk otherwise
_LARGEST_MEMORY = 2 << 30
_RUNS = 2  # the second settles references
_RERUN = "Rerun to get"
_COMPLAINT = re.compile(r"^! .*(?:\n(?!l\.\d).*){0,12}?(?:\nl\.\d+.*)?", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Compiled:
    """What came of it: a PDF, or a sentence that says why there is none. `log` is what the engine wrote."""

    pdf: bytes | None
    error: str | None
    log: str


def find_engine() -> str | None:
    """The TeX engine of this machine, or None."""
    return next((path for name in ENGINES if (path := shutil.which(name)) is not None), None)


def compile_tex(text: str, engine: str, seconds: float = SECONDS) -> Compiled:
    """Run an engine on a text in a folder of its own, which is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="tcsalgbench-tex-") as made:
        folder = Path(made)
        (folder / "challenge.tex").write_text(text, "utf-8")
        for _ in range(_RUNS):
            late = _run(folder, engine, seconds)
            log = _log(folder)
            if late:
                return Compiled(
                    None, f"TeX was stopped after {seconds:g} seconds: the text keeps it busy for ever, it seems.", log
                )
            pdf = folder / "challenge.pdf"
            complaint = _complaint(log)
            if complaint is not None or not pdf.is_file():
                return Compiled(None, complaint or "TeX produced no page.", log)
            if _RERUN not in log:
                break
        return Compiled(pdf.read_bytes(), None, log)


def _run(folder: Path, engine: str, seconds: float) -> bool:
    """One run; true where it had to be stopped."""
    environment = {
        "PATH": os.defpath + os.pathsep + str(Path(engine).parent),
        "HOME": str(folder),
        "TEXMFOUTPUT": str(folder),
        "TEXMFVAR": str(folder / "texmf-var"),
        "openin_any": "p",  # paranoid: nothing above this folder, no hidden file
        "openout_any": "p",
        "shell_escape": "f",
        "max_print_line": "1000",
        "SOURCE_DATE_EPOCH": "0",
        "FORCE_SOURCE_DATE": "1",
    }
    limits = f"ulimit -c 0; ulimit -f {_LARGEST_FILE // 512}; ulimit -v {_LARGEST_MEMORY // 1024}; exec "
    options = '"$0" -no-shell-escape -interaction=nonstopmode -halt-on-error challenge.tex'
    process = subprocess.Popen(  # noqa: S603 - the engine that was found, and a name of ours
        ["/bin/sh", "-c", limits + options, engine],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        process.wait(timeout=seconds)
    except subprocess.TimeoutExpired:
        return True
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    return False


def _log(folder: Path) -> str:
    path = folder / "challenge.log"
    return path.read_text("utf-8", "replace")[-1_000_000:] if path.is_file() else ""


def _complaint(log: str) -> str | None:
    """The first error of a log with its line, in one line."""
    found = _COMPLAINT.search(log)
    if found is None:
        return None
    lines = [line.strip() for line in found[0].splitlines() if line.strip()]
    place = next((line for line in lines[1:] if re.match(r"l\.\d", line)), None)
    return f"TeX says: {lines[0].removeprefix('! ')}" + (f" At {place}" if place else "")
