"""One attempt at a goal, shared by all workflows: decider, prover and verifier in rounds, as a generator without I/O."""

import json
from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any, Literal

from tcsalgbench.calls import Answer, Request, Steps
from tcsalgbench.jobs import Desk
from tcsalgbench.library.tools import tool_schemas
from tcsalgbench.prompts import Role, Untrusted
from tcsalgbench.provers.citing import check_cites, cited_snippets
from tcsalgbench.provers.forms import Action, Argument, ConfidentArgument, Decision, LookUp, Objection, ReadingArgument, Verdict
from tcsalgbench.provers.goal import Attempt, AttemptEnd, AttemptKind, Claim, Goal
from tcsalgbench.provers.history import History, Spoken
from tcsalgbench.provers.roles import DECIDER, PROVER, SUMMARISER, VERIFIER, fitted, is_small, prover_role
from tcsalgbench.provers.settings import Settings
from tcsalgbench.provers.shelf import Shelf, Snippet, same, snippets_text

_KINDS: dict[AttemptKind, str] = {"proof": "direct proof", "disproof": "disproof"}
_OF_ACTION: dict[Action, AttemptKind] = {"prove": "proof", "disprove": "disproof"}
_ENDS: dict[AttemptKind, AttemptEnd] = {"proof": "proved", "disproof": "refuted"}

_LOOK_UPS_A_TURN = 4

Judged = Literal["accepted", "rejected", "gap"]


