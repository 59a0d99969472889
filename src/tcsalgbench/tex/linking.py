r"""Which statement a proof proves: by what the author says first, by where it stands last, and how sure that is.

The order is `\proves`, a reference in the heading, a statement restated just before, the statement around the proof,
the title of the section, and only then nearness.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tcsalgbench.tex.model import LinkMethod
from tcsalgbench.tex.names import is_sketch
from tcsalgbench.tex.state import Found, RawBlock, RawProof
from tcsalgbench.tex.words import words

NEEDS_NO_PROOF = frozenset(
    words(
        "definition assumption remark example algorithm notation question problem setting model convention "
        "construction note axiom condition protocol hypothesis situation exercise conjecture"
    )
)
_PRINTED = re.compile(r"(?i)\b([a-z]+)s?\.?[~\s]+(\d+(?:\.\d+)*|[A-Z](?:\.\d+)+)\b")
_AGAIN = re.compile(r"(?i)\b(?:second|another|alternative|alternate|third|different)\b")
# What stands after one of these in a heading is what the proof rests on, not what it proves.
_RESTS_ON = re.compile(
    r"(?i)\b(?:assuming|using|given|granted|from|via|by|with|modulo|through|under|based on|relying on|conditional on"
    r"|subject to)\b"
)
Resolve = Callable[[str], Sequence[RawBlock]]


@dataclass(slots=True)
class Link:
    """What a proof was linked to, how, and how sure that is."""

    proof: RawProof
    blocks: list[RawBlock]
    method: LinkMethod
    confidence: float
    primary: bool = False
    reason: str = ""


def link_proofs(found: Found, resolve: Resolve, originals: Mapping[int, RawBlock]) -> list[Link]:
    """A link for every proof, in reading order; of several proofs of a statement one is the proof."""
    linker = _Linker(found, resolve, originals)
    links = [linker.link(proof) for proof in found.proofs]
    _choose(links)
    return links


class _Linker:
    def __init__(self, found: Found, resolve: Resolve, originals: Mapping[int, RawBlock]) -> None:
        self._found = found
        self._resolve = resolve
        self._originals = originals
        self._proved: set[int] = set()
        self._by_printed = _unique((f"{b.kind} {b.number}".lower(), b) for b in found.blocks if b.number)
        self._by_name = _unique((_plain(b.name), b) for b in found.blocks if b.name and len(_plain(b.name)) > 3)
        self._at = 0
        self._restated = sorted(found.restatements, key=lambda restated: restated[0])
        self._named_later = {
            id(block)
            for proof in found.proofs
            for label in (*proof.proves, *proved_by_heading(proof))
            for block in resolve(label)
        }

    def link(self, proof: RawProof) -> Link:
        for how in (self._proves, self._heading, self._restating, self._enclosing, self._section, self._near):
            link = how(proof)
            if link is not None:
                link.blocks = [self._originals.get(id(block), block) for block in link.blocks]
                self._proved |= {id(block) for block in link.blocks}
                return link
        return Link(proof, [], "none", 0.0, reason="no statement was found that it could prove")

    def _labelled(self, labels: Sequence[str]) -> list[RawBlock]:
        blocks: list[RawBlock] = []
        for label in labels:
            blocks += [block for block in self._resolve(label) if block not in blocks]
        return blocks

    def _proves(self, proof: RawProof) -> Link | None:
        blocks = self._labelled(proof.proves)
        return Link(proof, blocks, "proves", 1.0) if blocks else None

    def _heading(self, proof: RawProof) -> Link | None:
        blocks = self._labelled(proved_by_heading(proof))
        if blocks:
            return Link(proof, blocks, "optional-argument", 0.97)
        heading = proof.heading or ""
        printed = [self._by_printed.get(f"{m[1]} {m[2]}".lower().replace("  ", " ")) for m in _PRINTED.finditer(heading)]
        found = [block for block in printed if block is not None]
        if found:
            return Link(proof, found[:1], "optional-argument", 0.8)
        named = re.sub(r"^(?:the )?(?:proof|sketch) (?:sketch )?(?:of|for) (?:the )?", "", _plain(heading))
        block = self._by_name.get(named) or self._by_name.get(named.removesuffix(" theorem").removesuffix(" lemma"))
        return Link(proof, [block], "optional-argument", 0.7) if block is not None and named else None

    def _before(self, proof: RawProof) -> list[RawBlock]:
        blocks = self._found.blocks
        while self._at < len(blocks) and blocks[self._at].order < proof.order:
            self._at += 1
        return blocks[: self._at] if self._at < 64 else blocks[max(0, self._at - 400) : self._at]

    def _restating(self, proof: RawProof) -> Link | None:
        latest = max((b.order for b in self._before(proof)[-3:] if b.end is not None), default=0)
        index = _last_below(self._restated, proof.order)
        if index >= 0 and self._restated[index][0] > latest:
            order, block = self._restated[index]
            proofs_between = any(order < other.order < proof.order for other in self._found.proofs[: proof.index])
            if not proofs_between:
                return Link(proof, [block], "restated", 0.95)
        last = next((b for b in reversed(self._before(proof)) if b.in_proof is proof.parent), None)
        if last is not None and id(last) in self._originals and last.order == latest:
            return Link(proof, [last], "restated", 0.95)
        return None

    def _enclosing(self, proof: RawProof) -> Link | None:
        block = proof.in_block
        if block is None or (proof.parent is not None and proof.parent.order > block.order):
            return None
        return Link(proof, [block], "enclosing", 0.9)

    def _section(self, proof: RawProof) -> Link | None:
        if not proof.section or proof.parent is not None:
            return None
        section = self._found.sections[proof.section - 1]
        if not re.search(r"(?i)proof", section.title):
            return None
        if any(block.order > section.order and block.in_proof is None for block in self._before(proof)[-3:]):
            return None
        if any(other.section == proof.section and other.parent is None for other in self._found.proofs[: proof.index]):
            return None
        blocks = self._labelled(section.labels)
        if not blocks:
            match = _PRINTED.search(section.title)
            block = self._by_printed.get(f"{match[1]} {match[2]}".lower()) if match else None
            blocks = [block] if block is not None else []
        return Link(proof, blocks, "section-title", 0.85) if blocks else None

    def _near(self, proof: RawProof) -> Link | None:
        same_level = [b for b in self._before(proof) if b.in_proof is proof.parent and b.kind != "algorithm"]
        candidates = [b for b in same_level if b.kind not in NEEDS_NO_PROOF]
        last = same_level[-1] if same_level else None
        if last is not None and last.kind in NEEDS_NO_PROOF and _only_space_between(last, proof):
            candidates.append(last)
        if not candidates:
            return self._following(proof) if proof.parent is None else self._inside(proof)
        nearest = candidates[-1]
        if proof.appendix:
            return Link(proof, [nearest], "appendix-proof", 0.95)
        again = _AGAIN.search(proof.heading or "") or is_sketch(proof.heading or "")
        if id(nearest) in self._proved and not again:
            open_ones = [
                b
                for b in candidates
                if id(b) not in self._proved and id(b) not in self._named_later and b.section >= proof.section - 1
            ]
            earlier = self._found.proofs[proof.index - 1] if proof.index else None
            adjacent = earlier is not None and earlier.end is not None and _blank(earlier.end, proof.start)
            if open_ones and not adjacent:
                return Link(proof, [open_ones[-1]], "nearness", 0.4)
            return Link(proof, [nearest], "nearness", 0.5)
        if _only_space_between(nearest, proof):
            return Link(proof, [nearest], "nearness", 0.95)
        return Link(proof, [nearest], "nearness", 0.7 if nearest.section == proof.section else 0.5)

    def _inside(self, proof: RawProof) -> Link | None:
        return None

    def _following(self, proof: RawProof) -> Link | None:
        after = self._found.blocks[self._at : self._at + 3]
        for block in after:
            if block.kind not in NEEDS_NO_PROOF and block.in_proof is None and block.section == proof.section:
                return Link(proof, [block], "nearness", 0.3)
        return None


def proved_by_heading(proof: RawProof) -> list[str]:
    """The labels in a heading, without those of what the proof rests on: `Proof of (a), assuming (b)`."""
    rests = _RESTS_ON.search(proof.heading or "")
    if rests is None or proof.heading is None:
        return proof.heading_labels
    before = proof.heading[: rests.start()]
    return [label for label in proof.heading_labels if label in before] or proof.heading_labels


def _unique(pairs: "object") -> dict[str, RawBlock]:
    found: dict[str, RawBlock | None] = {}
    for key, block in pairs:  # type: ignore[attr-defined]
        found[key] = None if key in found else block
    return {key: block for key, block in found.items() if block is not None}


def _plain(text: str | None) -> str:
    return " ".join(re.sub(r"\\[a-zA-Z]+|[^a-zA-Z0-9 ]", " ", text or "").lower().split())


def _last_below(restated: Sequence[tuple[int, RawBlock]], order: int) -> int:
    low, high = 0, len(restated)
    while low < high:
        middle = (low + high) // 2
        if restated[middle][0] < order:
            low = middle + 1
        else:
            high = middle
    return low - 1


def _blank(end: tuple[object, int], start: tuple[object, int]) -> bool:
    if end[0] is not start[0] or not 0 <= start[1] - end[1] < 400:
        return False
    between = end[0].text[end[1] : start[1]]  # type: ignore[attr-defined]
    between = re.sub(
        r"%[^\n]*|\\(?:label|vspace|lean)\*?\s*\{[^{}]*\}|\\(?:noindent|leanok|medskip|smallskip|bigskip)\b",
        "",
        between,
    )
    return not between.strip()


def _only_space_between(block: RawBlock, proof: RawProof) -> bool:
    return block.end is not None and _blank(block.end, proof.start)


def _choose(links: Sequence[Link]) -> None:
    chosen: dict[int, Link] = {}
    for link in links:
        for block in link.blocks:
            best = chosen.get(id(block))
            if best is None or _rank(link) > _rank(best):
                chosen[id(block)] = link
    for link in links:
        link.primary = any(chosen[id(block)] is link for block in link.blocks)
        if not link.primary and link.blocks:
            block = link.blocks[0]
            what = "a sketch of a proof" if is_sketch(_called(link.proof)) else "another proof"
            link.reason = f"{what} of {block.title}{' ' + block.number if block.number else ''}, linked by {link.method}"


def _called(proof: RawProof) -> str:
    return f"{proof.env} {proof.heading or ''}"


def _rank(link: Link) -> tuple[bool, float]:
    return not is_sketch(_called(link.proof)), link.confidence
