"""A rehearsal: prover, decider and verifier that answer by chance, in texts of a usual size, as a model of a plug-in.

`rehearsal/SIZE` or `rehearsal/SIZE@SECONDS`: a hundredth of SIZE times the usual text, after a latency of SECONDS on average.
What it says means nothing. Every answer depends on the draw of the call and on its prompt, never on the clock or on others.
"""

import asyncio
import hashlib
import json
import random
import re
from pathlib import Path
from typing import Any

from tcsalgbench.calls import Channel, Gate, Reply, Request, Usage
from tcsalgbench.provers.forms import Argument, Decision, Summary, Verdict

NAME = "rehearsal"
BYTES_A_TOKEN = 4
# Tokens of a usual answer: what the forecast of `run --dry-run` assumes, too.
ARGUMENT, VERDICT, DECISION, SUMMARY = 5_000, 1_500, 200, 300
NEVER = 0.5  # the share of problems whose verifier never accepts
LEAST, MOST = 0.003, 0.3  # of the others, the chance of an acceptance in a round is spread evenly in its logarithm
USELESS = 0.015  # answers that are refused, cut or in no form
SETTLES = 0.9
GIVES_UP, DISPROVES = 0.01, 0.04
_STANDING = re.compile(r"that stand: (.*)\.")
_SNIPPET = re.compile(r"^\[([^\]\n]+, [^\]\n]+)\]", re.MULTILINE)
_POOL = "A step of the proof, with $\\alpha_{t+1}\\le\\alpha_t+\\varepsilon$ for all $t\\ge1$, of no meaning whatever. " * 500


class Rehearsal:
    """The cast."""

    def __init__(self, share: float, latency: float) -> None:
        self._share = share
        self._latency = latency

    async def generate(self, request: Request[Any], draw: int) -> Reply:
        await asyncio.sleep(random.Random(f"late/{draw}").expovariate(1 / self._latency) if self._latency else 0)
        chance = random.Random(draw)
        tokens = _tokens(request.answer)
        usage = Usage(request.prompt_bytes // BYTES_A_TOKEN + 1, 0, tokens, 0)
        roll = chance.random()
        if roll < USELESS:
            end = ("refused", "truncated", "complete")[int(roll / USELESS * 3)]
            return Reply(end, "Let me think", usage)  # type: ignore[arg-type]  # one of the three
        return Reply("complete", json.dumps(self._answer(request, chance)), usage)

    def _answer(self, request: Request[Any], chance: random.Random) -> dict[str, object]:
        form: type = request.answer
        if issubclass(form, Decision):
            return self._decision(request, chance)
        if issubclass(form, Verdict):
            return self._verdict(request, chance)
        if issubclass(form, Summary):
            return {"strategy_summary": self._text(SUMMARY, chance)}
        return self._argument(request, chance)

    def _decision(self, request: Request[Any], chance: random.Random) -> dict[str, object]:
        first = any(part.kind == "now" and "Round 1 of" in part.text for part in request.parts)
        roll = chance.random()
        action = "concede" if roll < GIVES_UP and not first else "disprove" if roll < GIVES_UP + DISPROVES else "prove"
        return {"reason": self._text(DECISION, chance), "action": action}

    def _argument(self, request: Request[Any], chance: random.Random) -> dict[str, object]:
        cites = [{"kind": "standard", "name": "Hoeffding's lemma", "quote": "as usually stated"}]
        label = next(
            (found[1] for part in request.parts if part.kind == "snippets" and (found := _SNIPPET.search(part.text))), ""
        )
        if label:
            cites.append({"kind": "snippet", "name": label, "quote": "Suppose"})
        return {
            "sketch": self._text(ARGUMENT // 25, chance),
            "argument": self._text(ARGUMENT, chance),
            "cites": cites,
            "outcome": "argument",
            "strategy_summary": self._text(ARGUMENT // 50, chance),
        }

    def _verdict(self, request: Request[Any], chance: random.Random) -> dict[str, object]:
        standing = next(
            (found[1] for part in request.parts if part.kind == "now" and (found := _STANDING.search(part.text))), ""
        )
        accepts = chance.random() < _chance_of(request)
        objections = [] if accepts else [self._objection(chance) for _ in range(chance.randint(1, 3))]
        return {
            "examination": self._text(VERDICT // 2, chance),
            "concerns": [],
            "objections": objections,
            "settled": [int(one) for one in re.findall(r"\d+", standing) if chance.random() < SETTLES],
            "verdict": "accept" if accepts else "reject",
        }

    def _objection(self, chance: random.Random) -> dict[str, str]:
        size = VERDICT // 12
        about = "citation" if chance.random() < 0.1 else "other"
        return {**{name: self._text(size, chance) for name in ("step", "error", "repair")}, "about": about}

    def _text(self, tokens: int, chance: random.Random) -> str:
        size = max(8, round(tokens * BYTES_A_TOKEN * self._share))
        begin = chance.randrange(len(_POOL) - size)
        return f"{chance.randrange(16**6):06x} {_POOL[begin : begin + size]}"


def _tokens(form: type) -> int:
    sizes = ((Decision, DECISION), (Verdict, VERDICT), (Summary, SUMMARY), (Argument, ARGUMENT))
    return next(tokens for known, tokens in sizes if issubclass(form, known))


def _chance_of(request: Request[Any]) -> float:
    """How likely the verifier is to accept an argument for this problem."""
    problem = next(part for part in request.parts if part.kind == "problem")
    digest = hashlib.sha256(problem.text.encode()).digest()
    never, height = (int.from_bytes(digest[at : at + 4], "big") / 2**32 for at in (0, 4))
    return 0.0 if never < NEVER else float(LEAST * (MOST / LEAST) ** height)


def open_rehearsal(name: str) -> Channel:
    """The channel to `rehearsal/SIZE@SECONDS`."""
    size, _, latency = name.partition("@")
    cast = Rehearsal(int(size) / 100, float(latency or 0))
    return Channel(f"{NAME}/{name}", cast, Gate(10_000, 10_000), costs_money=False)


def install(folder: Path) -> Path:
    """Make the plug-in known to every process that has this folder on its path, as an installed package would."""
    info = folder / f"{NAME}-0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {NAME}\nVersion: 0\n")
    (info / "entry_points.txt").write_text(f"[tcsalgbench.models]\n{NAME} = bench.proving_cast:open_rehearsal\n")
    return folder
