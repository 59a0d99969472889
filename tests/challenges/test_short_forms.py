"""Short forms for small models: what they answer is an answer of the role, with ids from those that were shown."""

import pytest
from pydantic import TypeAdapter, ValidationError

from tcsalgbench.challenges import roles, short_forms
from tcsalgbench.jobs import Cast, Desk
from tcsalgbench.prompts import Fence, PromptBook
from tcsalgbench.prompts.preset import Choice
from tests.challenges.expert import case_of
from tests.challenges.papers import paper

ROLES = (
    roles.SELECTOR,
    roles.CONTAINMENT,
    roles.GLOSSARY,
    roles.BACKGROUND,
    roles.NOTATION,
    roles.ACCESS,
    roles.NAMES,
    roles.EXISTENCE,
)


def test_every_role_has_a_short_form_that_is_one_of_its_answers() -> None:
    assert set(short_forms.SHORT) == {role.answer for role in ROLES}
    assert all(issubclass(short, full) for full, short in short_forms.SHORT.items())


def headline(**more: object) -> dict[str, object]:
    usual: dict[str, object] = {
        "theorem_id": "a",
        "title": "A bound",
        "definition_ids": [],
        "context_ids": [],
        "context_rewordings": [],
        "intuition": "",
    }
    return {"main_theorems": [{**usual, **more}]}


@pytest.mark.parametrize("wrong", [{"theorem_id": "b"}, {"definition_ids": ["a"]}, {"context_ids": ["p1.1", "p1.1"]}])
def test_a_selection_names_what_was_shown(wrong: dict[str, object]) -> None:
    form = TypeAdapter(short_forms.selection(["a"], ["d"], ["p1.1"]))
    assert form.validate_python(headline(definition_ids=["d"])).main_theorems[0].definition_ids == ["d"]
    with pytest.raises(ValidationError):
        form.validate_python(headline(**wrong))


def test_where_nothing_names_a_construction_nothing_can_be_rewritten() -> None:
    said: dict[str, object] = {
        "reason": "",
        "edits": [],
        "unsafe": False,
        **dict.fromkeys(("unsafe_reason", "scoping_clause", "designed", "black_box")),
    }
    form = TypeAdapter(short_forms.rewrite([]))
    assert form.validate_python({"changed": False, **said}).changed is False
    with pytest.raises(ValidationError):
        form.validate_python({"changed": True, **said})
    edit = {"reference": "Algorithm 1", "occurrence": 1, "replacement": "there is an algorithm that"}
    named = TypeAdapter(short_forms.rewrite(["Algorithm 1"]))
    assert named.validate_python({"changed": True, **said, "edits": [edit]}).edits[0].reference == "Algorithm 1"


def test_lists_without_anything_to_choose_from_stay_empty() -> None:
    assert TypeAdapter(short_forms.access([])).validate_python({"interactive": True, "ids": [], "reason": ""}).ids == []
    assert TypeAdapter(short_forms.names([])).validate_python({"matches": []}).matches == []


def test_a_small_model_is_asked_in_short_forms_and_others_are_not() -> None:
    case = paper(r"\begin{theorem}\label{t}For all $x$, $x=x$.\end{theorem}\begin{proof}Look.\end{proof}")
    small = Desk(PromptBook(Fence(b"1")), Cast("construction", every=Choice(model="embedded/smollm2")))
    values = {"paper": "p", "statements": "s", "sentences": "t"}
    assert case.request(roles.SELECTOR, "select", values).answer is roles.Selection
    shown = type(case)(case.paper, case.graph, case.document, small).request(
        roles.CONTAINMENT, "c", {"target": "", "included": "", "catalogue": ""}
    )
    assert shown.answer is short_forms.ShortContainment
    assert case_of("private").small("challenge_selector") is False
