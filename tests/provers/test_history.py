"""The shared discussion: it only grows, is compacted rarely and in one step, and never loses what counts."""

from tcsalgbench.prompts import Fence, PromptBook
from tcsalgbench.provers.forms import Cite
from tcsalgbench.provers.history import History
from tcsalgbench.provers.shelf import Snippet
from tests.provers.acting import argue, concede, objection

LONG = "a step that takes many words " * 20


def history(limit: int = 100) -> History:
    return History(PromptBook(Fence(b"s")), limit)


def text(of: History) -> str:
    return "\n".join(part.text for part in of.turns)


def test_the_statement_of_an_argument_and_its_open_objections_survive_every_compaction() -> None:
    made = history()
    for number in range(30):
        made.compact()
        spoken = made.speak("proof", argue(f"argument-{number} {LONG}", summary=f"way {number}"))
        made.object_to(spoken, [objection(f"hole {number}")], settled=[number] if number % 2 else [])
    made.compact()
    assert made.compactions > 0
    assert "argument-29" in text(made)
    assert LONG in text(made)
    standing = made.open_objections("proof")
    assert len(standing) == 15
    assert all(f"Objection {number}\n" in text(made) for number in standing)
    assert "argument-3 " not in text(made)
    assert "way 27" in text(made)


def test_between_two_compactions_the_transcript_only_grows() -> None:
    made, broken = history(2000), 0
    before: list[object] = []
    for number in range(40):
        made.compact()
        if made.turns[: len(before)] != before:
            broken += 1
        before = list(made.turns)
        made.object_to(made.speak("proof", argue(LONG)), [objection(f"hole {number}")], settled=[number])
    assert broken == made.compactions
    assert 0 < broken < 8


def test_what_is_never_cut_may_pass_the_limit_without_a_compaction_each_round() -> None:
    made = history(50)
    for number in range(60):
        made.compact()
        made.object_to(made.speak("proof", argue("short")), [objection(f"{number} {LONG}")], ())
    assert made.compactions < 12
    assert all(str(number) in text(made) for number in range(60))


def test_proofs_and_disproofs_keep_each_its_latest_argument_and_its_objections() -> None:
    made = history()
    proof = made.speak("proof", argue(f"the proof {LONG}"))
    made.object_to(proof, [objection("hole in the proof")], ())
    disproof = made.speak("disproof", argue(f"the counterexample {LONG}"))
    made.object_to(disproof, [objection("hole in the counterexample")], settled=[1])
    made.compact()
    assert list(made.open_objections("proof")) == [1], "a disproof does not settle an objection to a proof"
    assert list(made.open_objections("disproof")) == [2]
    assert "the proof" in text(made)
    assert "the counterexample" in text(made)


def test_summaries_of_old_rounds_are_bounded_and_say_how_many_are_left_out() -> None:
    made = history(200)
    for number in range(200):
        made.compact()
        made.concede("proof", concede(f"angle {number}: {LONG[:200]}"))
    made.compact()
    assert len(text(made)) < 200 * 4 * 3
    assert "older ones are left out" in text(made)
    assert "angle 199" in text(made)


def test_further_snippets_and_what_was_looked_up_stand_in_turns() -> None:
    made = history()
    made.show((Snippet("votes, Lemma 2", "[votes, Lemma 2] x"),))
    made.read("answer of read_lines", "{}", Snippet("", "line 3"))
    assert "line 3" in text(made)
    for _ in range(5):
        made.speak("proof", argue(LONG))
    made.compact()
    assert "votes, Lemma 2" in text(made)


def test_of_later_snippets_the_newest_stay_and_those_that_the_latest_arguments_cite() -> None:
    made = history(1600)
    snippets = [Snippet(f"votes, Lemma {number}", f"[votes, Lemma {number}] {LONG}") for number in range(30)]
    for snippet in snippets:
        made.show((snippet,))
    made.speak("proof", argue("A", Cite(kind="snippet", name="votes, Lemma 3", quote="a step")))
    made.speak("disproof", argue("B", Cite(kind="snippet", name="[votes, Lemma 5]", quote="a step")))
    assert all(made.stands(snippet) for snippet in snippets)
    made.compact()
    assert [number for number, snippet in enumerate(snippets) if made.stands(snippet)] == [3, 5, 29]
    assert all(f"Lemma {number}]" in text(made) for number in (3, 5, 29))
    assert "Lemma 28]" not in text(made)
    made.show((snippets[28],))
    assert made.stands(snippets[28])


def test_the_last_complete_direct_argument_is_neither_a_disproof_nor_a_claim_of_a_gap() -> None:
    made = history()
    made.speak("proof", argue("A"))
    made.speak("disproof", argue("B"))
    made.speak("proof", argue("C", outcome="gap"))
    assert made.complete is not None
    assert made.complete.argument.argument == "A"
