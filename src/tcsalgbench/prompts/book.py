"""The prompts in use: ours, or a user's in their place, turned into requests."""

from collections.abc import Mapping, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel

from tcsalgbench.calls import Part, Request
from tcsalgbench.calls.answers import schema_text
from tcsalgbench.errors import BadInput
from tcsalgbench.prompts.fence import RULE, Fence, Untrusted
from tcsalgbench.prompts.role import Role
from tcsalgbench.prompts.template import Section, Template, parse_template

A = TypeVar("A")

_SUFFIX = ".md"


def role_names() -> list[str]:
    """The roles that have a template."""
    return _names_in(files(__package__) / "templates")


def short_names() -> list[str]:
    """The roles that have a short template besides, for models of little context."""
    folder = files(__package__) / "templates" / "short"
    return _names_in(folder) if folder.is_dir() else []


def _names_in(folder: Traversable) -> list[str]:
    names = [entry.name for entry in folder.iterdir()]
    return sorted(name.removesuffix(_SUFFIX) for name in names if name.endswith(_SUFFIX))


def bundled_text(role: str, *, short: bool = False) -> str:
    """The template that ships with the package; the short one where a role has it and it is asked for."""
    folder = files(__package__) / "templates"
    brief = folder / "short" / f"{role}{_SUFFIX}"
    return (brief if short and brief.is_file() else folder / f"{role}{_SUFFIX}").read_text("utf-8")


class PromptBook:
    """Templates by role, with a folder of overrides, and the fences of a workspace."""

    def __init__(self, fence: Fence, overrides: Path | None = None) -> None:
        """Look into the overrides now: a file that no role has is a slip of the pen, and would never be used."""
        self.fence = fence
        self._overrides = overrides
        self._templates: dict[tuple[str, bool], Template] = {}
        self._role_parts: dict[tuple[str, bool], Part] = {}
        if overrides is not None:
            _check_folder(overrides)

    def template(self, role: Role[A], *, short: bool = False) -> Template:
        """The template of a role, read once. A user's own stands in the place of both of ours."""
        found = self._templates.get((role.name, short))
        if found is None:
            text, where = bundled_text(role.name, short=short), f"the template of the role {role.name}"
            if self._overrides is not None and (path := self._overrides / f"{role.name}{_SUFFIX}").exists():
                text, where = _read(path), str(path)
            found = self._templates[role.name, short] = parse_template(text, where, role.variables)
        return found

    def digests(self) -> dict[str, str]:
        """The digests of the templates used so far, to be stored with what they led to."""
        return {name: template.digest for (name, _), template in sorted(self._templates.items())}

    def request(
        self,
        role: Role[A],
        name: str,
        values: Mapping[str, str | Untrusted],
        turns: Sequence[Part] = (),
        *,
        max_output: int | None = None,
        effort: str | None = None,
        short: bool = False,
    ) -> Request[A]:
        """A request of the role. `turns` is the transcript so far, which only grows; `short` suits models of little context."""
        template = self.template(role, short=short)
        missing = sorted(set().union(*(section.variables for section in template.sections)) - set(values))
        if missing:
            raise BadInput(f"{template.where} wants <<{missing[0]}>>, which the call {name!r} does not give.")
        before = [self._part(section, values) for section in template.sections[1:] if section.kind != "now"]
        after = [self._part(section, values) for section in template.sections[1:] if section.kind == "now"]
        parts = (self._role_part(role, template, short=short), *before, *turns, *after, *_form(role, short=short))
        return Request(name, role.name, parts, role.answer, max_output or role.max_output, effort)

    def turn(self, untrusted: Untrusted) -> Part:
        """A turn of a transcript that a model wrote."""
        return Part.of("turn", self.fence.around(untrusted), untrusted=True)

    def _role_part(self, role: Role[A], template: Template, *, short: bool) -> Part:
        part = self._role_parts.get((role.name, short))
        if part is None:
            part = self._role_parts[role.name, short] = Part.of("role", f"{template.sections[0].render({})}\n\n{RULE}")
        return part

    def _part(self, section: Section, values: Mapping[str, str | Untrusted]) -> Part:
        used = {name: values[name] for name in section.variables}
        texts = {name: self.fence.around(one) if isinstance(one, Untrusted) else one for name, one in used.items()}
        untrusted = any(isinstance(one, Untrusted) for one in used.values())
        return Part.of(section.kind, section.render(texts), untrusted=untrusted)


def _form(role: Role[A], *, short: bool) -> tuple[Part, ...]:
    """What the answer must look like, for a role that code acts on: not every provider can be bound to a schema.

    A model of little context that is bound to the schema is told the names only: it would copy the words of a schema.
    """
    form: type = role.answer
    if form is str:
        return ()
    if short and issubclass(form, BaseModel):
        return (Part.of("now", f"Answer in JSON, with: {', '.join(form.model_fields)}."),)
    return (
        Part.of("now", f"Answer with one JSON document, and nothing else, that satisfies this schema:\n{schema_text(form)}"),
    )


def _check_folder(folder: Path) -> None:
    if not folder.is_dir():
        raise BadInput(f"{folder} is no folder: --prompts takes a folder with files named after roles.")
    known = role_names()
    strange = sorted(path.name for path in folder.glob(f"*{_SUFFIX}") if path.stem not in known)
    if strange:
        raise BadInput(f"{folder / strange[0]} is named after no role. Roles with a template: {', '.join(known)}.")


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{path} cannot be read: {error}.") from None
