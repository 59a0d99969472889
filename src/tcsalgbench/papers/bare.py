"""A paper from its TeX alone, a folder or an archive without a `paper.toml`: what the TeX says of itself fills one in."""

import json
import re
import shutil
from collections.abc import Mapping
from pathlib import Path

from tcsalgbench.errors import BadInput
from tcsalgbench.papers.record import FILE, SCHEMA, Paper, load_paper
from tcsalgbench.papers.unpack import is_archive, text_of
from tcsalgbench.tex.frames import bracket_end, group_end
from tcsalgbench.tex.macros import strip_comments
from tcsalgbench.tex.source import decode

_CLASS = re.compile(rb"^[^%\n]*\\document(?:class|style)\b", re.MULTILINE)
_USUAL = ("main.tex", "paper.tex", "ms.tex", "article.tex")
_ASIDE = re.compile(
    r"\\(?:thanks|footnote|footnotemark|inst|affil|email|orcid|orcidID|url|href|label|vspace|hspace|texorpdfstring)\*?"
)
_COMMAND = re.compile(r"\\(?:[a-zA-Z]+\*?\s?|[ ,])|[{}$]|~")
_NAMES = re.compile(r"\\and(?![a-zA-Z])|\\AND(?![a-zA-Z])|\s+and\s+|,|;|\\\\")
_LIKE_A_NAME = re.compile(r"[^\W\d_][^\d@]{2,60}", re.UNICODE)
_MOST_AUTHORS = 40


def is_bare(path: Path) -> bool:
    """Whether a path is a paper in another form than a folder with a `paper.toml`."""
    return is_archive(path) or path.suffix == ".tex" or (path.is_dir() and not (path / FILE).is_file())


def open_bare(path: Path, home: Path, kept: Path | None = None) -> Paper:
    """The paper, written in our form into the empty folder `home`; `kept` holds earlier versions: a text keeps its own."""
    main = path.name if path.suffix == ".tex" and path.is_file() else None
    files = text_of(path.parent if main else path)
    root = home / "paper"
    if FILE in files and main is None:
        root = home
    elif not any(name.endswith(".tex") for name in files):
        raise BadInput(f"{path} holds no .tex file, so there is nothing to read. A paper is given as its TeX source.")
    for name, data in files.items():
        target = root / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    if root == home:
        return load_paper(home)
    name = _name(path.resolve().parent if main else path.resolve())
    fields = {"id": name, "version": "v1", **_says(files, main or main_file(files, path), name)}
    (home / FILE).write_text(_toml(fields), "utf-8")
    paper = load_paper(home)
    version = _version(paper, kept)
    if version != "v1":
        (home / FILE).write_text(_toml({**fields, "version": version}), "utf-8")
    return load_paper(home)


def main_file(files: Mapping[str, bytes], where: Path) -> str:
    """The file that LaTeX would be run on: the one that declares a class; of several, the one with a usual name at the top."""
    names = sorted((name for name in files if name.endswith(".tex")), key=lambda name: (name.count("/"), name))
    declaring = [name for name in names if _CLASS.search(files[name])]
    candidates = declaring or names
    for name in candidates:
        if len(candidates) == 1 or name in _USUAL:
            return name
    raise BadInput(
        f"{where} has several files that could be the main one ({', '.join(candidates[:8])}). Name yours: "
        f"{where / candidates[0] if where.is_dir() else 'unpack the archive, and give the file'}."
    )


def _says(files: Mapping[str, bytes], main: str, name: str) -> dict[str, object]:
    text = strip_comments(decode(files[main]))
    title = _argument(text, "title") or _argument("\n".join(strip_comments(decode(one)) for one in files.values()), "title")
    authors = _authors("\n".join(_arguments(text, "author")))
    return {"title": _plain(title) or name, "authors": authors, "main": main}


def _arguments(text: str, command: str) -> list[str]:
    found = []
    for match in re.finditer(rf"\\{command}(?![a-zA-Z])\s*", text):
        at = match.end()
        while text.startswith("[", at) and (end := bracket_end(text, at, len(text))) > 0:
            at = end + 1 + len(text[end + 1 :]) - len(text[end + 1 :].lstrip())
        end = group_end(text, at, len(text)) if text.startswith("{", at) else -1
        if end > 0:
            found.append(text[at + 1 : end])
    return found


def _argument(text: str, command: str) -> str:
    return next(iter(_arguments(text, command)), "")


def _authors(text: str) -> list[str]:
    """Names that stand in the author command; what follows a line break is where somebody works."""
    people = re.split(r"\\and(?![a-zA-Z])|\\AND(?![a-zA-Z])|\n", _without_asides(text))
    first = (re.split(r"\\\\", one.strip())[0] for one in people)
    names = (_plain(name) for one in first for name in _NAMES.split(one))
    return list(dict.fromkeys(name for name in names if _LIKE_A_NAME.fullmatch(name)))[:_MOST_AUTHORS]


def _without_asides(text: str) -> str:
    while (match := _ASIDE.search(text)) is not None:
        at = match.end() + len(text[match.end() :]) - len(text[match.end() :].lstrip())
        end = group_end(text, at, len(text)) if text.startswith("{", at) else -1
        text = text[: match.start()] + (text[end + 1 :] if end > 0 else text[match.end() :])
    return text


def _plain(text: str) -> str:
    return " ".join(_COMMAND.sub(" ", _without_asides(text).replace("\\\\", " ")).split())


def _name(path: Path) -> str:
    base = path.name
    for ending in (".tar.gz", ".tgz", ".tar", ".zip", ".gz", ".tex"):
        base = base.removesuffix(ending)
    return re.sub(r"[^A-Za-z0-9._-]+", "-", base).strip("-._")[:60] or "paper"


def _version(paper: Paper, kept: Path | None) -> str:
    """The version under which this very text is kept, or else the next that is free."""
    number = 1
    while kept is not None and (kept / f"{paper.record.id}v{number}").is_dir():
        if load_paper(kept / f"{paper.record.id}v{number}").source.digest() == paper.source.digest():
            return f"v{number}"
        number += 1
    return f"v{number}"


def _toml(fields: Mapping[str, object]) -> str:
    """Strings, and lists of them: what JSON writes of these, TOML reads."""
    lines = [f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in fields.items()]
    return "\n".join((f"schema = {SCHEMA}", *lines, ""))


def remove(home: Path) -> None:
    """Take a folder of a bare paper away again."""
    shutil.rmtree(home, ignore_errors=True)
