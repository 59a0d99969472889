"""What an existence rewrite may do: replace references to the construction, and nothing else; add a clause that fences off."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from tcsalgbench.challenges.case import Case
from tcsalgbench.challenges.macros import control_words, known_commands
from tcsalgbench.challenges.phrasing import clause_phrasing_refusal, phrasing_refusal
from tcsalgbench.challenges.wellformed import flaws
from tcsalgbench.challenges.wording import prose, watched
from tcsalgbench.tex.formulas import formulas, tokens
from tcsalgbench.tex.words import words

MOST_CLAUSE_WORDS = 80
_MORE_WORDS = 20  # that a replacement may have beyond its reference
_EXISTENTIAL = re.compile(
    r"(?i)\b(?:there (?:exists?|is|are)|exists?|one can (?:construct|design|build|find)|can be (?:constructed|designed))\b"
)
_AGAIN = re.compile(r"(?i)\b(?:such an?|this|that|the|its?|some|an?)\b")
_MAY_COME = Counter(
    {
        "there exists": 9,
        "exists": 9,
        "there is": 9,
        "some": 9,
        "can": 9,
        "one": 9,
        "same": 9,
        "randomised": 1,
    }
)
_GLUE = frozenset(
    words(
        "algorithm algorithms procedure procedures mechanism mechanisms protocol subroutine method methods scheme the "
        "a an of our by using via with in from is that this it proposed above described denoted called named given "
        "and or output outputs returns"
    )
)
_RELATIONS = frozenset(
    (*"=<>", *(f"\\{name}" for name in words("le leq ge geq ne neq approx sim lesssim gtrsim equiv ll gg propto prec succ")))
)
_CONDITIONS = re.compile(
    r"(?i)\b(?:if|unless|assum\w*|suppos\w*|provided|except|whenever|without loss|sufficiently|constant|expected|expectation)\b"
)


def reference_refusal(case: Case, reference: str, replacement: str, said: Sequence[str], *, first: bool) -> str | None:
    """Why a stretch of the statement may not be replaced by this; None where it may.

    `said` are the statement, its hypotheses and its definitions, in this order.
    """
    if not case.constructions.possible(reference):
        return f"{reference!r} names no construction of the paper"
    return (
        _formulas_refusal(case, reference, replacement)
        or _words_refusal(case, reference, replacement)
        or _form_refusal(case, replacement, first=first)
        or phrasing_refusal(case, _kept(case, reference), reference, replacement, said)
    )


def _kept(case: Case, reference: str) -> list[str]:
    """The words of a reference that are no part of a name, and must stay in their order."""
    bare = _without_names(case, reference)
    return [word.lower() for word in re.findall(r"[A-Za-z]+(?:-[A-Za-z]+)*", prose(bare)) if word.lower() not in _GLUE]


def _formulas_refusal(case: Case, reference: str, replacement: str) -> str | None:
    macros = case.document.macros
    old = [tokens(one, macros) for one in formulas(reference) if not case.constructions.possible(f"${one}$")]
    new = [tokens(one, macros) for one in formulas(replacement)]
    rest, after = list(new), 0
    for formula in old:
        if formula not in new[after:]:
            return f"the formula {' '.join(formula)!r} is not part of a reference, and would be lost or changed"
        after = new.index(formula, after) + 1
        rest.remove(formula)
    for formula in rest:
        said = next((token for token in formula if token in _RELATIONS or token.isdigit()), None)
        if said is not None:
            return f"the formula {' '.join(formula)!r} is new, and says something ({said})"
    return None


def _words_refusal(case: Case, reference: str, replacement: str) -> str | None:
    bare = _without_names(case, reference)
    old, new = Counter(watched(bare)), Counter(watched(replacement))
    lost, come = old - new, new - old - _MAY_COME
    if lost:
        return f"{next(iter(lost))!r} would be lost: it is not part of a reference"
    if come:
        return f"{next(iter(come))!r} is new"
    there = [word.lower() for word in re.findall(r"[A-Za-z]+(?:-[A-Za-z]+)*", prose(replacement))]
    for word in _kept(case, reference):
        if word not in there:
            return f"{word!r} is not part of a reference, and would be lost"
        there = there[there.index(word) + 1 :]
    if len(replacement.split()) > len(reference.split()) + _MORE_WORDS:
        return "the replacement says much more than the reference"
    return None


def _form_refusal(case: Case, replacement: str, *, first: bool) -> str | None:
    if case.constructions.mentions(replacement):
        return "the replacement still names the construction"
    if not (_EXISTENTIAL.search(replacement) or (not first and _AGAIN.search(replacement))):
        return "the replacement claims no existence"
    return _tex_refusal(case, replacement)


def _without_names(case: Case, text: str) -> str:
    out, at = [], 0
    for start, end in case.constructions.possible(text):
        out.append(text[at:start])
        at = end
    return re.sub(r"\\ref\{[^{}]*\}|\(\s*\)", " ", " ".join((*out, text[at:])))


def _tex_refusal(case: Case, text: str) -> str | None:
    broken = flaws(text)
    if broken:
        return broken[0]
    unknown = sorted(control_words(text) - known_commands() - case.macros.definitions.keys())
    return f"\\{unknown[0]} is not defined" if unknown else None


def clause_refusal(case: Case, clause: str, said: Iterable[str]) -> str | None:
    """Why a scoping clause may not be added. `said` are the statement and its definitions: it may use their symbols only."""
    if len(clause.split()) > MOST_CLAUSE_WORDS:
        return f"it is longer than {MOST_CLAUSE_WORDS} words"
    if case.constructions.mentions(clause):
        return "it names the construction that it is to hide"
    condition = _CONDITIONS.search(prose(clause))
    if condition is not None:
        return f"{condition[0]!r} would add or take away a hypothesis"
    macros = case.document.macros
    known = {token for text in said for formula in formulas(text) for token in tokens(formula, macros)}
    for formula in formulas(clause):
        found = tokens(formula, macros)
        wrong = next((token for token in found if token in _RELATIONS or token.isdigit() or token not in known), None)
        if wrong is not None:
            return f"its formula {formula!r} says something new ({wrong})"
    if re.search(r"\d", prose(clause)):
        return "it holds a number"
    return clause_phrasing_refusal(case, clause) or _tex_refusal(case, clause)


_TOLD = (
    "The source states this for an algorithm that it names and describes. Here it is an existence claim, so that to design the "
    "{} is part of the task"
)
_TOLD_OF_CLAUSE = "; the last clause of the statement was added, and says how the {} may be used."


def note(designed: str, black_box: str | None, *, clause: bool) -> str:
    """What the reader is told about a rewritten statement."""
    told = _TOLD.format(designed)
    return told + _TOLD_OF_CLAUSE.format(black_box or "supplied object") if clause else f"{told}."


def is_note(text: str) -> bool:
    """Whether a text is such a note, whatever words of a model stand in it."""
    word = "[A-Za-z][A-Za-z -]{1,38}"
    first, second = (re.escape(part).replace(r"\{\}", word) for part in (_TOLD, _TOLD_OF_CLAUSE))
    return bool(re.fullmatch(rf"{first}(?:\.|{second})", text))
