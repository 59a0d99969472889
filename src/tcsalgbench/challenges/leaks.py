"""What a challenge must not say: the words and formulas of proofs, stripped statements and algorithms."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tcsalgbench.tex.formulas import formulas, tokens
from tcsalgbench.tex.macros import Macro, strip_comments

LENGTH = 8  # tokens of a stretch that two texts do not share by chance
_FORMULA_TOKENS = 7  # a formula shorter than this is nobody's secret
_LAYOUT = re.compile(
    r"\\(?:label|ref|eqref|[cC]ref|autoref|cite[a-z]*|tag)\*?(?:\[[^\]]*\])?\s*\{[^{}]*\}|\\(?:begin|end)\s*\{[^{}]*\}(?:\[[^\]]*\])?"
    r"|\\(?:item|emph|textbf|textit|quad|qquad|noindent|\\|\[|\]|\(|\)|,|;|!|:)"
)
_WORD = re.compile(r"[A-Za-z]+|\d+|\\[a-zA-Z]+|[^\sA-Za-z\d{}$~\\]")
_SPACING = frozenset(("left", "right", "big", "Big", "bigl", "bigr", "Bigl", "Bigr", "displaystyle", "limits"))


def stream(text: str) -> tuple[str, ...]:
    """The text as words and signs, without layout, numbers of references, and spacing."""
    plain = _LAYOUT.sub(" ", strip_comments(text))
    found = (word.lower() if word.isalpha() else word for word in _WORD.findall(plain))
    return tuple(word for word in found if word.removeprefix("\\") not in _SPACING and word not in (".", ",", ";", ":"))


def grams(words: Sequence[str], length: int = LENGTH) -> Iterable[tuple[str, ...]]:
    """The stretches of this length."""
    return (tuple(words[at : at + length]) for at in range(len(words) - length + 1))


@dataclass(frozen=True, slots=True)
class Secrets:
    """Stretches and formulas of what is withheld, without those that the challenge may say."""

    stretches: Mapping[tuple[str, ...], str]
    formulas: Mapping[tuple[str, ...], str]
    macros: Mapping[str, Macro]

    @classmethod
    def of(cls, withheld: Mapping[str, str], open_texts: Iterable[str], macros: Mapping[str, Macro]) -> "Secrets":
        """`withheld` are texts by the name of where they come from, `open_texts` what statement and definitions say."""
        allowed_words: set[tuple[str, ...]] = set()
        allowed_formulas: set[tuple[str, ...]] = set()
        for text in open_texts:
            allowed_words.update(grams(stream(text)))
            allowed_formulas.update(_formulas(text, macros))
        stretches: dict[tuple[str, ...], str] = {}
        kept: dict[tuple[str, ...], str] = {}
        for name, text in withheld.items():
            for gram in grams(stream(text)):
                if gram not in allowed_words:
                    stretches.setdefault(gram, name)
            for formula in _formulas(text, macros):
                if formula not in allowed_formulas:
                    kept.setdefault(formula, name)
        return cls(stretches, kept, macros)

    def found_in(self, text: str) -> tuple[str, ...]:
        """What the text gives away, a sentence for each source."""
        told: dict[str, str] = {}
        for gram in grams(stream(text)):
            name = self.stretches.get(gram)
            if name is not None:
                told.setdefault(name, f"repeats words of {name}: {' '.join(gram)}")
        for formula in _formulas(text, self.macros):
            name = self.formulas.get(formula)
            if name is not None:
                told.setdefault(name, f"holds a formula of {name}: {' '.join(formula)[:120]}")
        return tuple(told.values())


def _formulas(text: str, macros: Mapping[str, Macro]) -> Iterable[tuple[str, ...]]:
    for formula in formulas(text):
        found = tuple(token for token in tokens(formula, macros) if token not in (".", ",", ";", "&", "\\\\"))
        if len(found) >= _FORMULA_TOKENS:
            yield found
