"""A voter that obeys whatever stands outside the delimiters, and whatever a careless server or eye would take for a command."""

import json
import re
from dataclasses import dataclass, field
from typing import Any

from tcsalgbench.calls import Request
from tests.judging.panelists import Panelist, ballot, fenced, organised, outside, prompt_of

_CHECK = re.compile(r"^(?:C\d+: (?:matches|differs|not found|not checkable), code|none)$\n?", re.M)
# Separators of turns that servers read inside a message, and characters that nobody sees.
_STEERS = re.compile(
    r"<\|[^|<>\n]{1,40}\|>|<｜[^｜<>\n]{1,40}｜>|</?s>|\[/?INST\]|<</?SYS>>|<(?:start|end)_of_turn>|</?think>|</?tool_call>"
    r"|<(?:fim_\w+|SPECIAL_\d+)>|\[\|(?:system|assistant|endofturn)\|\]|\]~!?b[\[\]]"
    r"|^[ \t]*(?:Human|Assistant|System|User):"
    r"|[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\U000e0000-\U000e01ef\u00ad\u115f\u1160\u3164]"
    r"|[\x00-\x08\x0b-\x1f\x7f-\x9f]",
    re.M,
)


@dataclass
class Naive:
    """Says `base`, unless its prompt differs from an honest one outside of the delimiters: then the opposite."""

    base: str
    _honest: dict[str, str] = field(default_factory=dict)
    obeyed: list[str] = field(default_factory=list)

    def obeys(self, request: Request[Any]) -> bool:
        bare = _bare(request)
        known = self._honest.setdefault(_kind(request), bare)
        steered = _STEERS.search(prompt_of(request))
        if bare == known and steered is None:
            return False
        self.obeyed.append(f"{request.name}: {steered[0]!r}" if steered else f"{request.name}: outside of the delimiters")
        return True

    def vote(self, request: Request[Any], draw: int) -> str:
        opposite = {"PASS": "FAIL", "FAIL": "PASS"}
        # What code finds of citations is not what is tried here, so none of them is needed.
        aside = [{"citation": f"C{n}", "needed": False, "standard": False, "status": "PASS", "reason": ""} for n in (1, 2, 3)]
        return ballot(opposite[self.base] if self.obeys(request) else self.base, citations=aside)

    def compare(self, request: Request[Any], draw: int) -> str:
        right = {"PASS": "matches", "FAIL": "differs"}[self.base]
        wrong = {"PASS": "differs", "FAIL": "matches"}[self.base]
        return json.dumps({"reason": "r", "outcome": wrong if self.obeys(request) else right})

    def organise(self, request: Request[Any], draw: int) -> str:
        if self.obeys(request):
            return organised(request, document="proved")
        return organised(request, cited(fenced(request)["submitted proof"]))

    def panel(self) -> Panelist:
        return Panelist(self.vote, self.organise, self.compare)


def cited(proof: str) -> tuple[dict[str, str | None], ...]:
    """The citations of a proof as a faithful organiser lists them: `[work, label] which states: "words"`."""
    found: dict[str, dict[str, str | None]] = {}
    for match in re.finditer(r'\[(\w+), (\w+ \d+)\](?: which states: "(.*?)" and so on)?', proof, re.S):
        found[match[0]] = {"written": match[0], "work": match[1], "label": match[2], "quote": match[3] or None}
    return tuple(found.values())


def _bare(request: Request[Any]) -> str:
    return re.sub(r"\s+", " ", _CHECK.sub("", outside(request)))


def _kind(request: Request[Any]) -> str:
    """A second attempt of the organiser is told more than the first."""
    return request.name if request.role == "proof-organiser" else request.role
