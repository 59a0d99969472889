"""Ask a model a few small questions, to learn which settings it honours and which are dropped in silence."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, runtime_checkable

from pydantic import BaseModel

from tcsalgbench.calls import Channel, Part, Reply, Request, Usage
from tcsalgbench.calls.answers import read_answer
from tcsalgbench.errors import ProviderFault, Rejected

Verdict = Literal["honoured", "ignored", "refused", "not sent", "not tested", "unknown"]
_FAILURES = ("ignored", "refused")

_ROOM = 4_000  # for the reasoning that comes before a short answer
_CAP = 16  # the least that OpenAI takes
_DRAW = 20_260_718
_EFFORT_KEYS = ("effort", "reasoning_effort", "maxReasoningEffort", "thinkingLevel", "thinking_level")
_FORM_KEYS = ("response_format", "output_format", "responseJsonSchema", "format")
_CAP_KEYS = ("max_tokens", "max_completion_tokens", "max_output_tokens", "maxTokens", "maxOutputTokens")


class Primality(BaseModel):
    """The form of the answer that is asked for; nothing in the prompt tells it."""

    prime: bool
    reason: str


class _Sent(Protocol):
    """What a hosted model gives back of one call."""

    reply: Reply
    wire: Mapping[str, Any]


@runtime_checkable
class _Tells(Protocol):
    """A client that tells what it sent."""

    async def send(self, request: Request[Any], draw: int) -> _Sent:
        """The reply and what was sent."""
        ...


@dataclass(frozen=True, slots=True)
class Finding:
    """What became of one setting. `told` is what was seen, in words."""

    setting: str
    verdict: Verdict
    told: str


@dataclass(slots=True)
class Report:
    """All findings on one model, and what they took."""

    model: str
    findings: list[Finding] = field(default_factory=list)
    calls: int = 0
    usage: Usage = field(default_factory=Usage)

    @property
    def sound(self) -> bool:
        """Whether nothing was ignored or refused."""
        return not any(one.verdict in _FAILURES for one in self.findings)

    def add(self, setting: str, verdict: Verdict, told: str) -> None:
        """Note a finding."""
        self.findings.append(Finding(setting, verdict, told))


@dataclass(frozen=True, slots=True)
class _Asker:
    channel: Channel
    report: Report

    async def __call__(self, request: Request[Any]) -> tuple[Reply, Mapping[str, Any] | None]:
        """The reply, and what was sent if the client tells."""
        client = self.channel.client
        if isinstance(client, _Tells):
            sent = await client.send(request, _DRAW)
            reply, wire = sent.reply, sent.wire
        else:
            reply, wire = await client.generate(request, _DRAW), None
        self.report.calls += 1
        self.report.usage += reply.usage
        return reply, wire


async def probe(channel: Channel, effort: str | None) -> Report:
    """Ask, and say what was found. A fault that ends it all (key, address, network) is raised."""
    report = Report(channel.model)
    ask = _Asker(channel, report)
    reply, wire, effort = await _bound_answer(ask, report, effort)
    _judge_form(report, reply, wire)
    _judge_effort(report, reply, wire, effort)
    _judge_counts(report, reply)
    await _judge_cap(ask, report)
    await _judge_seed(ask, report, wire)
    return report


async def _bound_answer(ask: _Asker, report: Report, effort: str | None) -> tuple[Reply, Mapping[str, Any] | None, str | None]:
    try:
        return *await ask(_primality(effort)), effort
    except Rejected as refusal:
        if effort is None:
            raise
        reply, wire = await ask(_primality(None))  # raises again where it was not the effort
        report.add("effort", "refused", str(refusal))
        return reply, wire, None


def _primality(effort: str | None) -> Request[Any]:
    parts = (Part.of("role", "You answer briefly."), Part.of("problem", "Is 91 a prime number, and for what reason?"))
    return Request("check/form", "check", parts, Primality, _ROOM, effort)


def _judge_form(report: Report, reply: Reply, wire: Mapping[str, Any] | None) -> None:
    if wire is not None and not list(_values(wire, _FORM_KEYS)):
        report.add("schema", "not sent", "answers are parsed strictly, and mended by one more call")
        return
    answer = read_answer(_primality(None), (reply,))
    if answer.end == "answered":
        report.add("schema", "honoured", "the answer came in the form, of which the prompt says nothing")
    elif answer.end == "malformed":
        report.add("schema", "ignored", f"the answer is not in the form: {answer.why}")
    else:
        report.add("schema", "unknown", f"there is no answer to judge: {answer.why}")


def _judge_effort(report: Report, reply: Reply, wire: Mapping[str, Any] | None, effort: str | None) -> None:
    if effort is None:
        if all(one.setting != "effort" for one in report.findings):
            report.add("effort", "not tested", "the model is listed as having none; name one with --effort to try it")
        return
    sent = None if wire is None else [str(value).lower() for value in _values(wire, _EFFORT_KEYS)]
    reasoned = f"{reply.usage.reasoning:,} tokens of reasoning are reported" if reply.usage.reasoning else "no more is seen"
    if sent is None:
        report.add("effort", "unknown", f"{effort} was asked; what becomes of it is not told; {reasoned}")
    elif effort not in sent:
        report.add("effort", "ignored", f"{effort} was asked; sent was {', '.join(sent) or 'none'}")
    else:
        report.add("effort", "honoured", f"{effort} was sent and taken; {reasoned}")


def _judge_counts(report: Report, reply: Reply) -> None:
    usage = reply.usage
    report.add("usage", "honoured", f"{usage.input:,} tokens of input, {usage.output:,} of output")
    for name, count in (("cached tokens", usage.cached), ("reasoning tokens", usage.reasoning)):
        why = "none reported: there may be none for a question this short, or they are never told"
        report.add(name, "honoured" if count else "unknown", f"{count:,} reported" if count else why)


async def _judge_cap(ask: _Asker, report: Report) -> None:
    parts = (Part.of("problem", "Write down the whole numbers from 1 to 500 in words, one a line."),)
    try:
        reply, wire = await ask(Request("check/cap", "check", parts, str, _CAP))
    except Rejected as refusal:
        report.add("output cap", "refused", str(refusal))
        return
    told = f"{reply.usage.output:,} tokens came where {_CAP} were allowed; the reply ended {reply.end}"
    if wire is not None and _CAP not in _values(wire, _CAP_KEYS):
        report.add("output cap", "ignored", f"it was not sent; {told}")
    elif reply.usage.output > _CAP:
        report.add("output cap", "ignored", told)
    else:
        report.add("output cap", "honoured" if reply.end == "truncated" else "unknown", told)


async def _judge_seed(ask: _Asker, report: Report, wire: Mapping[str, Any] | None) -> None:
    if wire is not None and not list(_values(wire, ("seed",))):
        report.add("seed", "not sent", "the format takes none: two runs of one seed differ")
        return
    parts = (Part.of("problem", "Invent a name for a village, and say one sentence about it."),)
    request = Request("check/seed", "check", parts, str, 200)
    try:
        first, second = [(await ask(request))[0].text for _ in range(2)]
    except ProviderFault as fault:
        report.add("seed", "unknown", str(fault))
        return
    same = bool(first.strip()) and first == second
    report.add("seed", "honoured" if same else "ignored", f"two draws of one seed are {'equal' if same else 'not equal'}")


def _values(wire: object, keys: Sequence[str]) -> Iterator[object]:
    """The values that stand under any of these names, at any depth; prompts have no such names."""
    if isinstance(wire, Mapping):
        for name, value in wire.items():
            if name in keys and value is not None:
                yield value
            yield from _values(value, keys)
    elif isinstance(wire, list | tuple):
        for one in wire:
            yield from _values(one, keys)
