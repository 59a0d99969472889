"""Renaming that changes nothing: names of steps and bound symbols, one for one, none that the problem or a citation uses."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tcsalgbench.judging.clauses import clauses, is_formula_token

_GREEK = (
    "alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi "
    "varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega ell"
).replace(" ", "|")
_FONT = r"\\(?:mathcal|mathbb|mathsf|mathbf|mathrm|hat|bar|tilde|widehat|widetilde)(?:\{[A-Za-z]\}|\s[A-Za-z])"
_SYMBOL = re.compile(rf"(?:[A-Za-z]|\\(?:{_GREEK})|{_FONT})'*(?:_(?:[A-Za-z0-9]|\{{[A-Za-z0-9]{{1,12}}\}}))?'*")
_NAME = re.compile(
    r"(?:claim|lemma|step|theorem|proposition|fact|case|observation|corollary|part|definition|equation|eq|inequality|bound)"
    r"\.? \(?[a-z0-9]{1,4}(?:\.[a-z0-9]{1,3})?\)?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Renaming:
    """What the organiser says that it renamed, as items of clauses; and what of it is refused, with the reason."""

    pairs: Mapping[tuple[str, ...], tuple[str, ...]]
    faults: tuple[str, ...]

    def apply(self, items: tuple[str, ...]) -> tuple[str, ...]:
        """The items renamed, all names at once."""
        if not self.pairs:
            return items
        out: list[str] = []
        at = 0
        longest = max(map(len, self.pairs))
        while at < len(items):
            for length in range(min(longest, len(items) - at), 0, -1):
                new = self.pairs.get(items[at : at + length])
                if new is not None:
                    out += new
                    at += length
                    break
            else:
                out.append(items[at])
                at += 1
        return tuple(out)


def renaming(wanted: Iterable[tuple[str, str]], raw: str, problem: str, cited: Sequence[str]) -> Renaming:
    """The renaming that is asked for, held to the rules: each old name once, each new name once and new to the proof."""
    pairs: dict[tuple[str, ...], tuple[str, ...]] = {}
    faults: list[str] = []
    in_raw, in_problem = _items(raw), _items(problem)
    asked = [(old, new, _key(old), _key(new)) for old, new in wanted if _key(old) != _key(new)]
    leaving = {old for _, _, old, _ in asked}
    for old, new, before, after in asked:
        why = _objection(old, new)
        if why is None and (before in pairs or after in pairs.values()):
            why = "two names would become one"
        elif why is None and after not in leaving and _holds(in_raw, after):
            why = "the new name has another meaning in the proof already"
        elif why is None and is_formula_token(before[0]) and (_holds(in_problem, before) or _holds(in_problem, after)):
            why = "the problem uses that symbol"
        elif why is None and not is_formula_token(before[0]) and (_holds(in_problem, before) or _holds(in_problem, after)):
            why = "the problem uses that name"
        elif why is None and any(old.casefold() in words.casefold() for words in cited):
            why = "it is part of a citation"
        if why is None:
            pairs[before] = after
        else:
            faults.append(f"renaming {old!r} to {new!r} is not allowed: {why}")
    return Renaming(pairs, tuple(faults))


def _objection(old: str, new: str) -> str | None:
    symbols = all(_SYMBOL.fullmatch(name.strip().strip("$").strip()) for name in (old, new))
    names = all(_NAME.fullmatch(" ".join(name.split())) for name in (old, new))
    return None if symbols or names else "only symbols and names of steps may change, not words, numbers or relations"


def _key(name: str) -> tuple[str, ...]:
    bare = name.strip().strip("$").strip()
    text = f"${bare}$" if _SYMBOL.fullmatch(bare) else name
    return tuple(item for clause in clauses(text) for item in clause.items) or ("",)


def _items(text: str) -> list[str]:
    return [item for clause in clauses(text) for item in (*clause.items, "\n")]


def _holds(items: list[str], wanted: tuple[str, ...]) -> bool:
    return any(tuple(items[at : at + len(wanted)]) == wanted for at, item in enumerate(items) if item == wanted[0])
