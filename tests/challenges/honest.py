"""An honest model: it selects theorems, their definitions and the sentence before each, and changes nothing."""

from typing import Any

from tcsalgbench.calls import Request
from tcsalgbench.challenges.build import Built
from tcsalgbench.challenges.case import Case
from tests.challenges.silent import silent


def honest(case: Case) -> Built:
    """What becomes of the theorems of a paper with it. A theorem that names a construction stays as it is, and is held."""

    def change(request: Request[Any], fields: dict[str, Any]) -> dict[str, Any]:
        for one in fields["main_theorems"] if request.role == "challenge_selector" else ():
            node = case.nodes[one["theorem_id"]]
            before = [each for each in case.sentences if each.span.file == node.body.file and each.span.end <= node.body.start]
            one.update(context_ids=[before[-1].id] if before else [], title=node.name or node.printed)
        return fields

    return silent(case, change)
