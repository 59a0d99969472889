"""A small server for pages that a person works with: on this machine only, for the one who was told its address.

    def show(asked: Asked) -> Page: ...
    def decide(asked: Asked) -> dict[str, object]: return {"saved": asked.values["choice"]}

    serve({"": show, "decide": decide}, announce=say)           # until Ctrl-C

Its address holds a secret of the session, without which nothing is answered; so another site that is open in the browser
can neither read nor change anything. Scripts of a page ask with relative addresses: `fetch("decide", {method: "POST",
headers: {"Content-Type": "application/json"}, body: JSON.stringify({choice: 1})})`. A handler is never run twice at a time.
"""

import json
import secrets
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from tcsalgbench.errors import BadInput, TcsalgbenchError
from tcsalgbench.pages.page import Page, render_page

LARGEST_BODY = 8_000_000
_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


@dataclass(frozen=True, slots=True)
class Asked:
    """One request: the route, what stands after it in the address, and the values that were sent."""

    method: str
    route: str
    rest: str
    values: Mapping[str, Any]


Answer = Page | Mapping[str, Any]
Handler = Callable[[Asked], Answer]


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, port: int, routes: Mapping[str, Handler]) -> None:
        super().__init__(("127.0.0.1", port), _Connection)
        self.routes = routes
        self.secret = secrets.token_urlsafe(24)
        self.hosts = {f"127.0.0.1:{self.server_port}", f"localhost:{self.server_port}"}
        self.turn = threading.Lock()
        self.stopping = threading.Event()
        self.failure: BaseException | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/{self.secret}/"

    def handle_error(self, request: Any, client_address: Any) -> None:  # noqa: ANN401  # the library's own signature
        """A browser that goes away in the middle is no error of ours; what is, was kept where it was raised."""


class _Connection(BaseHTTPRequestHandler):
    server: _Server
    server_version = "tcsalgbench"
    sys_version = ""
    timeout = 30

    def do_GET(self) -> None:
        self._handle({})

    def do_POST(self) -> None:
        origin = self.headers.get("Origin")
        length = self.headers.get("Content-Length", "")
        if origin is not None and urlsplit(origin).netloc not in self.server.hosts:
            self._refuse(403, "forbidden", "Another site may not ask.")
        elif self.headers.get_content_type() != "application/json":
            self._refuse(415, "bad-input", "Values are sent as JSON.")
        elif not length.isdigit() or int(length) > LARGEST_BODY:
            self._refuse(413, "bad-input", "That is too much at once.")
        else:
            try:
                values = json.loads(self.rfile.read(int(length)))
            except (ValueError, RecursionError):
                values = None
            if isinstance(values, dict):
                self._handle(values)
            else:
                self._refuse(400, "bad-input", "The values are not a JSON object.")

    def _handle(self, sent: Mapping[str, Any]) -> None:
        asked = urlsplit(self.path)
        secret, _, path = asked.path.lstrip("/").partition("/")
        if self.headers.get("Host") not in self.server.hosts:
            self._refuse(403, "forbidden", "This server answers only under its own name.")
            return
        if not secrets.compare_digest(secret.encode(), self.server.secret.encode()):
            self._refuse(403, "forbidden", "The address lacks the secret of this session; use the one that was printed.")
            return
        route, _, rest = path.partition("/")
        handler = self.server.routes.get(route)
        if handler is None:
            self._refuse(404, "not-found", "There is no such page.")
            return
        values = {**dict(parse_qsl(asked.query)), **sent}
        try:
            with self.server.turn:
                answer = handler(Asked(self.command, route, rest, values))
                body, kind = _rendered(answer)
        except TcsalgbenchError as error:
            self._refuse(400, error.slug, str(error))
        except BaseException as error:
            self.server.failure = error
            self.server.stopping.set()
            self._refuse(500, "error", "The program failed; it says so where it was started.")
            raise
        else:
            self._send(200, kind, body)

    def _refuse(self, status: int, kind: str, message: str) -> None:
        self._send(status, "application/json", json.dumps({"error": {"kind": kind, "message": message}}))

    def _send(self, status: int, kind: str, text: str) -> None:
        body = text.encode("utf-8", "replace")
        self.send_response(status)
        for name, value in _HEADERS.items():
            self.send_header(name, value)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the library's own signature
        """Nothing is logged: the address holds the secret."""


def _rendered(answer: Answer) -> tuple[str, str]:
    if isinstance(answer, Page):
        return render_page(replace(answer, served=True)), "text/html"
    return json.dumps(answer), "application/json"


@contextmanager
def serving(routes: Mapping[str, Handler], port: int = 0) -> Iterator[_Server]:
    """Serve while the block runs; `address` of what it yields is where, `stopping` is set when a handler failed."""
    try:
        server = _Server(port, routes)
    except OSError as error:
        raise BadInput(f"Port {port} cannot be used: {error.strerror}. Choose another, or none.") from None
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.1}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
    if server.failure is not None:
        raise server.failure


def serve(
    routes: Mapping[str, Handler],
    announce: Callable[[str], None],
    port: int = 0,
    finished: threading.Event | None = None,
) -> None:
    """Serve until Ctrl-C, or until `finished` is set; `announce` is told the address."""
    with serving(routes, port) as server:
        announce(server.address)
        try:
            while not server.stopping.wait(0.2) and not (finished is not None and finished.is_set()):
                pass
        except KeyboardInterrupt:
            return
