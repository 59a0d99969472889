"""Challenges of others are taken in whole or not at all, and every mistake is named with its place."""

import json
from pathlib import Path

import polars
import pytest

from tcsalgbench.challenges.exporting import export
from tcsalgbench.challenges.importing import import_challenges
from tcsalgbench.challenges.problem import problem_text
from tcsalgbench.challenges.render_latex import render_latex
from tcsalgbench.challenges.store import load_challenge, load_challenges, save_challenge
from tcsalgbench.errors import BadInput, NewerSchema
from tcsalgbench.workspace import Workspace
from tests.challenges.making import sample_challenges

SIMPLE = {
    "id": "mine/1",
    "statement": "For all $x$, $x^2\\ge 0$.",
    "hypotheses": ["$x$ is real."],
    "definitions": "A number is real if it is.",
    "notation": "\\newcommand{\\R}{\\mathbb{R}}",
    "intuition": "Squares.",
}


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return Workspace.create(tmp_path / "w")


def lines(path: Path, *records: object) -> Path:
    path.write_text("".join((one if isinstance(one, str) else json.dumps(one)) + "\n" for one in records))
    return path


def test_a_record_of_id_and_statement_is_a_challenge(workspace: Workspace, tmp_path: Path) -> None:
    import_challenges(workspace, lines(tmp_path / "a.jsonl", {"id": "x", "statement": "$1=1$"}))
    one = load_challenge(workspace, "x")
    assert one.imported_from == "a.jsonl, record 1"
    assert one.status == "ready"
    assert problem_text(one).split("\n\n") == [
        "Prove the statement below.",
        "## Statement",
        "$1=1$",
        "Prove the statement from what is given above. State every standard result that you use.",
    ]


def test_all_fields_stand_where_they_belong_and_intuition_stays_with_people(workspace: Workspace, tmp_path: Path) -> None:
    import_challenges(workspace, lines(tmp_path / "a.jsonl", SIMPLE))
    one = load_challenge(workspace, "mine/1")
    assert [piece.slot for piece in one.pieces] == ["task", "notation", "definition", "hypothesis", "statement", "closing"]
    assert {piece.origin.kind for piece in one.pieces} == {"editorial", "imported"}
    assert one.intuition == "Squares."
    assert "Squares." not in problem_text(one) + render_latex(one)


def test_what_we_export_comes_back_as_it_was(workspace: Workspace, tmp_path: Path) -> None:
    there = Workspace.create(tmp_path / "there")
    for one in sample_challenges().values():
        save_challenge(there, one)
    for form in ("json", "jsonl"):
        export(there, load_challenges(there), form, tmp_path / form)
        done = import_challenges(workspace, tmp_path / form)
        assert len(done.added) + len(done.already_there) == len(sample_challenges())
    back = {one.id: one.model_copy(update={"imported_from": None}) for one in load_challenges(workspace)}
    assert back == sample_challenges()
    assert load_challenges(workspace)[0].imported_from is not None


def test_a_dataset_folder_of_parquet_is_read_with_its_own_names_of_columns(workspace: Workspace, tmp_path: Path) -> None:
    folder = tmp_path / "set" / "data"
    folder.mkdir(parents=True)
    rows = [{"uid": f"q{n}", "problem": f"${n}={n}$", "hypotheses": ["a", "b"], "year": n} for n in range(3)]
    polars.DataFrame(rows).write_parquet(folder / "test-00000-of-00001.parquet")
    (tmp_path / "set" / "README.md").write_text("# A dataset")
    done = import_challenges(workspace, tmp_path / "set", {"id": "uid", "statement": "problem"})
    assert done.added == ("q0", "q1", "q2")
    assert done.unused == ("year",)
    assert load_challenge(workspace, "q1").texts("statement", "hypothesis") == ("a", "b", "$1=1$")


