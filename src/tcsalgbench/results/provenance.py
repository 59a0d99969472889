"""What a report is made from: the line under every table and figure."""

import hashlib
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import tcsalgbench
from tcsalgbench import __version__

# Providers whose answers say nothing about what real models can do.
NOT_REAL: Mapping[str, str] = {
    "simulated": "simulated",
    "scripted": "scripted",
    "embedded": "of the embedded demonstration model",
}


@dataclass(frozen=True, slots=True)
class Provenance:
    """Models that ran, which release, which code, which command, which files."""

    models: tuple[str, ...]
    releases: tuple[str, ...]
    command: str
    code: str
    files: tuple[tuple[str, str], ...] = ()  # name, start of its SHA-256
    judges: tuple[str, ...] = ()  # models that voted, where it is known

    @property
    def not_real(self) -> tuple[str, ...]:
        """The models, of provers and of voters, that are none: simulated, scripted, or there for demonstration."""
        return tuple(model for model in (*self.models, *self.judges) if kind_of(model) is not None)

    @property
    def mark(self) -> str:
        """What every title carries when something in it is not real; else nothing."""
        kinds = sorted({kind for model in self.not_real if (kind := kind_of(model))})
        everything = len(self.not_real) == len(self.models) + len(self.judges)
        if not kinds:
            return ""
        return f"{'Runs' if everything else 'Some runs or verdicts'} {' and '.join(kinds)}: no finding about real models"

    @property
    def short(self) -> str:
        """Models, real or not; release; code: the line for where the command stands near."""
        ran = ", ".join(map(_named, self.models)) or "none named"
        voted = f" Voters: {', '.join(map(_named, self.judges))}." if self.judges else ""
        return f"Models: {ran}.{voted} Release: {', '.join(self.releases) or 'not named'}. {self.code}."

    @property
    def line(self) -> str:
        """Models, real or not; release; code; command."""
        ran = ", ".join(map(_named, self.models))
        voted = f"; voters: {', '.join(map(_named, self.judges))}" if self.judges else ""
        files = "".join(f"; {name} (SHA-256 {digest}…)" for name, digest in self.files)
        release = ", ".join(self.releases) or "not named"
        models = f"Models, as the runs name them: {ran or 'none named'}{voted}"
        return f"{models}. Release: {release}. Made by {self.code}: {self.command}{files}."


def _named(model: str) -> str:
    kind = kind_of(model)
    return f"{model} (not real: {kind})" if kind else model


def kind_of(model: str) -> str | None:
    """What a model is instead of real; None for one that is taken to be real."""
    return NOT_REAL.get(model.partition("/")[0])


def digest_of(path: Path) -> str:
    """The start of a file's SHA-256."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()[:12]


def code_version() -> str:
    """The version of this tool; where it runs from a checkout, also its last commit, and whether files changed since."""
    # Of the package alone: where it is installed inside somebody's repository, that repository's commits say nothing of it.
    commit = _git("log", "-1", "--format=%h", "--abbrev=10")
    if not commit:
        return f"tcsalgbench {__version__}"
    changed = " and changes not committed" if _git("status", "--porcelain") else ""
    return f"tcsalgbench {__version__}, commit {commit}{changed}"


def _git(*words: str) -> str:
    """What git says of this package; nothing where there is no git, or no checkout."""
    home = str(Path(tcsalgbench.__file__).parent)
    try:
        command = ["git", "-C", home, *words, "--", home]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=5)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
