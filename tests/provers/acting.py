"""What tests of provers share: actors that answer requests by name, without any I/O."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from tcsalgbench.calls import Answer, Reply, Request, Steps, Usage
from tcsalgbench.calls.request import AnswerEnd
from tcsalgbench.jobs import Cast, Desk, cast_of
from tcsalgbench.prompts import Fence, PromptBook
from tcsalgbench.provers.forms import (
    Action,
    Argument,
    Cite,
    ConfidentArgument,
    Decision,
    LookUp,
    Objection,
    Outcome,
    ReadingArgument,
    Summary,
    Verdict,
)
from tcsalgbench.provers.settings import Settings
from tcsalgbench.provers.shelf import Snippet

R = TypeVar("R")
STATEMENT = "Let $n \\ge 1$. Suppose that $f$ is convex. Then $f(n) \\le \\frac{n}{2}$."


def desk(model: str = "simulated/steady") -> Desk:
    return Desk(PromptBook(Fence(b"secret")), cast_of("proving", model=model))


def cast(model: str) -> Cast:
    return cast_of("proving", model=model)


def argue(text: str = "By induction.", *cites: Cite, outcome: Outcome = "argument", summary: str = "induction") -> Argument:
    return Argument(sketch="s", argument=text, cites=cites, outcome=outcome, strategy_summary=summary)


def sure(text: str, confidence: float) -> ConfidentArgument:
    return ConfidentArgument(**argue(text).model_dump(), confidence=confidence)


def looks_up(*wanted: LookUp) -> ReadingArgument:
    return ReadingArgument(**{**argue().model_dump(), "argument": ""}, look_ups=wanted)


def reads_no_more(*cites: Cite) -> ReadingArgument:
    return ReadingArgument(**argue("By the lemma.", *cites).model_dump())


def concede(summary: str = "induction fails at 2") -> Argument:
    return argue("", outcome="concede", summary=summary)


def decide(action: Action, reason: str = "because") -> Decision:
    return Decision(reason=reason, action=action)


def objection(step: str = "step 2", about: Any = "other") -> Objection:  # noqa: ANN401
    return Objection(step=step, error=f"{step} is false", repair="prove it", about=about)


def accept(*concerns: str) -> Verdict:
    return Verdict(examination="all", concerns=concerns, objections=(), settled=(), verdict="accept")


def reject(*objections: Objection, settled: tuple[int, ...] = ()) -> Verdict:
    return Verdict(examination="some", concerns=(), objections=objections, settled=settled, verdict="reject")


def gap() -> Verdict:
    return Verdict(examination="", concerns=(), objections=(objection("the statement"),), settled=(), verdict="gap")


def summary(text: str = "summary") -> Summary:
    return Summary(strategy_summary=text)


@dataclass
class Shelves:
    """A library of a few snippets, given out in turn; it remembers what it was asked."""

    given: list[tuple[Snippet, ...]]
    asked: list[str] = field(default_factory=list)

    def snippets(self, query: str) -> tuple[Snippet, ...]:
        self.asked.append(query)
        return self.given.pop(0) if self.given else ()

    def look_up(self, tool: str, arguments: Mapping[str, Any]) -> str:
        self.asked.append(f"{tool} {dict(arguments)}")
        return "[votes, Lemma 9]\nEvery vote counts once."


@dataclass
class Stage:
    """Plays steps: each request is answered by what stands under its name; a word is how the answer ended without a value."""

    answers: Mapping[str, object] | Callable[[Request[Any]], object]
    asked: list[Request[Any]] = field(default_factory=list)

    def play(self, steps: Steps[R]) -> R:
        try:
            request = next(steps)
            while True:
                self.asked.append(request)
                request = steps.send(self._answer(request))
        except StopIteration as end:
            result: R = end.value
            return result

    @property
    def names(self) -> list[str]:
        return [request.name for request in self.asked]

    def prompt(self, name: str) -> str:
        return "\n".join(part.text for part in next(one for one in self.asked if one.name == name).parts)

    def _answer(self, request: Request[Any]) -> Answer[Any]:
        said = self.answers(request) if callable(self.answers) else self.answers[request.name]
        reply = Reply("complete", "", Usage(10, 0, 5, 0))
        if isinstance(said, str):
            ends: dict[str, AnswerEnd] = {"refused": "refused", "truncated": "truncated", "malformed": "malformed"}
            return Answer(None, ends[said], (reply, reply) if said == "malformed" else (reply,), said)
        assert isinstance(said, request.answer), f"{request.name} wants a {request.answer.__name__}"
        return Answer(said, "answered", (reply,))


def settings(**changed: Any) -> Settings:  # noqa: ANN401
    return Settings(**{"iterations": 2, "rounds": 3, **changed})
