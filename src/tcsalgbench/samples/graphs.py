"""The graph that a bundled paper should get, made from what is known to be true about it."""

import re
from typing import Any

from tcsalgbench.graphs.model import (
    CitationUse,
    Edge,
    GlossaryEntry,
    Hypothesis,
    Node,
    Place,
    ProofGraph,
    ProofText,
    TermUse,
)
from tcsalgbench.graphs.places import Places
from tcsalgbench.papers.record import load_paper
from tcsalgbench.samples.folders import load_sample_paper, sample_folder
from tcsalgbench.samples.truth import Truth, load_truth

# How the truth and the reader name the ways in which a proof finds its statement.
_LINKED = {"adjacent": "nearness", "optional-argument": "optional-argument", "restatement": "restated"}
_PROOF = re.compile(r"\\begin\{proof\}(?:\[(?:[^\[\]]|\[[^\[\]]*\])*\])?\s*(.*?)\s*\\end\{proof\}", re.DOTALL)
_RESTATABLE = re.compile(r"\\begin\{restatable\}(?:\[.*?\])?\{(\w+)\}")


def expected_graph(name: str) -> ProofGraph:
    """The graph of a bundled paper as its truth files have it: nodes, edges, glossary, and the terms that follow from it.

    `flags` and `drops` are empty, and `confidence` is 1 throughout: a person made it.
    """
    truth, paper = load_truth(name), load_sample_paper(name)
    made = _Converter(truth)
    return ProofGraph(
        work=paper.id,
        version=paper.version,
        digest=load_paper(sample_folder(name)).source.digest(),
        main=truth.graph["main"],
        nodes=tuple(made.node(fields) for fields in truth.graph["nodes"]),
        edges=tuple(made.edge(fields) for fields in truth.graph["edges"]),
        terms=tuple(use for entry in truth.glossary["entries"] for use in made.uses(entry)),
        glossary=tuple(made.entry(fields) for fields in truth.glossary["entries"]),
        citations=tuple(made.citation(fields) for fields in truth.graph["citations"]),
    )


class _Converter:
    def __init__(self, truth: Truth) -> None:
        self._truth = truth
        files = {path.relative_to(truth.tex).as_posix(): path.read_bytes() for path in truth.tex.rglob("*.tex")}
        self._places = Places(files)
        nodes = truth.graph["nodes"]
        # The truth counts statements without a label; a graph names them by what is printed.
        self._ids = {node["id"]: node["id"] if node["labels"] else f"{node['kind']}-{node['number']}" for node in nodes}

    def _place(self, fields: dict[str, Any], span: str = "span") -> Place:
        return self._places.at(fields["file"], *fields[span])

    def node(self, fields: dict[str, Any]) -> Node:
        whole, body = self._place(fields), self._place(fields, "body")
        wrapped = _RESTATABLE.match(self._places.text(whole))
        return Node(
            id=self._ids[fields["id"]],
            kind=fields["kind"],
            env=wrapped[1] if wrapped else fields["env"],
            printed=fields["printed"],
            number=fields["number"],
            labels=tuple(fields["labels"]),
            inner_labels=tuple(fields["inner_labels"]),
            name=fields["name"],
            statement=self._places.text(body),
            whole=whole,
            body=body,
            proof=self._proof(fields["proof"]),
            hypotheses=tuple(self._hypothesis(body, one) for one in fields["hypotheses"]),
            free_variables=tuple(fields["free_variables"]),
            informal_of=tuple(self._ids[one] for one in fields["informal_of"]),
        )

    def _hypothesis(self, body: Place, fields: dict[str, Any]) -> Hypothesis:
        if fields["node"] is not None:
            return Hypothesis(node=self._ids[fields["node"]])
        before = self._places.text(body).split(fields["quote"], 1)[0]
        start = body.start + len(before.encode())
        end = start + len(fields["quote"].encode())
        return Hypothesis(quote=fields["quote"], place=self._places.at(body.file, start, end))

    def _proof(self, fields: dict[str, Any] | None) -> ProofText | None:
        if fields is None:
            return None
        written = self._places.text(self._place(fields))
        inside = _PROOF.fullmatch(written)
        if inside is None:
            raise ValueError(f"the truth of {self._truth.name} has a proof that is none: {fields}")
        start = fields["span"][0] + len(written[: inside.start(1)].encode())
        place = self._places.at(fields["file"], start, start + len(inside[1].encode()))
        return ProofText(text=inside[1], place=place, linked_by=_LINKED[fields["linked_by"]], confidence=1.0)

    def edge(self, fields: dict[str, Any]) -> Edge:
        return Edge(
            source=self._ids[fields["from"]],
            target=self._ids[fields["to"]],
            where=fields["where"],
            via=fields["via"],
            label=fields.get("label"),
            quote=fields.get("quote"),
            place=self._place(fields),
        )

    def entry(self, fields: dict[str, Any]) -> GlossaryEntry:
        return GlossaryEntry(
            term=fields["term"],
            aliases=tuple(fields["aliases"]),
            kind=fields["kind"],
            definition=fields["definition"],
            place=self._place(fields),
            node=None if fields["node"] is None else self._ids[fields["node"]],
            nodes=tuple(self._ids[one] for one in fields["nodes"]),
        )

    def uses(self, fields: dict[str, Any]) -> list[TermUse]:
        """A statement that uses the term of another one."""
        if fields["node"] is None:
            return []
        users = [self._ids[one] for one in fields["nodes"] if one != fields["node"]]
        return [TermUse(source=user, target=self._ids[fields["node"]], term=fields["term"], confidence=1.0) for user in users]

    def citation(self, fields: dict[str, Any]) -> CitationUse:
        return CitationUse(
            source=self._ids[fields["from"]],
            where=fields["where"],
            key=fields["key"],
            note=fields["printed"].replace(" ", "~"),
            place=self._place(fields),
        )
