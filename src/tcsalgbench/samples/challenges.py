"""The challenges of a bundled paper as they should come out, in the form that the pipeline hands on."""

from typing import Any

from tcsalgbench.challenges.model import Challenge, Existence, PaperRef, Piece, Withheld
from tcsalgbench.papers.record import Paper, load_paper
from tcsalgbench.samples.folders import sample_folder
from tcsalgbench.samples.truth import Truth, load_truth


def expected_challenges(name: str) -> tuple[tuple[Challenge, Withheld], ...]:
    """Every challenge that was written by hand for the paper, with what it withholds; ready, and without a finding."""
    truth, paper = load_truth(name), load_paper(sample_folder(name))
    return tuple(_challenge(truth, paper, one) for one in truth.challenges["challenges"])


def _challenge(truth: Truth, paper: Paper, written: dict[str, Any]) -> tuple[Challenge, Withheld]:
    nodes = truth.nodes()
    target = nodes[written["target"]]
    challenge = Challenge(
        id=written["id"],
        paper=_paper_ref(paper),
        target=written["target"],
        printed=target["printed"],
        status="ready",
        pieces=tuple(_piece(piece) for piece in written["pieces"]),
        intuition=written["intuition"],
        definition_ids=tuple(written["definition_ids"]),
        withheld=tuple(written["withheld"]),
        existence=Existence.model_validate(written["existence"]),
    )
    stripped = {key: _whole(truth, nodes[key]) for key in written["withheld"]}
    return challenge, Withheld(challenge=challenge.id, proof=_proof(truth, target), stripped=stripped)


def _paper_ref(paper: Paper) -> PaperRef:
    record = paper.record
    return PaperRef(
        id=record.id,
        version=record.version,
        title=record.title,
        authors=record.authors,
        licence=record.licence,
        source_url=record.source_url,
        digest=paper.source.digest(),
        area=record.area,
        first_version_date=record.first_version_date,
    )


def _piece(written: dict[str, Any]) -> Piece:
    origin = dict(written["origin"])
    if origin["span"] is not None:
        origin["edits"] = tuple(origin["edits"])
    return Piece.model_validate({**written, "origin": origin})


def _whole(truth: Truth, node: dict[str, Any]) -> str:
    """A statement that is taken out, as the source has it, with its proof."""
    proof = _proof(truth, node)
    statement = truth.cut(node["file"], node["span"])
    return f"{statement}\n\n{proof}" if proof else statement


def _proof(truth: Truth, node: dict[str, Any]) -> str:
    proof = node["proof"]
    return "" if proof is None else truth.cut(proof["file"], proof["span"])
