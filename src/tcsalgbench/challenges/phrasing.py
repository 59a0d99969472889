"""How an existence claim may be put: words that say that something exists, what kind of thing, of what type; no more."""

import re
from collections.abc import Iterable, Sequence

from tcsalgbench.challenges.case import Case
from tcsalgbench.challenges.symbols import stem
from tcsalgbench.challenges.wording import prose, watched
from tcsalgbench.tex.formulas import formulas, tokens
from tcsalgbench.tex.words import words

_EXISTENCE = frozenset(
    words(
        "there exists exist is are one can be construct design build find constructed designed built found obtained such an a "
        "some the this that these those which whose with it its they their same so to of by using via in output outputs "
        "returns and has having run runs running achieves achieving satisfies satisfying"
    )
)
_THINGS = frozenset(
    words(
        "algorithm procedure mechanism protocol method scheme subroutine routine map mapping function functional operator "
        "estimator sampler sketch tester distinguisher prover verifier adversary circuit policy strategy code encoder decoder "
        "construction reduction rule player agent learner forecaster predictor classifier solver optimizer optimiser oracle "
        "machine program automaton network transformation simulator extractor generator compiler rounding decision tree data "
        "structure index query test filter coreset sparsifier spanner hypothesis auction contract market allocation matching "
        "sequence family set distribution kernel chain walk process dynamics"
    )
)
_WORD = re.compile(r"[A-Za-z]+(?:-[A-Za-z]+)*")
_PLAIN = re.compile(r"(?:[A-Za-z ,~'\n-]|\\[ ,])*")
_LETTER = r"\\math(?:cal|sf|bf|rm|tt|scr|frak|bb)\s*(?:\{[A-Za-z]+\}|[A-Za-z])|\\[A-Za-z]+|[A-Za-z]"
_TYPED = re.compile(
    rf"\s*(?P<name>{_LETTER})(?:_(?:[A-Za-z]|\{{[A-Za-z]+\}}))?\s*(?:(?:\\colon(?![a-zA-Z])|:)(?P<type>.+))?\s*", re.DOTALL
)
_FORMULA = re.compile(r"\$(?:\\.|[^$\\])+\$")


def phrasing_refusal(case: Case, kept: Sequence[str], reference: str, replacement: str, said: Sequence[str]) -> str | None:
    """Why words of a replacement are more than a claim that something exists.

    `kept` are the words of the reference that name no construction, `said` the statement, its hypotheses, and the definitions.
    """
    bare = _FORMULA.sub(" ", replacement)
    strange = _PLAIN.match(bare)
    if strange is None or strange.end() < len(bare):
        at = 0 if strange is None else strange.end()
        odd = re.match(r"\\[A-Za-z]+|.", bare[at:], re.DOTALL)
        if odd is not None and odd[0] not in reference:
            return f"{odd[0]!r} has no place in it: only plain words and formulas do"
    if re.search(r"\n\s*\n", replacement):
        return "it begins a new paragraph"
    return _words_refusal(kept, replacement, said) or _types_refusal(case, reference, replacement, said)


def _words_refusal(kept: Sequence[str], replacement: str, said: Sequence[str]) -> str | None:
    known = {stem(word) for text in said for word in _WORD.findall(prose(text))}
    found = _WORD.findall(prose(replacement).replace("¤", ","))
    left = list(kept)
    for place, written in enumerate(found):
        word = written.lower()
        if left and word == left[0]:
            left.pop(0)
        elif word not in _EXISTENCE and not _is_thing(word) and not _describes(found, place, known):
            return f"{written!r} is no way to say that something exists"
    return None


def _is_thing(word: str) -> bool:
    return word in _THINGS or (word.endswith("s") and word[:-1] in _THINGS)


def _describes(found: Sequence[str], place: int, known: set[str]) -> bool:
    """Whether a word of the challenge's own stands before the name of a thing, as an adjective does."""
    word = found[place].lower()
    if stem(word) not in known or watched(word) not in ([], ["randomised"]):
        return False
    return place + 1 < len(found) and (_is_thing(found[place + 1].lower()) or _describes(found, place + 1, known))


def _types_refusal(case: Case, reference: str, replacement: str, said: Sequence[str]) -> str | None:
    macros = case.document.macros
    rest = [tokens(one, macros) for one in formulas(reference)]
    stated = [tokens(one, macros) for text in said[:1] for one in formulas(text)]
    everywhere = [tokens(one, macros) for text in said for one in formulas(text)]
    for formula in formulas(replacement):
        if tokens(formula, macros) in rest:
            continue
        typed = _TYPED.fullmatch(formula)
        if typed is None:
            return f"the formula {formula!r} is new, and neither a name nor a type"
        if _stands_in(tokens(typed["name"], macros), stated):
            return f"{typed['name']} stands for something else in the statement already"
        if typed["type"] is not None and not _stands_in(tokens(typed["type"], macros), everywhere):
            return f"the type {typed['type'].strip()!r} is none that the challenge speaks of"
    return None


def _stands_in(part: Sequence[str], wholes: Iterable[Sequence[str]]) -> bool:
    size = len(part)
    return any(tuple(whole[at : at + size]) == tuple(part) for whole in wholes for at in range(len(whole) - size + 1))


# A clause fences off how something supplied is used: it permits nothing, and says nothing of what things are.
_PERMITS = re.compile(
    r"(?i)\b(?:may|might|could|allow(?:s|ed)?|permit(?:s|ted)?|free(?:ly)?|also|even|instead|though|although|despite"
    r"|regardless|forget(?:s|ting)?|perfect(?:ly)?|errs?|errors?|correct(?:ly)?|exact|zero|vanish(?:es)?|identical|equal"
    r"|agrees?|shared|public(?:ly)?|sees?|seen|sight|revealed|reveals|learns|trusted|ideal|noiseless|independent(?:ly)?"
    r"|rather than|in place of|not needed|need not)\b"
)
_USES = re.compile(
    r"(?i)\b(?:buil[dt]|construct|combin|obtain|run|invok|invoc|call|quer|appl|us(?:e[sd]?|ing)\b|access|feed|fed|given|evaluat|execut"
    r"|train|interact|consult|suppl|ask)"
)
_BEYOND = frozenset(
    (r"\in", r"\notin", r"\ni", r"\subset", r"\subseteq", r"\supset", r"\supseteq", r"\mid", r"\perp", r"\to", ":")
)


def clause_phrasing_refusal(case: Case, clause: str) -> str | None:
    """Why a clause does more than to say how something supplied is used."""
    bare = _FORMULA.sub(" ", clause)
    odd = re.search(r"\\(?! |,|emph(?![a-zA-Z]))[A-Za-z]*.?|[^\x20-\x7e\n]", bare)
    if odd is not None:
        return f"{odd[0]!r} has no place in it: only plain words and formulas do"
    if re.search(r"[.:?!;]\s+\S|\n\s*\n", bare.strip()):
        return "it begins a new sentence"
    permits = _PERMITS.search(prose(clause))
    if permits is not None:
        return f"{permits[0]!r} does not fence anything off"
    if not _USES.search(prose(clause)):
        return "it does not say how something supplied is used"
    macros = case.document.macros
    for formula in formulas(clause):
        wrong = next((token for token in tokens(formula, macros) if token in _BEYOND), None)
        if wrong is not None:
            return f"its formula {formula!r} says something new ({wrong})"
    return None
