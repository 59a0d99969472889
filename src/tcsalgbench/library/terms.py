"""The terms by which statements are found: words, and the tokens of formulas with the author's macros expanded."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from tcsalgbench.tex.formulas import formulas, tokens
from tcsalgbench.tex.macros import Macro, strip_comments
from tcsalgbench.tex.words import words

_WORD = re.compile(r"[^\W\d_]{2,}")
_COMMANDS = re.compile(r"\\(?:label|ref|eqref|cref|Cref|autoref|cite[a-z]*)\s*(?:\[[^\]]*\])*\s*\{[^{}]*\}|\\[a-zA-Z@]+\*?|\\.")
_MATH = re.compile(
    r"\$\$.+?\$\$|\$(?:\\.|[^$\\])+?\$|\\\(.+?\\\)|\\\[.+?\\\]"
    r"|\\begin\s*\{(equation|align|gather|multline|eqnarray|flalign|alignat|displaymath|math)(\*?)\}.+?\\end\s*\{\1\2\}",
    re.DOTALL,
)
_COMMON = frozenset(
    words(
        "the of and to in is that for let be with we it on by this are as an or if then from there such any all every "
        "where which has have at not can also its but so when these our was were their will than only"
    )
)
# Tokens that every formula has tell nothing.
_EMPTY = frozenset("{}()[],.;:_&'\"") | {r"\{", r"\}", r"\\", "|", r"\|"}
_RUN = 3


def terms(text: str, macros: Mapping[str, Macro]) -> list[str]:
    """The terms of a text in TeX, in order and with repetitions: words, tokens of formulas, and runs of such tokens."""
    return [*word_terms(text), *math_terms(text, macros)]


def word_terms(text: str) -> list[str]:
    """The words outside formulas and commands, in lower case and without a plural's `s`."""
    plain = _COMMANDS.sub(" ", without_formulas(strip_comments(text)))
    return [_singular(word) for word in _WORD.findall(plain.lower()) if word not in _COMMON]


def without_formulas(text: str) -> str:
    """The text with a space for each formula."""
    return _MATH.sub(" ", text)


def math_terms(text: str, macros: Mapping[str, Macro]) -> list[str]:
    """The tokens of the formulas, and their runs of three: `e^{-x}` is more than `e`, `-` and `x`."""
    return [term for formula in formulas(text) for term in _of_formula(formula, macros)]


def _of_formula(formula: str, macros: Mapping[str, Macro]) -> Iterator[str]:
    kept = [token for token in tokens(formula, macros) if token not in _EMPTY]
    yield from (f"${token}" for token in kept)
    for start in range(len(kept) - _RUN + 1):
        yield "$" + " ".join(kept[start : start + _RUN])


@lru_cache(maxsize=65536)
def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and word[-2] not in "sui" else word