@dataclass(slots=True)
class GoalAttempt:
    """A goal being worked on. The history outlives an attempt: the next one at the same goal goes on with it."""

    desk: Desk
    goal: Goal
    settings: Settings
    shelf: Shelf
    history: History
    confident: bool = False
    calls: int = 0
    snippets: tuple[Snippet, ...] = ()
    _shown: list[Snippet] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Retrieve for the goal: what comes stands in the prefix of every prompt of the attempt."""
        if self.settings.library != "none":
            self.snippets = self.shelf.snippets(self.goal.own_words)
            self._shown = list(self.snippets)

    def rounds(self, name: str, *, decides: bool) -> Steps[Attempt]:
        """Up to `rounds` rounds. Without a decider every round is a direct attempt, and concessions in a row make an end."""
        conceded = 0
        for number in range(1, self.settings.rounds + 1):
            place = f"{name}round{number}/"
            action: Action = "prove"
            asked = ""
            if decides:
                action, asked = yield from self._decide(place, number)
            if action == "concede":
                return self._ended("conceded", number - 1, why=asked)
            kind = _OF_ACTION[action]
            said = yield from self.argue(place, kind, asked)
            if said is None:
                continue
            if said.outcome == "concede":
                self.history.concede(kind, said)
                conceded += 1
                if not decides and conceded >= self.settings.concessions:
                    return self._ended("conceded", number, why=said.strategy_summary)
                continue
            conceded = 0
            judged, why = yield from self._judge(place, self.history.speak(kind, said))
            if judged == "accepted":
                return self._ended(_ENDS[kind], number, said)
            if judged == "gap":
                return self._ended("gap", number, why=why)
        return self._ended("exhausted", self.settings.rounds, why="every round was used")

    def argue(self, place: str, kind: AttemptKind, asked: str = "") -> Steps[Argument | None]:
        """One call of the prover. An answer that is refused, cut or in no form uses up the round: there is no argument."""
        self.history.compact()
        reads = self.settings.library == "tools" and not is_small(self.desk, PROVER.name)
        role = prover_role(confident=self.confident, reads=reads)
        for turn in range(1, self.settings.look_ups + 2):
            last = turn > self.settings.look_ups
            values = self._asked_of_prover(kind, asked) | {"reading": _reading(last=last) if reads else ""}
            name = f"{place}prover" if turn == 1 else f"{place}prover-{turn}"
            answer: Answer[Argument] = yield from self._ask(role, name, values)
            said = answer.value
            if said is None:
                self.history.note(f"The prover was asked for a {_KINDS[kind]} and gave no argument ({answer.end}).")
                return None
            wanted = said.look_ups if isinstance(said, ReadingArgument) else ()
            if not wanted:
                return said
            if not last:
                self._look_up(wanted)
        self.history.note(f"The prover was asked for a {_KINDS[kind]} and only looked things up.")
        return None

    def _asked_of_prover(self, kind: AttemptKind, asked: str) -> dict[str, str | Untrusted]:
        standing = self.history.open_objections(kind)
        revises = bool(standing) and kind in self.history.latest
        return {
            "asked": Untrusted("reason of the decider", asked) if asked else "",
            "action": "revise" if revises else "prove" if kind == "proof" else "disprove",
            "kind": _KINDS[kind],
            "standing": _numbers(standing),
            "confidence": "yes" if self.confident else "",
        }

    def _look_up(self, wanted: tuple[LookUp, ...]) -> None:
        for one in wanted[:_LOOK_UPS_A_TURN]:
            text = self.shelf.look_up(one.tool, one.arguments())
            read = Snippet("", text)
            self._shown.append(read)
            self.history.read(f"answer of {one.tool}", json.dumps(one.arguments()), read)

    def summarise(self, name: str, label: str) -> Steps[None]:
        """A strategy summary of the iteration that ended, for the next one."""
        self.history.compact()
        answer = yield from self._ask(SUMMARISER, f"{name}summary", {"action": "summarise"})
        if answer.value is not None:
            self.history.summarise(label, answer.value.strategy_summary)

    def _decide(self, place: str, number: int) -> Steps[tuple[Action, str]]:
        """What to do next; an answer that cannot be read decides nothing, and the work on a direct proof goes on."""
        self.history.compact()
        values = {
            "goal": Untrusted("the statement", self.goal.text),
            "claims": self._claims(),
            "round": str(number),
            "rounds": str(self.settings.rounds),
        }
        request = self.desk.request(fitted(DECIDER, self.desk), f"{place}decider", values, self.history.turns)
        decided: Answer[Decision] = yield from self._count(request)
        return ("prove", "") if decided.value is None else (decided.value.action, decided.value.reason)

    def _judge(self, place: str, spoken: Spoken) -> Steps[tuple[Judged, str]]:
        """Code first: an argument that leans on what it may not is rejected without a call. Then the verifier."""
        checked = check_cites(spoken.argument, self.goal, self._shown)
        if checked.objections:
            self.history.object_to(spoken, checked.objections, (), by="program that checks cites")
            self._read_again(checked.objections)
            return "rejected", ""
        self._show_cited(spoken)
        standing = self.history.open_objections(spoken.kind)
        values: dict[str, str | Untrusted] = {
            "name": spoken.name,
            "kind": "claim of a specification gap" if spoken.argument.outcome == "gap" else _KINDS[spoken.kind],
            "standing": _numbers(standing) if standing else "",
            "doubts": "\n".join(f"- {doubt}" for doubt in checked.doubts),
        }
        answer: Answer[Verdict] = yield from self._ask(VERIFIER, f"{place}verifier", values)
        verdict = answer.value
        if verdict is None:
            self.history.object_to(spoken, (), ())
            return "rejected", ""
        objections = (*verdict.objections, *(_of_concern(one) for one in verdict.concerns))
        claims_gap = spoken.argument.outcome == "gap"
        if verdict.verdict == "gap" or (claims_gap and verdict.verdict == "accept"):
            seen = (*(one.error for one in verdict.objections), *verdict.concerns)
            return "gap", "; ".join(seen) or spoken.argument.strategy_summary
        if verdict.verdict == "accept" and not objections:
            return "accepted", ""
        self.history.object_to(spoken, objections, verdict.settled)
        self._read_again(objections)
        return "rejected", ""

    def _read_again(self, objections: tuple[Objection, ...]) -> None:
        """After an objection about a citation, look once more, for what the objection speaks of."""
        query = " ".join(f"{one.step} {one.error} {one.repair}" for one in objections if one.about == "citation")
        if query and self.settings.retrieve_again and self.settings.library != "none":
            fresh = [one for one in self.shelf.snippets(query) if not self._stands(one)]
            if fresh:
                self._shown += [one for one in fresh if not any(same(one, shown) for shown in self._shown)]
                self.history.show(fresh)

    def _show_cited(self, spoken: Spoken) -> None:
        """What the argument cites must stand before the verifier, also where a compaction took it out of the transcript."""
        missing = [one for one in cited_snippets(spoken.argument, self._shown) if not self._stands(one)]
        if missing:
            self.history.show(missing)

    def _stands(self, snippet: Snippet) -> bool:
        return any(same(one, snippet) for one in self.snippets) or self.history.stands(snippet)

    def _ask(self, role: Role[Any], name: str, values: dict[str, str | Untrusted]) -> Steps[Answer[Any]]:
        text = snippets_text(self.snippets)
        common: dict[str, str | Untrusted] = {
            "goal": Untrusted("the statement", self.goal.text),
            "snippets": Untrusted("snippets of the library", text) if text else "",
            "claims": self._claims(),
        }
        given = dict.fromkeys(role.variables, "") | common | values
        request = self.desk.request(fitted(role, self.desk), name, given, self.history.turns)
        return (yield from self._count(request))

    def _count(self, request: Request[Any]) -> Generator[Request[Any], Answer[Any], Answer[Any]]:
        answer = yield request
        self.calls += len(answer.replies)
        return answer

    def _claims(self) -> str | Untrusted:
        siblings = [_claim_line("sibling", one) for one in self.goal.siblings]
        children = [_claim_line("own child", one) for one in self.goal.children]
        lines = siblings + children
        return Untrusted("goals of the search", "\n".join(lines)) if lines else ""

    def _ended(self, end: AttemptEnd, rounds: int, said: Argument | None = None, why: str | None = None) -> Attempt:
        calls, self.calls = self.calls, 0
        if said is None:
            return Attempt(self.goal.key, end, calls, why=why, rounds=rounds)
        cites = tuple(f"{cite.kind} {cite.name}" for cite in said.cites)
        return Attempt(self.goal.key, end, calls, said.argument, cites, confidence_of(said), rounds=rounds)


def confidence_of(said: Argument) -> float | None:
    """The confidence that was asked for, if it was."""
    return said.confidence if isinstance(said, ConfidentArgument) else None


def _reading(*, last: bool) -> str:
    """What the prover is told of the tools."""
    if last:
        return "You have looked up as much as a round allows: leave `look_ups` empty and answer now."
    tools = "\n".join(f"- {tool['name']}: {tool['description']}" for tool in tool_schemas())
    return (
        "You may read in the library before you answer. If you want to, fill `look_ups` (at most "
        f"{_LOOK_UPS_A_TURN}; the rest of that answer is set aside) and you will be asked again with what was found:\n"
        f"{tools}\nA search takes `query`; a statement or its dependencies take `work` and `statement` (its printed label); "
        "lines take `work`, `file`, `first` and `last`. Cite statements that you read as snippets, by the labels in brackets."
    )


def _claim_line(relation: str, claim: Claim) -> str:
    return f"{claim.key} ({relation}, {claim.status}): {claim.statement}"


def _numbers(standing: dict[int, Objection]) -> str:
    return ", ".join(f"objection {number}" for number in standing)


def _of_concern(concern: str) -> Objection:
    return Objection(
        step=concern, error="The verifier noted this; no noted gap is waved through.", repair="Close it.", about="other"
    )
