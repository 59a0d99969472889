"""How the parts of a draft and of a paper stand in prompts: with ids, cut to the room that a model has."""

from collections.abc import Iterable, Sequence

from tcsalgbench.challenges.draft import Draft
from tcsalgbench.challenges.passages import Sentence
from tcsalgbench.graphs.model import GlossaryEntry, Node
from tcsalgbench.prompts import Untrusted

NOTHING = "(none)"


def shown(label: str, lines: Sequence[str], room: int) -> Untrusted:
    """Lines as material from the paper; each is cut to its share where they do not all fit."""
    text = "\n\n".join(lines) or NOTHING
    if len(text) > room:
        share = max(60, room // len(lines) - 2)
        kept = [line if len(line) <= share else f"{line[: share - 2].rstrip()} …" for line in lines]
        text = "\n\n".join(kept[: max(1, room // share)])
    return Untrusted(label, text)


def node_lines(nodes: Iterable[Node]) -> list[str]:
    """Statements as a catalogue."""
    return [f"[{node.id}] {node.printed}{f' ({node.name})' if node.name else ''}: {node.statement}" for node in nodes]


def sentence_lines(sentences: Iterable[Sentence]) -> list[str]:
    """Prose as a catalogue."""
    return [f"[{one.id}] {one.text}" for one in sentences]


def entry_lines(entries: Iterable[tuple[int, GlossaryEntry]]) -> list[str]:
    """The glossary as a catalogue, by index."""
    return [f"[{index}] {', also '.join((entry.term, *entry.aliases))}: {entry.definition}" for index, entry in entries]


def draft_lines(draft: Draft) -> list[str]:
    """What a reader of the challenge is given so far, the statement first."""
    parts = [draft.statement.text]
    parts += [f"- supposed: {text}" for text in draft.texts("hypothesis")]
    parts += draft.texts("definition", "protocol")
    return parts


def numbered(items: Sequence[str]) -> str:
    """Items with their indices."""
    return "\n".join(f"{index}. {item}" for index, item in enumerate(items)) or NOTHING
