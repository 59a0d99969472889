"""One verdict for people: which phase, which step, why, beside the proof; as lines for a terminal and as Markdown."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tcsalgbench.challenges.problem import problem_text
from tcsalgbench.challenges.store import load_challenges
from tcsalgbench.errors import BadInput
from tcsalgbench.judging.ballot import PHASES
from tcsalgbench.judging.family import family_flags
from tcsalgbench.judging.model import MAJORITY, Checked, Judge, Organised, Score, Vote
from tcsalgbench.judging.panel import VOTER
from tcsalgbench.judging.store import judge_log, load_scores, organised_log, vote_log
from tcsalgbench.provers.store import load_runs
from tcsalgbench.workspace import Workspace

_SHOWN = 300
_OTHERS = 7
_FAULTS = 6
_BRIEF = 120
_LINE = re.compile(r"[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_MARKUP = re.compile(r"[\\`*_\[\]~|#!$]")


@dataclass(frozen=True, slots=True)
class Verdict:
    """All that there is to say about one judged submission."""

    title: str
    problem: str
    notation: str
    score: Score
    judge: Judge
    organised: Organised | None
    votes: tuple[Vote, ...]
    flags: tuple[str, ...] = ()

    @property
    def outcome(self) -> str:
        """In a word."""
        return {True: "accepted", False: "rejected", None: "unscored"}[self.score.label]

    @property
    def tally(self) -> str:
        """How the votes stand."""
        passes, spared = sum(vote.passed for vote in self.votes), self.judge.votes - len(self.votes)
        if not self.votes:
            return "no votes"
        decided = ", which decide" if spared and self.score.label is not None else ""
        return f"{passes} of {len(self.votes)} vote{'s' if len(self.votes) > 1 else ''} PASS{decided}"


def load_verdict(
    workspace: Workspace, challenge_id: str, system: str | None = None, seed: int | None = None, judge: str = MAJORITY
) -> Verdict:
    """The verdict on one submission of a workspace, the first that fits."""
    wanted = [
        score
        for score in load_scores(workspace)
        if score.judge == judge
        and score.challenge_id == challenge_id
        and system in (None, score.system)
        and seed in (None, score.seed)
    ]
    if not wanted:
        raise BadInput(f"No submission for {challenge_id!r} that fits was scored by {judge!r} in {workspace.root}.")
    score = wanted[0]
    known = judge_log(workspace).latest()[judge]
    challenge = next((one for one in load_challenges(workspace) if one.id == challenge_id), None)
    organised = organised_log(workspace)
    places = organised.places()
    run = next(
        (
            one
            for one in load_runs(workspace)
            if (one.challenge_id, one.system, one.seed, one.purpose) == (challenge_id, score.system, score.seed, score.purpose)
        ),
        None,
    )
    flags = list(family_flags(known.models[VOTER.name], [run.model if run else None]))
    if run is None:
        flags.append("This submission comes from outside: its access to sources is unverified.")
    if len(wanted) > 1:
        others = "; ".join(f"{one.system}, seed {one.seed}" for one in wanted[1:_OTHERS])
        more = ", and more" if len(wanted) > _OTHERS else ""
        flags.append(f"{len(wanted)} submissions fit; this is the first. Say --system and --seed for another: {others}{more}.")
    return Verdict(
        f"{challenge_id}, {score.system}, seed {score.seed}",
        "" if challenge is None else problem_text(challenge),
        "" if challenge is None else "\n".join(challenge.texts("notation")),
        score,
        known,
        organised.at(places[score.submission]) if score.submission in places else None,
        votes_on(workspace, score.submission, known.digest),
        tuple(flags),
    )


def votes_on(workspace: Workspace, submission: str, judge: str) -> tuple[Vote, ...]:
    """The votes of a judge on a submission, in their order."""
    found = {one.number: one for one in vote_log(workspace).records() if (one.submission, one.judge) == (submission, judge)}
    return tuple(found[number] for number in sorted(found))


def lines(verdict: Verdict) -> Iterator[str]:
    """The verdict for a terminal. Only its first line begins at the margin: no text of others can pass for it."""
    yield f"{_flat(verdict.title)}: {verdict.outcome.upper()} by {_flat(verdict.judge.name)} ({verdict.tally})"
    if verdict.score.why:
        yield f"  {_flat(verdict.score.why)}"
    for flag in verdict.flags:
        yield f"  Note: {_flat(flag)}"
    if verdict.organised is not None:
        yield from _about_proof(verdict.organised)
    for vote in verdict.votes:
        yield ""
        yield from _vote_lines(vote)


def _about_proof(organised: Organised) -> Iterator[str]:
    if organised.raw:
        yield "  The organiser failed its check twice, so voters read the proof as it was submitted:"
        yield from (f"    {_short(fault)}" for fault in organised.faults[:_FAULTS])
        if len(organised.faults) > _FAULTS:
            yield f"    and {len(organised.faults) - _FAULTS} more, which the page lists"
    for one in organised.citations:
        yield f"  {one.id} {one.outcome} ({one.by}): {_short(one.written)}{_detail(one)}"


def _detail(one: Checked) -> str:
    told = [one.reference, one.note, one.difference and f"difference: {one.difference}"]
    return "".join(f"; {_flat(text)}" for text in told if text)


def _vote_lines(vote: Vote) -> Iterator[str]:
    yield f"  Vote {vote.number}: {'PASS' if vote.passed else 'no PASS'}{_why_not(vote)}"
    if vote.phases:
        yield "    " + "  ".join(f"{phase} {said}" for phase, said in vote.phases.items())
    for one in vote.objections:
        yield f"    phase {one.phase} ({PHASES.get(one.phase, '')}): {_flat(one.why)}"
        place = "" if one.verbatim else "  [these words are not in the proof]"
        yield f"      «{_short(one.quote)}»{place}"
    for ruling in vote.rulings:
        kind = f"{'needed' if ruling.needed else 'not needed'}, {'standard' if ruling.standard else 'not standard'}"
        yield f"    citation {_short(ruling.citation)}: {ruling.status} ({kind}) {_short(ruling.reason)}"
    yield from (f"    {line.strip()}" for line in _LINE.split(vote.rationale) if line.strip())


def _why_not(vote: Vote) -> str:
    if vote.end != "answered":
        return f", the answer was {vote.end}: {_flat(vote.why or '')}"
    if vote.overruled:
        return f", though it says PASS: {_flat('; '.join(vote.overruled))}"
    return ""


def _flat(text: str) -> str:
    return " ".join(text.split())


def _short(text: str) -> str:
    flat = _flat(text)
    return flat if len(flat) <= _SHOWN else flat[:_SHOWN] + " …"


def markdown(verdict: Verdict) -> str:
    """The verdict as an annotated report: the proof, and what was said about it, in Markdown."""
    parts = [f"# {_code(verdict.title)}", f"**{verdict.outcome}** by {_code(verdict.judge.name)}: {verdict.tally}."]
    parts += [_code(verdict.score.why)] if verdict.score.why else []
    parts += [f"Note: {_code(flag)}" for flag in verdict.flags]
    parts += ["## The problem", _fenced(verdict.problem)]
    if verdict.organised is not None:
        parts += ["## The proof", *_annotated_parts(verdict.organised, verdict.votes)]
    for vote in verdict.votes:
        parts += [f"## Vote {vote.number}: {'PASS' if vote.passed else 'no PASS'}", *_vote_parts(vote)]
    return "\n\n".join(parts) + "\n"


def _annotated_parts(organised: Organised, votes: Sequence[Vote]) -> Iterator[str]:
    if organised.raw:
        yield "As submitted: the organiser failed its check twice.\n\n" + _bullets(organised.faults)
    for paragraph in paragraphs(organised, votes):
        yield _fenced(paragraph.text)
        notes = [f"{note.head}: {note.text}" for note in paragraph.notes]
        if notes:
            yield _bullets(notes)


def _vote_parts(vote: Vote) -> Iterator[str]:
    body = list(_vote_lines(vote))
    yield _fenced("\n".join(body))


def _bullets(texts: Sequence[str]) -> str:
    return "\n".join("- " + _code(text) for text in texts)


def _code(text: str) -> str:
    """Text of others on one line, that can be no markup of ours."""
    marked = _MARKUP.sub(r"\\\g<0>", _flat(text))
    return marked.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _fenced(text: str) -> str:
    """A code block that the text cannot close: its fence is longer than any run of backticks inside."""
    longest = max((len(run) for run in _runs(text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}text\n{text}\n{fence}"


def _runs(text: str) -> Iterator[str]:
    run = ""
    for mark in text:
        if mark == "`":
            run += mark
        elif run:
            yield run
            run = ""
    if run:
        yield run


@dataclass(frozen=True, slots=True)
class Note:
    """What stands beside a paragraph: a citation check, or words of a voter."""

    head: str
    text: str
    kind: str  # of the style: good, bad, warn
    quote: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of the proof and its notes."""

    text: str
    notes: tuple[Note, ...]


