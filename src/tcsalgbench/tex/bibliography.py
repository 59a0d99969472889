"""The works a paper cites, from .bbl, .bib and bibliographies in the paper itself: arXiv ids, DOIs, titles, authors."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tcsalgbench.tex.frames import group_end
from tcsalgbench.tex.keyvals import split_list
from tcsalgbench.tex.macros import strip_comments
from tcsalgbench.tex.model import Document, Span
from tcsalgbench.tex.source import as_text, decode, readable

if TYPE_CHECKING:
    from pybtex.database import BibliographyData, Entry

_NEW_ID = re.compile(
    r"(?i)(?:arxiv(?:\.org/(?:abs|pdf)/|[:\s.~]*(?:preprint)?[:\s~]*(?:arxiv:)?)|abs/|10\.48550/arxiv\.|eprint\W{1,4})\s*"
    r"(\d{4}\.\d{4,5})(v\d+)?"
)
_BARE_ID = re.compile(r"(?<![\d./])(\d{2}(?:0[1-9]|1[0-2])\.\d{4,5})(v\d+)?(?![\d])")
_OLD_ID = re.compile(
    r"\b((?:math|cs|quant-ph|cond-mat|hep-th|hep-ph|math-ph|stat|physics|astro-ph|gr-qc|nlin|q-bio|cmp-lg)(?:\.[A-Z]{2})?/\d{7})(v\d+)?"
)
_DOI = re.compile(r"(?i)\b(10\.\d{4,9}/[^\s{}\"<>,]+[^\s{}\"<>,.;)])")
_BIBITEM = re.compile(r"\\bibitem\s*(?:\[|\{)")
_ENTRY = re.compile(r"\\entry\{([^{}]*)\}\{([^{}]*)\}")
_FIELD = re.compile(r"\\field\{(\w+)\}\{")
_VERB = re.compile(r"\\verb\{(eprint|doi|url)\}\s*\\verb (\S+)")
_COMMAND = re.compile(r"\\[a-zA-Z]+\s?|[{}]")
_LARGEST_BIB = 20_000_000


@dataclass(frozen=True, slots=True)
class CitedWork:
    """One entry of a bibliography. `raw` is the entry as it stands; `span` where, if it stands in a file as such."""

    key: str
    title: str | None
    authors: tuple[str, ...]
    year: str | None
    arxiv_id: str | None
    doi: str | None
    url: str | None
    raw: str
    span: Span | None
    source: str


def read_bibliography(document: Document, files: Mapping[str, bytes]) -> dict[str, CitedWork]:
    """The works by key. A .bbl is what was printed, so it wins over .bib; entries in the paper itself win over both."""
    works: dict[str, CitedWork] = {}
    for name in _bib_files(document, files):
        works.update(read_bib(name, files.get(name, b"")))
    stem = document.main.removesuffix(".tex")
    bbls = [f"{stem}.bbl", *(name for name in document.files if name.endswith(".bbl"))]
    for name in dict.fromkeys(bbls):
        data = files.get(name)
        if data is not None:
            works.update(_merged(works, read_bbl(name, data)))
    for span in document.inline_bibliographies:
        works.update(_merged(works, read_items(span, document.files[span.file])))
    return works


def _bib_files(document: Document, files: Mapping[str, bytes]) -> list[str]:
    names = [name if name.endswith(".bib") else f"{name}.bib" for name in document.bibliographies]
    return [name for name in names if name in files]


def _merged(works: Mapping[str, CitedWork], printed: Mapping[str, CitedWork]) -> Iterator[tuple[str, CitedWork]]:
    """What is printed, completed by what the database knows of the same key."""
    for key, work in printed.items():
        known = works.get(key)
        if known is None:
            yield key, work
            continue
        yield (
            key,
            CitedWork(
                key,
                work.title or known.title,
                work.authors or known.authors,
                work.year or known.year,
                work.arxiv_id or known.arxiv_id,
                work.doi or known.doi,
                work.url or known.url,
                work.raw,
                work.span,
                work.source,
            ),
        )


def arxiv_id_in(text: str) -> str | None:
    """An arXiv id of the new or the old style, without its version."""
    found = _NEW_ID.search(text) or _OLD_ID.search(text)
    if found is None and "arxiv" in text.lower():
        found = _BARE_ID.search(text)
    return found[1] if found else None


def doi_in(text: str) -> str | None:
    """A DOI, unless it is only the one that arXiv gives its own papers."""
    found = _DOI.search(text.replace("\\_", "_"))
    return found[1] if found and not found[1].lower().startswith("10.48550/") else None


def read_bib(name: str, data: bytes) -> dict[str, CitedWork]:
    """The entries of a .bib file; what one of them has wrong does not cost the others."""
    from pybtex.database import BibliographyData, PybtexError, parse_string  # noqa: PLC0415 - heavy, and seldom needed
    from pybtex.errors import capture  # noqa: PLC0415

    text = decode(data[:_LARGEST_BIB])
    with capture() as errors:
        try:
            database = parse_string(text, "bibtex")
        except (PybtexError, ValueError, RecursionError):
            database = BibliographyData()
        if errors or not database.entries:
            for piece in re.split(r"\n(?=[ \t]*@)", text):
                _add_entries(database, piece)
    return {key: _from_entry(key, entry, name) for key, entry in database.entries.items()}


def _add_entries(database: "BibliographyData", piece: str) -> None:
    from pybtex.database import PybtexError, parse_string  # noqa: PLC0415

    try:
        for key, entry in parse_string(piece, "bibtex").entries.items():
            if key not in database.entries:
                database.entries[key] = entry
    except (PybtexError, ValueError, RecursionError):
        return  # one broken entry: the others still count


def _from_entry(key: str, entry: "Entry", name: str) -> CitedWork:
    fields = {field.lower(): str(value) for field, value in entry.fields.items()}
    raw = ", ".join(f"{field} = {value}" for field, value in fields.items())
    eprint = fields.get("eprint", "")
    is_id = _BARE_ID.fullmatch(eprint.strip()) or _OLD_ID.fullmatch(eprint.strip())
    authors = tuple(_plain(str(person)) for person in entry.persons.get("author", ()))
    return CitedWork(
        key=key,
        title=_plain(fields["title"]) if "title" in fields else None,
        authors=authors,
        year=fields.get("year") or fields.get("date", "")[:4] or None,
        arxiv_id=is_id[1] if is_id else arxiv_id_in(raw),
        doi=doi_in(fields.get("doi", "")) or doi_in(fields.get("url", "")),
        url=fields.get("url"),
        raw=raw,
        span=None,
        source=name,
    )


def read_bbl(name: str, data: bytes) -> dict[str, CitedWork]:
    r"""The entries of a .bbl file, of BibTeX (`\bibitem`) or of biblatex (`\entry`)."""
    text = as_text(data)
    if "\\entry{" not in text:
        return read_items(Span(name, 0, len(data)), data)
    starts = list(_ENTRY.finditer(text))
    works: dict[str, CitedWork] = {}
    for match, following in zip(starts, [*starts[1:], None], strict=True):
        end = following.start() if following else len(text)
        raw = decode(data[match.start() : end])
        fields = {field[1]: _group(raw, field.end() - 1) for field in _FIELD.finditer(raw)}
        verbs = dict(_VERB.findall(raw))
        eprint = verbs.get("eprint", "")
        title = fields.get("title")
        works[readable(match[1])] = CitedWork(
            key=readable(match[1]),
            title=_plain(title) if title else None,
            authors=tuple(_plain(f"{given} {family}".strip()) for family, given in _biblatex_names(raw)),
            year=fields.get("year"),
            arxiv_id=eprint if _BARE_ID.fullmatch(eprint) or _OLD_ID.fullmatch(eprint) else arxiv_id_in(raw),
            doi=doi_in(verbs.get("doi", "")),
            url=verbs.get("url"),
            raw=raw.strip(),
            span=Span(name, match.start(), end),
            source=name,
        )
    return works


def _biblatex_names(raw: str) -> Iterator[tuple[str, str]]:
    for match in re.finditer(r"family=\{([^{}]*)\}(?:[^\n]*\n\s*)*?(?:\s*given=\{([^{}]*)\})?", raw):
        given = re.compile(r"[^{}]*(?:\{[^{}]*\}[^{}]*)?\bgiven=\{([^{}]*)\}").match(raw, match.end())
        yield match[1], match[2] or (given[1] if given else "")


def read_items(span: Span, data: bytes) -> dict[str, CitedWork]:
    r"""The `\bibitem`s in a stretch of source: their text is for people, so title and authors are guesses."""
    text = as_text(data[span.start : span.end])
    starts = [match.start() for match in _BIBITEM.finditer(text)]
    works: dict[str, CitedWork] = {}
    for start, following in zip(starts, [*starts[1:], len(text)], strict=True):
        at = start + len("\\bibitem")
        while text[at : at + 1].isspace():
            at += 1
        if text.startswith("[", at):
            at = _past_label(text, at)
        close = group_end(text, at, following)
        if close < 0:
            continue
        key = readable(strip_comments(text[at + 1 : close]).strip())
        body = text[close + 1 : following].partition("\\end{thebibliography}")[0]
        raw = readable(body).strip()
        works[key] = CitedWork(
            key=key,
            title=_title_in(raw),
            authors=_authors_in(raw),
            year=next(iter(re.findall(r"\b((?:19|20)\d\d)\b", raw)[-1:]), None),
            arxiv_id=arxiv_id_in(raw),
            doi=doi_in(raw),
            url=next(iter(re.findall(r"\\url\{([^{}]*)\}", raw)), None),
            raw=raw,
            span=Span(span.file, span.start + start, span.start + close + 1 + len(body)),
            source=span.file,
        )
    return works


def _past_label(text: str, at: int) -> int:
    depth = 0
    for match in re.finditer(r"\\[\s\S]|[{}\]]", text[at : at + 3000]):
        depth += {"{": 1, "}": -1}.get(match[0], 0)
        if match[0] == "]" and depth == 0:
            at += match.end()
            break
    while text[at : at + 1].isspace() or text.startswith("%", at):
        at = text.find("\n", at) + 1 if text.startswith("%", at) else at + 1
    return at


def _blocks(raw: str) -> list[str]:
    return [part.strip() for part in re.split(r"\\newblock\b", raw) if part.strip()]


def _title_in(raw: str) -> str | None:
    blocks = _blocks(raw)
    if len(blocks) > 1:
        return _plain(blocks[1]).rstrip(".,") or None
    quoted = re.search(r"``(.+?)''|\\(?:emph|textit)\s*\{([^{}]+)\}|\{\\(?:em|it|sl)\s+([^{}]+)\}", raw, re.DOTALL)
    return _plain(next(group for group in quoted.groups() if group)).rstrip(".,") if quoted else None


def _authors_in(raw: str) -> tuple[str, ...]:
    blocks = _blocks(raw)
    if len(blocks) < 2:
        return ()
    listed = re.sub(r",?\s+and\s+", ", ", _plain(blocks[0]).rstrip(". "))
    return tuple(part for part in split_list(listed) if part.lower() not in ("jr", "jr.", "et al", "et al."))


def _group(text: str, at: int) -> str:
    end = group_end(text, at, len(text))
    return text[at + 1 : end] if end > 0 else ""


def _plain(text: str) -> str:
    return " ".join(_COMMAND.sub("", text.replace("~", " ")).split())
