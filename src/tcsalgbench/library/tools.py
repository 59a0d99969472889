"""The four read-only tools for models that call tools. They see the library and nothing else, and count what is refused."""

import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from tcsalgbench.library.model import CitedText, Statement
from tcsalgbench.library.retriever import Retriever
from tcsalgbench.library.settings import RetrievalSettings
from tcsalgbench.library.snippets import retrieve, snippet_of
from tcsalgbench.prompts.fence import Untrusted
from tcsalgbench.tex.macros import Macro
from tcsalgbench.tex.source import decode

ToolName = Literal["search_library", "read_statement", "follow_dependencies", "read_lines"]
# Why a call was refused: it names what is not in the library; a place outside the texts; or makes no sense.
RefusalReason = Literal["not in the library", "not in the work", "unusable arguments", "no such tool"]
MOST_LINES = 200
MOST_BYTES = 24_000  # of one answer: a file can be one line of a million characters
MOST_HITS = 10
_LISTED = 40


class _Arguments(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Search(_Arguments):
    """What `search_library` takes."""

    query: str = Field(min_length=1, max_length=8000, description="Words or TeX of what you look for.")
    count: int = Field(default=5, ge=1, le=MOST_HITS, description="How many statements to return.")


class NamedStatement(_Arguments):
    """What `read_statement` and `follow_dependencies` take."""

    work: str = Field(max_length=200, description="The key of the work, as search results give it.")
    statement: str = Field(max_length=200, description="The printed label of the statement, such as Theorem 2.")


class Lines(_Arguments):
    """What `read_lines` takes."""

    work: str = Field(max_length=200, description="The key of the work, as search results give it.")
    file: str = Field(max_length=500, description="The name of one of its TeX files, exactly as listed.")
    first: int = Field(ge=1, description="The first line, counted from 1.")
    last: int = Field(ge=1, description=f"The last line; at most {MOST_LINES} lines are returned.")


_TAKES: dict[ToolName, type[_Arguments]] = {
    "search_library": Search,
    "read_statement": NamedStatement,
    "follow_dependencies": NamedStatement,
    "read_lines": Lines,
}
_DOES: dict[ToolName, str] = {
    "search_library": "Search the statements of the cited works.",
    "read_statement": "Read a statement of a cited work word for word, with its hypotheses, definitions and proof.",
    "follow_dependencies": "List the statements that a statement of a cited work and its proof rely on.",
    "read_lines": "Read lines of a TeX file of a cited work.",
}


@dataclass(frozen=True, slots=True)
class ToolAnswer:
    """What a tool says. The text is that of a cited work, or a refusal in our words."""

    tool: str
    text: str
    refused: RefusalReason | None = None

    @property
    def untrusted(self) -> Untrusted:
        """The text ready to be put into a prompt."""
        return Untrusted(f"answer of {self.tool}" if self.tool in _TAKES else "answer of a tool", self.text)


class _Refused(Exception):
    def __init__(self, reason: RefusalReason, text: str) -> None:
        super().__init__(text)
        self.reason = reason


@dataclass(slots=True)
class ReadingRoom:
    """One run's way into its library. Names are looked up in lists made beforehand; no path is ever opened."""

    retriever: Retriever
    settings: RetrievalSettings = field(default_factory=RetrievalSettings)
    macros: Mapping[str, Macro] = field(default_factory=dict)
    calls: Counter[str] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)

    def use(self, tool: str, arguments: Mapping[str, Any] | str) -> ToolAnswer:
        """Use a tool by its name, with arguments as a mapping or as JSON. Every use is counted, every refusal too."""
        self.calls[tool if tool in _TAKES else "other"] += 1
        try:
            return ToolAnswer(tool, self._use(tool, arguments))
        except _Refused as refusal:
            self.refusals[refusal.reason] += 1
            return ToolAnswer(tool, str(refusal), refusal.reason)

    def counts(self) -> dict[str, int]:
        """How often each tool was used and how often each reason for a refusal came up, for the record of a run."""
        used = {f"tool_{name}": count for name, count in sorted(self.calls.items())}
        return used | {f"tool_refused_{reason.replace(' ', '_')}": count for reason, count in sorted(self.refusals.items())}

    def _use(self, tool: str, arguments: Mapping[str, Any] | str) -> str:
        takes = _TAKES.get(tool)  # type: ignore[call-overload]  # a model may ask for anything
        if takes is None:
            raise _Refused("no such tool", f"There is no tool of that name; there are {', '.join(_TAKES)}.")
        try:
            given = (
                takes.model_validate_json(arguments) if isinstance(arguments, str) else takes.model_validate(dict(arguments))
            )
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(str(step) for step in first["loc"]) or "the whole"
            raise _Refused("unusable arguments", f"The arguments of {tool} cannot be used: {place}: {first['msg']}.") from None
        ways: dict[str, Callable[[Any], str]] = {
            "search_library": self._search,
            "read_statement": self._statement,
            "follow_dependencies": self._dependencies,
            "read_lines": self._lines,
        }
        return ways[tool](given)

    def _search(self, given: Search) -> str:
        settings = RetrievalSettings(given.count, self.settings.tokens, self.settings.candidates, self.settings.embedder)
        found = retrieve(self.retriever, given.query, settings, self.macros)
        return "\n\n".join(snippet.text for snippet in found) or "No statement of the library is near this."

    def _work(self, key: str) -> CitedText:
        work = self.retriever.library.work(key)
        if work is None:
            # The same sentence whatever was asked for: that a name is the source paper's must not show.
            known = ", ".join(sorted(work.key for work in self.retriever.library.works)[:_LISTED]) or "none"
            raise _Refused("not in the library", f"The library holds no work of that name. Its works: {known}.")
        return work

    def _find(self, given: NamedStatement) -> tuple[CitedText, Statement]:
        work = self._work(given.work)
        wanted = " ".join(given.statement.split()).lower()
        for statement in work.statements:
            if wanted in (statement.node.printed.lower(), statement.node.id.lower()) and statement.node.restates is None:
                return work, statement
        listed = ", ".join(one.node.printed for one in work.statements[:_LISTED]) or "none"
        raise _Refused("not in the work", f"{work.key} has no statement of that label. It has: {listed}.")

    def _statement(self, given: NamedStatement) -> str:
        work, statement = self._find(given)
        node = statement.node
        said = [snippet_of(statement, work).text, f"Place: {node.whole.file}, lines {node.whole.line}-{node.whole.end_line}"]
        hypotheses = [_hypothesis(work, one.node, one.quote) for one in node.hypotheses]
        if hypotheses:
            said.append("It supposes:\n" + "\n".join(f"- {text}" for text in hypotheses))
        if node.proof is not None:
            said.append(f"Proof (lines {node.proof.place.line}-{node.proof.place.end_line}):\n{node.proof.text}")
        return _cut("\n\n".join(said))

    def _dependencies(self, given: NamedStatement) -> str:
        work, statement = self._find(given)
        lines: dict[str, None] = {}
        for edge in work.graph.edges:
            target = work.graph.node(edge.target) if edge.source == statement.node.id else None
            if target is not None:
                name = f" ({target.name})" if target.name else ""
                lines[f"- {target.printed}{name}, in its {edge.where}: {' '.join(target.statement.split())[:300]}"] = None
        if not lines:
            return f"{statement.reference} refers to no other statement of {work.key}."
        return _cut(f"{statement.reference} relies on:\n" + "\n".join(lines))

    def _lines(self, given: Lines) -> str:
        work = self._work(given.work)
        data = work.files.get(given.file)
        if data is None:
            listed = ", ".join(sorted(work.files)[:_LISTED])
            raise _Refused("not in the work", f"{work.key} has no file of that name. Its files: {listed}.")
        lines = decode(data).split("\n")
        if given.last < given.first or given.first > len(lines):
            raise _Refused("not in the work", f"{given.file} of {work.key} has the lines 1 to {len(lines)}.")
        last = min(given.last, given.first + MOST_LINES - 1, len(lines))
        body = "\n".join(lines[given.first - 1 : last])
        return _cut(f"{work.key}, {given.file}, lines {given.first}-{last} of {len(lines)}:\n{body}")


def tool_schemas() -> list[dict[str, Any]]:
    """The tools as models are told of them: name, description, JSON schema of the arguments."""
    return [
        {"name": name, "description": _DOES[name], "parameters": json.loads(json.dumps(takes.model_json_schema()))}
        for name, takes in _TAKES.items()
    ]


def _hypothesis(work: CitedText, node: str | None, quote: str | None) -> str:
    target = work.graph.node(node) if node else None
    return f"{target.printed}: {target.statement}" if target is not None else quote or ""


def _cut(text: str) -> str:
    if len(text) <= MOST_BYTES:
        return text
    return text[:MOST_BYTES] + f"\n[cut here: {len(text) - MOST_BYTES} more characters; read them by lines]"
