import http.client
import json
import os
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from markupsafe import Markup

from tcsalgbench.errors import BadInput
from tcsalgbench.pages import Asked, Page, serving
from tests.browser import OpenPage

CLICK = """
document.querySelector("button").addEventListener("click", async () => {
  const asked = {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify({choice: "yes"})};
  document.querySelector("output").textContent = (await (await fetch("decide", asked)).json()).saved;
});
"""


class Desk:
    """What a person decides on a page."""

    def __init__(self) -> None:
        self.saved: list[str] = []

    def show(self, asked: Asked) -> Page:
        return Page("Desk", Markup("<p>{} <button>Go</button><output></output>").format(asked.rest), scripts=(CLICK,))

    def decide(self, asked: Asked) -> Mapping[str, Any]:
        if asked.method != "POST" or "choice" not in asked.values:
            raise BadInput("Choose something.")
        self.saved.append(asked.values["choice"])
        return {"saved": asked.values["choice"]}

    def routes(self) -> dict[str, Any]:
        return {"": self.show, "decide": self.decide}


def asked(address: str, method: str = "GET", body: object = None, **headers: str) -> tuple[int, str]:
    parts = urlsplit(address)
    connection = http.client.HTTPConnection(str(parts.hostname), parts.port, timeout=10)
    sent = {"Content-Type": "application/json", **{name.replace("_", "-"): value for name, value in headers.items()}}
    connection.request(method, parts.path, json.dumps(body) if method == "POST" else None, sent)
    response = connection.getresponse()
    status, text = response.status, response.read().decode()
    connection.close()
    return status, text


def test_a_page_talks_to_the_server_it_came_from(open_page: OpenPage) -> None:
    desk = Desk()
    with serving(desk.routes()) as server:
        shown = open_page(server.address)
        shown.page.get_by_role("button").click()
        shown.page.get_by_text("yes").wait_for()
    assert desk.saved == ["yes"]


def test_nothing_is_answered_without_the_secret_or_under_another_name_or_to_another_site() -> None:
    desk = Desk()
    with serving(desk.routes()) as server:
        wrong = server.address.replace(server.secret, "guess")
        assert asked(wrong)[0] == 403
        assert asked(server.address, Host=f"evil.example:{server.server_port}")[0] == 403
        assert asked(server.address + "decide", "POST", {"choice": "x"}, Origin="http://evil.example")[0] == 403
        assert asked(server.address + "decide", "POST", {"choice": "x"}, Content_Type="text/plain")[0] == 415
        assert asked(server.address + "decide", "POST", ["x"])[0] == 400
        assert asked(server.address + "nowhere")[0] == 404
    assert desk.saved == []


def test_an_error_of_ours_is_a_sentence_and_the_server_goes_on() -> None:
    with serving(Desk().routes()) as server:
        status, text = asked(server.address + "decide")
        assert (status, json.loads(text)["error"]["message"]) == (400, "Choose something.")
        assert asked(server.address)[0] == 200


def test_a_failure_of_a_handler_ends_the_server_and_is_raised() -> None:
    def fail(_: Asked) -> Page:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError), serving({"": fail}) as server:
        assert asked(server.address)[0] == 500
        assert server.stopping.wait(10)


def test_a_port_that_is_taken_is_said_so() -> None:
    with serving({}) as server, pytest.raises(BadInput, match="cannot be used"), serving({}, port=server.server_port):
        pass


def test_ctrl_c_stops_it_cleanly(tmp_path: Path) -> None:
    program = "from tcsalgbench.pages import serve; serve({}, lambda address: print(address, flush=True)); print('stopped')"
    running = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=dict(os.environ)
    )
    assert running.stdout is not None
    address = running.stdout.readline().strip()
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(address, timeout=10)  # noqa: S310  # our own server
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=20)
    assert (out, err, running.returncode) == ("stopped\n", "", 0)
