"""The author's macros: where each is defined in the source, and which ones a text needs."""

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.resources import files as package_files

from tcsalgbench.challenges.model import SpanRecord
from tcsalgbench.tex import Document
from tcsalgbench.tex.frames import bracket_end, group_end
from tcsalgbench.tex.macros import CONTROL_WORD, strip_comments
from tcsalgbench.tex.source import as_text

_DEFINES = re.compile(
    r"\\(?P<command>(?:re|provide)?newcommand|renewcommand|providecommand|DeclareRobustCommand|DeclareMathOperator"
    r"|DeclarePairedDelimiter(?:X|XPP)?|(?:New|Renew|Provide|Declare)DocumentCommand|newcommandx|def|gdef|let|DeclareMathSymbol)"
    r"(?P<star>\*?)\s*(?:\{\s*\\(?P<braced>[a-zA-Z@]+)\s*\}|\\(?P<bare>[a-zA-Z@]+))"
)
_TEX = (".tex", ".sty", ".cls", ".ltx", ".def")
_GROUPS = {"DeclarePairedDelimiter": 2, "DeclarePairedDelimiterX": 3, "DeclarePairedDelimiterXPP": 5}


@dataclass(frozen=True, slots=True)
class Definition:
    """The command that defines a macro: its span, and the macros that its body uses."""

    name: str
    span: SpanRecord
    uses: frozenset[str]


@dataclass(frozen=True, slots=True)
class MacroTable:
    """The definitions of a paper, by name; the last one counts, as for LaTeX."""

    definitions: Mapping[str, Definition] = field(default_factory=dict)

    @classmethod
    def of(cls, document: Document) -> "MacroTable":
        """Find the definitions that count: of those of one name the last whose body is what the reader understood."""
        found: dict[str, Definition] = {}
        for file in document.files:
            if not file.endswith(_TEX):
                continue
            text = as_text(document.files[file])
            for definition in _definitions(text, file, 0, len(text)):
                macro = document.macros.get(definition.name)
                if (
                    macro is None
                    or definition.name not in found
                    or macro.body.strip() in text[definition.span.start : definition.span.end]
                ):
                    found[definition.name] = definition
        return cls(found)

    def needed(self, texts: Iterable[str]) -> tuple[Definition, ...]:
        """The definitions that the texts use, and those that these use, in no order."""
        wanted = {name for text in texts for name in control_words(text)}
        taken: dict[str, Definition] = {}
        while wanted:
            name = wanted.pop()
            definition = self.definitions.get(name)
            if definition is not None and name not in taken:
                taken[name] = definition
                wanted |= definition.uses - taken.keys()
        return tuple(taken.values())


def control_words(text: str) -> set[str]:
    """The control words of a text, comments aside."""
    return set(CONTROL_WORD.findall(strip_comments(text)))


@lru_cache(maxsize=1)
def known_commands() -> frozenset[str]:
    """The commands that LaTeX and the usual packages for mathematics have."""
    listed = (package_files("tcsalgbench.challenges") / "commands.toml").read_text("ascii")
    return frozenset(tomllib.loads(listed)["names"].split())


def _definitions(text: str, file: str, start: int, end: int) -> Iterable[Definition]:
    for match in _DEFINES.finditer(text, start, end):
        line = text.rfind("\n", 0, match.start()) + 1
        if re.search(r"(?<!\\)%", text[line : match.start()]):
            continue
        stop = _end_of(text, match, end)
        if stop is not None:
            name = match["braced"] or match["bare"]
            body = text[match.end() : stop]
            yield Definition(name, SpanRecord(file=file, start=match.start(), end=stop), frozenset(control_words(body)))


def _end_of(text: str, match: re.Match[str], end: int) -> int | None:
    command, at = match["command"], match.end()
    if command == "let":
        let = re.compile(r"\s*=?\s*(?:\\[a-zA-Z@]+|\\.|.)").match(text, at, end)
        return let.end() if let else None
    if command in ("def", "gdef"):
        at = text.find("{", at, end)
        return _after(group_end(text, at, end)) if at >= 0 else None
    stop: int | None = at
    groups = _GROUPS.get(command, 2 if "DocumentCommand" in command else 1)
    for _ in range(groups):
        stop = _group_after(text, stop, end)
        if stop is None:
            return None
    return stop


def _group_after(text: str, at: int | None, end: int) -> int | None:
    """The end of the next group, optional arguments before it passed over."""
    while at is not None:
        at += len(text[at:end]) - len(text[at:end].lstrip())
        if text.startswith("[", at):
            at = _after(bracket_end(text, at, end))
        elif text.startswith("{", at):
            return _after(group_end(text, at, end))
        elif text.startswith("\\", at):
            word = CONTROL_WORD.match(text, at, end)
            return word.end() if word else at + 2
        else:
            return None
    return None


def _after(closing: int) -> int | None:
    return closing + 1 if closing > 0 else None
