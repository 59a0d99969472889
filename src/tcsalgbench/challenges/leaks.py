"""What a challenge must not say: the words and formulas of proofs, stripped statements and algorithms."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tcsalgbench.challenges.symbols import formula_spans
from tcsalgbench.tex.formulas import formulas, tokens
from tcsalgbench.tex.macros import Macro, strip_comments

LENGTH = 8  # words and formulas of a stretch that two texts do not share by chance
LONG = 14  # the same for prose of the source, which may say what a proof says again
_FORMULA_TOKENS = 7  # a formula shorter than this is nobody's secret
_LONG_FORMULA = 14
_LAYOUT = re.compile(
    r"\\(?:label|ref|eqref|[cC]ref|autoref|cite[a-z]*|tag)\*?(?:\[[^\]]*\])?\s*\{[^{}]*\}|\\(?:begin|end)\s*\{[^{}]*\}(?:\[[^\]]*\])?"
    r"|\\[a-zA-Z]+\*?|\\."
)
_WORD = re.compile(r"[A-Za-z]+|\d+|\uE000\d+\uE001")
_SIGNS = frozenset((".", ",", ";", ":", "&", "\\\\"))
# What makes a formula say something; that an object is of a type is nobody's secret.
_RELATIONS = frozenset(
    ("=", "<", ">", "\\leq", "\\geq", "\\neq", "\\sim", "\\approx", "\\equiv", "\\lesssim", "\\gtrsim", "\\coloneqq")
)


def stream(text: str, macros: Mapping[str, Macro]) -> tuple[str, ...]:
    """The text as words and formulas, each formula one item, without layout, commands and punctuation."""
    plain = strip_comments(text)
    found: list[str] = []
    out, at = [], 0
    for start, body in formula_spans(plain):
        if start >= at:
            out.append(_LAYOUT.sub(" ", plain[at:start]))
            out.append(f" \ue000{len(found)}\ue001 ")
            found.append(" ".join(token for token in tokens(body, macros) if token not in _SIGNS))
            at = plain.index(body, start) + len(body)
    out.append(_LAYOUT.sub(" ", plain[at:]))
    items = _WORD.findall("".join(out))
    return tuple(found[int(item[1:-1])] if item[0] == "\ue000" else item.lower() for item in items)


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
            allowed_words.update(grams(stream(text, macros)))
            allowed_formulas.update(_formulas(text, macros))
        stretches: dict[tuple[str, ...], str] = {}
        kept: dict[tuple[str, ...], str] = {}
        for name, text in withheld.items():
            for gram in grams(stream(text, macros)):
                if gram not in allowed_words:
                    stretches.setdefault(gram, name)
            for formula in _formulas(text, macros):
                if formula not in allowed_formulas:
                    kept.setdefault(formula, name)
        return cls(stretches, kept, macros)

    def found_in(self, text: str, *, quoted: bool = False) -> tuple[str, ...]:
        """What the text gives away, a sentence for each source. Prose quoted from the source must share more to be told."""
        told: dict[str, str] = {}
        run = 0
        for gram in grams(stream(text, self.macros)):
            name = self.stretches.get(gram)
            run = run + 1 if name is not None else 0
            if name is not None and run + LENGTH - 1 >= (LONG if quoted else LENGTH):
                told.setdefault(name, f"repeats words of {name}: {' '.join(gram)[:160]}")
        for formula in _formulas(text, self.macros):
            name = self.formulas.get(formula)
            if name is not None and len(formula) >= (_LONG_FORMULA if quoted else _FORMULA_TOKENS):
                told.setdefault(name, f"holds a formula of {name}: {' '.join(formula)[:120]}")
        return tuple(told.values())


def _formulas(text: str, macros: Mapping[str, Macro]) -> Iterable[tuple[str, ...]]:
    for formula in formulas(text):
        found = tuple(token for token in tokens(formula, macros) if token not in _SIGNS)
        if len(found) >= _FORMULA_TOKENS and _RELATIONS & set(found):
            yield found
