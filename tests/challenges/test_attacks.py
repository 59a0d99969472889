"""Attacks of one who knows the checks: each changes a claim, gives the proof away or hides something, and is noticed."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tcsalgbench.calls import Request
from tcsalgbench.challenges.build import judged
from tcsalgbench.challenges.model import Challenge, Edit, Finding, Origin, Piece, Slot
from tcsalgbench.graphs.model import Hypothesis
from tests.challenges.expert import built, case_of

Change = Callable[[Request[Any], dict[str, Any]], Any]
MAP = r"there exists a randomised map $\mech\colon\Z^n\to\Y$ that, "
CLAUSE = r", where the map is built from runs of $\solver$, each of them on the records at $m$ different positions of the input"


def made(name: str, target: str, change: Change | None = None) -> Challenge:
    return next(one for one, _ in built(name, change).challenges if one.target == target)


def answering(role: str, target: str, change: Callable[[dict[str, Any]], None]) -> Change:
    """Spoil the answers of a role about a target."""

    def spoil(request: Request[Any], fields: dict[str, Any]) -> dict[str, Any]:
        if request.role == role and request.name.startswith(target):
            change(fields)
        return fields

    return spoil


def choosing(target: str, **more: Any) -> Change:  # noqa: ANN401
    """Spoil the choice of a headline: lists get longer, texts are replaced."""

    def spoil(request: Request[Any], fields: dict[str, Any]) -> dict[str, Any]:
        for one in fields["main_theorems"] if request.role == "challenge_selector" else ():
            if one["theorem_id"] == target:
                one.update({key: one[key] + value if isinstance(value, list) else value for key, value in more.items()})
        return fields

    return spoil


def blocking(one: Challenge) -> list[Finding]:
    return [finding for finding in one.findings if finding.blocking]


def told(one: Challenge) -> set[str]:
    return {finding.check for finding in one.findings}


REWRITES = {
    "a condition on the input": MAP + "when the records are drawn from $P$, run on",
    "a map that depends on what it may not see": r"there exists a randomised map $\mech$, depending on $P$, that, run on",
    "a map that knows the answer": MAP + "knowing $f(P)$ and run on",
    "only typically": MAP + "typically, run on",
    "only in the limit": MAP + "asymptotically, run on",
    "only for some sizes": MAP + "infinitely often, run on",
    "a limit of maps": r"there exists a sequence of maps $\mech$ whose limit, run on",
    "a comment that hides the rest of the line": MAP + "run on %",
    "a comment after a line break": MAP + r"run on \\%",
    "text that is switched off": MAP + r"run on \iffalse",
    "text that is not seen": MAP + r"run on\phantom{x}",
    "a footnote": MAP + r"run on\footnote{Nearly.}",
    "a size that nobody reads": MAP + r"{\tiny or nearly} run on",
    "another meaning of a relation": MAP + r"\renewcommand{\le}{\ge} run on",
    "words inside a formula": r"there exists a map $\mech\text{ chosen with sight of }P$ that, run on",
    "a word cut in two": MAP + "typi{}cally, run on",
    "a word cut by a command": MAP + r"typi\emph{cally}, run on",
    "a letter of another alphabet": MAP + "typic\u0430lly, run on",
    "a character that is not seen": MAP + "typi\u200bcally, run on",
    "the construction in other words": MAP + "counts the votes of disjoint blocks and weights them exponentially, run on",
    "unbounded power": MAP + "with unbounded power, run on",
    "a lost digit of the reference": r"there exists a randomised map $\mech$ that, run on about",
}


@pytest.mark.parametrize("text", REWRITES.values(), ids=REWRITES.keys())
def test_a_rewrite_that_says_more_than_existence_is_held(text: str) -> None:
    def change(fields: dict[str, Any]) -> None:
        fields["edits"][0]["replacement"] = text

    assert made("private", "thm:main", answering("existence_rewriter", "thm:main", change)).status == "held"


CLAUSES = {
    "a weaker quantifier": ", and where all of this is asked for some distribution in $\\family$",
    "only in the limit": ", as $m$ grows",
    "a condition": ", when the solver is deterministic",
    "a lost factor": ", up to a logarithmic factor in the confidence",
    "the answer given away": ", and the map is told $f(P)$",
    "a map that depends on what it may not see": ", and the map may depend on $P$",
    "on average only": ", with privacy on average over the draws",
    "a new reading of a word": ", and exactly is understood as roughly",
    "typical inputs": ", for typical inputs",
    "a smaller family": ", subject to the family being a singleton",
    "a comment": " %",
    "the construction in other words": ", and a noisy vote is released with exponential weights over the blocks",
}


@pytest.mark.parametrize("text", CLAUSES.values(), ids=CLAUSES.keys())
def test_a_scoping_clause_that_does_more_than_fence_off_is_held(text: str) -> None:
    def change(fields: dict[str, Any]) -> None:
        fields["scoping_clause"] = CLAUSE + text

    assert made("private", "thm:main", answering("existence_rewriter", "thm:main", change)).status == "held"


BACKGROUNDS = {
    "a hypothesis for everything that follows": r"A randomised map is a function of coins, where throughout $\beta>\frac12$.",
    "a lemma in disguise": "A randomised map has coins. Selection by exponential weights is one, with sensitivity one.",
    "another meaning of a relation": r"\renewcommand{\le}{\ge}A randomised map is a function of its input and of coins.",
    "a comment": "A randomised map is a function of its input and of coins. %",
}


@pytest.mark.parametrize("text", BACKGROUNDS.values(), ids=BACKGROUNDS.keys())
def test_background_that_is_more_than_a_definition_does_not_pass(text: str) -> None:
    def change(fields: dict[str, Any]) -> None:
        for entry in fields["entries"]:
            entry["definition"] = text

    one = made("private", "thm:main", answering("background_writer", "thm:main", change))
    assert one.status == "held" or text not in one.texts("definition")


def sentence(name: str, words: str) -> str:
    return next(one.id for one in case_of(name).sentences if words in one.text)


CHOICES: dict[str, tuple[str, str, Change, bool]] = {
    "a title that says how": ("private", "thm:main", choosing("thm:main", title="A private vote over blocks"), False),
    "a title that says it all": (
        "private",
        "thm:main",
        choosing("thm:main", title="Disjoint blocks, votes, and exponential weights"),
        True,
    ),
    "context that describes the hard instance": (
        "regret",
        "thm:lower",
        choosing("thm:lower", context_ids=[sentence("regret", "Phased losses lie")]),
        True,
    ),
    "context that introduces symbols of the proof": (
        "regret",
        "thm:lower",
        choosing("thm:lower", context_ids=[sentence("regret", "distinct names")]),
        False,
    ),
    "a reworded context that says how": (
        "private",
        "thm:main",
        choosing(
            "thm:main",
            context_rewordings=[
                {"words": "black box", "replacement": "box whose votes over blocks get exponential weights", "why": "clear"}
            ],
        ),
        True,
    ),
    "an assumption that the statement does not make": (
        "private",
        "thm:packing",
        choosing("thm:packing", definition_ids=["ass:solver"]),
        False,
    ),
}


@pytest.mark.parametrize(("name", "target", "change", "held"), CHOICES.values(), ids=CHOICES.keys())
def test_what_a_model_chooses_freely_is_shown_or_held(name: str, target: str, change: Change, held: bool) -> None:
    before, after = made(name, target), made(name, target, change)
    assert after.pieces != before.pieces
    assert told(after) - told(before) >= {"words"} or told(after) - told(before) >= {"needed"}
    assert (after.status == "held") is held
    assert after.status != "ready"


HARD_INSTANCE = choosing("thm:lower", definition_ids=["def:phased"])


def test_the_hard_instance_does_not_come_in_as_a_definition() -> None:
    one = made("regret", "thm:lower", HARD_INSTANCE)
    assert "def:phased" not in one.definition_ids
    assert "'def:phased' was not included: it is used in proofs only" in one.records[0].notes


def test_the_hard_instance_is_shown_where_the_graph_does_not_know_that_the_proof_uses_it() -> None:
    true = case_of("regret")
    edges = tuple(edge for edge in true.graph.edges if edge.target != "def:phased")
    case = replace(true, graph=true.graph.model_copy(update={"edges": edges}), _secrets={})
    one = next(one for one, _ in built("regret", HARD_INSTANCE, case=case).challenges if one.target == "thm:lower")
    assert "def:phased" in one.definition_ids
    assert one.status == "review"
    shown = [finding.detail for finding in one.findings if finding.check == "needed"]
    assert shown == ["nothing in the challenge uses Definition 4.1: it may belong to the proof"]


def test_a_corollary_with_a_proof_of_one_line_is_shown_as_no_main_result() -> None:
    def change(request: Request[Any], fields: dict[str, Any]) -> dict[str, Any]:
        for one in fields.get("main_theorems", ())[:1]:
            one.update(theorem_id="cor:records", context_rewordings=[])
        return fields

    one = next(one for one, _ in built("private", change).challenges if one.target == "cor:records")
    graph = case_of("private").graph
    edges = tuple(edge for edge in graph.edges if edge.source != "cor:records")
    alone = replace(case_of("private"), graph=graph.model_copy(update={"edges": edges}), _secrets={})
    details = [finding.detail for finding in judged(one, alone).findings if finding.check == "headline"]
    assert details == ["the proof of Corollary 3.5, with what it leans on, has 9 words: is it far from trivial?"]


def test_a_helper_and_a_result_without_a_proof_are_shown_as_no_main_results() -> None:
    case = case_of("sketching")
    one = made("sketching", "thm:main")
    nodes = tuple(node.model_copy(update={"proof": None}) if node.id == "thm:main" else node for node in case.graph.nodes)
    bare = replace(case, graph=case.graph.model_copy(update={"nodes": nodes}), _secrets={})
    said = [finding.detail for finding in judged(one, bare).findings if finding.check == "headline"]
    assert said == ["no proof of Theorem 3.1 was found in the source: is it a result of this paper?"]
    helper = one.model_copy(update={"target": "prop:dimension"})
    said = [finding.detail for finding in judged(helper, case).findings if finding.check == "headline"]
    assert said == ["Proposition 3.4 is used in the proof of Theorem 3.1: is it a main result?"]


def test_a_hypothesis_that_only_the_graph_supposes_is_shown() -> None:
    true = case_of("private")
    nodes = tuple(
        node.model_copy(update={"hypotheses": (*node.hypotheses, Hypothesis(node="ass:coins"))})
        if node.id == "thm:packing"
        else node
        for node in true.graph.nodes
    )
    case = replace(true, graph=true.graph.model_copy(update={"nodes": nodes}), _secrets={})
    one = next(one for one, _ in built("private", case=case).challenges if one.target == "thm:packing")
    shown = [finding.detail for finding in one.findings if finding.check == "needed"]
    assert shown == ["the statement does not name Assumption 2: does the source suppose it here?"]


def test_a_remark_that_claims_something_is_no_definition() -> None:
    remark = next(node.id for node in case_of("regret").graph.nodes if node.kind == "remark" and "12" in node.statement)
    one = made("regret", "thm:lower", choosing("thm:lower", definition_ids=[remark]))
    assert one.status == "held" or remark not in one.definition_ids


def test_the_note_does_not_say_how() -> None:
    def change(fields: dict[str, Any]) -> None:
        fields["designed"] = "vote of blocks by exponential weights"

    one = made("private", "thm:main", answering("existence_rewriter", "thm:main", change))
    assert "existence note" in " ".join(finding.detail for finding in blocking(one))


def replaced(one: Challenge, slot: Slot, number: int, piece: Callable[[Piece], Piece]) -> Challenge:
    places = [place for place, there in enumerate(one.pieces) if there.slot == slot]
    pieces = list(one.pieces)
    pieces[places[number]] = piece(pieces[places[number]])
    return one.model_copy(update={"pieces": tuple(pieces)})


def edited(words: str, text: str, reason: str) -> Callable[[Piece], Piece]:
    """The piece with an edit more, consistent with its source, under the name of any pass."""

    def change(piece: Piece) -> Piece:
        span = piece.origin.span
        assert span is not None
        source = case_of("private").files[span.file][span.start : span.end]
        at = source.index(words.encode())
        new = Edit(start=at, end=at + len(words.encode()), text=text, reason=reason)
        edits = tuple(sorted((*piece.origin.edits, new), key=lambda edit: edit.start))
        done, last = b"", 0
        for edit in edits:
            done += source[last : edit.start] + edit.text.encode()
            last = edit.end
        origin = Origin(kind="rewritten", span=span, edits=edits)
        return piece.model_copy(update={"text": (done + source[last:]).decode(), "origin": origin})

    return change


def shortened(piece: Piece) -> Piece:
    span = piece.origin.span
    assert span is not None
    shorter = span.model_copy(update={"end": span.end - 30})
    text = case_of("private").files[span.file][span.start : shorter.end].decode()
    return piece.model_copy(update={"text": text, "origin": Origin(kind="quoted", span=shorter)})


def written(text: str) -> Callable[[Piece], Piece]:
    return lambda piece: piece.model_copy(update={"text": text})


PRIVACY = 2  # the third definition: that of differential privacy
TAMPERED: dict[str, tuple[Slot, int, Callable[[Piece], Piece]]] = {
    "a constant, as a new name of an assumption": (
        "hypothesis",
        0,
        edited(r"$\rho(m)\le\frac14$", r"$\rho(m)\le\frac12$", "pass 8: x"),
    ),
    "a word of a definition, as an existence claim": ("definition", PRIVACY, edited("at most one", "every", "pass 10: x")),
    "a plain word of a definition, as a label": ("definition", PRIVACY, edited("position", "coordinate or so", "pass 5: x")),
    "a macro": ("notation", 0, edited(r"\varepsilon", "2", "pass 8: x")),
    "a reworded statement": ("statement", 0, edited("exactly", "about", "pass 1: x")),
    "a clause in the middle": ("statement", 0, edited("answers the", "mostly answers the", "pass 10: scoping clause")),
    "half a definition": ("definition", PRIVACY, shortened),
    "another task": ("task", 0, written("Prove the statement below for $k=100$.")),
    "a lemma in the closing": ("closing", 0, written("Prove the statement. You may use that the counts change by one.")),
    "a source line that hides what was adapted": ("source", 0, written("From elsewhere. Adapted: nothing.")),
    "a hypothesis among the free variables": ("free_variables", 0, written("$k$, where $k\\ge 100$")),
    "a note that says more": ("existence_note", 0, written("This holds trivially.")),
    "a negation in the context": ("context", 0, edited("as a black box", "not as a black box", "pass 1: x")),
}


@pytest.mark.parametrize(("slot", "number", "change"), TAMPERED.values(), ids=TAMPERED.keys())
def test_a_file_that_was_tampered_with_is_held_when_it_is_checked(
    slot: Slot, number: int, change: Callable[[Piece], Piece]
) -> None:
    case = case_of("private")
    one = made("private", "thm:main")
    assert judged(one, case).status == "review"
    assert judged(replaced(one, slot, number, change), case).status == "held"


def test_a_file_that_says_another_licence_is_held() -> None:
    one = made("private", "thm:main")
    paper = one.paper.model_copy(update={"licence": "CC-BY-4.0"})
    assert judged(one.model_copy(update={"paper": paper}), case_of("private")).status == "held"


HONEST = (
    "there exists a randomised map that, run on",
    "there is a map $\\mech$ that, run on",
    "there is an algorithm that, run on",
    "one can construct a procedure that, run on",
    "some randomised algorithm exists that, run on",
    "one can design a mechanism such that it, run on",
    "there exists an algorithm $A$ that, run on",
    "there exists an algorithm $\\mathcal{A}$ that, run on",
)


@pytest.mark.parametrize("text", HONEST)
def test_an_existence_claim_may_be_put_in_several_ways(text: str) -> None:
    def change(fields: dict[str, Any]) -> None:
        fields["edits"][0]["replacement"] = text

    assert blocking(made("private", "thm:main", answering("existence_rewriter", "thm:main", change))) == []


FENCES = (
    ", where the map invokes $\\solver$ only on records of its own input, never on synthetic or aggregated ones",
    ", and $\\solver$ is used as a black box, on genuine records of the input only",
    ", where each run of $\\solver$ is given distinct records of the input, unchanged",
)


@pytest.mark.parametrize("text", FENCES)
def test_a_black_box_may_be_fenced_off_in_several_ways(text: str) -> None:
    def change(fields: dict[str, Any]) -> None:
        fields["scoping_clause"] = text

    assert blocking(made("private", "thm:main", answering("existence_rewriter", "thm:main", change))) == []


@pytest.mark.parametrize("name", ["private", "regret", "sketching"])
def test_what_an_honest_model_says_is_not_held(name: str) -> None:
    for one, _ in built(name).challenges:
        assert blocking(one) == []
        assert told(one) <= {"background", "context", "scope"}
