"""Panelists for tests and measurements: real clients that read their prompts and answer by rule."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tcsalgbench.calls import Channel, Gate, Reply, Request, Retry, Usage
from tcsalgbench.jobs import Cast, cast_of
from tcsalgbench.judging.session import Session, Terms
from tcsalgbench.workspace import Workspace

MODEL = "test/panel"
PHASES = ("1", "2", "3", "5", "6a", "6b", "6c", "6d", "6e")
_FENCED = re.compile(
    r"^\[\[text (?P<label>[^\n]*) (?P<code>[0-9a-f]{16})\]\]\n(?P<text>.*?)\n\[\[end (?P=code)\]\]$", re.S | re.M
)

Answering = Callable[[Request[Any], int], str | Reply]


def prompt_of(request: Request[Any]) -> str:
    return "\n\n".join(part.text for part in request.parts)


def fenced(request: Request[Any]) -> dict[str, str]:
    """What stands between delimiters, by label, as a model reads it."""
    return {match["label"]: match["text"] for match in _FENCED.finditer(prompt_of(request))}


def outside(request: Request[Any]) -> str:
    """What stands outside of all delimiters; their codes aside."""
    return re.sub(r"code [0-9a-f]{16}", "code", _FENCED.sub("[fenced]", prompt_of(request)))


def ballot(verdict: str = "PASS", /, **changes: Any) -> str:  # noqa: ANN401
    """A ballot: all phases pass, or the first fails; `changes` replace fields."""
    structural = "PASS" if verdict == "PASS" else "FAIL"
    detailed = "PASS" if verdict == "PASS" else "SKIPPED"
    fields: dict[str, Any] = {f"phase_{phase}": detailed if phase[0] == "6" else "PASS" for phase in PHASES}
    fields |= {"phase_1": structural, "citations": [], "offending": [], "rationale": "r", "verdict": verdict}
    return json.dumps(fields | changes)


def organised(request: Request[Any], citations: tuple[Mapping[str, Any], ...] = (), **changes: Any) -> str:  # noqa: ANN401
    """The answer of an organiser that returns the proof as it is."""
    return json.dumps({"document": fenced(request)["submitted proof"], "renames": [], "citations": list(citations)} | changes)


@dataclass
class Panelist:
    """A client that answers by role; by default it organises faithfully, finds citations right and accepts."""

    voter: Answering = lambda request, draw: ballot()
    organiser: Answering = lambda request, draw: organised(request)
    checker: Answering = lambda request, draw: json.dumps({"reason": "r", "outcome": "matches"})
    asked: list[str] = field(default_factory=list)

    async def generate(self, request: Request[Any], draw: int) -> Reply:
        self.asked.append(request.name)
        roles = {"scoring-voter": self.voter, "proof-organiser": self.organiser, "citation-checker": self.checker}
        said = roles[request.role](request, draw)
        if isinstance(said, Reply):
            return said
        return Reply("complete", said, Usage(request.prompt_bytes // 4, 0, len(said) // 4, 0))

    def of(self, name: str) -> list[str]:
        return [one for one in self.asked if one.startswith(name)]


def channel(client: Panelist, model: str = MODEL) -> Channel:
    retry = Retry(attempts=2, first_wait=0.001, longest_wait=0.002, timeout=20.0)
    return Channel(model, client, Gate(64, 1024), retry=retry, costs_money=False)


def cast(model: str = MODEL) -> Cast:
    return cast_of("scoring", model=model)


def session(workspace: Workspace, client: Panelist, *, model: str = MODEL, **terms: Any) -> Session:  # noqa: ANN401
    return Session(workspace, cast(model), Terms(**terms), channels={model: channel(client, model)})


def submissions(path: Path, *proofs: tuple[str, str, str, int]) -> Path:
    """A file of submissions: challenge, system, proof, seed."""
    keys = ("challenge_id", "system", "proof", "seed")
    path.write_text("".join(json.dumps(dict(zip(keys, one, strict=True))) + "\n" for one in proofs))
    return path
