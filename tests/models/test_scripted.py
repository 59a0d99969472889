"""Scripted models: they answer what they were told to expect, and say clearly when something else comes."""

import asyncio
from pathlib import Path

import pytest

from tcsalgbench.calls import FileJournal, Reply, Usage
from tcsalgbench.errors import BadInput, NewerSchema, RateLimited, UnexpectedRequest
from tcsalgbench.models import open_model
from tests.support import Verdict, ask, caller

SCRIPT = """
schema = 1

[[reply]]
role = "verifier"
name = "round2/*"
json = { verdict = "pass" }

[[reply]]
role = "verifier"
contains = ["odd"]
lacks = ["even"]
text = '{"verdict": "fail", "why": "step 2"}'
usage = { input = 1000, cached = 900, output = 20, reasoning = 5 }

[[reply]]
role = "prover"
text = "By induction. $\\\\sum_{i<n} {{x}} %s$"
fault = "rate-limited"
times = 2

[[reply]]
role = "writer"
text = "No."
end = "refused"
"""


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "replies.toml"
    path.write_text(SCRIPT)
    return path


def test_the_first_rule_that_fits_role_name_and_content_answers(script: Path, tmp_path: Path) -> None:
    one = caller(FileJournal(tmp_path / "journal", "plain"), open_model(f"scripted/{script}"))
    assert asyncio.run(one.ask(ask("round2/a", role="verifier", form=Verdict))).value == Verdict(verdict="pass")
    answer = asyncio.run(one.ask(ask("round1/a", "an odd claim", role="verifier", form=Verdict)))
    assert answer.value == Verdict(verdict="fail", why="step 2")
    assert answer.replies[0].usage == Usage(1000, 900, 20, 5)


def test_faults_of_a_script_come_first_and_the_text_stays_as_written(script: Path, tmp_path: Path) -> None:
    client = open_model(f"scripted/{script}").client
    for _ in range(2):
        with pytest.raises(RateLimited):
            asyncio.run(client.generate(ask("a"), draw=5))
    assert asyncio.run(client.generate(ask("a"), draw=5)).text == "By induction. $\\sum_{i<n} {{x}} %s$"
    one = caller(FileJournal(tmp_path / "journal", "plain"), open_model(f"scripted/{script}"))
    assert asyncio.run(one.ask(ask("b"))).end == "answered"


def test_a_scripted_refusal_is_a_refusal(script: Path) -> None:
    reply = asyncio.run(open_model(f"scripted/{script}").client.generate(ask("a", role="writer"), 1))
    assert isinstance(reply, Reply)
    assert reply.end == "refused"


def test_an_unexpected_request_is_named_with_why_each_rule_does_not_fit(script: Path) -> None:
    client = open_model(f"scripted/{script}").client
    with pytest.raises(UnexpectedRequest) as caught:
        asyncio.run(client.generate(ask("round1/x", "odd and even", role="verifier"), 1))
    message = str(caught.value)
    assert "has no reply for the call 'round1/x' of the role 'verifier', whose prompt ends 'odd and even'" in message
    assert "reply 1 is for names like 'round2/*'" in message
    assert "reply 2 wants no 'even' in the prompt" in message
    assert "reply 3 is for the role 'prover'" in message


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("schema = 1\n[[reply]]\nrole = 'a'\n", "reply 1: Value error, give either `text` or `json`"),
        ("schema = 1\n[[reply]]\ntext = 'a'\nroll = 'b'\n", "reply 1 roll: Extra inputs are not permitted"),
        ("schema = 1\n[[reply]]\ntext = 'a'\nfault = 'tired'\n", "reply 1 fault: Input should be"),
        ("schema = 1\n[[reply\n", "cannot be read as TOML"),
        ("[[reply]]\ntext = 'a'\n", "no schema version"),
    ],
)
def test_a_script_that_cannot_be_used_is_named_with_the_place(tmp_path: Path, content: str, said: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(content)
    with pytest.raises(BadInput, match=said.replace("[", r"\[")):
        open_model(f"scripted/{path}")


def test_a_missing_and_a_newer_script_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="There is no script at"):
        open_model(f"scripted/{tmp_path}/none.toml")
    (tmp_path / "new.toml").write_text("schema = 7\n")
    with pytest.raises(NewerSchema):
        open_model(f"scripted/{tmp_path}/new.toml")
