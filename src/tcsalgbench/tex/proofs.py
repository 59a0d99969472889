"""Opening and closing proofs: environments, commands, and proofs that only a heading announces."""

from tcsalgbench.tex.extents import BEGIN, body_extent, written_environment
from tcsalgbench.tex.frames import Argument, Frame, Place
from tcsalgbench.tex.reader import Handler, Reader
from tcsalgbench.tex.state import Anchor, RawProof
from tcsalgbench.tex.words import words


def open_proof(reader: Reader, env: str, begin: Place, heading: Argument | None, *, appendix: bool = False) -> None:
    """A proof begins."""
    last = reader.open_proofs[-1] if reader.open_proofs else None
    if last is not None and last.tentative and last.start == begin:
        last.tentative = False
        if heading is not None and heading.text.strip():
            last.heading = heading.text.strip()
            if reader.frame.source is not None:  # a macro opened it, and its heading stands in the source
                last.body_start = reader.here()
            reader.push_argument(heading)
        return
    close_proofs_without_end(reader, begin)
    proof = RawProof(written_environment(begin, env), begin, reader.here(), len(reader.environments), appendix=appendix)
    proof.by_command = reader.frame.source is not None and BEGIN.match(begin[0].text, begin[1]) is None
    if heading is not None and heading.text.strip():
        proof.heading = heading.text.strip()
    _add_proof(reader, proof)
    if proof.heading is not None and heading is not None:
        reader.push_argument(heading)


def open_tentative_proof(reader: Reader, env: str, begin: Place, frame: Frame | None, heading: str | None) -> None:
    """An author's own environment with the name of a proof; inside another one it is the same proof."""
    last = reader.open_proofs[-1] if reader.open_proofs else None
    if last is not None and last.tentative and last.start == begin:
        last.heading = heading or last.heading
        return
    proof = RawProof(env, begin, reader.here(), len(reader.environments), heading=heading, tentative=True)
    if frame is not None:
        proof.body_start = (frame.site[0], frame.site[2])
    _add_proof(reader, proof)


def open_headed_proof(reader: Reader, begin: Place, heading: str, *, by_hand: bool = False) -> None:
    r"""A proof that only a heading announces, as `\paragraph{Proof of ...}` does."""
    proof = RawProof("paragraph", begin, reader.here(), len(reader.environments), heading=heading, by_command=True)
    proof.by_hand = by_hand
    _add_proof(reader, proof)


def close_proofs_without_end(reader: Reader, place: Place) -> None:
    r"""A proof that no environment bounds ends with the box, the next statement or the next section."""
    while reader.open_proofs and reader.open_proofs[-1].by_command:
        last = reader.open_proofs[-1]
        if last.depth < len(reader.environments) - (place[0].text.startswith("\\begin", place[1])):
            return
        close_proof(reader, last, place)


def end_mark(reader: Reader, _name: str, _start: int) -> None:
    r"""`\qed` outside an environment for proofs ends one that only a heading announced."""
    for proof in reader.open_proofs[-1:]:
        proof.end_marked = True
    close_proofs_without_end(reader, reader.here())


def _add_proof(reader: Reader, proof: RawProof) -> None:
    reader.order += 1
    proof.order = reader.order
    proof.frame_id = reader.frame.pos
    proof.parent = reader.open_proofs[-1] if reader.open_proofs else None
    proof.in_block = reader.open_blocks[-1] if reader.open_blocks else None
    proof.section = len(reader.found.sections)
    if len(reader.found.proofs) < reader.limits.blocks:
        reader.found.proofs.append(proof)
        reader.open_proofs.append(proof)


def close_proof(reader: Reader, proof: RawProof, place: Place) -> None:
    """A proof ends."""
    if proof in reader.open_proofs:
        reader.open_proofs.remove(proof)
    if proof.end is None:
        proof.end = reader.here()
        proof.body_start, proof.body_end = body_extent(proof.start, proof.body_start, place, proof.end, reader, proof.frame_id)


def begin_proof(reader: Reader, name: str, start: int) -> None:
    r"""`\begin{proof}[heading]`, and proofs of packages and classes."""
    begin = reader.frame.place(start)
    heading = reader.optional()
    if name in ("proofEnd", "proofE"):  # what stands there says where the proof goes
        heading = None
    if heading is None and name.lower().rstrip("*").endswith("of") and reader.peek() in "{(":
        heading = reader.group() if reader.peek() == "{" else reader.delimited("()")
    if reader.counters.exists("proof"):  # a class that declares proofs as theorems counts them
        reader.counters.step("proof")
        reader.current = Anchor("custom", "proof", reader.printer.the("proof"))
    open_proof(reader, name, begin, heading, appendix=name in ("appendixproof", "proofEnd", "proofE"))


def end_proof(reader: Reader, _name: str, start: int) -> None:
    r"""`\end{proof}`, `\endproof`."""
    if reader.open_proofs:
        reader.open_proofs[-1].end_marked = True
        close_proof(reader, reader.open_proofs[-1], reader.frame.place(start))


PROOFS: tuple[str, ...] = words(
    "proof proof* Proof Proof* IEEEproof proofsketch sketch claimproof subproof appendixproof inlineproof "
    "nestedproof proofEnd proofE pf prf proofof proofOf Proofof proofofclaim pproof"
)

HANDLERS: dict[str, Handler] = {"qed": end_mark}
for _name in PROOFS:
    HANDLERS[_name] = begin_proof
    HANDLERS["end" + _name] = end_proof
