"""Notation is known again by its shape: the symbol, what stands around it, and which of that belongs to its name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tcsalgbench.graphs.shapes import ANY, Shape, head_at_start, pattern, shapes_of
from tcsalgbench.tex.formulas import tokens


def first(formula: str) -> Shape:
    head = head_at_start(tokens(formula, {}))
    assert head is not None
    return head.shape


@pytest.mark.parametrize(
    ("formula", "shape"),
    [
        (r"\mathcal{R}^P_\pi", Shape(r"\mathcal R", r"\pi", "P")),
        (r"\mathcal R_{\pi}^{P}", Shape(r"\mathcal R", r"\pi", "P")),
        (r"\operatorname{LT}(f)", Shape("name LT", called=True)),
        (r"\mathrm{LT}(I)", Shape("name LT", called=True)),
        (r"|V_w|", Shape("V", "w")),
        (r"\hat y_B^*", Shape(r"\hat y", "B", "*")),
        (r"f'(x)", Shape("f", None, "'", called=True)),
    ],
)
def test_a_symbol_is_read_with_its_marks_in_any_order_and_spelling(formula: str, shape: Shape) -> None:
    assert first(formula) == shape


def test_a_head_ends_after_its_arguments() -> None:
    found = tokens(r"S(f,(g)) = 1", {})
    head = head_at_start(found)
    assert head is not None
    assert found[head.end] == "="
    assert head_at_start(tokens("(x", {})) is None
    assert head_at_start(tokens("S(x", {})) is None


def test_marks_of_known_symbols_may_be_others_and_the_rest_belongs_to_the_name() -> None:
    risk = pattern(first(r"\mathcal R^P_\pi"), {"P", r"\pi"})
    assert risk == Shape(r"\mathcal R", ANY, ANY)
    assert risk.fits(first(r"\mathcal R^{\kappa\circ P}_\xi"))
    assert not risk.fits(first(r"\mathcal R^P"))
    worst = pattern(first(r"\mathcal R^*_B"), {"P", r"\pi"})
    assert worst.fits(first(r"\mathcal R_B^*"))
    assert not worst.fits(first(r"\mathcal R_\pi^P"))
    assert not pattern(first("E^s_i"), {"i"}).fits(first("E_j"))
    assert pattern(first(r"\mathcal G_{k+1}"), {"k"}) == first(r"\mathcal G_{k+1}")


def test_a_name_without_marks_may_get_any_and_arguments_must_follow_where_they_were_given() -> None:
    assert Shape("name LT").fits(first(r"\mathrm{LT}_{<}(f)"))
    assert not Shape("S", called=True).fits(Shape("S"))


@given(st.lists(st.sampled_from([*"xyR_^{}()[]|'=+1", r"\mathcal", r"\hat", r"\pi", r"\frac"]), max_size=25))
def test_any_tokens_are_read_to_their_end(found: list[str]) -> None:
    for shape in shapes_of(found):
        assert shape.base
    head = head_at_start(found)
    assert head is None or 0 < head.end <= len(found)
