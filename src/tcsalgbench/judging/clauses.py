"""A proof as a list of clauses: words in lower case and the tokens of formulas, without what is only form."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tcsalgbench.tex.formulas import tokens
from tcsalgbench.tex.macros import Macro

_MATH = "$"  # begins an item that is a token of a formula
_CLOSES = {"$": "$", "$$": "$$", r"\(": r"\)", r"\[": r"\]"}
_ENVIRONMENTS = "equation|align|gather|multline|eqnarray|flalign|alignat|displaymath|math|aligned|split"
_DELIMITER = re.compile(
    rf"\\\\|\\\$|\$\$|\$|\\[()\[\]]|\\(?P<side>begin|end)\s*\{{(?P<env>(?:{_ENVIRONMENTS})\*?)\}}|\n[ \t]*\n", re.DOTALL
)
# Commands of which only the argument is said, and commands that say nothing.
_WRAPPERS = re.compile(
    r"\\(?:emph|textbf|textit|textsc|textrm|textsf|texttt|underline|text|mbox|paragraph|subparagraph|(?:sub)*section|chapter|title)"
    r"\*?\s*(?=\{)"
)
_SILENT = re.compile(
    r"\\(?:label)\s*\{[^{}]*\}|\\(?:noindent|medskip|smallskip|bigskip|newpage|clearpage|par|qed|qedhere|hfill|vspace\{[^{}]*\}"
    r"|centering|maketitle|quad|qquad|item(?:\[[^\]]*\])?|bf|it|em)(?![a-zA-Z])"
)
_BEGIN_END = re.compile(r"\\(?:begin|end)\s*\{([a-zA-Z]+)\*?\}")
_LISTS = frozenset(("itemize", "enumerate", "description", "document", "quote", "center", "proof"))
_BOUNDARY = re.compile(r"[.?!:;]+(?=[\s)\]}*_\"'”’]|$)|\n[ \t]*\n|\n(?=[ \t]*(?:[-*+•]|\d{1,3}[.)]|\([a-z0-9]{1,4}\)|#+)[ \t])")
_WORD = re.compile(r"\\[a-zA-Z]+|[^\W_]+(?:['’\-.][^\W_]+)*|[^\w\s]")
_PUNCTUATION = frozenset(".,;:!?()[]{}*_#`'\"“”‘’–—-~\\|&+/<>=•…")
_MARKER = re.compile(r"^[ \t]*(?:[-*+•]|\d{1,3}[.)]|\([a-z0-9]{1,4}\)|#+)[ \t]+")
_FULL_COMMENT = re.compile(r"^[ \t]*%.*$", re.MULTILINE)
_ENDS_CLAUSE = frozenset((".", ";"))


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause: its items, and the words as they stand, for people."""

    items: tuple[str, ...]
    shown: str


def without_comments(text: str) -> tuple[str, list[str]]:
    """The text without lines that are only a TeX comment, and those lines."""
    return _FULL_COMMENT.sub("", text), [match[0] for match in _FULL_COMMENT.finditer(text)]


def with_comments_apart(text: str) -> str:
    """The text with each line that is only a TeX comment as a paragraph of its own."""
    return _FULL_COMMENT.sub(lambda match: f"\n\n{match[0]}\n\n", text)


def clauses(text: str, macros: Mapping[str, Macro] | None = None) -> list[Clause]:
    """The clauses of a text. Where a formula begins and ends does not matter, nor whether it is displayed."""
    found: list[Clause] = []
    items: list[str] = []
    shown: list[str] = []

    def close() -> None:
        if items:
            found.append(Clause(tuple(items), " ".join("".join(shown).split())))
        items.clear()
        shown.clear()

    for is_formula, piece in _pieces(text):
        if is_formula:
            said, ends = _formula(piece, macros or {})
            items += said
            shown.append(f" ${' '.join(piece.split())}$ ")
            if ends:
                close()
            continue
        last = 0
        for boundary in _BOUNDARY.finditer(piece):
            _take(piece[last : boundary.start()], items, shown)
            close()
            last = boundary.end()
        _take(piece[last:], items, shown)
    close()
    return found


def _take(text: str, items: list[str], shown: list[str]) -> None:
    text = _MARKER.sub("", text) if not items else text
    shown.append(text)
    items += [word for word in (match[0].lower() for match in _WORD.finditer(text)) if word not in _PUNCTUATION]


def _formula(body: str, macros: Mapping[str, Macro]) -> tuple[list[str], bool]:
    """The tokens of a formula, without alignment; and whether it ends its sentence."""
    escaped = re.sub(r"(?<!\\)%", r"\\%", body)
    said = [token for token in tokens(escaped, macros) if token not in ("&", r"\\")]
    ends = bool(said) and said[-1] in _ENDS_CLAUSE
    while said and said[-1] in (",", ".", ";", ":"):
        said.pop()
    return [_MATH + token for token in said], ends


def _pieces(text: str) -> Iterator[tuple[bool, str]]:
    """Text and formulas in turn, in one pass: an opening without its end within the paragraph is text."""
    last, opened, close = 0, 0, ""
    begin = 0
    for match in _DELIMITER.finditer(text):
        token = match[0]
        if not close:
            if match["side"] == "begin":
                close = match["env"]
            elif token in _CLOSES:
                close = _CLOSES[token]
            else:
                continue
            begin, opened = match.start(), match.end()
        elif token == close or (match["side"] == "end" and match["env"] == close):
            yield from _prose(text[last:begin])
            yield True, _INNER.sub("", text[opened : match.start()])
            last, close = match.end(), ""
        elif token.isspace() and token.count("\n") > 1:
            close = ""
    yield from _prose(text[last:])


_INNER = re.compile(r"\\(?:begin|end)\s*\{(?:aligned|split|array|cases|gathered)\}(?:\{[lcr|]*\})?")


def _prose(text: str) -> Iterator[tuple[bool, str]]:
    if text:
        text = _SILENT.sub(lambda match: "\n\n" if match[0].startswith((r"\item", r"\par")) else " ", _WRAPPERS.sub("", text))
        yield False, _BEGIN_END.sub(lambda match: "\n\n" if match[1] in _LISTS else f"\n\n{match[1]}\n\n", text)


def is_formula_token(item: str) -> bool:
    """Whether an item of a clause is of a formula."""
    return item.startswith(_MATH)
