"""Did the organiser only order, name and format? Code compares the clauses of both texts, formulas token by token."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from tcsalgbench.judging.clauses import Clause, clauses, is_formula_token, with_comments_apart, without_comments
from tcsalgbench.judging.order import moved
from tcsalgbench.judging.renames import Renaming
from tcsalgbench.tex.words import words

_LIKE = 70.0  # of 100: so alike that one was made from the other
_MOST_PAIRED = 300  # beyond that, the texts are two texts
_COMPARED = 1_000  # characters of two clauses: the time this takes grows with their product
_MOST_SHOWN = 12

# Words that may come and go: they say how the text goes on, not what holds.
CONNECTING = frozenset(words("thus hence so therefore then now next finally moreover furthermore also indeed consequently"))
# Headings that say nothing: these alone may go. A heading that tells one case or claim from another may not.
_FORMAL = CONNECTING | frozenset(words("proof qed document enumerate itemize end"))
# Words of which a heading may be made that was not there before.
_HEADING = CONNECTING | frozenset(
    words(
        "the a an and "
        "proof proofs of step steps claim lemma theorem proposition corollary fact case cases part setup setting notation "
        "preliminaries definitions definition conclusion conclusions main argument statement overview outline analysis "
        "assumptions hypotheses remark base induction inductive upper lower bound bounds direction construction algorithm "
        "result results completing final qed end for to organised enumerate itemize i ii iii iv v vi vii viii"
    )
)
FaultKind = Literal["lost", "added", "changed", "moved", "renamed", "citation"]


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that the organiser did and may not do."""

    kind: FaultKind
    detail: str

    def __str__(self) -> str:
        """For people, and for the organiser's second attempt."""
        return f"{self.kind}: {self.detail}"


def infidelities(raw: str, organised: str, names: Renaming) -> tuple[Fault, ...]:
    """Every sentence or formula of the submission that is gone, changed or new in the organised text."""
    said, comments = without_comments(raw)
    before = [Clause(names.apply(one.items), one.shown, one.paragraph) for one in clauses(said)]
    after = clauses(with_comments_apart(organised))
    optional = Counter(one.items for line in comments for one in clauses(line))
    lost = [one for one in _beyond(before, after) if not _is_formal(one)]
    added = [one for one in _beyond(after, before) if not _spend(optional, one.items) and not _is_heading(one)]
    kept = _kept(before, lost, after), _kept(after, added, before)
    lost, added = _joined_alike(lost, added)
    changed, lost, added = _pair(lost, added)
    faults = [Fault("renamed", detail) for detail in names.faults]
    faults += [Fault("changed", f"«{old.shown}» became «{new.shown}»") for old, new in changed]
    faults += [Fault("lost", f"«{one.shown}»") for one in lost]
    faults += [Fault("added", f"«{one.shown}»") for one in added]
    if not faults:
        faults += [Fault("moved", f"«{one.shown}» and «{two.shown}» were neighbours") for one, two in moved(*kept, CONNECTING)]
    return tuple(faults[:_MOST_SHOWN])


def _beyond(these: Iterable[Clause], those: Iterable[Clause]) -> list[Clause]:
    """What these have more of than those."""
    left = Counter(one.items for one in those)
    return [one for one in these if not _spend(left, one.items)]


def _kept(these: Sequence[Clause], beyond: Sequence[Clause], those: Iterable[Clause]) -> list[Clause]:
    """These, without what those lack and may lack: headings, and lines that were comments."""
    known = {one.items for one in those} | {one.items for one in beyond}
    return [one for one in these if one.items in known]


def _spend(left: Counter[tuple[str, ...]], items: tuple[str, ...]) -> bool:
    if left[items] <= 0:
        return False
    left[items] -= 1
    return True


def _joined_alike(lost: list[Clause], added: list[Clause]) -> tuple[list[Clause], list[Clause]]:
    """Neighbouring clauses that say the same together are the same: a full stop may become a comma, and back."""
    if len(lost) > _MOST_PAIRED or len(added) > _MOST_PAIRED:
        return lost, added
    for these, those in ((lost, added), (added, lost)):
        for one in list(those):
            at = next((i for i in range(len(these)) if _run(these, i, one.items)), None)
            if at is not None:
                del these[at : at + (_run(these, at, one.items) or 0)]
                those.remove(one)
    return lost, added


def _run(these: Sequence[Clause], start: int, wanted: tuple[str, ...]) -> int | None:
    items: tuple[str, ...] = ()
    for count, one in enumerate(these[start : start + 4], 1):
        items += one.items
        if items == wanted:
            return count
        if items != wanted[: len(items)]:
            return None
    return None


def _pair(lost: list[Clause], added: list[Clause]) -> tuple[list[tuple[Clause, Clause]], list[Clause], list[Clause]]:
    """Clauses of which one was made from the other, save where only connecting words differ; and what has no like."""
    if not lost or not added or len(lost) > _MOST_PAIRED or len(added) > _MOST_PAIRED:
        return [], lost, added
    from rapidfuzz import fuzz, process  # noqa: PLC0415  # only where texts differ

    changed: list[tuple[Clause, Clause]] = []
    left, alone = list(added), []
    for one in lost:
        like = process.extractOne(_begins(one), [_begins(other) for other in left], scorer=fuzz.ratio, score_cutoff=_LIKE)
        if like is None:
            alone.append(one)
            continue
        other = left.pop(like[2])
        if not _only_connecting(one.items, other.items):
            changed.append((one, other))
    return changed, alone, left


def _begins(clause: Clause) -> str:
    return " ".join(clause.items)[:_COMPARED]


def _only_connecting(old: tuple[str, ...], new: tuple[str, ...]) -> bool:
    """Whether the two say the same when connecting words are left out; formulas have no such words."""
    return [item for item in old if item not in CONNECTING] == [item for item in new if item not in CONNECTING]


def _is_formal(clause: Clause) -> bool:
    return all(item in _FORMAL for item in clause.items)


def _is_heading(clause: Clause) -> bool:
    """Whether a clause only structures the text: words of headings, numbers, letters, and no formula."""
    if any(is_formula_token(item) for item in clause.items):
        return False
    return all(item in _HEADING or item.isdigit() or (len(item) == 1 and item.isalpha()) for item in clause.items)
