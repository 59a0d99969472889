"""For review: is the target a main result? A helper, a result without a proof, or one whose proof is a line, seldom is."""

from collections.abc import Iterator

from tcsalgbench.challenges.case import Case
from tcsalgbench.challenges.model import Challenge, Finding
from tcsalgbench.tex.macros import strip_comments

SHORT_PROOF = 40  # words, those of what it leans on counted in
_GROWS_FROM_IT = frozenset(("corollary", "remark", "example", "observation"))


def check(challenge: Challenge, case: Case) -> Iterator[Finding]:
    """What speaks against the choice of the target."""
    target = case.nodes.get(challenge.target)
    if target is None:
        return
    if target.proof is None:
        yield _finding(f"no proof of {target.printed} was found in the source: is it a result of this paper?")
    elif (length := _proof_words(target.id, case)) < SHORT_PROOF:
        yield _finding(f"the proof of {target.printed}, with what it leans on, has {length} words: is it far from trivial?")
    users = [case.nodes[edge.source] for edge in case.graph.edges if edge.target == target.id and edge.where == "proof"]
    helped = [node.printed for node in users if node.kind not in _GROWS_FROM_IT]
    if target.kind != "theorem" and helped:
        yield _finding(f"{target.printed} is used in the proof of {helped[0]}: is it a main result?")


def _proof_words(id_: str, case: Case) -> int:
    """The words of a proof and of the proofs that it leans on, within the paper."""
    seen: set[str] = set()
    waiting, words = [id_], 0
    while waiting:
        node = case.nodes[waiting.pop()]
        if node.id in seen or node.proof is None:
            continue
        seen.add(node.id)
        words += len(strip_comments(node.proof.text).split())
        waiting += [edge.target for edge in case.graph.edges if edge.source == node.id and edge.where == "proof"]
    return words


def _finding(detail: str) -> Finding:
    return Finding(check="headline", blocking=False, detail=detail)
