"""A model that only selects: real papers go through the passes that are code, and through the checks."""

import json
from collections.abc import Callable
from typing import Any

from pydantic import BaseModel

from tcsalgbench.calls import Request
from tcsalgbench.challenges.build import Built, build
from tcsalgbench.challenges.case import Bounds, Case
from tcsalgbench.challenges.foresight import typical
from tcsalgbench.challenges.model import PaperRef
from tcsalgbench.challenges.roles import Containment, Headline, Selection
from tcsalgbench.graphs.plain import plain_graph
from tcsalgbench.tex import Document
from tests.challenges.expert import desk, played


def case_of_document(name: str, document: Document, targets: int = 4) -> Case:
    """A case with the graph that code alone reads."""
    graph = plain_graph(document, name, "v1")
    paper = PaperRef(
        id=name,
        version="v1",
        title=name,
        authors=("Somebody",),
        licence=None,
        digest=graph.digest,
        area=None,
        first_version_date=None,
    )
    return Case(paper, graph, document, desk("test/silent"), Bounds(targets=targets))


def theorems(case: Case) -> list[str]:
    """The theorems with a proof, spread over the paper."""
    found = [node.id for node in case.graph.nodes if node.kind == "theorem" and node.proof is not None and not node.informal_of]
    step = max(1, len(found) // case.bounds.targets)
    return found[::step][: case.bounds.targets]


def silent(case: Case, change: Callable[[Request[Any], dict[str, Any]], Any] | None = None) -> Built:
    """What becomes of the theorems where a model selects them, with the definitions they refer to, and says nothing more.

    `change` may put something else in the place of an answer.
    """
    usual = typical(case)
    refers: dict[str, list[str]] = {}
    for edge in case.graph.edges:
        if edge.where == "statement" and case.nodes[edge.target].kind == "definition":
            refers.setdefault(edge.source, []).append(edge.target)

    def answer(request: Request[Any]) -> str:
        form: type = request.answer
        value: object = usual(request)[0]
        if form is Selection:
            value = Selection(main_theorems=[headline(id_, refers.get(id_, [])) for id_ in theorems(case)])
        elif form is Containment:
            value = Containment(complete=True, missing=[])
        assert isinstance(value, BaseModel)
        fields = json.loads(value.model_dump_json())
        return json.dumps(fields if change is None else change(request, fields))

    made: Built = played(build(case), answer)
    return made


def headline(id_: str, definitions: list[str]) -> Headline:
    return Headline(
        theorem_id=id_,
        title=f"The theorem {len(id_)}",
        definition_ids=definitions,
        context_ids=[],
        context_rewordings=[],
        intuition="What the source says.",
    )
