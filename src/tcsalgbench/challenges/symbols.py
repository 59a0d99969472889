"""Words and symbols: what a statement defines, what a text uses, and what nothing introduces."""

import re
from collections.abc import Iterable, Mapping, Sequence

from tcsalgbench.challenges.macros import known_commands
from tcsalgbench.graphs.model import Node, ProofGraph
from tcsalgbench.tex.macros import Macro, strip_comments
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
_USES = re.compile(r"(?i)\b(?:in|of|from|to|into|onto|than|inside)\s*$")
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
    """Whether a text uses one of the terms: a command of it, or all of its words that mean something."""
    words = {stem(word) for word in re.findall(r"[A-Za-z]{3,}", text)}
    commands = set(re.findall(r"\\([a-zA-Z]+)", text))
    for term in terms:
        named = {name for name in re.findall(r"\\([a-zA-Z]+)", term) if name not in known_commands()}
        if named & commands:
            return True
        found = content_words(re.sub(r"\$[^$]*\$|\\[a-zA-Z]+", " ", term))
        if found and all(stem(word) in words for word in found):
            return True
    return False


def share_a_word(first: str, second: str) -> bool:
    """Whether two terms have a word, a command or a symbol in common."""
    words, others = ({stem(word) for word in re.findall(r"\\?[A-Za-z]+", text)} for text in (first, second))
    return bool((words & others) - _STOP)


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
        plain = re.sub(r"\\(?:text[a-z]*|mbox|label|tag|math[a-z]+|operatorname)\*?\{[^{}]*\}|(?<![a-zA-Z])e\s*\^", " ", body)
        for symbol in _SYMBOL.findall(plain):
            if symbol.removeprefix("\\") not in _NOT_SYMBOLS:
                found.setdefault(symbol)
    return list(found)


def author_symbols(text: str, macros: Mapping[str, Macro]) -> list[str]:
    """Letters, and the commands that the author defined, in the formulas of a text; brackets by another name need no word."""
    return [
        one
        for one in symbols_in(text)
        if not one.startswith("\\") or one[1:] in _GREEK or (one[1:] in macros and not _plain_signs(macros[one[1:]].body))
    ]


def _plain_signs(body: str) -> bool:
    """Whether a macro is brackets, a number set, or a known operator, and nothing that would have to be explained."""
    left = re.sub(r"#\d|\\mathbb\s*(?:\{[A-Z]\}|[A-Z])", " ", body)
    return not [one for one in _SYMBOL.findall(left) if one.removeprefix("\\") not in _NOT_SYMBOLS | _BRACKETS]


def introduced(symbol: str, texts: Sequence[str]) -> bool:
    """Whether some text says what the symbol is: a formula begins with it after words that introduce, it is set equal, or
    it runs between bounds."""
    name = rf"{re.escape(symbol)}(?![a-zA-Z])"
    begins = re.compile(rf"\s*[(\\{{|]*\s*{name}")
    listed = re.compile(rf"^[^=<>\\]*?[,(]\s*{name}")
    equal = re.compile(rf"(?:^|[,;:{{(]|\\quad)\s*{name}(?:[_^(\[{{][^=]*?)?\s*(?::?=|\\coloneqq|\\in(?![a-z])|\\sim)")
    between = re.compile(rf"(?:\\leq?|<)\s*{name}[^$]{{0,12}}?(?:\\leq?(?![a-z])|<)")
    for text in texts:
        if between.search(text):
            return True
        for at, body in formula_spans(text):
            before = re.sub(r"\$[^$]*\$", " ", text[max(0, at - 120) : at])  # of a list, the words before its first formula
            if (begins.match(body) or listed.match(body)) and _INTRODUCES.search(before) and not _USES.search(before):
                return True
            if equal.search(body):
                return True
    return False


_GREEK = frozenset(
    words(
        "alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi rho varrho sigma tau phi "
        "varphi chi psi omega Gamma Delta Theta Lambda Xi Sigma Upsilon Phi Psi Omega ell hbar"
    )
)
_BRACKETS = frozenset(
    words(
        "langle rangle lvert rvert lVert rVert vert Vert lbrace rbrace lbrack rbrack mathopen mathclose middle bigg Bigg biggl "
        "biggr Biggl Biggr mathbb mathrm operatorname ensuremath xspace E"
    )
)
