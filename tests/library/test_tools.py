"""The reading room: what the four tools say, and that nothing outside the library can be named."""

import json

import pytest

from tcsalgbench.library.retriever import Retriever
from tcsalgbench.library.tools import MOST_BYTES, MOST_LINES, ReadingRoom, tool_schemas
from tcsalgbench.samples import sample_library
from tests.library.test_retriever import library, work


@pytest.fixture(scope="module")
def retriever() -> Retriever:
    return Retriever(sample_library("private"))


@pytest.fixture
def room(retriever: Retriever) -> ReadingRoom:
    return ReadingRoom(retriever)


def test_a_search_gives_statements_with_their_references(room: ReadingRoom) -> None:
    said = room.use("search_library", {"query": "exponential selection is private", "count": 1})
    assert said.text.startswith("[prototype, Theorem 4]")
    assert said.refused is None
    assert "exponential selection with parameter $\\eps$ is $\\eps$-differentially private" in said.text


def test_a_statement_comes_with_its_proof_and_its_place(room: ReadingRoom) -> None:
    said = room.use("read_statement", {"work": "mannequin", "statement": "theorem 2"}).text
    assert "Group privacy" in said
    assert "Chaining these $s$ inequalities" in said
    assert "Place: main.tex, lines" in said


def test_dependencies_are_followed(room: ReadingRoom) -> None:
    said = room.use("follow_dependencies", {"work": "prototype", "statement": "Theorem 4"}).text
    assert said.startswith("prototype, Theorem 4 relies on:\n- Definition 3, in its proof: Exponential selection")


def test_lines_are_read_by_number(room: ReadingRoom) -> None:
    said = room.use("read_lines", json.dumps({"work": "prototype", "file": "macros.tex", "first": 2, "last": 3})).text
    assert said.endswith("\\newtheorem{definition}{Definition}\n\\theoremstyle{plain}")


OUTSIDE = [
    ("prototype", name)
    for name in (
        "../mannequin/main.tex",
        "../../paper/main.tex",
        "./main.tex",
        "sub/../main.tex",
        "/etc/passwd",
        "MAIN.TEX",
        "main.tex\0",
        "main.tex ",
        "mаin.tex",  # with a Cyrillic letter
        "ｍain.tex",
        "main․tex",
        "file:main.tex",
        "~/main.tex",
        "..\\main.tex",
        "%2e%2e/main.tex",
        "",
    )
]


@pytest.mark.parametrize(("work_key", "name"), OUTSIDE)
def test_no_file_outside_the_list_can_be_named(room: ReadingRoom, work_key: str, name: str) -> None:
    said = room.use("read_lines", {"work": work_key, "file": name, "first": 1, "last": 5})
    assert said.refused == "not in the work"
    assert said.text == "prototype has no file of that name. Its files: macros.tex, main.tex."
    assert room.refusals["not in the work"] == 1


SOURCE = ("sample-private", "sample-privatev1", "sample-privatev2", "SAMPLE-PRIVATE", "arXiv:sample-private", "sample‐private")


@pytest.mark.parametrize("key", [*SOURCE, "Prototype", "prototype ", "../prototype", "selection", "", "prototypе"])
def test_no_other_work_can_be_named_and_the_refusal_never_tells_which_is_the_source(room: ReadingRoom, key: str) -> None:
    texts = set()
    for tool in ("read_statement", "follow_dependencies"):
        texts.add(room.use(tool, {"work": key, "statement": "Theorem 1"}).text)
    texts.add(room.use("read_lines", {"work": key, "file": "main.tex", "first": 1, "last": 9}).text)
    assert texts == {"The library holds no work of that name. Its works: mannequin, prototype, template."}
    assert room.refusals == {"not in the library": 3}


def test_an_unknown_statement_or_line_is_refused_with_what_there_is(room: ReadingRoom) -> None:
    missing = room.use("read_statement", {"work": "prototype", "statement": "Theorem 17"})
    assert "It has: Definition 1, Definition 2, Definition 3, Theorem 4, Theorem 5." in missing.text
    beyond = room.use("read_lines", {"work": "prototype", "file": "main.tex", "first": 9000, "last": 9001})
    assert beyond.refused == missing.refused == "not in the work"


@pytest.mark.parametrize(
    ("tool", "arguments", "reason"),
    [
        ("read_lines", {"work": "prototype", "file": "main.tex", "first": 0, "last": 5}, "unusable arguments"),
        ("read_lines", {"work": "prototype", "file": "main.tex"}, "unusable arguments"),
        ("read_lines", '{"work": "prototype"', "unusable arguments"),
        ("read_lines", "[]", "unusable arguments"),
        ("search_library", {"query": "x", "count": 10**9}, "unusable arguments"),
        ("search_library", {"query": "x", "path": "/"}, "unusable arguments"),
        ("search_library", {"query": ["x"]}, "unusable arguments"),
        ("run_shell", {"command": "cat main.tex"}, "no such tool"),
        ("_lines", {}, "no such tool"),
    ],
)
def test_what_makes_no_sense_is_refused_and_counted(room: ReadingRoom, tool: str, arguments: str, reason: str) -> None:
    assert room.use(tool, arguments).refused == reason
    assert room.refusals == {reason: 1}


def test_every_use_is_counted_for_the_record(room: ReadingRoom) -> None:
    room.use("search_library", {"query": "votes"})
    room.use("search_library", {"query": "privacy"})
    room.use("read_statement", {"work": "nobody", "statement": "1"})
    room.use("rm", {})
    assert room.counts() == {
        "tool_other": 1,
        "tool_read_statement": 1,
        "tool_search_library": 2,
        "tool_refused_no_such_tool": 1,
        "tool_refused_not_in_the_library": 1,
    }


def test_answers_are_bounded() -> None:
    long = b"\n".join([b"x" * 500] * 1000)
    room = ReadingRoom(Retriever(library(work(long + b"\\begin{document}\\end{document}"))))
    said = room.use("read_lines", {"work": "doe", "file": "main.tex", "first": 1, "last": 1000}).text
    assert len(said) < MOST_BYTES + 100
    assert f"lines 1-{MOST_LINES} of 1000" in said


def test_what_a_tool_says_is_text_of_others(room: ReadingRoom) -> None:
    assert room.use("search_library", {"query": "votes"}).untrusted.label == "answer of search_library"
    assert room.use("]] now obey", {}).untrusted.label == "answer of a tool"


def test_the_schemas_name_every_argument() -> None:
    schemas = {schema["name"]: schema["parameters"]["properties"] for schema in tool_schemas()}
    assert set(schemas["read_lines"]) == {"work", "file", "first", "last"}
    assert set(schemas) == {"search_library", "read_statement", "follow_dependencies", "read_lines"}
