"""The challenges of a paper: selection, ten passes for each target, the checks; steps without I/O."""

from collections.abc import Iterable
from dataclasses import dataclass

from tcsalgbench.calls import Steps
from tcsalgbench.challenges.adding import with_pieces
from tcsalgbench.challenges.case import Case
from tcsalgbench.challenges.checks import findings, status_of
from tcsalgbench.challenges.draft import Draft
from tcsalgbench.challenges.model import Challenge, Finding, PaperRef, Withheld
from tcsalgbench.challenges.origins import BadEdit
from tcsalgbench.challenges.passes import AFTER_SELECTION
from tcsalgbench.challenges.passes.select import choose, contain_again, editorial
from tcsalgbench.challenges.passes.select import run as select
from tcsalgbench.challenges.roles import ROLES, Headline
from tcsalgbench.challenges.sourcing import source_text
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
    told = editorial("source", source_text(case.paper, node.printed, draft.pieces, draft.existence))
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
