from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from tcsalgbench.graphs.layout import Layout, Measures, lay_out

MEASURES = Measures()
EDGES = st.lists(st.tuples(st.integers(0, 29), st.integers(0, 29)), max_size=60)


def overlaps(layout: Layout) -> list[tuple[int, int]]:
    near = []
    for one, (x, y) in enumerate(layout.centres):
        for other, (u, v) in enumerate(layout.centres[:one]):
            if abs(x - u) < MEASURES.width and abs(y - v) < MEASURES.height:
                near.append((other, one))
    return near


@settings(max_examples=60, deadline=None)
@given(EDGES)
def test_boxes_never_overlap_and_all_is_inside_the_drawing(edges: list[tuple[int, int]]) -> None:
    layout = lay_out(30, edges)
    assert overlaps(layout) == []
    for x, y in (*layout.centres, *(point for route in layout.routes for point in route)):
        assert 0 <= x <= layout.width
        assert 0 <= y <= layout.height


@settings(max_examples=60, deadline=None)
@given(EDGES)
def test_what_is_used_stands_above_what_uses_it(edges: list[tuple[int, int]]) -> None:
    backwards = [(max(edge), min(edge)) for edge in edges if edge[0] != edge[1]]  # no cycle: each uses what came before
    layout = lay_out(30, backwards)
    for source, target in backwards:
        assert layout.centres[target][1] < layout.centres[source][1]
    for route in layout.routes:
        assert all(lower[1] > upper[1] for lower, upper in pairwise(route))


@settings(max_examples=20, deadline=None)
@given(EDGES, st.randoms())
def test_the_same_graph_is_drawn_the_same_way(edges: list[tuple[int, int]], random: object) -> None:
    shuffled = list(edges)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert lay_out(30, edges).centres == lay_out(30, shuffled).centres


def test_nothing_at_all_is_a_drawing_too() -> None:
    assert lay_out(0, []).centres == ()
    assert len(lay_out(3, []).centres) == 3
