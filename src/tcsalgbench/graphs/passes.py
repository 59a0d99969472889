"""The model passes over one work as jobs that run side by side, and the graph that their findings make."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from tcsalgbench.calls import Steps
from tcsalgbench.graphs import annotating, auditing, glossing, invoking, linking
from tcsalgbench.graphs.asking import Found
from tcsalgbench.graphs.attaching import uses_of_glossary
from tcsalgbench.graphs.cycles import on_a_cycle, said, without_cycles
from tcsalgbench.graphs.listing import SMALL, Chunk, Sizes
from tcsalgbench.graphs.material import Material
from tcsalgbench.graphs.model import Drop, Edge, Flag, Node, ProofGraph, TermUse
from tcsalgbench.graphs.terms import marked, term_uses
from tcsalgbench.jobs import Desk
from tcsalgbench.jobs.desk import SMALL_MODELS
from tcsalgbench.prompts import Role

ROLES: tuple[Role[Any], ...] = (
    annotating.ANNOTATOR,
    invoking.EDGE_FINDER,
    glossing.GLOSSARY_WRITER,
    linking.VERSION_LINKER,
    auditing.GRAPH_AUDITOR,
)
# The passes that see nothing but the paper, by the first word of their jobs.
_ROLE_OF: Mapping[str, Role[Any]] = {
    "annotate": annotating.ANNOTATOR,
    "edges": invoking.EDGE_FINDER,
    "glossary": glossing.GLOSSARY_WRITER,
    "versions": linking.VERSION_LINKER,
}
Factory = Callable[[], Steps[Found]]


@dataclass(frozen=True, slots=True)
class Plan:
    """How a graph is built: how often a pass is sent round again, whether it is audited, how much is asked about at most."""

    again: int = 2
    audit: bool = True
    most_chunks: int | None = None
    sizes: Sizes | None = None

    def sizes_for(self, desk: Desk, role: Role[Any]) -> Sizes:
        """How much a call of a role is shown: little, where the embedded model plays it."""
        if self.sizes is not None:
            return self.sizes
        return SMALL if desk.cast.choice(role.name).model.startswith(SMALL_MODELS) else Sizes()


def roles_of(plan: Plan) -> tuple[str, ...]:
    """The roles that a plan asks."""
    return tuple(role.name for role in ROLES if plan.audit or role is not auditing.GRAPH_AUDITOR)


@dataclass(frozen=True, slots=True)
class Passes:
    """The jobs of one work. A job is named by its pass and the number of its part."""

    desk: Desk
    material: Material
    plan: Plan = field(default_factory=Plan)

    def scope(self, job: str) -> str:
        """The scope of a job. Another model, template or size of its role is another scope, so that no old answer is taken for
        it, and what other roles were asked is found again. What hangs on the answers of several roles changes with each.
        """
        graph, first = self.material.graph, _ROLE_OF.get(job.partition("/")[0])
        roles = ROLES if first is None or job.endswith("/cycle") else (first,)
        chosen: list[object] = [self.plan.again]
        for role in roles:
            choice = self.desk.cast.choice(role.name)
            short = choice.model.startswith(SMALL_MODELS)
            digest = self.desk.book.template(role, short=short).digest
            chosen += [choice.model, choice.effort, choice.max_output, digest, self.plan.sizes_for(self.desk, role)]
        if roles is ROLES:
            chosen.append(self.plan.most_chunks)
        settings = hashlib.sha256(repr(chosen).encode()).hexdigest()[:8]
        return f"graph/{graph.work}{graph.version}/{graph.digest[:8]}-{settings}/{job}"

    def first(self) -> dict[str, Factory]:
        """Everything that can be asked at once."""
        desk, material, again = self.desk, self.material, self.plan.again
        jobs: dict[str, Factory] = {}
        for name, chunk in self._named("annotate", annotating.ANNOTATOR, annotating.chunks):
            jobs[name] = partial(annotating.annotate, desk, material, chunk, name, again)
        for name, chunk in self._named("edges", invoking.EDGE_FINDER, invoking.chunks):
            jobs[name] = partial(invoking.find_edges, desk, material, chunk, name, again)
        for name, chunk in self._named("glossary", glossing.GLOSSARY_WRITER, glossing.chunks):
            jobs[name] = partial(glossing.write_glossary, desk, material, chunk, name, again)
        for name, chunk in self._named("versions", linking.VERSION_LINKER, linking.chunks):
            jobs[name] = partial(linking.link_versions, desk, material, chunk, name, again)
        return jobs

    def against_cycles(self, found: Mapping[str, Found]) -> dict[str, Factory]:
        """The parts whose edges close a cycle, asked once more and told so."""
        named = [(name, edge) for name, one in sorted(found.items()) for edge in one.edges]
        explicit = self.material.graph.edges
        edges = [*explicit, *(edge for _, edge in named)]
        looped = on_a_cycle(self.material.graph.nodes, edges)
        blamed: dict[str, list[Edge]] = {}
        for number, (name, edge) in enumerate(named, len(explicit)):
            if number in looped:
                blamed.setdefault(name, []).append(edge)
        if not blamed or self.plan.again == 0:
            return {}
        every = "\n".join(f"- {said(edges[number])}" for number in sorted(looped))[:4000]
        jobs: dict[str, Factory] = {}
        for name, chunk in self._named("edges", invoking.EDGE_FINDER, invoking.chunks):
            if name in blamed:
                told = f"These edges close a cycle; take back those that are not there:\n{every}"
                call = f"{name}/cycle"
                jobs[call] = partial(invoking.find_edges, self.desk, self.material, chunk, call, self.plan.again - 1, told)
        return jobs

    def last(self, graph: ProofGraph) -> dict[str, Factory]:
        """The audit of a graph that is built."""
        if not self.plan.audit:
            return {}
        sizes = self.plan.sizes_for(self.desk, auditing.GRAPH_AUDITOR)
        jobs: dict[str, Factory] = {}
        for number, (chunk, edges) in enumerate(_at_most(auditing.chunks(self.material, graph, sizes), self.plan.most_chunks)):
            name = f"audit/{number:03}"
            jobs[name] = partial(auditing.audit, self.desk, self.material, chunk, edges, name)
        return jobs

    def _named(
        self, what: str, role: Role[Any], chunks: Callable[[Material, Sizes], Iterator[Chunk]]
    ) -> Iterator[tuple[str, Chunk]]:
        parts = _at_most(chunks(self.material, self.plan.sizes_for(self.desk, role)), self.plan.most_chunks)
        return ((f"{what}/{number:03}", chunk) for number, chunk in enumerate(parts))


def _at_most(parts: Iterable[Any], most: int | None) -> Iterator[Any]:
    for number, part in enumerate(parts):
        if most is not None and number >= most:
            return
        yield part


def assembled(material: Material, found: Mapping[str, Found], models: Sequence[str], prompts: Mapping[str, str]) -> ProofGraph:
    """The graph of all findings; what remains cyclic is dropped. The order of parts decides, not that of answers."""
    parts = [found[name] for name in sorted(found)]
    plain = material.graph
    nodes = _annotated(plain.nodes, parts)
    words, doubled = _each_once(edge for part in parts for edge in part.edges)
    edges, cyclic = without_cycles(nodes, (*plain.edges, *words))
    entries, double = glossing.merged(entry for part in parts for entry in part.entries)
    glossary = glossing.attach(entries, material, nodes, edges)
    by_code = term_uses(nodes, edges, material.matcher, material.document)
    return plain.model_copy(
        update={
            "nodes": nodes,
            "edges": edges,
            "glossary": glossary,
            "terms": _layer(uses_of_glossary(glossary), by_code, edges),
            "drops": (*plain.drops, *(drop for part in parts for drop in part.drops), *doubled, *double, *cyclic),
            "models": tuple(sorted(set(models))),
            "prompts": dict(prompts),
        }
    )


def _each_once(edges: Iterable[Edge]) -> tuple[tuple[Edge, ...], tuple[Drop, ...]]:
    """A long proof is shown in several parts, whose answers may name one edge twice."""
    kept: dict[tuple[str, str, str], Edge] = {}
    drops: list[Drop] = []
    for edge in edges:
        key = (edge.source, edge.target, edge.where)
        if key in kept:
            drops.append(Drop(what="edge", detail=said(edge), reason="another part of the paper gave it"))
        kept.setdefault(key, edge)
    return tuple(kept.values()), tuple(drops)


def _annotated(nodes: Sequence[Node], parts: Sequence[Found]) -> tuple[Node, ...]:
    made: list[Node] = []
    for node in nodes:
        update: dict[str, object] = {}
        for part in parts:
            if part.hypotheses and node.id in part.hypotheses:
                update["hypotheses"] = part.hypotheses[node.id]
            if part.variables and node.id in part.variables:
                update["free_variables"] = part.variables[node.id]
            if part.informal and node.id in part.informal and "informal_of" not in update:
                update["informal_of"] = part.informal[node.id]
            if part.restated and node.id in part.restated:
                update.setdefault("restates", part.restated[node.id])
        made.append(node.model_copy(update=update))
    return tuple(made)


def _layer(by_glossary: Sequence[TermUse], by_code: Sequence[TermUse], edges: Sequence[Edge]) -> tuple[TermUse, ...]:
    """A reader's glossary first; code adds what it finds beside it."""
    best: dict[tuple[str, str, str], TermUse] = {(use.source, use.target, use.term): use for use in by_glossary}
    pairs = {(use.source, use.target) for use in by_glossary}
    more = [use for use in by_code if (use.source, use.target) not in pairs]
    return marked((*best.values(), *more), [edge for edge in edges if edge.via != "uses"])


def with_flags(graph: ProofGraph, found: Mapping[str, Found]) -> ProofGraph:
    """The graph with what its audit flagged; nothing else changes."""
    flags: list[Flag] = [flag for name in sorted(found) for flag in found[name].flags]
    drops: list[Drop] = [drop for name in sorted(found) for drop in found[name].drops]
    return graph.model_copy(update={"flags": (*graph.flags, *flags), "drops": (*graph.drops, *drops)})


def without_edges(found: Found) -> Found:
    """A finding whose edges are to be replaced."""
    return replace(found, edges=())
