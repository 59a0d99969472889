import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tcsalgbench.cli.main import run
from tcsalgbench.demo.durable import answers_in
from tcsalgbench.graphs.listing import Sizes
from tcsalgbench.graphs.model import GRAPH
from tcsalgbench.graphs.store import load_graph
from tcsalgbench.samples.graphs import expected_graph
from tcsalgbench.workspace import Workspace
from tests.graphs.experts import expert_script


def command(*arguments: str, workspace: Path) -> int:
    return run(["graph", *arguments, "--workspace", str(workspace)])


def test_a_graph_is_built_without_models_checked_and_exported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command("build", "sample:regret", "--no-models", workspace=tmp_path) == 0
    assert "16 statements, 19 edges (0 in words)" in capsys.readouterr().out
    assert command("check", "sample:regret", workspace=tmp_path) == 0
    assert "all checks hold" in capsys.readouterr().out
    for form in ("json", "graphml", "dot"):
        assert command("export", "sample:regret", "--format", form, "--out", str(tmp_path / form), workspace=tmp_path) == 0
    assert GRAPH.read(tmp_path / "json") == load_graph(Workspace.open(tmp_path), "sample-regretv1")


def test_building_says_what_it_took_by_role(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model = expert_script("sketching", Sizes(), tmp_path)
    assert command("build", "sample:sketching", "--model", model, "--json", workspace=tmp_path / "w") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["graphs"][0]["glossary"] == len(expected_graph("sketching").glossary)
    assert told["roles"]["glossary_writer"]["calls"] == 1
    assert told["roles"]["glossary_writer"]["input"] > 1000


def test_a_dry_run_estimates_the_very_calls_and_asks_nobody(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model = expert_script("private", Sizes(), tmp_path)
    command("build", "sample:private", "--model", model, "--dry-run", "--json", workspace=tmp_path / "w")
    estimated = json.loads(capsys.readouterr().out)
    assert not list((tmp_path / "w").glob("journal/*"))
    command("build", "sample:private", "--model", model, "--json", workspace=tmp_path / "w")
    took = json.loads(capsys.readouterr().out)["roles"]
    assert {role: one["calls"] for role, one in estimated["roles"].items()} == {
        role: one["calls"] for role, one in took.items()
    }
    assert estimated["dollars"] == 0


def test_the_works_that_a_paper_cites_are_built_once_and_without_an_audit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command("build", "sample:private", "--no-models", "--cited", "--json", workspace=tmp_path) == 0
    assert len(json.loads(capsys.readouterr().out)["graphs"]) == 4
    command("build", "sample:private", "--model", "simulated/steady", "--cited", "--dry-run", "--json", workspace=tmp_path)
    told = json.loads(capsys.readouterr().out)
    roles, works = told["roles"], told["works"]
    assert roles["graph_auditor"]["calls"] == 1
    assert roles["glossary_writer"]["calls"] == 4
    assert len(works) == 4
    assert ["graph_auditor" in one for one in works.values()] == [True, False, False, False]
    assert sum(one["glossary_writer"]["input_tokens"] for one in works.values()) == roles["glossary_writer"]["input_tokens"]


def test_what_each_work_took_is_told_apart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["build", "sample:private", "--model", "simulated/steady", "--cited", "--again", "0"]
    assert command(*arguments, "--json", workspace=tmp_path) == 0
    told = json.loads(capsys.readouterr().out)
    assert len(told["graphs"]) == 4
    for role, total in told["roles"].items():
        of_works = [graph["roles"].get(role, {}) for graph in told["graphs"]]
        assert all(sum(one.get(name, 0) for one in of_works) == total[name] for name in ("calls", "input", "output"))
    assert "graph_auditor" not in told["graphs"][1]["roles"]
    assert command(*arguments, workspace=tmp_path) == 0
    assert capsys.readouterr().out.count("  took annotator") == 4


def test_a_check_that_fails_ends_with_1_and_says_what(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command("build", "sample:regret", "--no-models", workspace=tmp_path)
    graph = load_graph(Workspace.open(tmp_path), "sample-regretv1")
    broken = graph.model_copy(update={"nodes": (graph.nodes[0].model_copy(update={"statement": "No."}), *graph.nodes[1:])})
    GRAPH.write(tmp_path / "graphs" / f"{graph.digest}.json", broken)
    assert command("check", "sample:regret", workspace=tmp_path) == 1
    assert "the statement of thm:informal is not what stands at" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["build", "sample:regret"], "--preset NAME"),
        (["build", "sample:regret", "--no-models", "--preset", "embedded"], "either --no-models"),
        (["build", "sample:nowhere", "--no-models"], "no bundled paper"),
        (["export", "sample:regret", "--format", "png"], "json, graphml or dot"),
    ],
)
def test_wrong_use_is_told_in_a_sentence(
    arguments: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command(*arguments, workspace=tmp_path) == 2
    assert said in capsys.readouterr().err


def test_a_graph_that_is_not_built_is_told_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Workspace.create(tmp_path)
    assert command("check", "sample:regret", workspace=tmp_path) == 2
    assert "graph build" in capsys.readouterr().err


def test_building_that_is_killed_goes_on_and_repeats_no_answer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["build", "sample:private", "--model", "simulated/stormy", "--json", "--again", "1"]
    line = [sys.executable, "-m", "tcsalgbench", "graph", *arguments, "--workspace", str(tmp_path)]
    with subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=os.environ) as process:
        until = time.monotonic() + 30
        while (
            time.monotonic() < until
            and process.poll() is None
            and (not _journal(tmp_path) or answers_in(Workspace(tmp_path)) < 1)
        ):
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
    kept = answers_in(Workspace.open(tmp_path))
    assert kept >= 1
    assert command(*arguments, workspace=tmp_path) == 0
    roles = json.loads(capsys.readouterr().out)["roles"]
    assert sum(one["replayed"] for one in roles.values()) == kept


def _journal(workspace: Path) -> bool:
    return any((workspace / "journal").glob("shard-*"))
