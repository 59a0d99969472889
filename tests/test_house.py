"""The rules of the house that a machine can hold: import directions, sizes, first sentences, forbidden names."""

import ast
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "tcsalgbench"
MODULES = sorted(PACKAGE.rglob("*.py"))

# Data goes from left to right: a room imports from itself, from rooms to its left and from the ground floor.
PIPELINE = [
    "tex",
    "papers",
    "graphs",
    "references",
    "challenges",
    "library",
    "releases",
    "provers",
    "judging",
    "results",
    "site",
]
BESIDE = {"lean": "provers"}
# The ground floor has an order of its own, lowest first; `errors` lies under everything.
GROUND = ["errors", "stats", "workspace", "pages", "calls", "models", "prompts", "jobs"]
# These stand on top and may import everything below them.
ROOF = ["samples", "demo", "cli"]

MAX_FILE_LINES = 500
MAX_FUNCTION_LINES = 80


def room_of(module: Path) -> str:
    inside = module.relative_to(PACKAGE)
    return inside.parts[0] if len(inside.parts) > 1 else inside.stem


def imported_rooms(module: Path) -> set[str]:
    rooms = set()
    for node in ast.walk(ast.parse(module.read_text())):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module is not None and node.level == 0:
            base = node.module
            names = [f"{base}.{alias.name}" for alias in node.names] if base == "tcsalgbench" else [base]
        rooms |= {name.split(".")[1] for name in names if name.startswith("tcsalgbench.")}
    return rooms - {"__version__"}


def allowed_rooms(room: str) -> set[str]:
    if room in GROUND:
        return set(GROUND[: GROUND.index(room) + 1])
    if room in ROOF:
        return {*GROUND, *PIPELINE, *BESIDE, *ROOF[: ROOF.index(room) + 1]}
    place = PIPELINE.index(BESIDE.get(room, room))
    return {*GROUND, *PIPELINE[:place], room}


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_follow_the_way_the_data_goes(module: Path) -> None:
    room = room_of(module)
    if room in ("__init__", "__main__"):
        return
    assert imported_rooms(module) <= allowed_rooms(room), f"{room} may not import that"


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_module_starts_with_a_sentence_and_stays_readable(module: Path) -> None:
    tree = ast.parse(module.read_text())
    docstring = ast.get_docstring(tree)
    assert docstring, "a module starts with one sentence that says what it is for"
    assert len(module.read_text().splitlines()) <= MAX_FILE_LINES
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert (node.end_lineno or node.lineno) - node.lineno < MAX_FUNCTION_LINES, node.name


def tracked_text_files() -> list[Path]:
    command = ["git", "ls-files", "-co", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode != 0:
        pytest.skip("not a git checkout: there is no list of the project's files to look through")
    paths = [ROOT / line for line in listed.stdout.splitlines()]
    readable = [path for path in paths if path.is_file() and path != Path(__file__)]
    return [path for path in readable if b"\0" not in path.read_bytes()[:4096]]


def test_no_file_names_a_registry_host_or_a_path_of_one_machine() -> None:
    forbidden = re.compile(rb"pypi\.org|pythonhosted|registry\.npmjs|deb\.debian\.org|/home/\w|/root/|/work/")
    named = [str(path.relative_to(ROOT)) for path in tracked_text_files() if forbidden.search(path.read_bytes())]
    assert named == []
