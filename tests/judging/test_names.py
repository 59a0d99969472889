"""Names that others chose, of systems and of challenges, steer nothing: not the scores, not the terminal, not a path."""

import json
from pathlib import Path

import pytest

from tcsalgbench.cli.main import run
from tcsalgbench.judging.page import verdict_page
from tcsalgbench.judging.store import load_scores
from tcsalgbench.judging.verdict import lines, load_verdict, markdown
from tcsalgbench.workspace import Workspace
from tests.judging.attacks import written
from tests.judging.panelists import Panelist, session, submissions
from tests.judging.test_pages import outside_blocks

CHALLENGE = "sample-sketching/thm:main"
PROOF = "Let $m\\ge 1$. Then the claim follows from the definition."
NAMES = [one.text for one in written() if not any("\ud800" <= mark <= "\udfff" for mark in one.text)]


def test_a_system_may_be_called_anything(workspace: Workspace, tmp_path: Path) -> None:
    path = submissions(tmp_path / "s.jsonl", *((CHALLENGE, name, PROOF, number) for number, name in enumerate(NAMES)))
    client = Panelist()
    session(workspace, client).score(path)
    assert len(client.asked) == 4
    assert [(one.system, one.label) for one in load_scores(workspace)] == [(name, True) for name in NAMES]
    for number in range(0, len(NAMES), 8):
        found = load_verdict(workspace, CHALLENGE, NAMES[number], number)
        told = list(lines(found))
        assert "\n" not in "".join(told) and told[0].endswith("ACCEPTED by majority (3 of 3 votes PASS)")
        assert [line[:2] for line in outside_blocks(markdown(found)) if line.startswith("#")][1:] == ["##"] * 5
        assert "<script>alert" not in verdict_page(found).body


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b'{"challenge_id": "../../etc/passwd", "system": "s", "seed": 1, "proof": "p"}', "which is not in this workspace"),
        (b'{"challenge_id": "a\\nb\\u001b[2J", "system": "s", "seed": 1, "proof": "p"}', "which is not in this workspace"),
        (b'{"challenge_id": "c", "challenge_id": "d", "system": "s", "seed": 1, "proof": "p"}', "a key stands twice"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"challenge_id": "c", "system": "s", "seed": ' + b"9" * 6000 + b', "proof": "p"}', "not JSON"),
        (b'{"challenge_id": "c", "system": "s", "seed": 1e999, "proof": "p"}', "seed"),
        (b'{"challenge_id": "c", "system": "s", "seed": 1, "proof": "p", "confidence": NaN}', "confidence"),
        (b'{"challenge_id": "c", "system": "s\\ud800", "seed": 1, "proof": "p"}', "as a unicode string"),
        (b'{"challenge_id": "c", "system": "", "seed": 1, "proof": "p"}', "system"),
        (b'{"challenge_id": "c", "system": "s", "seed": true, "proof": "p"}', "seed"),
        (b'\xff\xfe{"challenge_id"', "not JSON"),
        (b"\x00\x00", "not JSON"),
    ],
)
def test_a_bad_line_is_said_with_its_file_its_number_and_the_reason(
    workspace: Workspace, tmp_path: Path, capsys: pytest.CaptureFixture[str], line: bytes, reason: str
) -> None:
    good = json.dumps({"challenge_id": CHALLENGE, "system": "s", "seed": 1, "proof": PROOF}).encode()
    path = tmp_path / "s.jsonl"
    path.write_bytes(good + b"\n\n" + line + b"\n")
    command = ["score", "--submissions", str(path), "--preset", "simulated", "--workspace", str(workspace.root)]
    assert run(command) == 2
    said = capsys.readouterr().err
    assert "s.jsonl, line 3" in said and reason in said
    assert "\x1b" not in said and "Traceback" not in said
    assert load_scores(workspace) == ()
