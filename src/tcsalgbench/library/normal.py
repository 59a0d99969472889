"""Text in TeX as a stream of tokens that survives re-typesetting: macros expanded, layout gone, variables marked as such."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tcsalgbench.tex.formulas import SAME, SPACING, expand
from tcsalgbench.tex.macros import Macro
from tcsalgbench.tex.words import words

VARIABLE = "\0"  # before the name of a variable: its name does not count, only where it comes again

_TOKEN = re.compile(
    r"\\(?:begin|end)\s*\{[^{}]*\}(?:\s*\[[^\]]*\])?"
    r"|\\(?:label|[a-zA-Z]*ref|[cC]ite[a-zA-Z]*|input|include|bibitem|usepackage|documentclass|[vh]space|tag|uses|lean|proves)"
    r"\*?\s*(?:\[[^\]]*\]\s*)*(?:\{[^{}]*\})?"
    r"|\(\s*\d+(?:\.\d+)*\s*\)|\d+(?:\.\d+)+"  # numbers that are printed references, or look like some
    r"|\\(?P<font>math[a-z]+|operatorname\*?|boldsymbol|bm|pmb|mathop|(?:wide)?(?:hat|tilde|bar|check)|vec|dot|ddot|overline|underline)"
    r"(?:\s*\{\s*\\?(?P<name>[A-Za-z]+)\s*\}|\s*\\(?P<greek>[A-Za-z]+)|\s+(?P<one>[A-Za-z])(?![A-Za-z]))"
    r"|\\(?P<word>[a-zA-Z@]+)\*?|\\(?P<symbol>.)"
    r"|(?P<line>\n)|(?P<letters>[^\W\d_]+)|(?P<number>\d+)|(?P<sign>[=<>+\-!]|[^\x00-\x7f\w\s])",
    re.DOTALL,
)
# What is formula and what is text cannot be known of a stretch that somebody cut out, so the same rules hold for both.
_NUMBERED = re.compile(
    r"(?i)(\b(?:theorem|lemma|proposition|corollary|definition|claim|section|equation|assumption|eq)s?\.?[\s~]+)\d+"
)
_SHORT_WORDS = frozenset(
    words(
        "an as at be by do go he if in is it me my no of on or so to up us we ii iv vi ln sq th st nd rd de la le et al cf eq"
    )
)
_LETTERS = frozenset(
    words(
        "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi chi psi omega "
        "Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega varepsilon vartheta varpi varrho varsigma varphi "
        "ell hbar imath jmath Pr wp aleph"
    )
)
# Layout, size, font, decoration, brackets: what a typist may choose.
_LAYOUT = frozenset(
    words(
        "frac tfrac dfrac cfrac nicefrac sfrac over displaystyle textstyle scriptstyle limits nolimits hat tilde bar "
        "vec dot ddot check overline underline widehat widetilde boldsymbol bm mathbf mathbb mathcal mathrm mathsf "
        "mathit mathfrac mathfrak mathscr mathop operatorname rm bf it cal sf langle rangle lfloor rfloor lceil rceil "
        "lvert rvert lVert rVert vert Vert mid cdot times ast prime quad qquad hfill nonumber notag ensuremath text "
        "mbox substack left right middle phantom hphantom vphantom mathstrut mathrel mathbin mathopen mathclose "
        "mathpunct stackrel overset underset begingroup emph item noindent smallskip medskip bigskip par newline "
        "linebreak pagebreak newpage clearpage centering leanok footnote section subsection subsubsection paragraph "
        "intertext shortintertext hbox qedsymbol newblock small footnotesize endgroup allowdisplaybreaks indent hskip "
        "vskip kern big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr leftarrow allowbreak label qed "
        "qedhere"
    )
)
_ALSO_SAME = {"leqslant": r"\leq", "geqslant": r"\geq", "coloneqq": "=", "coloneq": "=", "triangleq": "=", "log": r"\ln"}
_SIGNS = {"≤": r"\leq", "≥": r"\geq", "≠": r"\neq", "∈": r"\in"}
_COMMENT = re.compile(r"(?<!\\)%(.*)")


@dataclass(frozen=True, slots=True)
class Token:
    """A token and the line it comes from; a macro's body counts for the line of its call."""

    text: str
    line: int


def normal_tokens(text: str, macros: Mapping[str, Macro]) -> list[Token]:
    """The tokens of a text, then those of its comments: what a comment holds can be read as well."""
    lines = text.split("\n")
    found: list[Token] = []
    for first, chunk in _chunks([_COMMENT.sub("", line) for line in lines]):
        found += _of_chunk(chunk, first, macros)
    commented = [match[1] if (match := _COMMENT.search(line)) else "" for line in lines]
    for first, chunk in _chunks(commented):
        found += _of_chunk(chunk, first, macros)
    return found


def _chunks(lines: list[str]) -> Iterator[tuple[int, str]]:
    """Paragraphs with the number of their first line: expansion is bounded a call, and an odd dollar does no lasting harm."""
    start, held = 0, list[str]()
    for number, line in enumerate([*lines, ""], 1):
        if line.strip():
            start = start if held else number
            held.append(line)
        elif held:
            yield start, "\n".join(held)
            held = []


def _of_chunk(chunk: str, first: int, macros: Mapping[str, Macro]) -> Iterator[Token]:
    text = _NUMBERED.sub(r"\1", expand(chunk, macros).text)
    last = first + chunk.count("\n")
    line = first
    for match in _TOKEN.finditer(text):
        if match.lastgroup == "line":
            line = min(line + 1, last)
        elif match.lastgroup is not None:
            for said in _say(match, match.lastgroup):
                yield Token(said, line)


def _say(match: re.Match[str], kind: str) -> Iterator[str]:
    if kind == "letters":
        letters = match[kind]
        if len(letters) == 1 or (len(letters) == 2 and letters.lower() not in _SHORT_WORDS):
            yield from (VARIABLE + letter for letter in letters)
        else:
            yield letters.lower()
    elif kind in ("name", "greek", "one"):
        # A letter in another font or with a hat is another variable.
        yield VARIABLE + match["font"].rstrip("*") + match[kind]
    elif kind == "word":
        yield from _control_word(match["word"])
    elif kind in ("number", "sign"):
        yield _SIGNS.get(match[kind], match[kind])


def _control_word(name: str) -> Iterator[str]:
    command = f"\\{name}"
    if name in _LETTERS:
        yield VARIABLE + name
    elif name not in _LAYOUT and command not in SPACING and not name.startswith("text"):
        yield _ALSO_SAME.get(name) or SAME.get(command, command)
