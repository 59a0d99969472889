"""The words between formulas on which a claim turns: quantifiers, bounds, modality, negation, probability, numbers."""

import re
from collections import Counter
from collections.abc import Sequence

from tcsalgbench.challenges.symbols import formula_spans
from tcsalgbench.tex.macros import strip_comments

_PHRASES = (
    "for all|for every|for each|for any|for some|all but|almost all|almost every|every|each|any|all|some|no|none"
    "|neither|nor|not|never|there exists?|there is|there are|exists?|exactly|only|unique|uniquely|at most|at least"
    "|no more than|no less than|fewer|less|more|up to|greater|smaller|larger|strictly|with probability"
    "|with high probability|in expectation|almost surely|expected|worst case|worst-case|if and only if|if|unless"
    "|whenever|otherwise|either|or|both|must|may|can|cannot|could|should|always|fixed|unknown|known|arbitrary"
    "|adaptive|adaptively|adversarial|oblivious|deterministic|randomi[sz]ed|independent|independently|uniform"
    "|uniformly|sufficiently|constant|polynomial|finite|infinite|countable|universal|nonnegative|positive|negative"
    "|convex|concave|simultaneously|hold|holds|one|two|three|four|half|twice|once|same|distinct|different"
)
_WATCHED = re.compile(rf"(?i)(?<![\\A-Za-z-])(?:{_PHRASES})(?![A-Za-z-])|(?<![\\A-Za-z\d.])\d+(?:\.\d+)*(?![\d])")
_SAME = {"exist": "exists", "there exist": "there exists", "randomized": "randomised", "hold": "holds", "there are": "there is"}
_COMMANDS = re.compile(r"\\[a-zA-Z]+\*?(?:\[[^\]]*\])?")


def prose(text: str) -> str:
    """The text with its formulas blanked."""
    plain = strip_comments(text)
    out, at = [], 0
    for start, body in formula_spans(plain):
        if start < at:
            continue
        out.append(plain[at:start])
        at = plain.index(body, start) + len(body)
        closing = re.compile(r"\$|\\\)|\\\]|\\end\{[a-z]+\*?\}").match(plain, at)
        at = closing.end() if closing else at
        out.append(" ¤ ")
    return _COMMANDS.sub(" ", "".join((*out, plain[at:]))).replace("~", " ")


def watched(text: str) -> list[str]:
    """The words that matter, in order, outside formulas."""
    found = (re.sub(r"\s+", " ", match[0].lower()) for match in _WATCHED.finditer(prose(text)))
    return [_SAME.get(word, word) for word in found]


def differences(before: str, after: str) -> list[str]:
    """What of these words is gone, new, or in another order; a sentence each."""
    return wording_changes(watched(before), watched(after))


def wording_changes(old: Sequence[str], new: Sequence[str]) -> list[str]:
    """The same, for words that are found already."""
    gone, come = Counter(old) - Counter(new), Counter(new) - Counter(old)
    found = [f"{word!r} is gone" for word in gone] + [f"{word!r} is new" for word in come]
    if not found and list(old) != list(new):
        found.append("words such as quantifiers stand in another order")
    return found


_PLAIN_WORDS = re.compile(r"[A-Za-z ,.;:?'\n-]*")
_ARTICLES = frozenset(("any", "some", "one", "can"))


def rewording_refusal(words: str, replacement: str) -> str | None:
    """Why words of the context may not be replaced by others; formulas, numbers and words such as quantifiers stay."""
    if not _PLAIN_WORDS.fullmatch(words) or not _PLAIN_WORDS.fullmatch(replacement):
        return "only plain words can be reworded"
    changed = set(watched(words)) ^ set(watched(replacement))
    return f"it changes {min(changed - _ARTICLES)!r}" if changed - _ARTICLES else None
