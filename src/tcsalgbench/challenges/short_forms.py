"""Short forms of the answers, for models of little context: few entries, short lines, and ids from those that were shown."""

from collections.abc import Iterable
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints, create_model

from tcsalgbench.challenges import roles

Title = Annotated[str, StringConstraints(min_length=1, max_length=70)]
Term = Annotated[str, StringConstraints(min_length=1, max_length=40)]
Brief = Annotated[str, StringConstraints(max_length=60)]
Empty = Annotated[str, StringConstraints(max_length=0)]


class ShortHeadline(roles.Headline):
    """One theorem, without words of context."""

    title: Title
    definition_ids: list[roles.Id] = Field(max_length=3)
    context_ids: list[roles.Id] = Field(max_length=1)
    context_rewordings: list[roles.Rewording] = Field(max_length=0)
    intuition: Annotated[str, StringConstraints(max_length=120)]


class ShortMissing(roles.Missing):
    """A term in a few words."""

    term: Term
    why_needed: Brief


class ShortContainment(roles.Containment):
    """One term at most: each is a call more, and a small model finds some in anything."""

    missing: list[ShortMissing] = Field(max_length=1)  # type: ignore[assignment]  # a list of those, and never written to


class ShortMatches(roles.Matches):
    """As many matches as gaps that a small model reports."""

    matches: list[roles.Match] = Field(max_length=3)


class ShortBackground(roles.Background):
    """A definition of a sentence."""

    definition: Annotated[str, StringConstraints(max_length=120)]


class ShortBackgrounds(roles.Backgrounds):
    """One definition, as one term is open."""

    entries: list[ShortBackground] = Field(max_length=1)  # type: ignore[assignment]


class ShortSymbolMatches(roles.SymbolMatches):
    """A few symbols."""

    matches: list[roles.SymbolMatch] = Field(max_length=3)


class ShortNameMatches(roles.NameMatches):
    """A few mentions."""

    matches: list[roles.NameMatch] = Field(max_length=3)


class ShortAccess(roles.Access):
    """Three rules at most."""

    ids: list[roles.Id] = Field(max_length=3)
    reason: Brief


class ShortReplacement(roles.Replacement):
    """A replacement of a few words."""

    replacement: Brief


class ShortRewrite(roles.Rewrite):
    """One edit at most, and no clause: what a small model writes of its own is better left out."""

    reason: Brief
    edits: list[ShortReplacement] = Field(max_length=1)  # type: ignore[assignment]
    unsafe: Literal[False]
    unsafe_reason: None
    scoping_clause: None
    designed: None
    black_box: None


SHORT: dict[type, type] = {
    roles.Selection: roles.Selection,
    roles.Containment: ShortContainment,
    roles.Matches: ShortMatches,
    roles.Backgrounds: ShortBackgrounds,
    roles.SymbolMatches: ShortSymbolMatches,
    roles.Access: ShortAccess,
    roles.NameMatches: ShortNameMatches,
    roles.Rewrite: ShortRewrite,
}


def selection(theorems: Iterable[str], definitions: Iterable[str], sentences: Iterable[str]) -> type[roles.Selection]:
    """One theorem of these, with definitions and a sentence of these."""
    headline = create_model(
        "ShortHeadline",
        __base__=ShortHeadline,
        theorem_id=(_one_of(theorems), ...),
        definition_ids=_some_of(definitions, 3),
        context_ids=_some_of(sentences, 1),
    )
    kind: Any = list[headline]  # type: ignore[valid-type]  # a form that is made here
    return create_model("ShortSelection", __base__=roles.Selection, main_theorems=(kind, Field(min_length=1, max_length=1)))


def containment(ids: Iterable[str]) -> type[roles.Containment]:
    """A term that one of these statements supplies, or none."""
    missing = create_model("ShortMissing", __base__=ShortMissing, add_id=(_one_of(ids) | None, ...), replaces=(None, ...))
    kind: Any = list[missing]  # type: ignore[valid-type]
    return create_model("ShortContainment", __base__=ShortContainment, missing=(kind, Field(max_length=1)))


def names(ids: Iterable[str]) -> type[roles.NameMatches]:
    """Mentions of these assumptions."""
    match = create_model("ShortNameMatch", __base__=roles.NameMatch, assumption=(_one_of(ids) | None, ...))
    kind: Any = list[match]  # type: ignore[valid-type]
    return create_model("ShortNameMatches", __base__=ShortNameMatches, matches=(kind, Field(max_length=3)))


def symbols(ids: Iterable[str]) -> type[roles.SymbolMatches]:
    """Symbols that these passages may explain."""
    match = create_model("ShortSymbolMatch", __base__=roles.SymbolMatch, id=(_one_of(ids) | None, ...))
    kind: Any = list[match]  # type: ignore[valid-type]
    return create_model("ShortSymbolMatches", __base__=ShortSymbolMatches, matches=(kind, Field(max_length=3)))


def access(ids: Iterable[str]) -> type[roles.Access]:
    """Rules among these."""
    return create_model("ShortAccess", __base__=ShortAccess, ids=_some_of(ids, 3))


def rewrite(references: Iterable[str]) -> type[roles.Rewrite]:
    """An edit of one of these references; where there are none, nothing changes."""
    found = tuple(dict.fromkeys(references))
    if not found:
        return create_model("ShortRewrite", __base__=ShortRewrite, changed=(Literal[False], ...), edits=_some_of((), 0))
    edit = create_model("ShortReplacement", __base__=ShortReplacement, reference=(_one_of(found), ...))
    kind: Any = list[edit]  # type: ignore[valid-type]
    return create_model("ShortRewrite", __base__=ShortRewrite, edits=(kind, Field(max_length=1)))


def _one_of(ids: Iterable[str]) -> Any:  # noqa: ANN401  # a type
    found = tuple(dict.fromkeys(ids))
    literal: Any = Literal
    return literal[found] if found else Empty


def _some_of(ids: Iterable[str], most: int) -> Any:  # noqa: ANN401  # a type with its bounds
    found = tuple(dict.fromkeys(ids))
    kind: Any = list[_one_of(found)]  # type: ignore[misc]
    return kind, Field(max_length=min(most, len(found)))
