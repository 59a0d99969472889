"""Snippets: statements of cited works, verbatim, with what is needed to read them, within a cap of tokens."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from tcsalgbench.library.model import CitedText, Statement
from tcsalgbench.library.retriever import Retriever
from tcsalgbench.library.settings import RetrievalSettings, tokens_of
from tcsalgbench.prompts.fence import Untrusted
from tcsalgbench.tex.macros import CONTROL_WORD, Macro

LABEL = "retrieved prior work"
NOTHING = "Nothing of the library was found to be near this goal."
_DEEPEST = 8


@dataclass(frozen=True, slots=True)
class Snippet:
    """A statement of a cited work, word for word, with the definitions and the macros that it is written in."""

    work: str
    title: str
    authors: tuple[str, ...]
    node: str
    printed: str
    name: str | None
    statement: str
    definitions: tuple[str, ...] = ()
    notation: tuple[str, ...] = ()
    score: float = 0.0

    @property
    def reference(self) -> str:
        """How it is cited: `template, Theorem 2`."""
        return f"{self.work}, {self.printed}"

    @property
    def text(self) -> str:
        """The snippet as a prover reads it."""
        lines = [f"[{self.reference}]{f' ({self.name})' if self.name else ''}", self._source(), self.statement]
        if self.definitions:
            lines += ["Definitions there:", *(f"- {text}" for text in self.definitions)]
        if self.notation:
            lines += ["Macros there:", *self.notation]
        return "\n".join(lines)

    def _source(self) -> str:
        return f"From {', '.join(self.authors) or 'unknown authors'}: {self.title}"


def retrieve(
    retriever: Retriever, query: str, settings: RetrievalSettings, macros: Mapping[str, Macro] | None = None
) -> tuple[Snippet, ...]:
    """The best statements for a goal as far as they fit.

    A statement is never cut: where it does not fit, its definitions and macros are left out, and then the statement itself.
    """
    taken: list[Snippet] = []
    left = settings.tokens
    for found in retriever.search(query, max(settings.candidates, settings.snippets), macros):
        if len(taken) == settings.snippets:
            break
        work = retriever.library.work(found.statement.work)
        if work is None:
            continue
        whole = snippet_of(found.statement, work, found.score)
        for candidate in (whole, replace(whole, definitions=()), replace(whole, definitions=(), notation=())):
            cost = tokens_of(candidate.text)
            if cost <= left:
                taken.append(candidate)
                left -= cost
                break
    return tuple(taken)


def snippet_of(statement: Statement, work: CitedText, score: float = 0.0) -> Snippet:
    """The snippet of one statement."""
    node = statement.node
    definitions = tuple(_definitions(work, node.id))
    return Snippet(
        work.key,
        work.title,
        work.authors,
        node.id,
        node.printed,
        node.name,
        node.statement.strip(),
        definitions,
        tuple(notation("\n".join((node.statement, *definitions)), work.macros)),
        score,
    )


def render_snippets(snippets: tuple[Snippet, ...]) -> Untrusted:
    """The snippets as text of others, ready to be put into a prompt."""
    return Untrusted(LABEL, "\n\n".join(snippet.text for snippet in snippets) or NOTHING)


def _definitions(work: CitedText, node: str) -> Iterator[str]:
    """The definitions of the glossary that the statement leans on, each once, without those it makes itself."""
    said: set[str] = set()
    for entry in work.graph.glossary:
        if node in entry.nodes and entry.node != node and entry.definition not in said:
            said.add(entry.definition)
            defining = work.graph.node(entry.node) if entry.node else None
            where = f" ({defining.printed})" if defining is not None else ""
            yield f"{entry.term}{where}: {' '.join(entry.definition.split())}"


def notation(text: str, macros: Mapping[str, Macro]) -> Iterator[str]:
    """The declarations of the author's macros that a text uses, and of those that these use."""
    used: dict[str, None] = {}
    _collect(text, macros, used, 0)
    for name in sorted(used):
        yield _declaration(macros[name])


def _collect(text: str, macros: Mapping[str, Macro], used: dict[str, None], depth: int) -> None:
    for match in CONTROL_WORD.finditer(text):
        macro = macros.get(match[1])
        if macro is not None and match[1] not in used and not macro.is_environment and depth < _DEEPEST:
            used[match[1]] = None
            _collect(macro.body, macros, used, depth + 1)


def _declaration(macro: Macro) -> str:
    parameters = macro.parameters
    count = f"[{macro.numbered}]" if macro.numbered else ""
    default = f"[{parameters[0].text or ''}]" if parameters and parameters[0].kind == "optional" else ""
    body = re.sub(r"\s+", " ", macro.body).strip()
    return f"\\newcommand{{\\{macro.name}}}{count}{default}{{{body}}}"
