"""What comes of citations of the bundled papers' cited works: written by hand, right and wrong ones."""

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from tcsalgbench.judging.citations import Cited, check
from tcsalgbench.judging.mentions import mentions
from tcsalgbench.judging.model import Checked
from tcsalgbench.judging.panel import sources_of
from tcsalgbench.judging.sources import Sources
from tcsalgbench.library.allowing import library_of_paper
from tcsalgbench.papers.record import load_paper
from tcsalgbench.samples import sample_folder
from tcsalgbench.samples.challenges import expected_challenges

WRITTEN: list[dict[str, Any]] = json.loads((Path(__file__).parent / "citations.json").read_text("utf-8"))


@lru_cache(maxsize=8)
def sources(sample: str) -> Sources:
    challenge, _ = expected_challenges(sample)[0]
    return sources_of(library_of_paper(load_paper(sample_folder(sample)), challenge), challenge)


def outcome(one: dict[str, Any]) -> Checked:
    """What code says, with the written judgement in the place of the citation checker's where code asks for it."""
    checked, left = check("C1", Cited(one["written"], one["work"], one["label"], one["quote"]), sources(one["sample"]))
    if left is None:
        return checked
    assert one["model"] is not None, f"code was to decide this: {checked.difference}"
    return checked.model_copy(update={"outcome": one["model"]})


@pytest.mark.parametrize("one", WRITTEN, ids=lambda one: f"{one['kind']}: {one['written']}")
def test_a_citation_comes_out_as_it_should(one: dict[str, Any]) -> None:
    found = outcome(one)
    assert found.outcome == one["outcome"], (found.by, found.note, found.difference)


def test_there_are_citations_of_every_kind() -> None:
    assert len(WRITTEN) >= 40
    assert {one["kind"] for one in WRITTEN} >= {"right", "misquoted", "wrong label", "wrong paper", "invented", "textbook"}


def test_the_words_of_another_statement_are_named() -> None:
    wrong = next(one for one in WRITTEN if one["kind"] == "wrong label")
    assert "mockup, Theorem 3" in outcome(wrong).note


def test_what_was_found_stands_beside_the_citation_in_the_words_of_the_source() -> None:
    found = outcome(WRITTEN[0])
    assert found.source is not None and r"\E|S_n|\ge\sqrt{n/3}" in found.source


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"We use \cite[Theorem 4]{filler} here.", [("filler", "Theorem 4")]),
        ("By [filler, Thm. 4] and [exemplar, Lem 2].", [("filler", "Theorem 4"), ("exemplar", "Lemma 2")]),
        ("As filler, Theorem 4 says", [("filler", "Theorem 4")]),
        ("Theorem 3 of Exemplar gives it.", [("exemplar", "Theorem 3")]),
        ("By Lemma 1 of [exemplar], done.", [("exemplar", "Lemma 1")]),
        ("See Telling Two Laws Apart.", [("exemplar", None)]),
        ("This is a filler word, and by Theorem 4 we are done.", []),
        ("No citation, Theorem 4 is ours.", []),
    ],
)
def test_code_finds_citations_of_library_works_by_itself(text: str, expected: list[tuple[str, str | None]]) -> None:
    assert [(one.work, one.label) for one in mentions(text, sources("sketching"))] == expected
