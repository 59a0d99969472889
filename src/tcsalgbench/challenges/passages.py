"""The prose of a paper in numbered sentences, so that a model can point at words without copying them."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tcsalgbench.challenges.model import SpanRecord
from tcsalgbench.tex import Document, Span
from tcsalgbench.tex.source import as_text, decode

# What stands between prose: no sentence goes across it, and it is none itself.
_ENVIRONMENTS = "figure|table|algorithm|algorithm2e|tabular|tikzpicture|thebibliography|lstlisting|verbatim|abstract|comment"
_NO_PROSE = re.compile(
    rf"\\begin\{{(?P<env>(?:{_ENVIRONMENTS})\*?)\}}.*?\\end\{{(?P=env)\}}"
    r"|\\(?:sub)*section\*?\{[^\n]*|\\paragraph\*?\{[^{}]*\}|\\chapter\*?\{[^\n]*"
    r"|\\(?:maketitle|appendix|newpage|clearpage|tableofcontents|bibliographystyle\{[^}]*\}|bibliography\{[^}]*\})"
    r"|\\(?:input|include|subfile|import)\s*\{[^}]*\}(?:\{[^}]*\})?|\\(?:begin|end)\{document\}|(?m:^[ \t]*%[^\n]*$)",
    re.DOTALL,
)
_PARAGRAPH = re.compile(r"\n[ \t]*\n")
_END = re.compile(r"[.?!]['\")\]}]*(?=\s+(?:[A-Z\\$(`]|\Z))")
_DISPLAY_END = re.compile(r"[.?!]\s*(?:\\\]|\$\$|\\end\{(?:equation|align|gather|multline|eqnarray)\*?\})(?=\s+[A-Z\\$(`])")
_ABBREVIATION = re.compile(
    r"(?:^|[\s(~])(?:e\.g|i\.e|cf|resp|et al|al|Fig|Figs|Eq|Eqs|Thm|Lem|Def|Sec|Prop|vs|w\.r\.t|a\.s|i\.i\.d|st|[A-Z])\.$"
)
_PROOF_TALK = re.compile(r"(?i)proof|technique|overview|sketch|our approach|main ideas|how we")
# Words that announce how a thing is done, which a challenge must not say.
IDEA = re.compile(
    r"(?i)\b(?:ideas?|trick|techniques?|our (?:algorithm|method|approach|proof|construction)|proof|prove[sd]?"
    r"|can be (?:built|obtained)|is built (?:from|by)|reduc(?:e|es|tion)|key (?:step|tool|observation|ingredient)"
    r"|main (?:tool|ingredient))\b"
)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of the paper's own prose: `id` is its name in prompts, `p<paragraph>.<sentence>`."""

    id: str
    paragraph: int
    span: SpanRecord
    text: str
    section: str


def sentences(document: Document) -> tuple[Sentence, ...]:
    """All sentences that stand outside statements, proofs and floats, and outside sections that talk about proofs."""
    closed = [(block.span.file, block.span.start, block.span.end) for block in document.blocks]
    closed += [(proof.span.file, proof.span.start, proof.span.end) for proof in document.proofs]
    found: list[Sentence] = []
    paragraph = 0
    for stretch in document.order:
        data = document.files[stretch.file]
        text = as_text(data)
        start = max(stretch.start, _after_preamble(text) if stretch.file == document.main else 0)
        for begin, end in _open(text, start, stretch, closed):
            for first, last in _paragraphs(text, begin, end):
                section = _section(document, stretch.file, first)
                if _PROOF_TALK.search(section):
                    continue
                ranges = list(_sentences(text, first, last))
                paragraph += bool(ranges)
                for number, (low, high) in enumerate(ranges, 1):
                    span = SpanRecord(file=stretch.file, start=low, end=high)
                    found.append(Sentence(f"p{paragraph}.{number}", paragraph, span, decode(data[low:high]), section))
    return tuple(found)


def joined(chosen: Iterable[Sentence]) -> tuple[SpanRecord, ...]:
    """The spans of chosen sentences; those that follow each other in one paragraph become one span."""
    spans: list[tuple[Sentence, SpanRecord]] = []
    for sentence in sorted(set(chosen), key=lambda one: (one.paragraph, one.span.start)):
        if spans and _follows(spans[-1][0], sentence):
            spans[-1] = (sentence, spans[-1][1].model_copy(update={"end": sentence.span.end}))
        else:
            spans.append((sentence, sentence.span))
    return tuple(span for _, span in spans)


def around(all_: Sequence[Sentence], span: SpanRecord) -> tuple[Sentence, ...]:
    """The sentences that a span lies in or covers."""
    return tuple(one for one in all_ if one.span.file == span.file and one.span.start < span.end and span.start < one.span.end)


def _follows(before: Sentence, after: Sentence) -> bool:
    number = int(before.id.rpartition(".")[2])
    return before.paragraph == after.paragraph and after.id == f"p{after.paragraph}.{number + 1}"


def _after_preamble(text: str) -> int:
    at = text.find("\\begin{document}")
    return at if at >= 0 else 0


def _open(text: str, start: int, stretch: Span, closed: Sequence[tuple[str, int, int]]) -> Iterator[tuple[int, int]]:
    """What of a stretch is prose."""
    holes = [(low, high) for name, low, high in closed if name == stretch.file]
    holes += [(match.start(), match.end()) for match in _NO_PROSE.finditer(text, start, stretch.end)]
    at = start
    for low, high in sorted(holes):
        if low > at and at < stretch.end:
            yield at, min(low, stretch.end)
        at = max(at, high)
    if at < stretch.end:
        yield at, stretch.end


def _paragraphs(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    at = start
    for match in _PARAGRAPH.finditer(text, start, end):
        yield at, match.start()
        at = match.end()
    yield at, end


def _sentences(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    ends = sorted({match.end() for match in (*_END.finditer(text, start, end), *_DISPLAY_END.finditer(text, start, end))})
    at = start
    for stop in (*ends, end):
        if stop < end and (_ABBREVIATION.search(text[max(at, stop - 12) : stop]) or _inside(text[at:stop])):
            continue
        piece = text[at:stop]
        low, high = at + len(piece) - len(piece.lstrip()), at + len(piece.rstrip())
        if any(character.isalpha() for character in text[low:high]):
            yield low, high
        at = stop


def _inside(text: str) -> bool:
    """Whether the text ends inside a formula or a group."""
    plain = re.sub(r"\\[\\$%{}]", "", text)
    return (
        plain.count("$") % 2 == 1
        or plain.count("{") > plain.count("}")
        or text.count("\\[") > text.count("\\]")
        or text.count("\\(") > text.count("\\)")
        or text.count("\\begin{") > text.count("\\end{")
    )


def _section(document: Document, file: str, at: int) -> str:
    before = [one for one in document.sections if one.span.file == file and one.span.start <= at]
    return before[-1].title if before else ""
