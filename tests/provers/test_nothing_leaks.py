"""No prompt of any workflow, and nothing that a prover can look up, holds what a challenge withholds or its intuition."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any

import pytest

from tcsalgbench.challenges.model import Challenge, Withheld
from tcsalgbench.library.leaks import LeakSettings, find_leaks, withholding, withholdings
from tcsalgbench.library.prints import print_of
from tcsalgbench.library.retriever import Retriever
from tcsalgbench.library.tools import ReadingRoom
from tcsalgbench.provers.forms import Argument, ConfidentArgument, Decision, LookUp, ReadingArgument, Summary, Verdict
from tcsalgbench.provers.shelf import LibraryShelf
from tcsalgbench.provers.study import task_of
from tcsalgbench.provers.workflow import Case, find_workflow, workflow_names
from tcsalgbench.samples import expected_challenges, sample_folder, sample_library, sample_names
from tcsalgbench.tex import Folder, read_document
from tcsalgbench.tex.macros import Macro
from tests.provers.acting import Stage, argue, decide, desk, objection, reject, settings, summary

# Stricter than the scan of a library: some twenty tokens in one place are seen. Below that, works of one area share phrases.
STRICT = replace(LeakSettings(), screen=False, stretch=24, density=0.5, refuse_share=0.2, refuse_tokens=15, shortest=6)
CHALLENGES = [(name, *pair) for name in sample_names() for pair in expected_challenges(name)]
SOURCES = ("sample-private", "sample-regretv1", "sample-sketchingv2", "arXiv:sample-private", "source", "paper", "challenge")
FILES = ("main.tex", "../../paper/main.tex", "sections/mechanism.tex", "../paper/sections/proofs.tex", "truth/graph.json")


library_of = cache(sample_library)


@cache
def macros_of(name: str) -> Mapping[str, Macro]:
    return read_document(Folder(sample_folder(name) / "paper"), "main.tex").macros


def nosy() -> tuple[LookUp, ...]:
    """Look-ups of a prover that wants to see what it should not."""
    wanted = [LookUp(tool="read_lines", work=work, file=file, first=1, last=400) for work, file in product(SOURCES, FILES)]
    wanted += [LookUp(tool="read_statement", work=work, statement="thm:main") for work in SOURCES]
    queries = ("proof of the main theorem", "VoteRelease", "Taking turns")
    wanted += [LookUp(tool="search_library", query=query) for query in queries]
    return tuple(wanted)


def answer(request: Any) -> object:  # noqa: ANN401
    """Every part is played badly, so that workflows use up their rounds; parts that are not known give no readable answer."""
    known = {
        Decision: decide("prove"),
        Verdict: reject(objection(about="citation")),
        Summary: summary("more of the same"),
        Argument: argue("It is clear."),
        ConfidentArgument: ConfidentArgument(**argue("It is clear.").model_dump(), confidence=0.5),
        ReadingArgument: ReadingArgument(**argue("It is clear.").model_dump(), look_ups=nosy()[: 4 + len(request.name) % 9]),
    }
    return known.get(request.answer, "malformed")


def prompts_of(name: str, challenge: Challenge, workflow: str, library: str) -> list[str]:
    task = task_of(challenge, lambda: library_of(name))
    changed = settings(library=library, look_ups=3)
    shelf = LibraryShelf(task.library, changed.retrieval())
    stage = Stage(answer)
    stage.play(find_workflow(workflow).play(Case(desk(), task.problem, shelf, changed)))
    return sorted({part.text for request in stage.asked for part in request.parts})


def leaks_in(text: str, name: str, challenge: Challenge, withheld: Withheld) -> list[str]:
    """What the text holds of proof, lemmas and algorithms that were taken out, or of the intuition."""
    macros = macros_of(name)
    secret = ("proof of", "lemma or algorithm")
    wanted = [one for one in withholdings(challenge, withheld, macros, STRICT) if one.part in secret]
    wanted.append(withholding("proof of", "the intuition", challenge.intuition, macros, STRICT))
    found = find_leaks(print_of({"prompt": text.encode()}, macros, STRICT.sketching), tuple(wanted), STRICT)
    return [match.sentence() for match in found]


@pytest.mark.parametrize(("name", "challenge", "withheld"), CHALLENGES, ids=[one[1].id for one in CHALLENGES])
def test_no_prompt_of_any_workflow_holds_what_is_withheld(name: str, challenge: Challenge, withheld: Withheld) -> None:
    reading = {text for workflow in workflow_names() for text in prompts_of(name, challenge, workflow, "tools")}
    plain = {text for workflow in workflow_names() for text in prompts_of(name, challenge, workflow, "snippets")}
    assert leaks_in("\n\n".join(sorted(reading | plain)), name, challenge, withheld) == []
    # A prover that looks things up may guess the name of the paper; nobody tells it.
    told = (challenge.intuition, challenge.id, challenge.paper.id, challenge.paper.title)
    assert not [text for text in plain if any(secret in text for secret in told)]


@pytest.mark.parametrize(("name", "challenge", "withheld"), CHALLENGES, ids=[one[1].id for one in CHALLENGES])
def test_nothing_that_can_be_looked_up_holds_what_is_withheld(name: str, challenge: Challenge, withheld: Withheld) -> None:
    room = ReadingRoom(Retriever(library_of(name)))
    said = [room.use(one.tool, one.arguments()).text for one in nosy()]
    for work in room.retriever.library.works:
        said += [room.use("read_lines", {"work": work.key, "file": file, "first": 1, "last": 500}).text for file in work.files]
        for statement in work.statements:
            for tool in ("read_statement", "follow_dependencies"):
                said.append(room.use(tool, {"work": work.key, "statement": statement.node.id}).text)
    assert leaks_in("\n\n".join(said), name, challenge, withheld) == []
    assert room.refusals["not in the library"] >= len(SOURCES) * len(FILES)


def test_this_way_of_looking_sees_a_sentence_of_a_proof() -> None:
    name, challenge, withheld = CHALLENGES[0]
    middle = len(withheld.proof) // 2
    text = "Nothing of note.\n\n" + withheld.proof[middle - 120 : middle + 120] + "\n\nNothing more."
    assert leaks_in(text, name, challenge, withheld)
    assert leaks_in(f"They say: {challenge.intuition}", name, challenge, withheld)
