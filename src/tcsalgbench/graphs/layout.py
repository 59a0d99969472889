"""Where the statements of a graph stand in a drawing: in layers, what is used above what uses it; the same every time."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, sqrt

import rustworkx as rx

Point = tuple[float, float]
_MOST_BENDS = 4000  # beyond that, long edges run straight: their bends would cost more than they show
_SWEEPS = 12


@dataclass(frozen=True, slots=True)
class Measures:
    """The size of a box, and the space between boxes and between layers."""

    width: float = 158.0
    height: float = 44.0
    gap: float = 22.0
    lane: float = 6.0  # between lines that pass through a layer side by side
    layer_gap: float = 64.0


@dataclass(frozen=True, slots=True)
class Layout:
    """The centre of every box, the bends of every edge from its source to its target, and the size of the whole."""

    centres: tuple[Point, ...]
    routes: tuple[tuple[Point, ...], ...]
    width: float
    height: float


def lay_out(count: int, edges: Sequence[tuple[int, int]], measures: Measures | None = None) -> Layout:
    """Lay out `count` boxes, numbered in reading order, with edges (source, target): the source uses the target."""
    measures = measures or Measures()
    downward = [(source, target) for source, target in _acyclic(count, edges) if source != target]
    connected = sorted({end for edge in downward for end in edge})
    layer_of = _layers(connected, downward)
    sheet = _Sheet(connected, layer_of, downward, measures)
    sheet.arrange()
    centres = sheet.centres(count)
    bottom = _place_the_rest(centres, [node for node in range(count) if node not in layer_of], sheet, measures)
    placed = [point if point is not None else (0.0, 0.0) for point in centres]
    routes = []
    for source, target in edges:
        routes.append(_route(placed[source], sheet.bends(source, target), placed[target], measures))
    half = measures.width / 2
    across = [x for route in routes for x, _ in route] + [x + side for x, _ in placed for side in (-half, half)]
    left, right = min(across, default=0.0) - measures.gap, max(across, default=0.0) + measures.gap
    moved = tuple((x - left, y) for x, y in placed)
    return Layout(moved, tuple(tuple((x - left, y) for x, y in route) for route in routes), right - left, bottom)


def _acyclic(count: int, edges: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The edges without those of a cycle that point ahead in the text."""
    graph = rx.PyDiGraph(multigraph=False)
    graph.add_nodes_from(range(count))
    graph.add_edges_from_no_data(list(edges))
    knot: dict[int, int] = {}
    for number, component in enumerate(rx.strongly_connected_components(graph)):
        for node in component:
            knot[node] = number
    kept = {(source, target) for source, target in edges if knot[source] != knot[target] or target < source}
    return sorted(kept)


def _layers(nodes: Sequence[int], edges: Sequence[tuple[int, int]]) -> dict[int, int]:
    """The layer of each node: below all that it uses, in the first layer with room, then as near to its users as may be."""
    room = max(5, ceil(1.1 * sqrt(len(nodes))))
    uses: dict[int, list[int]] = {node: [] for node in nodes}
    users: dict[int, list[int]] = {node: [] for node in nodes}
    graph = rx.PyDiGraph()
    index = {node: graph.add_node(node) for node in nodes}
    for source, target in edges:
        uses[source].append(target)
        users[target].append(source)
        graph.add_edge(index[target], index[source], None)
    depth: dict[int, int] = {}
    order = list(rx.lexicographical_topological_sort(graph, key=lambda node: f"{node:09d}"))
    for node in order:
        depth[node] = 1 + max((depth[target] for target in uses[node]), default=-1)
    layer: dict[int, int] = {}
    filled: dict[int, int] = {}
    for node in sorted(order, key=lambda node: (depth[node], node)):
        wanted = 1 + max((layer[target] for target in uses[node]), default=-1)
        while filled.get(wanted, 0) >= room:
            wanted += 1
        layer[node] = wanted
        filled[wanted] = filled.get(wanted, 0) + 1
    for node in reversed(order):
        lowest = min((layer[user] for user in users[node]), default=0) - 1
        free = [one for one in range(lowest, layer[node], -1) if filled.get(one, 0) < room]
        if free and len(users[node]) > len(uses[node]):
            filled[layer[node]] -= 1
            layer[node] = free[0]
            filled[free[0]] = filled.get(free[0], 0) + 1
    used = {number: place for place, number in enumerate(sorted(set(layer.values())))}
    return {node: used[number] for node, number in layer.items()}


