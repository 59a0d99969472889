"""A small job of model calls: prover and verifier talk about a few goals, with a model that is only simulated."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import Literal

from pydantic import BaseModel

from tcsalgbench.calls import Caller, Channel, FileJournal, Job, Meter, Outcome, Part, Request, Secrets, Steps, Stop, drive_all

ROUNDS = 5
GOALS = tuple(f"the sum of the first {n} odd numbers is {n * n}" for n in range(1, 25))


class Verdict(BaseModel):
    """What the verifier says of an argument."""

    verdict: Literal["accept", "reject"]
    objection: str


@dataclass(frozen=True, slots=True)
class Talk:
    """How a talk about one goal ended, and what was said."""

    goal: str
    accepted: bool
    rounds: tuple[tuple[str, str], ...]


def talk(goal: str) -> Steps[Talk]:
    """Up to five rounds of argument and verdict, over a transcript that only grows."""
    prover = Part.of("role", "You prove. Write one argument.")
    verifier = Part.of("role", "You check. Name the first step that fails.")
    problem = Part.of("problem", f"Show that {goal}.")
    transcript: tuple[Part, ...] = ()
    rounds: list[tuple[str, str]] = []
    for number in range(1, ROUNDS + 1):
        argued = yield Request(f"round{number}/prover", "prover", (prover, problem, *transcript), str, 4000)
        argument = argued.value or f"(no argument: {argued.end})"
        transcript += (Part.of("turn", argument, untrusted=True),)
        checked = yield Request(f"round{number}/verifier", "verifier", (verifier, problem, *transcript), Verdict, 1000)
        verdict = checked.value or Verdict(verdict="reject", objection=f"(no verdict: {checked.end})")
        transcript += (Part.of("turn", verdict.objection, untrusted=True),)
        rounds.append((argument, verdict.verdict))
        if verdict.verdict == "accept":
            return Talk(goal, accepted=True, rounds=tuple(rounds))
    return Talk(goal, accepted=False, rounds=tuple(rounds))


def talk_all(
    journal: FileJournal,
    channel: Channel,
    meter: Meter,
    stop: Stop,
    progress: Callable[[int], None],
) -> dict[str, Outcome[Talk]]:
    """Talk about every goal at once."""

    def job(number: int, goal: str) -> Job[Talk]:
        caller = Caller(f"talk/{number:02d}", 1, journal, lambda role: channel, Secrets(()), (), meter, stop)
        return Job(caller, partial(talk, goal))

    done = count(1)
    jobs = [job(number, goal) for number, goal in enumerate(GOALS, 1)]
    return asyncio.run(drive_all(jobs, ended=lambda scope, outcome: progress(next(done))))
