"""A prompt template: sections that become parts, and variables written <<name>>, put in once and never read again."""

import hashlib
import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, get_args

from tcsalgbench.calls.request import PartKind
from tcsalgbench.errors import BadInput

if TYPE_CHECKING:
    from jinja2 import Template as JinjaTemplate
    from jinja2.sandbox import SandboxedEnvironment

_HEADING = re.compile(r"^=== *(\w+) *$", re.MULTILINE)
# The order in which parts stand in a prompt: what never changes first, what changes from call to call last.
_ORDER: tuple[PartKind, ...] = tuple(kind for kind in get_args(PartKind) if kind != "turn")


@lru_cache(maxsize=1)
def _environment() -> "SandboxedEnvironment":
    # Jinja substitutes in one pass: braces, percent signs and placeholders inside a value stay the text they are. Its own
    # delimiters would clash with LaTeX, which is what these templates talk about.
    from jinja2 import StrictUndefined  # noqa: PLC0415  # 40 ms that most commands do not need
    from jinja2.sandbox import SandboxedEnvironment  # noqa: PLC0415

    return SandboxedEnvironment(
        undefined=StrictUndefined,
        autoescape=False,  # prompts are no HTML
        variable_start_string="<<",
        variable_end_string=">>",
        block_start_string="<%",
        block_end_string="%>",
        comment_start_string="<#",
        comment_end_string="#>",
        trim_blocks=True,
    )


@dataclass(frozen=True, slots=True)
class Section:
    """One section of a template, compiled."""

    kind: PartKind
    variables: frozenset[str]
    compiled: "JinjaTemplate" = field(repr=False)

    def render(self, values: dict[str, str]) -> str:
        """The text of the part."""
        return self.compiled.render(values).strip()


@dataclass(frozen=True, slots=True)
class Template:
    """A template and the digest that is stored with what it produced."""

    where: str
    digest: str
    sections: tuple[Section, ...]


def parse_template(text: str, where: str, variables: frozenset[str]) -> Template:
    """Read a template; what could go wrong in the middle of a run is said now."""
    headings = list(_HEADING.finditer(text))
    if not headings or text[: headings[0].start()].strip():
        raise BadInput(f"{where}: a template begins with a section, written as a line '=== role'.")
    ends = [*(heading.start() for heading in headings[1:]), len(text)]
    sections = [
        _section(heading[1], text[heading.end() : end], where, variables) for heading, end in zip(headings, ends, strict=True)
    ]
    kinds = [section.kind for section in sections]
    if kinds != [kind for kind in _ORDER if kind in kinds]:
        raise BadInput(f"{where}: sections come once each, in the order {', '.join(_ORDER)}; here they are {', '.join(kinds)}.")
    if kinds[0] != "role" or sections[0].variables:
        raise BadInput(f"{where}: the first section is 'role', and has no variables: it must be the same in every call.")
    return Template(where, hashlib.sha256(text.encode()).hexdigest()[:16], tuple(sections))


def _section(kind: str, text: str, where: str, variables: frozenset[str]) -> Section:
    from jinja2 import TemplateSyntaxError, meta  # noqa: PLC0415

    if kind not in _ORDER:
        raise BadInput(f"{where}: there is no section {kind!r}; sections are {', '.join(_ORDER)}.")
    try:
        used = meta.find_undeclared_variables(_environment().parse(text))
        compiled = _environment().from_string(text)
    except TemplateSyntaxError as error:
        raise BadInput(f"{where}: section {kind}, line {error.lineno} of it: {error.message}.") from None
    unknown = sorted(used - variables)
    if unknown:
        known = ", ".join(sorted(variables)) or "none"
        raise BadInput(f"{where}: section {kind} uses <<{unknown[0]}>>, which this role does not have (it has: {known}).")
    return Section(kind, frozenset(used), compiled)
