"""What a challenge withholds: the proof of its target, and all that this proof leans on and the challenge does not include."""

from tcsalgbench.challenges.case import Case
from tcsalgbench.challenges.draft import Draft
from tcsalgbench.challenges.model import Withheld
from tcsalgbench.graphs.places import Places


def withheld_ids(case: Case, draft: Draft) -> tuple[str, ...]:
    """Statements that the proof reaches, and the algorithms that the statement names, in reading order."""
    included = {draft.target, *draft.definition_ids, *(piece.node for piece in draft.pieces if piece.node is not None)}
    found: set[str] = set(draft.removed)
    waiting = [
        edge.target
        for edge in case.graph.edges
        if edge.source == draft.target and (edge.where == "proof" or case.nodes[edge.target].kind == "algorithm")
    ]
    while waiting:
        id_ = waiting.pop()
        if id_ in found or id_ in included:
            continue
        found.add(id_)
        waiting += [edge.target for edge in case.graph.edges if edge.source == id_]
    return tuple(node.id for node in case.graph.nodes if node.id in found - included)


def withheld(case: Case, challenge_id: str, target: str, ids: tuple[str, ...]) -> Withheld:
    """Their texts, kept apart from the challenge."""
    places = Places(case.files)
    stripped = {}
    for id_ in ids:
        node = case.nodes[id_]
        proof = node.proof.text if node.proof is not None else ""
        stripped[id_] = "\n\n".join(text for text in (places.text(node.whole), proof) if text)
    own = case.nodes[target].proof
    return Withheld(challenge=challenge_id, proof=own.text if own is not None else "", stripped=stripped)
