"""What tests of calls share: small requests, a channel to any function, a caller on a journal in a folder."""

from collections.abc import Awaitable, Callable, Generator
from pathlib import Path
from typing import Any, Literal, TypeVar

from pydantic import BaseModel

from tcsalgbench.calls import (
    Answer,
    Budget,
    Caller,
    Channel,
    FileJournal,
    Gate,
    Meter,
    ModelClient,
    Part,
    Reply,
    Request,
    Retry,
    Secrets,
    Stop,
    Usage,
)

R = TypeVar("R")
FAST = Retry(attempts=4, first_wait=0.001, longest_wait=0.002, timeout=5.0)


class Verdict(BaseModel):
    verdict: Literal["pass", "fail"]
    why: str = ""


def ask(
    name: str, text: str = "Prove it.", *, form: type[Any] = str, role: str = "prover", max_output: int = 100
) -> Request[Any]:
    parts = (Part.of("role", f"You are the {role}."), Part.of("problem", text))
    return Request(name, role, parts, form, max_output)


def said(text: str, end: Literal["complete", "refused", "truncated"] = "complete") -> Reply:
    return Reply(end, text, Usage(10, 2, 5, 1))


class Scripted:
    """A model that is a function, and remembers what it was asked."""

    def __init__(self, answer: Callable[[Request[Any], int], Awaitable[Reply]]) -> None:
        self.asked: list[tuple[str, int]] = []
        self._answer = answer

    async def generate(self, request: Request[Any], draw: int) -> Reply:
        self.asked.append((request.name, draw))
        return await self._answer(request, draw)


def always(reply: Reply) -> Scripted:
    async def answer(request: Request[Any], draw: int) -> Reply:
        return reply

    return Scripted(answer)


def echo() -> Scripted:
    async def answer(request: Request[Any], draw: int) -> Reply:
        return said(f"{request.name}: {request.parts[-1].text} [{draw}]")

    return Scripted(answer)


def channel(client: ModelClient, *, model: str = "test/model", retry: Retry = FAST, gate: Gate | None = None) -> Channel:
    return Channel(model, client, gate or Gate(64, 1024), retry=retry, costs_money=False)


def worker(
    journal: FileJournal,
    to: Channel,
    scope: str = "run",
    *,
    seed: int = 1,
    budgets: tuple[Budget, ...] = (),
    stop: Stop | None = None,
    secrets: Secrets | None = None,
) -> Caller:
    """A caller for a job, which enters the scope itself."""
    return Caller(scope, seed, journal, lambda role: to, secrets or Secrets(()), budgets, Meter(), stop or Stop())


def caller(journal: FileJournal, to: Channel, scope: str = "run", **more: Any) -> Caller:  # noqa: ANN401
    """A caller whose scope is entered, until the journal is closed."""
    enter(journal, scope)
    return worker(journal, to, scope, **more)


def enter(journal: FileJournal, scope: str = "run") -> None:
    if not journal.has_entered(scope):
        journal.enter(scope)


def in_turn(requests: list[Request[Any]]) -> Generator[Request[Any], Answer[Any], list[Answer[Any]]]:
    answers = []
    for request in requests:
        answer = yield request
        answers.append(answer)
    return answers


def shard_of(folder: Path) -> Path:
    (path,) = folder.glob("shard-*.journal")
    return path
