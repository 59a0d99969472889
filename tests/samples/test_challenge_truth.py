import re
from itertools import pairwise
from typing import Any

from tcsalgbench.samples import Truth

SLOTS = [
    "title",
    "source",
    "task",
    "notation",
    "definition",
    "protocol",
    "context",
    "hypothesis",
    "statement",
    "existence_note",
    "free_variables",
    "closing",
]
REFERENCE = re.compile(r"\\(?:label|ref|eqref|cref|Cref|autoref|cite)\b")


def pieces(sample: Truth) -> list[dict[str, Any]]:
    return [piece for challenge in sample.challenges["challenges"] for piece in challenge["pieces"]]


def apply(edits: list[dict[str, Any]], source: bytes) -> str:
    """Edits are in order and do not overlap; positions are bytes of the span before any edit."""
    done, at = b"", 0
    for edit in edits:
        assert at <= edit["start"] <= edit["end"] <= len(source)
        done += source[at : edit["start"]] + edit["text"].encode()
        at = edit["end"]
    return (done + source[at:]).decode()


def test_every_piece_is_its_source_with_its_edits_applied(sample: Truth) -> None:
    for piece in pieces(sample):
        origin = piece["origin"]
        if origin["kind"] in {"editorial", "background"}:
            assert origin["span"] is None
            assert origin["edits"] == []
            continue
        span = origin["span"]
        source = sample.source(span["file"])[span["start"] : span["end"]]
        assert piece["text"] == apply(origin["edits"], source)
        assert origin["kind"] == ("rewritten" if origin["edits"] else "quoted")
        assert all(edit["reason"] for edit in origin["edits"])


def test_pieces_stand_in_the_order_of_the_anatomy(sample: Truth) -> None:
    for challenge in sample.challenges["challenges"]:
        places = [SLOTS.index(piece["slot"]) for piece in challenge["pieces"]]
        assert all(before <= after for before, after in pairwise(places))
        for slot in ("title", "source", "task", "statement", "free_variables", "closing"):
            assert [piece["slot"] for piece in challenge["pieces"]].count(slot) == 1


def test_pieces_lie_inside_the_nodes_they_name(sample: Truth) -> None:
    nodes = sample.nodes()
    for piece in pieces(sample):
        if piece["node"] is not None:
            node, span = nodes[piece["node"]], piece["origin"]["span"]
            assert span["file"] == node["file"]
            assert node["body"][0] <= span["start"] < span["end"] <= node["body"][1]


def test_the_statement_is_the_whole_target(sample: Truth) -> None:
    nodes = sample.nodes()
    for challenge in sample.challenges["challenges"]:
        statement = next(piece for piece in challenge["pieces"] if piece["slot"] == "statement")
        span = statement["origin"]["span"]
        assert statement["node"] == challenge["target"]
        assert [span["start"], span["end"]] == nodes[challenge["target"]]["body"]


def test_no_piece_is_left_with_a_raw_reference(sample: Truth) -> None:
    assert [piece["text"] for piece in pieces(sample) if REFERENCE.search(piece["text"])] == []


def test_every_macro_that_a_piece_uses_is_supplied(sample: Truth) -> None:
    macros = sample.source("macros.tex").decode()
    defined = set(re.findall(r"\\(?:newcommand|DeclareMathOperator\*?)\{\\(\w+)\}", macros))
    for challenge in sample.challenges["challenges"]:
        supplied = [piece["text"] for piece in challenge["pieces"] if piece["slot"] == "notation"]
        given = {found for text in supplied for found in re.findall(r"^\\\w+\*?\{\\(\w+)\}", text)}
        used = {name for piece in challenge["pieces"] for name in re.findall(r"\\([a-zA-Z]+)", piece["text"])}
        assert used & defined == given


def test_nothing_withheld_is_quoted(sample: Truth) -> None:
    nodes = sample.nodes()
    for challenge in sample.challenges["challenges"]:
        assert set(challenge["withheld"]) <= set(nodes)
        hidden = [nodes[key] for key in challenge["withheld"]]
        places = [(node["file"], node["span"]) for node in hidden]
        places += [(node["proof"]["file"], node["proof"]["span"]) for node in nodes.values() if node["proof"]]
        for piece in challenge["pieces"]:
            span = piece["origin"]["span"]
            if span is not None:
                inside = [at for file, at in places if file == span["file"] and span["start"] < at[1] and at[0] < span["end"]]
                assert inside == []


def test_only_the_private_mechanism_is_rewritten_as_an_existence_claim(sample: Truth) -> None:
    changed = {c["target"]: c for c in sample.challenges["challenges"] if c["existence"]["changed"]}
    assert set(changed) == ({"thm:main"} if sample.name == "private" else set())
    for challenge in changed.values():
        statement = next(piece for piece in challenge["pieces"] if piece["slot"] == "statement")
        clause = challenge["existence"]["scoping_clause"]
        assert "there exists" in statement["text"]
        assert clause in statement["text"]
        assert clause in [edit["text"] for edit in statement["origin"]["edits"]]
        assert any(piece["slot"] == "existence_note" for piece in challenge["pieces"])
        assert all("VoteRelease" not in piece["text"] for piece in challenge["pieces"])


def test_protocols_are_given_where_somebody_acts_or_sees_in_turn(sample: Truth) -> None:
    for challenge in sample.challenges["challenges"]:
        slots = {piece["slot"] for piece in challenge["pieces"]}
        assert ("protocol" in slots) is (sample.name != "private")
