"""A model pass: what a statement supposes, as assumptions of the paper or quotations from it, and its free variables."""

from collections.abc import Iterator

from pydantic import Field

from tcsalgbench.calls import Steps
from tcsalgbench.graphs.asking import Checked, Found, Said, asked, drop
from tcsalgbench.graphs.listing import Chunk, Sizes, catalogue, statements_in_chunks
from tcsalgbench.graphs.material import Material
from tcsalgbench.graphs.model import Drop, Hypothesis, Node
from tcsalgbench.jobs import Desk
from tcsalgbench.prompts import Role, Untrusted
from tcsalgbench.tex.words import words

RESULTS = frozenset(words("theorem lemma proposition corollary claim fact observation conjecture subclaim"))
SUPPOSABLE = frozenset(
    words("assumption condition hypothesis setting model situation axiom definition convention construction notation algorithm")
)
_LONGEST_VARIABLE = 60


class SaidHypothesis(Said):
    """Either a statement's id or a quotation."""

    node: str | None = None
    quote: str | None = Field(default=None, max_length=3000)


class SaidStatement(Said):
    """What is said of one statement."""

    id: str
    hypotheses: tuple[SaidHypothesis, ...] = Field(max_length=40)
    free_variables: tuple[str, ...] = Field(max_length=60)


class Annotations(Said):
    """The annotator's answer."""

    statements: tuple[SaidStatement, ...] = Field(max_length=300)


ANNOTATOR = Role(
    "annotator", "construction", Annotations, frozenset({"statements", "catalogue", "problems"}), max_output=16_000
)


def chunks(material: Material, sizes: Sizes) -> Iterator[Chunk]:
    """The results of a paper, a bounded number at a time."""
    results = [node for node in material.graph.nodes if node.kind in RESULTS and node.restates is None]
    for text, shown in statements_in_chunks(results, sizes.chunk, proofs=False):
        yield Chunk(text, shown, catalogue(material, shown, sizes.catalogue, SUPPOSABLE))


def annotate(desk: Desk, material: Material, chunk: Chunk, name: str, again: int) -> Steps[Found]:
    """Ask about one chunk."""
    values = {
        "statements": Untrusted("statements of a paper", chunk.text),
        "catalogue": Untrusted("what the paper assumes and defines", chunk.catalogue or "(nothing)"),
    }
    return asked(desk, ANNOTATOR, name, values, lambda answer: check(material, chunk, answer), again)


def check(material: Material, chunk: Chunk, answer: Annotations) -> Checked:
    """Keep what is true of the statements that were shown."""
    hypotheses: dict[str, tuple[Hypothesis, ...]] = {}
    variables: dict[str, tuple[str, ...]] = {}
    wrong: list[Drop] = []
    for said in answer.statements:
        if said.id not in chunk.shown:
            wrong.append(drop("hypothesis", said.id, "no statement with this id was shown"))
        elif said.id in hypotheses:
            wrong.append(drop("hypothesis", said.id, "the statement is there twice; give it once"))
        else:
            node = material.nodes[said.id]
            hypotheses[node.id] = tuple(_hypotheses(material, node, said, wrong))
            variables[node.id] = tuple(_variables(material, node, said, wrong))
    return Checked(Found(hypotheses=hypotheses, variables=variables), tuple(wrong))


def _hypotheses(material: Material, node: Node, said: SaidStatement, wrong: list[Drop]) -> Iterator[Hypothesis]:
    seen: set[str] = set()
    for one in said.hypotheses:
        shown = f"{node.id}: {one.node or one.quote or '(nothing)'}"
        key = repr((one.node, "".join((one.quote or "").split())))
        if key in seen:
            wrong.append(drop("hypothesis", shown, "it is there twice"))
            continue
        seen.add(key)
        if one.node is not None and one.quote is None:
            if one.node not in material.nodes or one.node == node.id:
                wrong.append(drop("hypothesis", shown, "no other statement of the paper has this id"))
            else:
                yield Hypothesis(node=one.node)
        elif one.quote is not None and one.node is None:
            place = material.quoted(one.quote, node.body)
            if place is None:
                wrong.append(drop("hypothesis", shown, "the statement does not say this; quote it letter by letter"))
            else:
                yield Hypothesis(quote=material.places.text(place), place=place)
        else:
            wrong.append(drop("hypothesis", shown, "give either the id of a statement or a quotation"))


def _variables(material: Material, node: Node, said: SaidStatement, wrong: list[Drop]) -> Iterator[str]:
    seen: set[str] = set()
    for written in said.free_variables:
        bare = written.strip().strip("$").strip()
        variable = f"${bare}$"
        if variable in seen:
            continue
        seen.add(variable)
        term = material.matcher.term(variable)
        if not bare or len(bare) > _LONGEST_VARIABLE or term.empty or not material.whole.has(term):
            wrong.append(drop("variable", f"{node.id}: {written}", "no formula of the paper has this"))
        else:
            yield variable
