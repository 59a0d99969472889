"""One run read as a conversation: who said what in which round, from the journal, for a terminal and for a page.

What the program did between answers (objections to cites, what was read in the library, a compaction) is told by the turns
that the next prompt has and none before had.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files

from tcsalgbench.calls.history import CallRecord, calls_of
from tcsalgbench.calls.journal.reading import reading
from tcsalgbench.challenges.model import Challenge
from tcsalgbench.challenges.problem import problem_text
from tcsalgbench.errors import BadInput
from tcsalgbench.pages import Page
from tcsalgbench.pages.template import template
from tcsalgbench.provers.model import Run
from tcsalgbench.tex.html import katex_macros, tex_html
from tcsalgbench.workspace import Workspace

# How the fields of an answer are headed; one that is not listed is shown under its own name.
_HEADINGS = {
    "sketch": "Sketch",
    "argument": "Argument",
    "cites": "Cites",
    "examination": "Examination",
    "concerns": "Concerns",
    "objections": "Objections",
    "settled": "Settled objections",
    "reason": "Reason",
    "strategy_summary": "Strategy",
    "look_ups": "Looks up",
}
_HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
_SHORT = ("outcome", "action", "verdict", "confidence")
_FENCED = re.compile(r"\[\[text (.*) [0-9a-f]{16}\]\]\n(.*)\n\[\[end [0-9a-f]{16}\]\]", re.DOTALL)
# Turns that only repeat what a model answered.
_REPEATS = re.compile(
    r"argument \d+ |objections to .* by the verifier|objections to .* that stand|strategy summary, |the prover concedes"
)
PROGRAM = "program"
_REPAIR = "#repair"


@dataclass(frozen=True, slots=True)
class Said:
    """One answer: where in the run, by whom, what it comes to in a word, and its text by headings."""

    name: str
    role: str
    word: str
    texts: tuple[tuple[str, str], ...]
    note: str
    input: int
    output: int


def conversation(workspace: Workspace, run: Run) -> tuple[Said, ...]:
    """Every answer of the run, in the order in which they were given."""
    told: list[Said] = []
    seen: set[bytes] = set()
    with reading(workspace.root) as shards:
        calls = [call for call in calls_of(shards, run.scope) if call.replied is not None]
        repaired = {call.begun.name.removesuffix(_REPAIR) for call in calls if call.begun.name.endswith(_REPAIR)}
        for call in sorted(calls, key=lambda call: call.begun.at):
            told += _between(call, seen)
            told.append(_said(call, asked_again=call.begun.name in repaired))
    return tuple(told)


def find_run(runs: Sequence[Run], wanted: str, seed: int | None = None) -> Run:
    """The run that the user means: by its scope or the end of it, or by system or challenge where that leaves one."""
    exact = [run for run in runs if run.scope == wanted]
    found = exact or [
        run for run in runs if (wanted in run.scope or wanted in run.system) and (seed is None or run.seed == seed)
    ]
    if len(found) == 1:
        return found[0]
    if not found:
        raise BadInput(f"No run is like {wanted!r}. See them with: tcsalgbench runs list")
    named = "; ".join(run.scope for run in found[:6])
    raise BadInput(f"{len(found)} runs are like {wanted!r}: {named}. Give more of the name, or --seed.")


def conversation_page(run: Run, said: Sequence[Said], challenge: Challenge | None) -> Page:
    """The run as a page."""
    macros = {} if challenge is None else katex_macros("\n".join(challenge.texts("notation")))
    body = template("tcsalgbench.provers", "conversation.html").render(
        run=run,
        settings=[(name, value) for name, value in sorted(run.settings.items()) if value is not None],
        problem=None if challenge is None else tex_html(_HEADING.sub(r"\\textbf{\1}", problem_text(challenge)), macros),
        proof=None if run.proof is None else tex_html(run.proof, macros),
        said=[(one, [(heading, tex_html(text, macros)) for heading, text in one.texts]) for one in said],
    )
    style = (files(__package__) / "conversation.css").read_text("utf-8")
    return Page(f"{run.system} on {run.challenge_id}, seed {run.seed}", body, macros, styles=(style,))


def _between(call: CallRecord, seen: set[bytes]) -> Iterator[Said]:
    """What the program put into the transcript since the call before."""
    for part in call.prompt():
        if part is None or part.kind != "turn" or part.digest in seen:
            continue
        seen.add(part.digest)
        if call.begun.name.endswith(_REPAIR):
            continue
        fenced = _FENCED.fullmatch(part.text)
        if fenced is None or not _REPEATS.match(fenced[1]):
            label, text = ("", part.text) if fenced is None else (fenced[1], fenced[2])
            lines = text.replace("\n", "\n\n") if label.startswith("objections") else text
            yield Said(f"before {call.begun.name}", PROGRAM, "", ((label[:1].upper() + label[1:], lines),), "", 0, 0)


def _said(call: CallRecord, *, asked_again: bool) -> Said:
    assert call.replied is not None  # noqa: S101  # chosen so
    reply = call.replied.reply
    fields = _fields(reply.text) if reply.end == "complete" else None
    note = "not in its form, asked again" if asked_again else "" if reply.end == "complete" else reply.end
    texts: tuple[tuple[str, str], ...] = (("", reply.text),) if reply.text else ()
    word = ""
    if fields is not None:
        word = ", ".join(str(fields[name]) for name in _SHORT if fields.get(name) is not None)
        texts = tuple(
            (_HEADINGS.get(name, name), _text(value)) for name, value in fields.items() if name not in _SHORT and value
        )
    return Said(call.begun.name, str(call.settings["role"]), word, texts, note, reply.usage.input, reply.usage.output)


def _fields(text: str) -> dict[str, object] | None:
    try:
        fields = json.loads(text)
    except ValueError:
        return None
    return fields if isinstance(fields, dict) else None


def _text(value: object) -> str:
    match value:
        case dict():
            return _of_fields(value)
        case list() if len(value) > 1 and all(isinstance(one, dict) for one in value):
            return "\n\n".join(f"{number}. {_text(one)}" for number, one in enumerate(value, 1))
        case list():
            return (", " if all(isinstance(one, int) for one in value) else "\n\n").join(map(_text, value))
    return str(value)


def _of_fields(value: dict[str, object]) -> str:
    """A cite, an objection or a look-up, as people write it."""
    match value:
        case {"kind": kind, "name": name, "quote": quote}:
            return f"{kind}, {name}: {quote}"
        case {"step": step, "error": error, "repair": repair}:
            return f"Step: {step}\n\nError: {error}\n\nRepair: {repair}"
        case {"tool": tool, **given}:
            return f"{tool}: {', '.join(str(one) for one in given.values() if one not in ('', 1))}"
    return "; ".join(f"{key}: {_text(one)}" for key, one in value.items() if one not in ("", None))
