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
    r"\\(?:noindent|medskip|smallskip|bigskip|newpage|clearpage|par|qed|qedhere|hfill|vspace\{[^{}]*\}"
    r"|centering|maketitle|quad|qquad|item(?:\[[^\]]*\])?|bf|it|em)(?![a-zA-Z])"
)
_LABEL = re.compile(r"\\label\s*\{([^{}]*)\}")
_REFERENCE = re.compile(r"\\[a-zA-Z]*ref\s*\{([^{}]*)\}")
_BEGIN_END = re.compile(r"\\(?:begin|end)\s*\{([a-zA-Z]+)\*?\}")
_LISTS = frozenset(("itemize", "enumerate", "description", "document", "quote", "center", "proof"))
_BOUNDARY = re.compile(
    r"(?:[.?:;]|(?<!\b\w)(?<!\))!)+(?=[\s)\]}*_\"'”’]|$)|\n[ \t]*\n"
    r"|\n(?=[ \t]*(?:[-*+•]|\d{1,3}[.)]|\([a-z0-9]{1,4}\)|#+)[ \t])"
)
# Proofs in plain text write formulas without dollars: there these signs say something, though they are punctuation elsewhere.
_SIGN = (
    r"<!--|-->|~~"  # what hides or strikes out text in Markdown
    r"|[\[(]-?[\w.∞]+,[ ]?[\w.∞]+[\])]"  # an interval or a pair
    r"|(?<=\b\w)!|(?<=\))!|\|(?=\w)|(?<=\w)\|"  # factorials, absolute values
    r"|(?<=[)\]}][ ])-(?=[ ])|(?<=\b\w[ ])-(?=[ ])|(?<=[ ])-(?=[ ](?:[(\[{\\\d]|\w\b))"  # a minus, which is no dash
    r"|\((?=[^()\n]*[+*/^<>=−·-][^()\n]*\))(?![^()\n]*[A-Za-z]{3})"  # what groups the terms of a sum
)
_WORD = re.compile(rf"\\[a-zA-Z]+|(?P<sign>{_SIGN})|[^\W_]+(?:['’\-.][^\W_]+)*|[^\w\s]")
_PUNCTUATION = frozenset(".,;:!?()[]{}*_#`'\"“”‘’–—-~\\|&•…")
_MARKER = re.compile(r"^[ \t]*(?:[-*+•]|\d{1,3}[.)]|\([a-z0-9]{1,4}\)|#+)[ \t]+")
_RULED = re.compile(r"^[ \t]*(?:>+(?=[ \t])|={3,}[ \t]*$)", re.MULTILINE)  # marks of quoted lines and of headings
_FULL_COMMENT = re.compile(r"^[ \t]*%.*$", re.MULTILINE)
_ENDS_CLAUSE = frozenset((".", ";"))


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause: its items, the words as they stand, for people, and the number of its paragraph."""

    items: tuple[str, ...]
    shown: str
    paragraph: int = 0


def without_comments(text: str) -> tuple[str, list[str]]:
    """The text without lines that are only a TeX comment, and those lines."""
    return _FULL_COMMENT.sub("", text), [match[0] for match in _FULL_COMMENT.finditer(text)]


def with_comments_apart(text: str) -> str:
    """The text with each line that is only a TeX comment as a paragraph of its own."""
    return _FULL_COMMENT.sub(lambda match: f"\n\n{match[0]}\n\n", text)


def clauses(text: str, macros: Mapping[str, Macro] | None = None) -> list[Clause]:
    """The clauses of a text. Where a formula begins and ends does not matter, nor whether it is displayed.

    A blank line ends a paragraph only after the end of a sentence: what it cuts in two, or announces, stays together.
    """
    found: list[Clause] = []
    items: list[str] = []
    shown: list[str] = []
    paragraph, announced = 0, False

    def close() -> None:
        if items:
            found.append(Clause(tuple(items), " ".join("".join(shown).split()), paragraph))
        items.clear()
        shown.clear()

    for is_formula, piece in _pieces(_with_labels(text)):
        if is_formula:
            announced = False
            said, ends = _formula(piece, macros or {})
            items += said
            shown.append(f" ${' '.join(piece.split())}$ ")
            if ends:
                close()
            continue
        last = 0
        for boundary in _BOUNDARY.finditer(piece):
            _take(piece[last : boundary.start()], items, shown)
            paragraph += "\n" in boundary[0] and not items and not announced
            announced = ":" in boundary[0] or (announced and "\n" in boundary[0])
            close()
            last = boundary.end()
        _take(piece[last:], items, shown)
    close()
    return found


def _with_labels(text: str) -> str:
    """A label to which the text refers is part of what it says; of another one only the author knew."""
    wanted = {match[1] for match in _REFERENCE.finditer(text)}
    return _LABEL.sub(lambda match: f"\\tag{{{match[1]}}}" if match[1] in wanted else " ", text)


def _take(text: str, items: list[str], shown: list[str]) -> None:
    text = _MARKER.sub("", text) if not items else text
    shown.append(text)
    for match in _WORD.finditer(_RULED.sub("", text)):
        if match["sign"] is not None or match[0] not in _PUNCTUATION:
            items.append(match[0].lower().replace(" ", ""))


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
