"""The roles that take part in making a challenge, and the forms of their answers: ids, indices and edits, never mathematics
that goes in unseen."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from tcsalgbench.prompts import Role

Id = Annotated[str, StringConstraints(max_length=200)]
Line = Annotated[str, StringConstraints(max_length=600)]
MOST = 60  # entries of a list: an answer that goes on for ever is cut by its form


class _Answer(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Rewording(_Answer):
    """Words of a passage that are replaced by others; they must be there exactly as given."""

    words: Line
    replacement: Line
    why: Line


class Headline(_Answer):
    """One theorem that is to become a challenge."""

    theorem_id: Id
    title: Line
    definition_ids: list[Id] = Field(max_length=MOST)
    context_ids: list[Id] = Field(max_length=MOST)
    context_rewordings: list[Rewording] = Field(max_length=8)
    intuition: Line


class Selection(_Answer):
    """The selector's answer; an empty list where the paper has no main theorem."""

    main_theorems: list[Headline] = Field(max_length=MOST)


class Missing(_Answer):
    """A term that the draft relies on and does not explain; `add_id` supplies it, `replaces` is an informal version of that."""

    term: Line
    why_needed: Line
    add_id: Id | None
    replaces: Id | None


class Containment(_Answer):
    """The self-containment checker's answer."""

    complete: bool
    missing: list[Missing] = Field(max_length=MOST)


class Match(_Answer):
    """A term, by its index, and the entry that defines the same object."""

    term: int
    entry: int | None


class Matches(_Answer):
    """The glossary matcher's answer."""

    matches: list[Match] = Field(max_length=MOST)


class Background(_Answer):
    """A term, by its index; its textbook definition, or nothing where it is not textbook."""

    term: int
    standard: bool
    definition: Annotated[str, StringConstraints(max_length=1200)]


class Backgrounds(_Answer):
    """The background writer's answer."""

    entries: list[Background] = Field(max_length=MOST)


class SymbolMatch(_Answer):
    """A symbol, by its index, and the id of the passage or entry that says what it stands for."""

    symbol: int
    id: Id | None


class SymbolMatches(_Answer):
    """The notation finder's answer."""

    matches: list[SymbolMatch] = Field(max_length=MOST)


class Access(_Answer):
    """Who sees what, and who acts when: the ids of what says so, where the setting has such rules."""

    interactive: bool
    ids: list[Id] = Field(max_length=MOST)
    reason: Line


class NameMatch(_Answer):
    """A mention of an assumption, by its index, and the assumption that it means."""

    mention: int
    assumption: Id | None


class NameMatches(_Answer):
    """The answer of who harmonises the names of assumptions."""

    matches: list[NameMatch] = Field(max_length=MOST)


class Replacement(_Answer):
    """A reference to the construction, exactly as the statement has it, and what stands in its place."""

    reference: Line
    occurrence: int = Field(ge=1, le=50)
    replacement: Line


class Rewrite(_Answer):
    """The existence rewriter's answer. `designed` and `black_box` are plain words for the note to the reader."""

    changed: bool
    reason: Line
    edits: list[Replacement] = Field(max_length=20)
    unsafe: bool
    unsafe_reason: Line | None
    scoping_clause: Line | None
    designed: Line | None
    black_box: Line | None


SELECTOR = Role(
    "challenge_selector",
    "construction",
    Selection,
    frozenset({"paper", "statements", "sentences"}),
    max_output=16_000,
)
CONTAINMENT = Role(
    "self_containment",
    "construction",
    Containment,
    frozenset({"target", "included", "catalogue"}),
    max_output=16_000,
)
GLOSSARY = Role("glossary_matcher", "construction", Matches, frozenset({"terms", "glossary"}), max_output=12_000)
BACKGROUND = Role("background_writer", "construction", Backgrounds, frozenset({"terms", "draft"}), max_output=12_000)
NOTATION = Role(
    "notation_finder", "construction", SymbolMatches, frozenset({"symbols", "draft", "candidates"}), max_output=12_000
)
ACCESS = Role("access_order", "construction", Access, frozenset({"draft", "candidates"}), max_output=12_000)
NAMES = Role("assumption_names", "construction", NameMatches, frozenset({"mentions", "assumptions"}), max_output=12_000)
EXISTENCE = Role(
    "existence_rewriter",
    "construction",
    Rewrite,
    frozenset({"statement", "hypotheses", "constructions", "complaint"}),
    max_output=16_000,
)

ROLES = (SELECTOR, CONTAINMENT, GLOSSARY, BACKGROUND, NOTATION, ACCESS, NAMES, EXISTENCE)
PASS_OF_ROLE = {
    SELECTOR.name: "1 select and assemble",
    CONTAINMENT.name: "1 self-containment",
    GLOSSARY.name: "2 glossary terms",
    BACKGROUND.name: "3 standard background",
    NOTATION.name: "6 notation",
    ACCESS.name: "7 information access",
    NAMES.name: "8 assumption names",
    EXISTENCE.name: "10 existence rewriting",
}
