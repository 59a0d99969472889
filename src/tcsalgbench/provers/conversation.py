"""One run read as a conversation: who said what in which round, from the journal, for a terminal and for a page."""

import json
import re
from collections.abc import Sequence
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

# Which fields of an answer are said how, in their order; what is not listed is shown under its own name.
_HEADINGS = {
    "sketch": "Sketch",
    "argument": "Argument",
    "examination": "Examination",
    "reason": "Reason",
    "strategy_summary": "Strategy",
}
_HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
_SHORT = ("outcome", "action", "verdict", "confidence")


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
    with reading(workspace.root) as shards:
        calls = [call for call in calls_of(shards, run.scope) if call.replied is not None]
        return tuple(_said(call) for call in sorted(calls, key=lambda call: call.begun.at))


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


def _said(call: CallRecord) -> Said:
    assert call.replied is not None  # noqa: S101  # chosen so
    reply = call.replied.reply
    note = "" if reply.end == "complete" else f"({reply.end})"
    fields = _fields(reply.text) if reply.end == "complete" else None
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
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return "\n\n".join(_text(one) for one in value)
    if isinstance(value, dict):
        return "; ".join(f"{key}: {_text(one)}" for key, one in value.items() if one not in ("", None))
    return str(value)