_KINDS = {"matches": "good", "differs": "bad", "not found": "bad", "not checkable": "warn"}


def paragraphs(organised: Organised, votes: Sequence[Vote]) -> tuple[Paragraph, ...]:
    """The proof cut at blank lines outside of environments, each piece with the notes that speak of it."""
    pieces = _cut(organised.document)
    notes: list[list[Note]] = [[] for _ in pieces]
    flat = [" ".join(piece.split()) for piece in pieces]
    for one in organised.citations:
        text = one.note + (f" Difference: {one.difference}" if one.difference else "")
        head = f"{one.id} {one.outcome}" + (f", {one.reference}" if one.reference else "")
        notes[_place(flat, one.written)].append(Note(head, text, _KINDS[one.outcome], _cited(one), one.source or ""))
    for vote in votes:
        for objection in vote.objections:
            head = f"Vote {vote.number}, phase {objection.phase}"
            text = objection.why if objection.verbatim else f"{objection.why} (these words are not in the proof)"
            notes[_place(flat, objection.quote)].append(Note(head, text, "bad", objection.quote))
    return tuple(Paragraph(piece, tuple(of_piece)) for piece, of_piece in zip(pieces, notes, strict=True))


def _cited(one: Checked) -> str:
    """The citing words, where they are few enough to be told apart at a glance."""
    return one.written if len(one.written) <= _BRIEF else ""


def _place(pieces: Sequence[str], quote: str) -> int:
    """The paragraph that holds the words or their beginning; else the last one."""
    wanted = " ".join(quote.split())
    for begin in (wanted, wanted[:40]):
        for number, piece in enumerate(pieces):
            if begin and begin in piece:
                return number
    return len(pieces) - 1


def _cut(text: str) -> list[str]:
    pieces: list[str] = []
    depth, held = 0, []
    for piece in text.split("\n\n"):
        held.append(piece)
        depth += piece.count("\\begin{") - piece.count("\\end{")
        if depth <= 0 or len(held) > 40:
            pieces.append("\n\n".join(held))
            depth, held = 0, []
    if held:
        pieces.append("\n\n".join(held))
    return [piece for piece in pieces if piece.strip()] or [""]
