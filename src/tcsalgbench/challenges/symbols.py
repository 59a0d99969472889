"""Words and symbols: what a statement defines, what a text uses, and what nothing introduces."""

import re
from collections.abc import Collection, Iterable, Sequence

from tcsalgbench.challenges.macros import known_commands
from tcsalgbench.graphs.model import Node, ProofGraph
from tcsalgbench.tex.macros import strip_comments
from tcsalgbench.tex.words import words

_EMPHASIS = re.compile(r"\\(?:emph|textit|textbf|defn|term|textsl|newterm)\s*\{((?:[^{}]|\{[^{}]*\})*)\}")
_FORMULA = re.compile(
    r"\$(?P<inline>(?:\\.|[^$\\])+)\$|\\\((?P<round>.+?)\\\)|\\\[(?P<square>.+?)\\\]"
    r"|\\begin\{(?P<env>equation|align|gather|multline|eqnarray)\*?\}(?P<body>.+?)\\end\{(?P=env)\*?\}",
    re.DOTALL,
)
_SYMBOL = re.compile(r"\\[a-zA-Z]+|(?<![a-zA-Z\\])[a-zA-Z](?![a-zA-Z])")
_INTRODUCES = re.compile(
    r"(?i)\b(?:let|write|denote|denotes|denoted|define|defined|put|set|where|for|every|each|all|any|some|an?|the|is|with|there"
    r"|exists?|given|by|integer|integers|suppose|assume|if|on|over|and|fix)\b[^.$]*$"
)
_STOP = frozenset(
    words(
        "the a an of for and or with from into that this these those which whose set size two one any all each some "
        "every is are be if then when where there has have its it as at by on in to not no only also let under over "
        "between such"
    )
)
_NOT_SYMBOLS = frozenset(
    words(
        "text textup textrm textbf mathrm mathbf operatorname mbox tag label begin end left right big Big bigl bigr "
        "Bigl Bigr frac tfrac dfrac sqrt sum prod int le ge leq geq ne neq in to cdot dots ldots cdots infty colon "
        "times quad qquad ln log exp max min sup inf Pr mid ast star prime lceil rceil lfloor rfloor equiv sim approx "
        "subset subseteq cup cap forall exists"
    )
)


def terms_of(node: Node, graph: ProofGraph) -> tuple[str, ...]:
    """What a statement gives names to: its emphasised words, its own name, the terms that the glossary finds in it."""
    found = [match[1] for match in _EMPHASIS.finditer(node.statement)]
    found += [node.name] if node.name else []
    for entry in graph.glossary:
        if entry.node == node.id:
            found += [entry.term, *entry.aliases]
    return tuple(dict.fromkeys(found))


def names_in(terms: Iterable[str], text: str) -> bool:
    """Whether a text uses one of the terms: a command of it, or a word of it that means something."""
    words = {stem(word) for word in re.findall(r"[A-Za-z]{3,}", text)}
    commands = set(re.findall(r"\\([a-zA-Z]+)", text))
    for term in terms:
        named = {name for name in re.findall(r"\\([a-zA-Z]+)", term) if name not in known_commands()}
        if named & commands:
            return True
        plain = re.sub(r"\$[^$]*\$|\\[a-zA-Z]+", " ", term)
        if any(stem(word) in words for word in content_words(plain)):
            return True
    return False


def content_words(text: str) -> list[str]:
    """The words of a text that mean something by themselves."""
    return [word.lower() for word in re.findall(r"[A-Za-z]{3,}", text) if word.lower() not in _STOP]


def stem(word: str) -> str:
    """A word without the ending that grammar gives it, roughly: enough to find it again in the same paper."""
    word = word.lower()
    for ending in (
        "ations",
        "ation",
        "ingly",
        "ally",
        "ised",
        "ized",
        "ing",
        "ies",
        "ied",
        "ely",
        "ed",
        "es",
        "ly",
        "s",
        "y",
        "e",
    ):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word[: -len(ending)]
    return word


def formula_spans(text: str) -> list[tuple[int, str]]:
    """The formulas of a text with the places where they begin."""
    found = []
    for match in _FORMULA.finditer(strip_comments(text)):
        body = next(match[name] for name in ("inline", "round", "square", "body") if match[name] is not None)
        found.append((match.start(), body))
    return found


def symbols_in(text: str) -> list[str]:
    """The symbols that a text uses in its formulas, in the order of their first use."""
    found: dict[str, None] = {}
    for _, body in formula_spans(text):
        plain = re.sub(r"\\(?:text[a-z]*|mbox|label|tag|mathrm|operatorname)\*?\{[^{}]*\}", " ", body)
        for symbol in _SYMBOL.findall(plain):
            if symbol.removeprefix("\\") not in _NOT_SYMBOLS:
                found.setdefault(symbol)
    return list(found)


def author_symbols(text: str, defined: Collection[str]) -> list[str]:
    """Letters, and the commands that the author defined, in the formulas of a text."""
    return [one for one in symbols_in(text) if not one.startswith("\\") or one[1:] in defined or one[1:] in _GREEK]


_GREEK = frozenset(
    words(
        "alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi rho varrho "
        "sigma tau phi varphi chi psi omega Gamma Delta Theta Lambda Xi Sigma Upsilon Phi Psi Omega ell hbar"
    )
)


def introduced(symbol: str, texts: Sequence[str]) -> bool:
    """Whether some text says what the symbol is: it begins a formula after words that introduce, or is set equal."""
    begins = re.compile(rf"\s*[(\\{{|]*\s*{re.escape(symbol)}(?![a-zA-Z])")
    listed = re.compile(rf"^[^=<>\\]*?[,(]\s*{re.escape(symbol)}(?![a-zA-Z])")
    equal = re.compile(
        rf"(?:^|[,;:]|\\quad)\s*{re.escape(symbol)}(?:[_^(\[{{][^=]*?)?\s*(?::?=|\\coloneqq|\\in(?![a-z])|\\sim)"
    )
    for text in texts:
        for at, body in formula_spans(text):
            before = text[max(0, at - 80) : at]
            if (begins.match(body) or listed.match(body)) and _INTRODUCES.search(before):
                return True
            if equal.search(body):
                return True
    return False