def test_a_column_may_carry_the_whole_challenge(workspace: Workspace, tmp_path: Path) -> None:
    one = sample_challenges()["sample-private/thm:main"]
    polars.DataFrame([{"id": one.id, "challenge": one.model_dump_json()}]).write_parquet(tmp_path / "a.parquet")
    import_challenges(workspace, tmp_path / "a.parquet")
    assert load_challenge(workspace, one.id).pieces == one.pieces


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        ("{", "not JSON"),
        ("[1]", "a record is a JSON object"),
        ({"id": "x"}, "statement: Field required"),
        ({"statement": "s"}, "id: Field required"),
        ({"id": "x", "statement": "  "}, "statement: String should have at least 1 character"),
        ({"id": "x", "statement": 3}, "statement: Input should be a valid string"),
        ({"id": "x", "statement": "s", "area": "XX"}, "area: Input should be"),
        ({"id": "x", "statement": "s", "first_version_date": "soon"}, "first_version_date: Input should be a valid date"),
        ({"id": "x", "pieces": []}, "paper: Field required"),
        ({"challenge": "nonsense"}, "Expecting value"),
        ('{"id": "x", "statement": "\\ud800"}', "statement"),
        ("[" * 100_000, "not JSON"),
    ],
)
def test_every_mistake_is_named_with_file_and_line_and_nothing_is_imported(
    record: object, reason: str, workspace: Workspace, tmp_path: Path
) -> None:
    path = lines(tmp_path / "a.jsonl", {"id": "good", "statement": "s"}, record)
    with pytest.raises(BadInput) as raised:
        import_challenges(workspace, path)
    assert f"{path}:2: {reason}" in str(raised.value)
    assert load_challenges(workspace) == ()


def test_an_id_given_twice_or_held_by_another_challenge_is_refused(workspace: Workspace, tmp_path: Path) -> None:
    twice = lines(tmp_path / "twice.jsonl", SIMPLE, {**SIMPLE, "statement": "another"})
    with pytest.raises(BadInput, match=r"twice.jsonl:2: the id 'mine/1' is that of .*twice.jsonl:1 too"):
        import_challenges(workspace, twice)
    import_challenges(workspace, lines(tmp_path / "a.jsonl", SIMPLE))
    assert import_challenges(workspace, tmp_path / "a.jsonl").already_there == ("mine/1",)
    with pytest.raises(BadInput, match="the workspace holds another challenge 'mine/1'"):
        import_challenges(workspace, lines(tmp_path / "b.jsonl", {**SIMPLE, "statement": "another"}))


def test_a_piece_that_claims_a_source_without_a_place_is_refused(workspace: Workspace, tmp_path: Path) -> None:
    whole = sample_challenges()["sample-private/thm:main"].model_dump(mode="json")
    whole["pieces"][0]["origin"]["kind"] = "quoted"
    with pytest.raises(BadInput, match=r"a.jsonl:1: pieces.0: a quoted or rewritten piece has a span"):
        import_challenges(workspace, lines(tmp_path / "a.jsonl", whole))


def test_a_newer_form_is_refused(workspace: Workspace, tmp_path: Path) -> None:
    whole = {"schema": 99, **sample_challenges()["sample-private/thm:main"].model_dump(mode="json")}
    with pytest.raises((BadInput, NewerSchema), match="newer version of tcsalgbench"):
        import_challenges(workspace, lines(tmp_path / "a.jsonl", whole))


def test_hostile_tex_is_taken_as_text_and_shown_to_the_reviewer(workspace: Workspace, tmp_path: Path) -> None:
    import_challenges(workspace, lines(tmp_path / "a.jsonl", {"id": "x", "statement": "\\input{/etc/passwd} {"}))
    one = load_challenge(workspace, "x")
    (finding,) = one.findings
    assert one.status == "review"
    assert not finding.blocking
    assert finding.detail.startswith("\\input has no place in a challenge")


def test_the_withheld_proofs_of_a_workspace_are_not_taken_for_challenges(workspace: Workspace, tmp_path: Path) -> None:
    folder = tmp_path / "exported"
    folder.mkdir()
    lines(folder / "a.json", {"id": "x", "statement": "s"})
    lines(folder / "a.withheld.json", {"challenge": "x", "proof": "secret", "stripped": {}})
    assert import_challenges(workspace, folder).added == ("x",)


@pytest.mark.parametrize("name", ["nothing", "empty.jsonl", "empty"])
def test_what_holds_no_challenge_is_said_to(name: str, workspace: Workspace, tmp_path: Path) -> None:
    (tmp_path / "empty.jsonl").write_text("\n")
    (tmp_path / "empty").mkdir()
    with pytest.raises(BadInput, match=r"does not exist|holds no"):
        import_challenges(workspace, tmp_path / name)
