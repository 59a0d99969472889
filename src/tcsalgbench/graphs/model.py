"""A proof graph as it lies on disk. Every text in it is the source, verbatim, and says where it stands."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from tcsalgbench.workspace import Schema

Where = Literal["statement", "proof"]
# How an edge was found: a reference; through an equation or item of the target; a blueprint command; words.
Via = Literal["ref", "eqref", "uses", "text"]
EntryKind = Literal["term", "named object", "operator", "function", "interaction rule", "algorithm"]


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Place(_Record):
    """A stretch of source: `[start, end)` in bytes of `file`, and its first and last line, counted from one."""

    file: str
    start: int
    end: int
    line: int
    end_line: int


class Hypothesis(_Record):
    """What a statement supposes: a node (an assumption), or a quotation from the statement, with its place."""

    node: str | None = None
    quote: str | None = None
    place: Place | None = None


class ProofText(_Record):
    """A proof, verbatim, how it was linked to its statement, and how sure that is."""

    text: str
    place: Place
    linked_by: str
    confidence: float


class Node(_Record):
    """A statement: `whole` is its environment, `body` what it says. `id` is its first label, else its kind and number."""

    id: str
    kind: str
    env: str
    printed: str
    number: str | None
    labels: tuple[str, ...]
    inner_labels: tuple[str, ...] = ()  # of equations and items inside
    name: str | None = None
    statement: str
    whole: Place
    body: Place
    proof: ProofText | None = None
    hypotheses: tuple[Hypothesis, ...] = ()
    free_variables: tuple[str, ...] = ()
    restates: str | None = None
    informal_of: tuple[str, ...] = ()


class Edge(_Record):
    """The statement or the proof of `source` invokes `target`. An edge found in words carries the sentence it relies on."""

    source: str
    target: str
    where: Where
    via: Via
    label: str | None = None
    quote: str | None = None
    place: Place


class TermUse(_Record):
    """The definition layer: the statement of `source` uses `term`, which `target` defines.

    `implied`: the source leans on another statement that leans on the target; authors who list dependencies leave such out.
    """

    source: str
    target: str
    term: str
    confidence: float
    implied: bool = False


class GlossaryEntry(_Record):
    """A word or symbol of the work, with its verbatim definition; `node` defines it, `nodes` use it."""

    term: str
    aliases: tuple[str, ...] = ()
    kind: EntryKind
    definition: str
    place: Place
    node: str | None = None
    nodes: tuple[str, ...] = ()


class Drop(_Record):
    """Something that a model said and that did not enter the graph, and why."""

    what: Literal["edge", "entry", "hypothesis", "variable", "link", "flag", "answer"]
    detail: str
    reason: str
    call: str | None = None


class Flag(_Record):
    """Something for a person to look at; it changes nothing."""

    kind: Literal["missed statement", "mislabelled", "informal restatement", "suspicious edge", "reading", "other"]
    node: str | None = None
    detail: str
    place: Place | None = None


class CitationUse(_Record):
    """A node cites a work of the bibliography, with the note that LaTeX prints beside it ("Theorem 3")."""

    source: str | None
    where: Where | None
    key: str
    note: str | None
    place: Place


class ProofGraph(_Record):
    """The graph of one version of a work. `digest` is that of its TeX tree; `models` says who answered, `()` for code alone."""

    work: str
    version: str
    digest: str
    main: str
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    terms: tuple[TermUse, ...] = ()
    glossary: tuple[GlossaryEntry, ...] = ()
    citations: tuple[CitationUse, ...] = ()
    drops: tuple[Drop, ...] = ()
    flags: tuple[Flag, ...] = ()
    models: tuple[str, ...] = ()
    prompts: dict[str, str] = Field(default_factory=dict)  # digests of the templates used, by role

    def node(self, id_: str) -> Node | None:
        """The node of this id."""
        return next((node for node in self.nodes if node.id == id_), None)


GRAPH = Schema(ProofGraph, version=1)
