r"""Pass 5: raw references become the printed labels of the source; labelled equations keep their numbers."""

from dataclasses import replace

from tcsalgbench.calls import Steps
from tcsalgbench.challenges.case import Case
from tcsalgbench.challenges.draft import Draft, Log
from tcsalgbench.challenges.labels import with_labels


def run(draft: Draft, case: Case) -> Steps[Draft]:
    """The draft without a raw reference or label, as far as the source defines them."""
    yield from ()
    log = Log("labels")
    pieces = tuple(with_labels(piece, case.files, case.printed) for piece in draft.pieces)
    for before, after in zip(draft.pieces, pieces, strict=True):
        log.changes += [
            f"{edit.reason.removeprefix('pass 5: ')}: {edit.text or 'nothing stands there now'}"
            for edit in after.origin.edits
            if edit not in before.origin.edits
        ]
    return log.end(replace(draft, pieces=pieces))
