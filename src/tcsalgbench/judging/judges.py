"""What a judge is: one function over a seat on the panel, registered under a name; ours, and those of installed packages."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import entry_points
from typing import TypeAlias, TypeVar

from tcsalgbench.calls import Part, Request, Steps
from tcsalgbench.errors import BadInput
from tcsalgbench.jobs import Desk
from tcsalgbench.judging.annotate import Annotated, annotated
from tcsalgbench.judging.model import Judge, Objection, Organised, Vote, VoteEnd
from tcsalgbench.judging.text import says
from tcsalgbench.prompts import Untrusted
from tcsalgbench.prompts.fence import RULE

A = TypeVar("A")

ENTRY_POINTS = "tcsalgbench.judges"
PHASES = "phases"
ROLE = "scoring-voter"  # what a model that votes is called in presets, journals and accounts
BUILT_IN = {PHASES: "tcsalgbench.judging.panel"}
_MAX_OUTPUT = 64_000


@dataclass(frozen=True, slots=True)
class Seat:
    """One vote to be cast: the problem, what went to the vote, the rules. Who made the proof is not known here."""

    desk: Desk
    problem: str
    organised: Organised
    judge: Judge
    number: int
    scope: str

    @property
    def name(self) -> str:
        """The name of the call; further ones of the same vote take it as their beginning."""
        return f"vote/{self.number}"

    @property
    def place(self) -> dict[str, str | int]:
        """Where the vote belongs."""
        vote: dict[str, str | int] = {
            "submission": self.organised.submission,
            "judge": self.judge.digest,
            "number": self.number,
        }
        return {**vote, "scope": self.scope, "name": self.name}

    def annotated(self) -> Annotated:
        """The proof with the checks beside its citations, and the codes by which the genuine ones are known."""
        return annotated(self.organised.document, self.organised.citations, self.desk.book.fence)

    def request(self, instructions: str, answer: type[A], step: str = "") -> Request[A]:
        """A request with instructions of one's own; problem and proof stand behind delimiters that neither can forge."""
        fence, checked = self.desk.book.fence, self.annotated()
        choice = self.desk.cast.choice(ROLE)
        problem = fence.around(Untrusted("original problem", self.problem))
        proof = fence.around(Untrusted("proof to verify", checked.text))
        codes = "\n".join(checked.codes) or "none"
        parts = (
            Part.of("role", f"{instructions}\n\n{RULE}"),
            Part.of("problem", problem, untrusted=True),
            Part.of("now", f"{proof}\n\nGenuine checks of citations, with their codes:\n{codes}", untrusted=True),
        )
        name = f"{self.name}/{step}" if step else self.name
        return Request(name, ROLE, parts, answer, choice.max_output or _MAX_OUTPUT, choice.effort)

    def vote(
        self,
        *,
        passed: bool,
        rationale: str = "",
        objections: Sequence[tuple[str, str]] = (),
        end: VoteEnd = "answered",
        why: str | None = None,
    ) -> Vote:
        """The vote. Only an answer can be a PASS; objections are pairs of the words objected to and the reason."""
        cast = {"passed": passed and end == "answered", "said": None, "end": end, "why": why, "rationale": rationale}
        if end == "answered":
            cast["said"] = "PASS" if passed else "FAIL"
        against = [
            Objection(phase="", quote=quote, why=reason, verbatim=says(self.organised.document, quote))
            for quote, reason in objections
        ]
        return Vote.model_validate({**self.place, **cast, "objections": tuple(against)})


Voting: TypeAlias = Callable[[Seat], Steps[Vote]]


@dataclass(frozen=True, slots=True)
class Method:
    """A way of judging. Another version is another judge: its votes are not mixed with earlier ones."""

    name: str
    version: str
    cast: Voting


_REGISTERED: dict[str, Method] = {}


def judge(name: str, version: str = "1") -> Callable[[Voting], Voting]:
    """Register the function below as the judge of this name."""

    def register(cast: Voting) -> Voting:
        _REGISTERED[name] = Method(name, version, cast)
        return cast

    return register


def judge_names() -> list[str]:
    """Every way of judging that can be named."""
    return sorted({*BUILT_IN, *(entry.name for entry in entry_points(group=ENTRY_POINTS)), *_REGISTERED})


def find_judge(name: str) -> Method:
    """A way of judging by its name; its module is imported now."""
    if name not in _REGISTERED:
        if name in BUILT_IN:
            import_module(BUILT_IN[name])
        for entry in entry_points(group=ENTRY_POINTS, name=name):
            entry.load()
    if name not in _REGISTERED:
        raise BadInput(f"There is no judge {name!r}; there are {', '.join(judge_names())}.")
    return _REGISTERED[name]
