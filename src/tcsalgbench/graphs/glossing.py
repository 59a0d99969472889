"""A model pass: the glossary of a paper, with verbatim definitions; which statements use an entry is found by code."""

from collections.abc import Iterable, Iterator

from pydantic import Field

from tcsalgbench.calls import Steps
from tcsalgbench.graphs.asking import Checked, Found, Said, asked, drop
from tcsalgbench.graphs.attaching import attached, defining_node
from tcsalgbench.graphs.listing import Chunk, Sizes, text_in_chunks
from tcsalgbench.graphs.matching import Term, plain_word
from tcsalgbench.graphs.material import Material
from tcsalgbench.graphs.model import Drop, Edge, EntryKind, GlossaryEntry, Node
from tcsalgbench.jobs import Desk
from tcsalgbench.prompts import Role, Untrusted
from tcsalgbench.tex.words import words

_SMALL_WORDS = frozenset(words("a an the of for to in on with by is are be and or if then that this it has been what how"))
_LONGEST_TERM = 120


class SaidEntry(Said):
    """One entry."""

    term: str = Field(max_length=300)
    aliases: tuple[str, ...] = Field(default=(), max_length=12)
    kind: EntryKind
    definition: str = Field(max_length=6000)


class Glossary(Said):
    """The glossary writer's answer."""

    entries: tuple[SaidEntry, ...] = Field(max_length=200)


GLOSSARY_WRITER = Role("glossary_writer", "construction", Glossary, frozenset({"text", "problems"}), max_output=16_000)


def chunks(material: Material, sizes: Sizes) -> Iterator[Chunk]:
    """The text of the paper, a bounded piece at a time."""
    return (Chunk(text, ()) for text in text_in_chunks(material, sizes.chunk))


def write_glossary(desk: Desk, material: Material, chunk: Chunk, name: str, again: int) -> Steps[Found]:
    """Ask about one chunk."""
    values = {"text": Untrusted("text of a paper", chunk.text)}
    return asked(desk, GLOSSARY_WRITER, name, values, lambda answer: check(material, answer), again)


def check(material: Material, answer: Glossary) -> Checked:
    """Keep entries whose definition is in the source and speaks of the term; of aliases, those that the paper uses."""
    entries: dict[str, GlossaryEntry] = {}
    wrong: list[Drop] = []
    idle: list[Drop] = []
    for said in answer.entries:
        shown = f"{said.term}: {said.definition}"
        key = " ".join(said.term.split())
        term = material.matcher.term(said.term)
        place = material.quoted(said.definition)
        if term.empty or len(key) > _LONGEST_TERM:
            wrong.append(drop("entry", shown, "the term is empty or too long"))
        elif place is None:
            wrong.append(drop("entry", shown, "the paper does not say this; quote the definition letter by letter"))
        elif key in entries:
            idle.append(drop("entry", shown, "the term is there already"))
        else:
            definition = material.places.text(place)
            aliases = tuple(_aliases(material, said, idle))
            if not any(_speaks_of(material, definition, material.matcher.term(one)) for one in (key, *aliases)):
                wrong.append(drop("entry", shown, "the definition does not speak of the term"))
                continue
            entries[key] = GlossaryEntry(
                term=key,
                aliases=aliases,
                kind=said.kind,
                definition=definition,
                place=place,
                node=defining_node(material.graph.nodes, place),
            )
    return Checked(Found(entries=tuple(entries.values())), tuple(wrong), tuple(idle))


def _aliases(material: Material, said: SaidEntry, idle: list[Drop]) -> Iterator[str]:
    printed = {node.printed for node in material.graph.nodes}
    seen = {" ".join(said.term.split())}
    for alias in said.aliases:
        plain = " ".join(alias.split())
        if plain in seen:
            continue
        seen.add(plain)
        term = material.matcher.term(plain)
        # `Algorithm 1` is what LaTeX prints: the source may only say it by a reference.
        if plain in printed or (not term.empty and material.whole.has(term)):
            yield plain
        else:
            idle.append(drop("entry", f"{said.term}, also {alias}", "the paper does not use this alias"))


def _speaks_of(material: Material, definition: str, term: Term) -> bool:
    # A definition may be part of a formula that the quotation cuts out of its dollars.
    texts = (material.matcher.text(definition), material.matcher.text(f"${definition}$"))
    if any(text.has(term) for text in texts):
        return True
    if term.line is None:
        return False
    telling = {word for word in term.line.split() if word[0] not in "$." and word not in _SMALL_WORDS}
    return any(telling & set(map(plain_word, text.line.split())) for text in texts)


def merged(entries: Iterable[GlossaryEntry]) -> tuple[tuple[GlossaryEntry, ...], tuple[Drop, ...]]:
    """The entries of all parts, a term once: the first that a numbered definition gives, else the first."""
    kept: dict[str, GlossaryEntry] = {}
    drops: list[Drop] = []
    for entry in entries:
        key = entry.term.lower() if not entry.term.startswith(("\\", "$")) else entry.term
        other = kept.get(key)
        if other is None:
            kept[key] = entry
            continue
        first, second = (entry, other) if other.node is None and entry.node is not None else (other, entry)
        aliases = tuple(dict.fromkeys((*first.aliases, *second.aliases)))
        kept[key] = first.model_copy(update={"aliases": aliases})
        drops.append(drop("entry", f"{second.term}: {second.definition}", "another part of the paper gave the term"))
    return tuple(kept.values()), tuple(drops)


def attach(
    entries: Iterable[GlossaryEntry], material: Material, nodes: Iterable[Node], edges: Iterable[Edge]
) -> tuple[GlossaryEntry, ...]:
    """The entries with the statements that use them."""
    return attached(entries, material.matcher, tuple(nodes), tuple(edges))
