"""A real HTTP server on loopback that answers as one provider's format does, with a plan of faults, and remembers requests."""

import json
import random
import threading
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal, Self

from tcsalgbench.models.fill import fill

Mode = Literal[
    "ok",
    "429",
    "429-words",
    "quota",
    "500",
    "503",
    "529",
    "401",
    "403",
    "404",
    "too-long",
    "blocked",
    "silent",
    "hang-up",
    "cut",
    "cut-stream",
    "malformed",
    "no-usage",
    "refusal",
    "max-tokens",
    "cached",
]
STATUS = {"429": 429, "429-words": 429, "quota": 429, "500": 500, "503": 503, "529": 529, "401": 401, "403": 403, "404": 404}
SHORT = 16
CUT = "the first half of an answer"


@dataclass(frozen=True)
class Seen:
    """One request as it came."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]


@dataclass
class Answer:
    """What is sent back. A cut answer promises more bytes than it sends."""

    body: bytes
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    kind: str = "application/json"
    cut: bool = False

    @classmethod
    def json(cls, value: object, status: int = 200, **headers: str) -> "Answer":
        return cls(json.dumps(value).encode(), status, {name.replace("_", "-"): one for name, one in headers.items()})


@dataclass(frozen=True)
class Said:
    """What a model says, before it is put in a format."""

    text: str
    end: Literal["complete", "refused", "truncated"]
    output: int


class LoopbackServer:
    """What the servers of all formats share. `plan` says how the next requests are answered; after it, all are "ok".

    The model behind it honours schema, cap and seed where they are sent; a careless one takes them and honours none.
    """

    def __init__(self, plan: Iterable[Mode] = (), *, careless: bool = False) -> None:
        self.plan: deque[Mode] = deque(plan)
        self.careless = careless
        self.seen: list[Seen] = []
        self._released = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Stop listening; once is enough."""
        if self._released.is_set():
            return
        self._released.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    @property
    def wire(self) -> dict[str, Any]:
        """The body of the last request."""
        return self.seen[-1].body

    def answer(self, mode: Mode, seen: Seen) -> Answer:
        """The answer of this format; each server says its own."""
        raise NotImplementedError

    def say(self, mode: Mode, schema: dict[str, Any] | None, cap: int | None, seed: int | None = None) -> Said:
        if mode == "refusal":
            return Said("I will not.", "refused", 9)
        if mode == "max-tokens" or (cap is not None and cap <= SHORT and not self.careless):
            return Said(CUT, "truncated", 9 if cap is None else min(cap, 9))
        if schema is not None and not self.careless:
            return Said(fill(schema, random.Random(1)), "complete", 9)
        if seed is not None and not self.careless:
            return Said(f"An answer, drawn with {seed}.", "complete", 9)
        return Said(f"Answer number {len(self.seen)}.", "complete", 40 if self.careless else 9)

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("content-length") or 0))
                headers = {name.lower(): value for name, value in self.headers.items()}
                seen = Seen(self.path, headers, json.loads(body or b"{}"))
                outer.seen.append(seen)
                mode: Mode = outer.plan.popleft() if outer.plan else "ok"
                if mode in ("silent", "hang-up"):
                    outer._released.wait(30 if mode == "silent" else 0)
                    self.close_connection = True
                    return
                self._send(outer.answer(mode, seen))

            def _send(self, answer: Answer) -> None:
                self.send_response(answer.status)
                self.send_header("content-type", answer.kind)
                self.send_header("content-length", str(len(answer.body) + (500 if answer.cut else 0)))
                for name, value in answer.headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(answer.body)
                self.close_connection = self.close_connection or answer.cut

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the name is the base class's
                pass

        return Handler


def words(mode: Mode) -> str:
    """What providers say with their errors."""
    said = {
        "429": "Too many requests.",
        "429-words": "Rate limit reached. Please try again in 1.5s.",
        "quota": "You exceeded your current quota, please check your plan and billing details.",
        "401": "Incorrect API key provided: sk-" + "abcdefghijklmnopqrstuvwxyz.",
        "403": "You have no access to this model.",
        "404": "The model does not exist.",
        "529": "Overloaded",
        "503": "The service is not available.",
    }
    return said.get(mode, "Something went wrong.")
