"""The definition layer by code: which statement uses which term that a definition defines, with how sure each use is."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from tcsalgbench.graphs.attaching import holds, texts_of
from tcsalgbench.graphs.defining import DEFINING, Defined, defined_terms
from tcsalgbench.graphs.matching import Matcher, Term, Text
from tcsalgbench.graphs.model import Edge, Node, ProofGraph, TermUse
from tcsalgbench.tex import Document

# A term that this share of all statements uses says half as much about each of them.
_USED_BY_MANY = 0.5
# In a short text a term may be everywhere because the text is about it.
_FEWEST = 50
_BEFORE_ITS_DEFINITION = 0.5
_DEFINED_AGAIN = 0.4
_WEAK = frozenset(("opening", "label", "symbol", "set equal"))
# The statement says itself that it uses the definition.
_BY_REFERENCE = 0.95
# Uses that are less sure than this imply nothing.
_LEANS = 0.4
LEAST = 0.1


def with_terms(graph: ProofGraph, document: Document) -> ProofGraph:
    """The graph with its definition layer."""
    uses = term_uses(graph.nodes, graph.edges, Matcher(document.macros), document)
    return graph.model_copy(update={"terms": uses})


def term_uses(nodes: Sequence[Node], edges: Sequence[Edge], matcher: Matcher, document: Document) -> tuple[TermUse, ...]:
    """For each statement and definition one use, by the term that is surest; other terms of it add to how sure it is.

    `edges` are those that the layer may lean on: what they imply is marked, and a statement that refers to a definition
    uses it.
    """
    texts = texts_of(matcher, nodes)
    place = {node.id: at for at, node in enumerate(nodes)}
    defined = tuple(_defined(nodes, texts, matcher, document))
    share = {one.term: _share(one.term, texts) for one in defined}
    again = {term: [one for one in defined if one.term == term] for term in share}
    referred = _referred(nodes, edges)
    uses: list[TermUse] = []
    for node in nodes:
        found: dict[str, list[tuple[float, str]]] = {
            target: [(_BY_REFERENCE, printed)] for target, printed in referred.get(node.id, {}).items()
        }
        here = [one for one in defined if one.node != node.id and texts[node.id].has(one.term)]
        own = {one.term for one in defined if one.node == node.id}
        for one in _not_covered(texts[node.id], here, own):
            sure = one.sureness * (1.0 - min(1.0, share[one.term] / _USED_BY_MANY) * 0.5)
            if one is not _nearest(again[one.term], place, node.id) or one.term in own:
                sure *= _DEFINED_AGAIN
            if place[one.node] > place[node.id]:
                sure *= _BEFORE_ITS_DEFINITION
            found.setdefault(one.node, []).append((sure, one.written))
        uses += (use for target, signs in found.items() if (use := _use(node.id, target, signs)).confidence >= LEAST)
    return marked(uses, edges)


def _referred(nodes: Sequence[Node], edges: Sequence[Edge]) -> dict[str, dict[str, str]]:
    """The definitions that a statement refers to, with what is printed there."""
    known = {node.id: node for node in nodes}
    referred: dict[str, dict[str, str]] = {}
    for edge in edges:
        source, target = known[edge.source], known[edge.target]
        if edge.via in ("ref", "eqref") and target.kind in DEFINING and holds(source.body, edge.place):
            referred.setdefault(edge.source, {})[edge.target] = target.printed
    return referred


def marked(uses: Sequence[TermUse], edges: Sequence[Edge]) -> tuple[TermUse, ...]:
    """The uses, marked where another statement that the source leans on leans on the target."""
    leans: dict[str, set[str]] = {}
    for edge in edges:
        if edge.via in ("ref", "eqref"):
            leans.setdefault(edge.source, set()).add(edge.target)
    for use in uses:
        if use.confidence >= _LEANS:
            leans.setdefault(use.source, set()).add(use.target)
    # What the statement itself names by its number is no afterthought of another one.
    named = {(edge.source, edge.target) for edge in edges if edge.via == "ref" and edge.where == "statement"}
    return tuple(
        use.model_copy(update={"implied": (use.source, use.target) not in named and _implied(leans, use.source, use.target)})
        for use in uses
    )


def _implied(leans: Mapping[str, set[str]], source: str, target: str) -> bool:
    todo = [one for one in leans.get(source, ()) if one != target]
    seen = {source, *todo}
    while todo:
        following = leans.get(todo.pop(), set())
        if target in following:
            return True
        todo += following - seen
        seen |= following
    return False


def _defined(nodes: Sequence[Node], texts: Mapping[str, Text], matcher: Matcher, document: Document) -> Iterator[Defined]:
    """The terms of all definitions. A weak sign counts only for what no earlier statement speaks of."""
    seen: set[str] = set()
    earlier: list[Text] = []
    for node in nodes:
        if node.kind in DEFINING:
            for one in defined_terms(node, matcher, document.macros, seen):
                if one.sign not in _WEAK or not any(text.has(one.term) for text in earlier):
                    yield one
        seen |= texts[node.id].commands
        earlier.append(texts[node.id])


def _nearest(defined: Sequence[Defined], place: Mapping[str, int], user: str) -> Defined:
    """Of the definitions of one term, the last before the statement; else the first of all."""
    before = [one for one in defined if place[one.node] < place[user]]
    return before[-1] if before else defined[0]


def _use(source: str, target: str, signs: Sequence[tuple[float, str]]) -> TermUse:
    doubt = 1.0
    for sure, _ in signs:
        doubt *= 1.0 - sure
    return TermUse(source=source, target=target, term=max(signs)[1], confidence=round(1.0 - doubt, 3))


def _share(term: Term, texts: Mapping[str, Text]) -> float:
    return sum(text.has(term) for text in texts.values()) / max(_FEWEST, len(texts))


def _not_covered(text: Text, found: Sequence[Defined], own: Collection[Term]) -> list[Defined]:
    """Terms that stand somewhere by themselves: `entropy` is not used where only `conditional entropy` is.

    The terms that the statement itself defines (`own`) cover others as well.
    """
    lines = [one for one in found if one.term.line is not None]
    kept = [one for one in found if one.term.line is None]
    covers = {term.line for term in (*own, *(one.term for one in lines)) if term.line is not None}
    for one in lines:
        line = one.term.line or ""
        longer = [other for other in covers if line in other != line]
        rest = text.line
        for other in sorted(longer, key=len, reverse=True):
            rest = rest.replace(other, " | ")
        if line in rest:
            kept.append(one)
    return kept
