"""One model call as data: a request made of shared parts, the reply that was paid for, the answer read from it."""

import hashlib
import json
import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Generic, Literal, TypeVar, get_args

A = TypeVar("A")

PartKind = Literal["role", "problem", "snippets", "turn", "now"]
ReplyEnd = Literal["complete", "refused", "truncated"]
AnswerEnd = Literal["answered", "refused", "truncated", "malformed"]

DIGEST_BYTES = 20
_TRUSTED, _UNTRUSTED = (
    f"\0{untrusted:d}\0" for untrusted in (False, True)
)  # between the kind and the text of what a part's digest is made of
_ENDS = get_args(ReplyEnd)
_MOST_TOKENS = 2**32 - 1


def _count(number: object) -> int:
    """A number of tokens that can be one."""
    return min(max(int(number), 0), _MOST_TOKENS) if isinstance(number, int | float) and math.isfinite(number) else 0


def encode(text: str) -> bytes:
    """UTF-8, also for the lone surrogates that JSON escapes of a model can hold."""
    return text.encode("utf-8", "surrogatepass")


def decode(data: bytes) -> str:
    """The inverse of `encode`."""
    return data.decode("utf-8", "surrogatepass")


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a prompt. Prompts share their parts: one digest, one copy in memory, one in the journal."""

    kind: PartKind
    text: str
    digest: bytes
    untrusted: bool

    @classmethod
    def of(cls, kind: PartKind, text: str, *, untrusted: bool = False) -> "Part":
        """Make a part and its digest, which also tells parts of another kind apart."""
        data = encode(f"{kind}{_UNTRUSTED if untrusted else _TRUSTED}{text}")
        return cls(kind, text, hashlib.sha256(data).digest()[:DIGEST_BYTES], untrusted)


@dataclass(frozen=True, slots=True)
class Request(Generic[A]):
    """What is asked. The name is unique in its scope and stable across restarts: "iter3/goal-7/round2/verifier".

    `answer` is `str` for free text, or a Pydantic model for an answer that code acts on.
    """

    name: str
    role: str
    parts: tuple[Part, ...]
    answer: type[A]
    max_output: int
    effort: str | None = None

    @property
    def prompt_bytes(self) -> int:
        """The size of the prompt. No tokenizer of the providers makes more tokens of a text than it has bytes."""
        return sum(len(part.text) if part.text.isascii() else len(encode(part.text)) for part in self.parts)


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one call or of many. Input includes what the provider had cached, output includes reasoning.

    Not `known`: the provider did not say, and the counts stand at 0 for want of better; a sum that holds such a call is not
    known either.
    """

    input: int = 0
    cached: int = 0
    output: int = 0
    reasoning: int = 0
    known: bool = True

    def __add__(self, other: "Usage") -> "Usage":
        """Add up field by field."""
        return Usage(
            self.input + other.input,
            self.cached + other.cached,
            self.output + other.output,
            self.reasoning + other.reasoning,
            self.known and other.known,
        )


@dataclass(frozen=True, slots=True)
class Reply:
    """What a provider produced, and was paid for. A fault of the provider is an exception, not a reply."""

    end: ReplyEnd
    text: str
    usage: Usage

    def sound(self) -> "Reply":
        """The reply in the form a journal takes: what a server reports that makes no sense must not cost the answer."""
        usage = self.usage
        counts = [_count(number) for number in (usage.input, usage.cached, usage.output, usage.reasoning)]
        read, cached, output, reasoning = counts
        end: ReplyEnd = self.end if self.end in _ENDS else "truncated"  # an end that we do not know is no complete answer
        return Reply(end, self.text, Usage(read, min(cached, read), output, min(reasoning, output), usage.known))


@dataclass(frozen=True, slots=True)
class Answer(Generic[A]):
    """What the replies to a request (the first, and the repair if one was asked for) come to."""

    value: A | None
    end: AnswerEnd
    replies: tuple[Reply, ...]
    why: str | None = None


@lru_cache(maxsize=256)
def answer_form(answer: type) -> str:
    """The name and digest of the form an answer must have: a changed form is a changed request."""
    if answer is str:
        return "text"
    from pydantic import TypeAdapter  # noqa: PLC0415  # a tenth of a second that looking at a journal does not need

    schema = json.dumps(TypeAdapter(answer).json_schema(), sort_keys=True)
    return f"{answer.__name__}:{hashlib.sha256(schema.encode()).hexdigest()[:16]}"


@lru_cache(maxsize=4096)
def settings_of(role: str, answer: type, max_output: int, effort: str | None, model: str) -> bytes:
    """Everything of a request but its name and parts, as journalled."""
    fields = {"role": role, "answer": answer_form(answer), "max_output": max_output, "effort": effort, "model": model}
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def request_settings(request: Request[Any], model: str) -> bytes:
    """The settings of this request to this model, as journalled."""
    form: type = request.answer
    return settings_of(request.role, form, request.max_output, request.effort, model)


def fingerprint_of(settings: bytes, parts: Iterable[bytes]) -> bytes:
    """What must be equal for a journalled reply to be the reply to a request: its settings and the digests of its parts."""
    return hashlib.sha256(b"\0".join((settings, *parts))).digest()[:DIGEST_BYTES]


def fingerprint(request: Request[Any], model: str) -> bytes:
    """The fingerprint of this request to this model."""
    form: type = request.answer
    settings = settings_of(request.role, form, request.max_output, request.effort, model)
    return hashlib.sha256(b"\0".join([settings, *[part.digest for part in request.parts]])).digest()[:DIGEST_BYTES]


def draw_of(seed: int, scope: str, name: str) -> int:
    """The draw of a call: independent seeds, and votes of another name, never share one. 63 bits."""
    return int.from_bytes(hashlib.sha256(encode(f"{seed}\0{len(scope)}\0{scope}\0{name}")).digest()[:8], "big") >> 1