class _Sheet:
    """Layers of boxes, and of the bends of edges that cross a layer."""

    def __init__(
        self, nodes: Sequence[int], layer_of: dict[int, int], edges: Sequence[tuple[int, int]], measures: Measures
    ) -> None:
        self._measures = measures
        self._count = 1 + max(layer_of.values(), default=-1)
        self._rows: list[list[int]] = [[] for _ in range(self._count)]
        self._above: dict[int, list[int]] = {}
        self._below: dict[int, list[int]] = {}
        self._layer = dict(layer_of)
        self._bends: dict[tuple[int, int], list[int]] = {}
        self._x: dict[int, float] = {}
        for node in nodes:
            self._rows[layer_of[node]].append(node)
        bent = sum(layer_of[source] - layer_of[target] - 1 for source, target in edges) <= _MOST_BENDS
        fresh = -1  # bends are numbered below zero
        for source, target in edges:
            chain = [target]
            for row in range(layer_of[target] + 1, layer_of[source]) if bent else ():
                self._layer[fresh] = row
                self._rows[row].append(fresh)
                chain.append(fresh)
                fresh -= 1
            self._bends[source, target] = chain[1:]
            chain.append(source)
            for upper, lower in pairwise(chain):
                self._below.setdefault(upper, []).append(lower)
                self._above.setdefault(lower, []).append(upper)

    def arrange(self) -> None:
        """Order the layers so that few edges cross, then move each box towards its neighbours."""
        for row in self._rows:
            self._spread(row, [0.0] * len(row))
        for sweep in range(2 * _SWEEPS):
            downwards = sweep % 2 == 0
            rows = self._rows if downwards else self._rows[::-1]
            for row in rows:
                wanted = {node: self._wish(node, self._above if downwards else self._below) for node in row}
                if sweep < _SWEEPS:
                    row.sort(key=lambda node, wanted=wanted: wanted[node])  # type: ignore[misc]
                self._spread(row, [wanted[node] for node in row])
        for row in self._rows:
            wishes = [(self._wish(node, self._above) + self._wish(node, self._below)) / 2 for node in row]
            self._spread(row, wishes)

    def _wish(self, node: int, neighbours: dict[int, list[int]]) -> float:
        near = neighbours.get(node)
        return sum(self._x[one] for one in near) / len(near) if near else self._x[node]

    def _spread(self, row: Sequence[int], wishes: Sequence[float]) -> None:
        """Give each its place as near to its wish as order and widths allow: least squares, by pooling neighbours."""
        offset = 0.0
        offsets: list[float] = []
        for place, node in enumerate(row):
            if place:
                before = row[place - 1]
                gap = self._measures.lane if node < 0 and before < 0 else self._measures.gap
                offset += (self._width(before) + self._width(node)) / 2 + gap
            offsets.append(offset)
        pools: list[tuple[float, int]] = []
        for wish, start in zip(wishes, offsets, strict=True):
            pools.append((wish - start, 1))
            while len(pools) > 1 and pools[-2][0] > pools[-1][0]:
                (first, many), (second, more) = pools[-2], pools[-1]
                pools[-2:] = [((first * many + second * more) / (many + more), many + more)]
        shifts = [mean for mean, many in pools for _ in range(many)]
        for node, shift, start in zip(row, shifts, offsets, strict=True):
            self._x[node] = shift + start

    def _width(self, node: int) -> float:
        return self._measures.width if node >= 0 else 2.0

    def _point(self, node: int) -> Point:
        step = self._measures.height + self._measures.layer_gap
        return self._x[node], self._measures.gap + self._measures.height / 2 + self._layer[node] * step

    def centres(self, count: int) -> list[Point | None]:
        """The centres of the boxes that have edges."""
        return [self._point(node) if node in self._x else None for node in range(count)]

    def bends(self, source: int, target: int) -> list[Point]:
        """The bends of an edge, from its source to its target."""
        return [self._point(bend) for bend in reversed(self._bends.get((source, target), []))]

    @property
    def height(self) -> float:
        """Where the last layer ends."""
        return self._count * (self._measures.height + self._measures.layer_gap)


def _place_the_rest(centres: list[Point | None], rest: Sequence[int], sheet: _Sheet, measures: Measures) -> float:
    """Put what has no edge into rows below, in reading order; return where the drawing ends."""
    placed = [x for x, _ in filter(None, centres)]
    left = min(placed, default=0.0)
    columns = max(5, round((max(placed, default=0.0) - left) / (measures.width + measures.gap)) + 1)
    if not placed:
        columns = max(5, ceil(sqrt(len(rest))))
    top = sheet.height + measures.gap
    for number, node in enumerate(rest):
        row, column = divmod(number, columns)
        x = left + column * (measures.width + measures.gap)
        centres[node] = (x, top + row * (measures.height + measures.gap) + measures.height / 2)
    rows = ceil(len(rest) / columns)
    return top + rows * (measures.height + measures.gap) + measures.gap if rest else sheet.height


def _route(source: Point, bends: Sequence[Point], target: Point, measures: Measures) -> tuple[Point, ...]:
    """From the side of the source that faces the target to that of the target."""
    half = measures.height / 2 if target[1] <= source[1] else -measures.height / 2
    return ((source[0], source[1] - half), *bends, (target[0], target[1] + half))
