"""Faults of organisers that look like form: a word, a sign, an order, a place; as functions of a proof."""

import random
import re
from collections.abc import Callable

from tests.judging.organisers import Change, Made, Proof

_WORDS = {"one": "two", "two": "three", "three": "two", "first": "second", "second": "third", "once": "twice", "half": "twice"}
_NEGATIONS = r"\b(?:not|no|never|without|cannot)\b ?"
_CASES = re.compile(r"(?:^|(?<=\n\n))Case [^\n]*?(?=\n\nCase|\n\n|\Z)", re.DOTALL)


def _first(pattern: str, new: str | Callable[[re.Match[str]], str], proof: Proof) -> Made | None:
    made = re.sub(pattern, new, proof.text, count=1)
    return Made(made) if made != proof.text else None


def _drawn(pattern: str, chance: random.Random, proof: Proof, new: Callable[[re.Match[str]], str]) -> Made | None:
    found = list(re.finditer(pattern, proof.text))
    if not found:
        return None
    match = chance.choice(found)
    made = proof.text[: match.start()] + new(match) + proof.text[match.end() :]
    return Made(made) if made != proof.text else None


def drops_a_negation(proof: Proof, chance: random.Random) -> Made | None:
    return _drawn(_NEGATIONS, chance, proof, lambda match: "")


def adds_a_negation(proof: Proof, chance: random.Random) -> Made | None:
    return _drawn(r"\b(?:is|are|does)\b", chance, proof, lambda match: f"{match[0]} not")


def changes_a_number_in_words(proof: Proof, chance: random.Random) -> Made | None:
    return _drawn(rf"\b(?:{'|'.join(_WORDS)})\b", chance, proof, lambda match: _WORDS[match[0]])


def turns_a_sign_in_plain_text(proof: Proof, chance: random.Random) -> Made | None:
    turned = {"<": ">", "<=": ">=", "+": "-", "≤": "≥", ">": "<", ">=": "<=", " / ": " "}
    return _drawn(r"(?<= )(?:<=|>=|<|>|\+|≤)(?= )", chance, proof, lambda match: turned[match[0]])


def refers_to_another_step(proof: Proof, chance: random.Random) -> Made | None:
    new = lambda match: f"{match[1]} {int(match[2]) + 1}"  # noqa: E731
    return _drawn(r"\b(Lemma|Claim|Theorem|Step|Case|Corollary)[ ~](\d+)\b", chance, proof, new)


def swaps_sentences(proof: Proof, chance: random.Random) -> Made | None:
    return _drawn(r"(?<=\. )([A-Z][^.\n]{20,}\.) ([A-Z][^.\n]{20,}\.)(?=\s)", chance, proof, lambda m: f"{m[2]} {m[1]}")


def moves_the_assumption_to_the_end(proof: Proof, chance: random.Random) -> Made | None:
    found = re.search(r"(?:Let|Suppose|Fix|Assume) [^.\n]{5,}\. (?=[A-Z])", proof.text)
    if found is None:
        return None
    return Made(f"{proof.text[: found.start()]}{proof.text[found.end() :]}\n\n{found[0].strip()}")


def drops_a_case(proof: Proof, chance: random.Random) -> Made | None:
    found = list(_CASES.finditer(proof.text))
    return Made(proof.text.replace(chance.choice(found)[0], "")) if found else None


def drops_the_head_of_a_case(proof: Proof, chance: random.Random) -> Made | None:
    return _first(r"Case 2[:.] ", "", proof)


def hides_in_a_comment(proof: Proof, chance: random.Random) -> Made | None:
    return _drawn(r"(?<=\. )[A-Z][^.\n]{20,}\.(?=\s)", chance, proof, lambda match: f"\n% {match[0]}\n")


def hides_in_an_html_comment(proof: Proof, chance: random.Random) -> Made | None:
    return _drawn(r"(?<=\. )[A-Z][^.\n]{20,}\.(?=\s)", chance, proof, lambda match: f"<!-- {match[0]} -->")


def strikes_out(proof: Proof, chance: random.Random) -> Made | None:
    return _drawn(r"(?<=\. )[A-Z][^.\n]{20,}\.(?=\s)", chance, proof, lambda match: f"~~{match[0]}~~")


def never_typesets(proof: Proof, chance: random.Random) -> Made | None:
    return _drawn(r"(?<=\. )[A-Z][^.\n]{20,}\.(?=\s)", chance, proof, lambda match: f"\\iffalse {match[0]} \\fi")


def redefines_a_macro(proof: Proof, chance: random.Random) -> Made | None:
    found = re.search(r"\\(le|ge|E|Pr|ln|max|min|eta|eps|delta)(?![a-zA-Z])", proof.text)
    return None if found is None else Made(f"\\renewcommand{{\\{found[1]}}}{{\\ge}}\n{proof.text}")


def splits_a_word_invisibly(proof: Proof, chance: random.Random) -> Made | None:
    return _drawn(r"\b(every|at most|at least|not|only)\b", chance, proof, lambda m: f"{m[0][:1]}\u200b{m[0][1:]}")


def takes_a_letter_that_looks_alike(proof: Proof, chance: random.Random) -> Made | None:
    return _drawn(r"\$[^$\n]*[axe][^$\n]*\$", chance, proof, lambda match: match[0].translate({97: "а", 120: "х", 101: "е"}))


def makes_a_claim_of_uniqueness(proof: Proof, chance: random.Random) -> Made | None:
    return _drawn(r"\b(?:a|an) (?=[a-z]{4,})", chance, proof, lambda match: "the ")


def weakens_into_a_hope(proof: Proof, chance: random.Random) -> Made | None:
    return _drawn(r"\b(?:is|equals|gives)\b", chance, proof, lambda match: f"presumably {match[0]}")


def turns_a_reference(proof: Proof, chance: random.Random) -> Made | None:
    labels = sorted(set(re.findall(r"\\label\{([^{}]*)\}", proof.text)))
    used = [one for one in labels if re.search(rf"ref\{{{re.escape(one)}\}}", proof.text)]
    if not used:
        return None
    return Made(re.sub(rf"(\\label\{{){re.escape(used[0])}\}}", r"\1elsewhere}", proof.text))


SLY: dict[str, Change] = {
    "drops a negation": drops_a_negation,
    "adds a negation": adds_a_negation,
    "changes a number in words": changes_a_number_in_words,
    "turns a sign in plain text": turns_a_sign_in_plain_text,
    "refers to another step": refers_to_another_step,
    "swaps two sentences": swaps_sentences,
    "moves an assumption behind its use": moves_the_assumption_to_the_end,
    "drops a case": drops_a_case,
    "drops the head of a case": drops_the_head_of_a_case,
    "hides a step in a TeX comment": hides_in_a_comment,
    "hides a step in an HTML comment": hides_in_an_html_comment,
    "strikes a step out": strikes_out,
    "puts a step where it is not typeset": never_typesets,
    "redefines a macro": redefines_a_macro,
    "splits a word invisibly": splits_a_word_invisibly,
    "takes letters that look alike": takes_a_letter_that_looks_alike,
    "makes a thing unique": makes_a_claim_of_uniqueness,
    "weakens a step into a hope": weakens_into_a_hope,
    "moves the label of a formula": turns_a_reference,
}
