"""What the passes over one work share: its document, its graph by code, and the means to check what a model says of it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from tcsalgbench.graphs.matching import Matcher, Text
from tcsalgbench.graphs.model import Node, Place, ProofGraph
from tcsalgbench.graphs.places import Places
from tcsalgbench.tex import Document, Span
from tcsalgbench.tex.compare import Quotable
from tcsalgbench.tex.macros import strip_comments
from tcsalgbench.tex.source import decode

_BEGIN = b"\\begin{document}"
_END = b"\\end{document}"
# Works of others; an appendix may follow.
_BIBLIOGRAPHY = re.compile(
    r"\\begin\s*\{thebibliography\}.*?(?:\\end\s*\{thebibliography\}|\Z)"
    r"|\\(?:bibliography(?:style)?|printbibliography|addbibresource)\s*(?:\[[^\]]*\])?(?:\{[^{}]*\})?",
    re.DOTALL,
)


@dataclass(frozen=True)
class Material:
    """A document with its graph by code; what is costly is made once, when it is first needed."""

    document: Document
    graph: ProofGraph
    places: Places = field(init=False)
    matcher: Matcher = field(init=False)

    def __post_init__(self) -> None:
        """Open the files and the macros."""
        object.__setattr__(self, "places", Places(self.document.files))
        object.__setattr__(self, "matcher", Matcher(self.document.macros))

    @cached_property
    def nodes(self) -> Mapping[str, Node]:
        """The statements by id."""
        return {node.id: node for node in self.graph.nodes}

    @cached_property
    def position(self) -> Mapping[str, int]:
        """Where a statement comes in reading order."""
        return {node.id: at for at, node in enumerate(self.graph.nodes)}

    @cached_property
    def quotable(self) -> Quotable:
        """All that the document prints, ready for quotations."""
        return Quotable(self.document.files, self.document.order)

    @cached_property
    def stretches(self) -> tuple[Span, ...]:
        """What stands between the preamble and the end, in reading order."""
        kept: list[Span] = []
        for span in self.document.order:
            data = self.document.files[span.file][span.start : span.end]
            begin = data.find(_BEGIN)
            start = begin + len(_BEGIN) if begin >= 0 else 0
            end = data.find(_END, start)
            kept.append(Span(span.file, span.start + start, span.start + (end if end >= 0 else len(data))))
        return tuple(kept)

    @cached_property
    def prose(self) -> str:
        """The text of the paper, without comments and bibliography."""
        text = "\n".join(strip_comments(decode(self.document.files[s.file][s.start : s.end])) for s in self.stretches)
        return _BIBLIOGRAPHY.sub("", text)

    @cached_property
    def whole(self) -> Text:
        """The text of the paper, ready to be searched for terms."""
        return self.matcher.text(self.prose)

    def quoted(self, quotation: str, within: Place | None = None) -> Place | None:
        """Where the source says this, white space and comments aside; None where it does not."""
        if within is None:
            found = self.quotable.find(quotation)
        else:
            span = Span(within.file, within.start, within.end)
            found = Quotable(self.document.files, (span,)).find(quotation)
        return None if found is None else self.places.of(found)
