"""A model pass: which statement says informally, or again, what another one states."""

from collections.abc import Iterator

from pydantic import Field

from tcsalgbench.calls import Steps
from tcsalgbench.graphs.annotating import RESULTS
from tcsalgbench.graphs.asking import Checked, Found, Said, asked, drop
from tcsalgbench.graphs.informal import is_informal
from tcsalgbench.graphs.listing import Chunk, Sizes, statements_in_chunks
from tcsalgbench.graphs.material import Material
from tcsalgbench.graphs.model import Drop, Node
from tcsalgbench.jobs import Desk
from tcsalgbench.prompts import Role, Untrusted

# Two statements that say the same share most of their words.
_ALIKE = 70.0


class SaidLink(Said):
    """A statement, and the ones it stands for."""

    statement: str
    how: str = Field(pattern="^(informal|restated)$")
    formal: tuple[str, ...] = Field(min_length=1, max_length=6)


class Links(Said):
    """The version linker's answer."""

    links: tuple[SaidLink, ...] = Field(max_length=60)


VERSION_LINKER = Role(
    "version_linker", "construction", Links, frozenset({"candidates", "statements", "problems"}), max_output=8_000
)


def candidates(material: Material) -> tuple[Node, ...]:
    """Results without a proof of their own that nothing links yet: only such can be another's informal version."""
    return tuple(
        node
        for node in material.graph.nodes
        if node.kind in RESULTS and node.proof is None and not node.informal_of and node.restates is None
    )


def chunks(material: Material, sizes: Sizes) -> Iterator[Chunk]:
    """The results with a proof, a bounded number at a time; nothing where there is nothing to link."""
    open_ones = candidates(material)
    if not open_ones:
        return
    shown_first = next(statements_in_chunks(open_ones, sizes.catalogue, proofs=False))
    proved = [node for node in material.graph.nodes if node.kind in RESULTS and node.proof is not None]
    for text, shown in statements_in_chunks(proved, sizes.chunk, proofs=False):
        yield Chunk(text, (*shown_first[1], *shown), shown_first[0])


def link_versions(desk: Desk, material: Material, chunk: Chunk, name: str, again: int) -> Steps[Found]:
    """Ask about one chunk."""
    values = {
        "candidates": Untrusted("statements without a proof", chunk.catalogue),
        "statements": Untrusted("statements that are proved", chunk.text),
    }
    return asked(desk, VERSION_LINKER, name, values, lambda answer: check(material, chunk, answer), again)


def check(material: Material, chunk: Chunk, answer: Links) -> Checked:
    """Keep links from statements without a proof to proved ones."""
    open_ones = {node.id for node in candidates(material)} & set(chunk.shown)
    informal: dict[str, tuple[str, ...]] = {}
    restated: dict[str, str] = {}
    wrong: list[Drop] = []
    for said in answer.links:
        shown = f"{said.statement} {said.how} {', '.join(said.formal)}"
        formal = tuple(dict.fromkeys(said.formal))
        if said.statement not in open_ones:
            wrong.append(drop("link", shown, "no statement without a proof and with this id was shown"))
        elif any(one not in chunk.shown or one == said.statement or one in open_ones for one in formal):
            wrong.append(drop("link", shown, "a formal version must be one of the proved statements that were shown"))
        elif any(is_informal(material.nodes[one]) for one in formal):
            wrong.append(drop("link", shown, "what it is linked to calls itself informal"))
        elif said.statement in informal or said.statement in restated:
            wrong.append(drop("link", shown, "the statement is linked already"))
        elif said.how == "informal":
            informal[said.statement] = formal
        elif len(formal) != 1 or not _alike(material.nodes[said.statement], material.nodes[formal[0]]):
            wrong.append(drop("link", shown, "the two do not say the same, word by word"))
        else:
            restated[said.statement] = formal[0]
    return Checked(Found(informal=informal, restated=restated), tuple(wrong))


def _alike(first: Node, second: Node) -> bool:
    from rapidfuzz import fuzz  # noqa: PLC0415

    return fuzz.ratio(" ".join(first.statement.split()), " ".join(second.statement.split())) >= _ALIKE
