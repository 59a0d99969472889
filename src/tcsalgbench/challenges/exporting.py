"""Challenges as files for others: JSON, which is the source of truth, Markdown, LaTeX, PDF, HTML."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Literal

from tcsalgbench.challenges.model import CHALLENGE, Challenge
from tcsalgbench.challenges.pdf import compile_tex, find_engine
from tcsalgbench.challenges.render_html import ChallengeView, challenge_page, index_page, view_of
from tcsalgbench.challenges.render_latex import render_latex
from tcsalgbench.challenges.render_markdown import render_markdown
from tcsalgbench.challenges.reviews import load_reviews, standings
from tcsalgbench.challenges.sources import passages, source_of
from tcsalgbench.challenges.store import file_name, load_challenges
from tcsalgbench.errors import BadInput
from tcsalgbench.pages import write_page
from tcsalgbench.workspace import Workspace, atomic_write

Format = Literal["json", "jsonl", "md", "tex", "pdf", "html"]


@dataclass(frozen=True, slots=True)
class Exported:
    """The files that were written, and for every challenge that has none the reason."""

    files: tuple[Path, ...]
    failed: Mapping[str, str]


def chosen(workspace: Workspace, wanted: Sequence[str]) -> tuple[Challenge, ...]:
    """The challenges whose ids are named, or match (* and ? stand for anything); all of them where none is named."""
    challenges = load_challenges(workspace)
    if not challenges:
        raise BadInput(f"{workspace.root} holds no challenge yet: build some, or import some.")
    for one in wanted:
        if not any(_matches(challenge.id, one) for challenge in challenges):
            known = ", ".join(challenge.id for challenge in challenges[:8])
            raise BadInput(f"No challenge is called {one!r}; there are {known}.")
    return tuple(one for one in challenges if not wanted or any(_matches(one.id, name) for name in wanted))


def _matches(challenge_id: str, wanted: str) -> bool:
    return challenge_id == wanted or fnmatchcase(challenge_id, wanted)


def export(
    workspace: Workspace, challenges: Sequence[Challenge], form: Format, out: Path, done: Callable[[int], None] = lambda n: None
) -> Exported:
    """Write a file a challenge (JSON lines: one for all; HTML: an index too) into a folder, made if need be."""
    out.mkdir(parents=True, exist_ok=True)
    if form == "jsonl":
        return _json_lines(challenges, out)
    if form == "html":
        return _pages(workspace, challenges, out, done)
    write = _WRITERS[form]
    files: list[Path] = []
    failed: dict[str, str] = {}
    for number, challenge in enumerate(challenges, 1):
        path = out / f"{file_name(challenge.id)}.{form}"
        reason = write(workspace, challenge, path)
        if reason is None:
            files.append(path)
        else:
            failed[challenge.id] = reason
        done(number)
    return Exported(tuple(files), failed)


def _json_lines(challenges: Sequence[Challenge], out: Path) -> Exported:
    lines = [json.dumps({"schema": CHALLENGE.version, **one.model_dump(mode="json")}, ensure_ascii=False) for one in challenges]
    path = out / "challenges.jsonl"
    atomic_write(path, "".join(line + "\n" for line in lines).encode())
    return Exported((path,), {})


def _pages(workspace: Workspace, challenges: Sequence[Challenge], out: Path, done: Callable[[int], None]) -> Exported:
    standing = standings(challenges, load_reviews(workspace))
    views: list[ChallengeView] = []
    for number, one in enumerate(challenges, 1):
        views.append(view_of(one, passages(one, source_of(workspace, one)), standing[one.id]))
        write_page(out / views[-1].file, challenge_page(views[-1]))
        done(number)
    return Exported((write_page(out / "index.html", index_page(views)), *(out / view.file for view in views)), {})


def _json(workspace: Workspace, challenge: Challenge, path: Path) -> None:
    CHALLENGE.write(path, challenge)


def _markdown(workspace: Workspace, challenge: Challenge, path: Path) -> None:
    atomic_write(path, render_markdown(challenge).encode())


def _latex(workspace: Workspace, challenge: Challenge, path: Path) -> None:
    atomic_write(path, render_latex(challenge).encode())


def _pdf(workspace: Workspace, challenge: Challenge, path: Path) -> str | None:
    engine = find_engine()
    if engine is None:
        raise BadInput(
            "No TeX engine is installed, so there is no PDF. `tcsalgbench doctor` says how to get one; or use --format tex."
        )
    compiled = compile_tex(render_latex(challenge), engine)
    if compiled.pdf is None:
        return compiled.error
    atomic_write(path, compiled.pdf)
    return None


_WRITERS: Mapping[Format, Callable[[Workspace, Challenge, Path], str | None]] = {
    "json": _json,
    "md": _markdown,
    "tex": _latex,
    "pdf": _pdf,
}
