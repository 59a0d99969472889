"""The challenges of a paper: selection, ten passes for each target, the checks; steps without I/O."""

from collections.abc import Iterable
from dataclasses import dataclass

from tcsalgbench.calls import Steps
from tcsalgbench.challenges.adding import with_pieces
from tcsalgbench.challenges.case import Case
from tcsalgbench.challenges.checks import findings, status_of
from tcsalgbench.challenges.draft import Draft
from tcsalgbench.challenges.labels import SAYS_DROPPED, SAYS_LABEL, SAYS_NUMBER
from tcsalgbench.challenges.model import Challenge, Finding, PaperRef, Piece, Withheld
from tcsalgbench.challenges.origins import BadEdit
from tcsalgbench.challenges.passes import AFTER_SELECTION
from tcsalgbench.challenges.passes.select import choose, contain_again, editorial
from tcsalgbench.challenges.passes.select import run as select
from tcsalgbench.challenges.roles import ROLES, Headline
from tcsalgbench.challenges.withholding import withheld, withheld_ids


@dataclass(frozen=True, slots=True)
class Built:
    """What became of a paper: its challenges with what each withholds, and what was chosen and not taken."""

    paper: PaperRef
    challenges: tuple[tuple[Challenge, Withheld], ...]
    notes: tuple[str, ...]


def build(case: Case) -> Steps[Built]:
    """All challenges of a paper. A target whose source cannot be edited is left out, with a note; the others go on."""
    headlines, notes = yield from choose(case)
    made: list[tuple[Challenge, Withheld]] = []
    for headline in headlines:
        try:
            draft = yield from draft_of(case, headline)
        except BadEdit as error:
            notes = (*notes, f"{headline.theorem_id}: {error}")
            continue
        made.append(finished(case, draft))
    if not headlines:
        notes = (*notes, "no main theorem was selected")
    return Built(case.paper, tuple(made), notes)


def draft_of(case: Case, headline: Headline) -> Steps[Draft]:
    """The draft of one target after all passes, and after the self-containment check that follows them."""
    draft = yield from select(case, headline)
    for one in AFTER_SELECTION:
        draft = yield from one(draft, case)
    return (yield from contain_again(draft, case))


def finished(case: Case, draft: Draft) -> tuple[Challenge, Withheld]:
    """The challenge that a draft has become, with what the passes and the checks found."""
    node = case.nodes[draft.target]
    told = editorial("source", source_text(case.paper, node.printed, draft))
    draft = with_pieces(draft, case, [told])
    ids = withheld_ids(case, draft)
    roles = [role.name for role in ROLES]
    challenge = Challenge(
        id=f"{case.paper.id}/{draft.target}",
        paper=case.paper,
        target=draft.target,
        printed=node.printed,
        status="ready",
        pieces=draft.pieces,
        intuition=draft.intuition,
        definition_ids=draft.definition_ids,
        withheld=ids,
        existence=draft.existence,
        gaps=tuple(f"{gap.term} ({gap.why})" if gap.why else gap.term for gap in draft.open),
        records=draft.records,
        models=tuple(dict.fromkeys(case.desk.cast.choice(role).model for role in roles)),
        prompts={name: digest for name, digest in case.desk.book.digests().items() if name in roles},
    )
    return judged(challenge, case, (*draft.held, *draft.review)), withheld(case, challenge.id, draft.target, ids)


def judged(challenge: Challenge, case: Case, before: Iterable[Finding] = ()) -> Challenge:
    """The challenge with what the checks find now, and what the passes found that no check can see again."""
    found = tuple(sorted(dict.fromkeys((*before, *findings(challenge, case))), key=lambda one: not one.blocking))
    return challenge.model_copy(update={"findings": found, "status": status_of(found)})


def source_text(paper: PaperRef, printed: str, draft: Draft) -> str:
    """Where the challenge comes from, and what was adapted: read off the edits, so that none goes unsaid."""
    authors = paper.authors[0] if len(paper.authors) == 1 else f"{', '.join(paper.authors[:-1])} and {paper.authors[-1]}"
    version = f"{paper.id}, {paper.version}; licence {paper.licence or 'not known'}"
    adapted = adaptations(draft.pieces, draft)
    return f"From {authors}, ``{paper.title}'' ({version}), {printed}. Adapted: {adapted or 'nothing'}."


def adaptations(pieces: Iterable[Piece], draft: Draft) -> str:
    """What was adapted, in words."""
    reasons = [edit.reason for piece in pieces for edit in piece.origin.edits]
    labels = []
    if any(reason in (SAYS_LABEL, SAYS_NUMBER, SAYS_DROPPED) for reason in reasons):
        labels.append("references show the printed labels of the source")
    if SAYS_NUMBER in reasons:
        labels.append("labelled equations keep their printed numbers")
    if SAYS_DROPPED in reasons:
        labels.append("internal labels are dropped")
    listed = labels[0] if len(labels) == 1 else f"{', '.join(labels[:-1])}, and {labels[-1]}" if labels else ""
    parts = [listed] if listed else []
    if any(reason.startswith("pass 1:") for reason in reasons):
        parts.append("a phrase of the context was changed")
    if any(reason.startswith("pass 8") for reason in reasons):
        parts.append("assumptions go by one name")
    if draft.existence.changed:
        clause = " with a scoping clause" if draft.existence.scoping_clause else ""
        parts.append(f"the statement became an existence claim{clause}")
    return "; ".join(parts)
